"""One game of a plan again, step by step: what a record of it is made from."""

from collections.abc import Iterator
from typing import NamedTuple

from kamchatka.bots.dispatch import decide
from kamchatka.rulebook.tables import tables
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import OVER, PHASE, Position, Secrets, new_position, new_secrets
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.rules.moves import TIME_EXPIRED, move
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.simulate.batch import new_cells
from kamchatka.simulate.plan import Plan
from kamchatka.simulate.playout import MOST_STEPS, sit_down
from kamchatka.stream import below, seeded


class Step(NamedTuple):
    """A move or a piece of luck, with the table as it lies after it."""

    outcomes: int
    """Out of how many luck chose; 0 for a move."""
    number: int
    """The move, or luck's choice from 0 to `outcomes` - 1."""
    position: Position
    secrets: Secrets

    @property
    def is_luck(self) -> bool:
        return self.outcomes > 0


def game_of(plan: Plan, index: int) -> Iterator[Step]:
    """Every step of game `index`, interpreted; the umpire's call of time is a move of its own.

    Position and secrets are those of the running game: copy what must outlast the next step.
    """
    integers = tables(plan.rulebook)
    line_up, bots = new_cells(plan.seats), new_cells(plan.seats)
    for seat, number in enumerate(plan.bot_numbers()):
        line_up[seat] = number
    sit_down(line_up, bots, plan.seats, index if plan.rotate else 0)
    found = new_cells(3 * MOST_FAMILIES)
    pos, secrets = new_position(), new_secrets()
    state = seeded(plan.seed, index)
    start(integers, pos, secrets, plan.seats)
    for _ in range(MOST_STEPS):
        if pos.now[PHASE] == OVER:
            break
        outcomes = luck_outcomes(integers, pos, secrets)
        if outcomes > 0:
            state, coded = below(state, outcomes)
            apply_luck(integers, pos, secrets, coded)
        elif time_is_over(pos, plan.laps):
            coded = move(TIME_EXPIRED)
            apply(integers, pos, secrets, coded)
        else:
            seat = to_act(pos)
            state, coded = decide(integers, pos, secrets, seat, bots[seat], state, found)
            apply(integers, pos, secrets, coded)
        yield Step(outcomes, coded, pos, secrets)
