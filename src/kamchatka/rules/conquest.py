"""Occupying a conquered territory: the armies of the last roll move in, more may follow."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.hold import add_armies, borders_enemy, hand_over
from kamchatka.rules.layout import (
    ARMIES_AT_ROLL,
    ATTACK_DICE,
    CONQUESTS,
    FROM,
    MOST_ADVANCE,
    SEAT,
    TO,
    Position,
)


def occupy(tables: Tables, pos: Position) -> int:
    """Move the compulsory armies into the conquered territory; returns the seat that lost it.

    A roll that conquers costs the attacker nothing: as many armies go in as dice were thrown, one stays.
    """
    source, target = pos.now[FROM], pos.now[TO]
    loser = pos.owner[target]
    dice = pos.now[ATTACK_DICE]
    add_armies(pos, source, -dice)
    hand_over(pos, target, pos.now[SEAT])
    add_armies(pos, target, dice)
    pos.now[CONQUESTS] += 1
    pos.now[MOST_ADVANCE] = most_advance(tables, pos)
    return loser


def most_advance(tables: Tables, pos: Position) -> int:
    """Further armies that may follow from the source, leaving the garrison the regulation requires."""
    source = pos.now[FROM]
    stay = 1
    waived = pos.now[ARMIES_AT_ROLL] <= tables.conquest_garrison_waived_up_to
    if not waived and borders_enemy(tables, pos, source):
        stay = tables.conquest_garrison
    return max(0, pos.armies[source] - stay)


def advance(pos: Position, armies: int) -> None:
    """Move further armies into the conquered territory."""
    add_armies(pos, pos.now[FROM], -armies)
    add_armies(pos, pos.now[TO], armies)
    pos.now[MOST_ADVANCE] = 0
