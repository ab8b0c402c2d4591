"""Dispatch to a bot's policy, with only what its seat may know.

A plain function like those of `rules`, since the simulator compiles it too.
"""

from kamchatka.bots import SERGENTE, SOLDATO
from kamchatka.bots.notes import Notes
from kamchatka.bots.recluta import decide_as_recluta
from kamchatka.bots.sergente import decide_as_sergente
from kamchatka.bots.soldato import decide_as_soldato
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import Position, Secrets
from kamchatka.rules.victory import goal_of


def decide(
    tables: Tables, pos: Position, secrets: Secrets, seat: int, bot: int, state: int, notes: Notes
) -> tuple[int, int]:
    """The seat's move, chosen by its policy."""
    hand = secrets.hands[seat]
    goal = goal_of(tables, secrets, seat)
    if bot == SOLDATO:
        return decide_as_soldato(tables, pos, hand, goal, state, notes.found)
    if bot >= SERGENTE:
        return decide_as_sergente(tables, pos, hand, goal, bot - SERGENTE, state, notes)
    return decide_as_recluta(tables, pos, hand, goal, state, notes.found)
