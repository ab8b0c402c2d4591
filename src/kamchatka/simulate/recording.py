"""Any simulated game as a record: its number is enough to play it again, so nothing is kept meanwhile."""

from dataclasses import dataclass

from kamchatka.game.chance import FACES, Request
from kamchatka.game.coding import action_of
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.rules.layout import SEATS_AT_TABLE
from kamchatka.simulate.plan import Plan
from kamchatka.simulate.single import game_of


@dataclass(frozen=True)
class Outcomes:
    """Luck as the core drew it: one number for each request, dice being its digits to the base 6."""

    numbers: tuple[int, ...]

    def answer(self, number: int, request: Request) -> tuple[int, ...] | None:
        if number >= len(self.numbers):
            return None
        outcome = self.numbers[number]
        if not request.dice:
            return (outcome,)
        return tuple(outcome // FACES**place % FACES + 1 for place in range(sum(request.dice)))


def recorded_game(plan: Plan, index: int) -> Record:
    """The record of game `index` of a plan; players are the bots, by chair."""
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
