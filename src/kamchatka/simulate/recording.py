"""Turn any simulated game into a record: its number is enough to replay it, so nothing is stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kamchatka.bots.dispatch import decide
from kamchatka.bots.notes import new_notes
from kamchatka.bots.thinking import Thinker, thinks
from kamchatka.bots.weighing import begin_notes
from kamchatka.game.chance import FACES, Request
from kamchatka.game.coding import action_of
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.rulebook.tables import pack, tables_over
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import (
    BATTLE,
    CONQUESTS,
    OVER,
    PHASE,
    SEAT,
    SEATS_AT_TABLE,
    Position,
    Secrets,
    new_position,
    new_secrets,
)
from kamchatka.rules.moves import TIME_EXPIRED, move
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.simulate.batch import new_cells
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.playout import MOST_STEPS, sit_down
from kamchatka.stream import below, seeded


class RecordedStep(NamedTuple):
    """A move or a piece of luck, with the state after it."""

    outcomes: int
    """Number of outcomes of the luck; 0 for a move."""
    number: int
    """The move, or the outcome from 0 to `outcomes` - 1."""
    position: Position
    secrets: Secrets

    @property
    def is_luck(self) -> bool:
        return self.outcomes > 0


def game_of(plan: SimulationPlan, index: int) -> Iterator[RecordedStep]:
    """Every step of game `index`, interpreted but for thinkers; the expiry of time is a move of its own.

    Position and secrets are those of the running game: copy what must outlast the next step.
    """
    packed = pack(plan.rulebook)
    integers, notes = tables_over(packed), new_notes(packed)
    line_up, bots = new_cells(plan.seats), new_cells(plan.seats)
    for seat, number in enumerate(plan.bot_numbers()):
        line_up[seat] = number
    sit_down(line_up, bots, plan.seats, index if plan.rotate else 0)
    pos, secrets = new_position(), new_secrets()
    state = seeded(plan.seed, index)
    start(integers, pos, secrets, plan.seats)
    begin_notes(notes, plan.laps)
    think = _thinker(packed) if plan.has_thinkers else None
    for _ in range(MOST_STEPS):
        if pos.now[PHASE] == OVER:
            break
        outcomes = luck_outcomes(integers, pos, secrets)
        if outcomes > 0:
            rolled, before = pos.now[PHASE] == BATTLE, pos.now[CONQUESTS]
            state, coded = below(state, outcomes)
            apply_luck(integers, pos, secrets, coded)
            if rolled:
                notes.conquered[pos.now[SEAT]] += pos.now[CONQUESTS] - before
        elif time_is_over(pos, plan.laps):
            coded = move(TIME_EXPIRED)
            apply(integers, pos, secrets, coded)
        else:
            seat = to_act(pos)
            if think is not None and thinks(bots[seat]):
                coded = think(pos, secrets.hands[seat], secrets.objective[seat], notes, state)
            else:
                state, coded = decide(integers, pos, secrets, seat, bots[seat], state, notes)
            apply(integers, pos, secrets, coded)
        yield RecordedStep(outcomes, coded, pos, secrets)


def _thinker(packed: bytes) -> Thinker:
    from kamchatka.simulate.thinking import compiled_thinker  # noqa: PLC0415 - the compiler

    return compiled_thinker(packed)


@dataclass(frozen=True)
class Outcomes:
    """Luck as the core drew it: one number for each request; dice are its digits to the base 6."""

    numbers: tuple[int, ...]

    def answer(self, number: int, request: Request) -> tuple[int, ...] | None:
        if number >= len(self.numbers):
            return None
        outcome = self.numbers[number]
        if not request.dice:
            return (outcome,)
        return tuple(outcome // FACES**place % FACES + 1 for place in range(sum(request.dice)))


def recorded_game(plan: SimulationPlan, index: int) -> Record:
    """The record of game `index` of a plan; the players are the bots, by chair."""
    moves: list[int] = []
    luck: list[int] = []
    chairs: list[int] = []
    for step in game_of(plan, index):
        (luck if step.is_luck else moves).append(step.number)
        chairs = [step.position.chair[seat] for seat in range(step.position.now[SEATS_AT_TABLE])]
    game = Game.start(plan.rulebook, plan.seats, Outcomes(tuple(luck)))
    for coded in moves:
        game.play(action_of(game.names, coded))
    bots = {chair: plan.bot_of(seat, index) for seat, chair in enumerate(chairs)}
    players = tuple(bots[chair] for chair in range(plan.seats))
    return record_of(game, table=f"{plan.label} {plan.seed}/{index}", players=players)
