"""A game stepped from outside: make a move, resolve luck, list the next moves.

Plain functions like those of `rules`: the same source runs interpreted and compiled.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import OVER, PHASE, Cells, Position, Secrets
from kamchatka.rules.legality import list_moves
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.stream import below

MOST_LUCK = 10_000
"""Upper bound on luck that follows one move, many times a whole deal."""

BEGIN = 0
"""In place of a move: start a new game."""


def step_on(
    tables: Tables, pos: Position, secrets: Secrets, seats: int, coded: int, state: int, found: Cells
) -> tuple[int, int]:
    """The stream's next state, and the next seat's number of move families; 0 if the game is over."""
    if coded == BEGIN:
        start(tables, pos, secrets, seats)
    else:
        apply(tables, pos, secrets, coded)
    for _ in range(MOST_LUCK):
        outcomes = luck_outcomes(tables, pos, secrets)
        if outcomes == 0:
            break
        state, outcome = below(state, outcomes)
        apply_luck(tables, pos, secrets, outcome)
    if pos.now[PHASE] == OVER:
        return state, 0
    return state, list_moves(tables, pos, secrets.hands[to_act(pos)], found)
