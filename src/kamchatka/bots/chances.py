"""Exact odds of fights to the end, packed with their price into one number each for quick reading."""

from dataclasses import dataclass

from kamchatka.bots.traits import (
    ALL_IN_ARMY,
    ALL_IN_CHANCE,
    ARMY,
    CLOSING_ARMY,
    CLOSING_CHANCE,
    KILL,
    LATE_ARMY,
    LEAST_CHANCE,
)
from kamchatka.game.odds.duel import battle_table
from kamchatka.rulebook.tables import Tables

ARMIES = 64
"""Armies up to which the tables reach; more count as many as that."""
PAIRS = ARMIES * ARMIES
ONE = 1024
"""Chances are counted in 1024ths, so that multiplying by one needs no division."""

# Moods: the price of armies and the least chance change with them
USUAL = 0
LATE = 1
IN_CLOSING = 2
ALL_IN = 3
MOODS = 4
PRICES = (
    (ARMY, LEAST_CHANCE),
    (LATE_ARMY, LEAST_CHANCE),
    (CLOSING_ARMY, CLOSING_CHANCE),
    (ALL_IN_ARMY, ALL_IN_CHANCE),
)
"""By mood: the parameters for the price of an own army, and for the least chance."""

CHANCE_BITS = (1 << 11) - 1
LOST_SHIFT, LOST_BITS = 11, (1 << 6) - 1
COST_SHIFT = 17
"""A packed fight: its chance (0 if too small), the armies it costs, the price of all armies lost."""
NEVER = -16000
"""Price of an attack that is too risky."""


@dataclass(frozen=True)
class Fight:
    """The outcome of a fight to the end: the chance to conquer, the armies each side loses on average."""

    won: float
    lost: float
    killed: float


NO_FIGHT = Fight(0.0, 0.0, 0.0)


def fights(tables: Tables) -> list[Fight]:
    """Every fight by attackers * ARMIES + defenders, all dice rolled by both, while the regulation allows."""
    found = [NO_FIGHT] * PAIRS
    for attackers in range(2, ARMIES):
        for defenders in range(1, ARMIES):
            found[attackers * ARMIES + defenders] = _fight(tables, found, attackers, defenders)
    return found


def _fight(tables: Tables, found: list[Fight], attackers: int, defenders: int) -> Fight:
    """The fight from its next roll; those with fewer armies are known."""
    dice = min(tables.attack_most_dice, attackers - 1)
    against = min(tables.defence_most_dice, defenders)
    if dice < against and not tables.attack_fewer_dice:
        return NO_FIGHT
    table = battle_table(dice, against)
    won = lost = killed = 0.0
    for own, theirs, ways in table.ways:
        share = ways / table.throws
        after = found[(attackers - own) * ARMIES + defenders - theirs]
        won += share * (1.0 if theirs == defenders else after.won)
        lost += share * (own + after.lost)
        killed += share * (theirs + after.killed)
    return Fight(won, lost, killed)


def risks(fought: list[Fight]) -> list[int]:
    """The chances to conquer, in 1024ths."""
    return [int(fight.won * ONE) for fight in fought]


def priced(fought: list[Fight], traits: tuple[int, ...], mood: int) -> list[int]:
    """The fights as packed numbers, with the prices of this mood."""
    army, least = (traits[each] for each in PRICES[mood])
    return [_packed(fight, army, traits[KILL], least) for fight in fought]


def _packed(fight: Fight, army: int, kill: int, least: int) -> int:
    if fight.won == 0.0 or fight.won * 1000 < least:
        return NEVER << COST_SHIFT
    cost = int(fight.killed * kill - fight.lost * army)
    lost = min(round(fight.lost), LOST_BITS)
    return max(cost, NEVER) << COST_SHIFT | lost << LOST_SHIFT | int(fight.won * ONE)
