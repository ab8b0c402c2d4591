"""A random game one step at a time, an action or one piece of luck: for those who look between two steps."""

from dataclasses import dataclass

from kamchatka.game import actions as act
from kamchatka.game.chance import Request, Seeded
from kamchatka.game.events import Event
from kamchatka.game.game import Game
from kamchatka.ids import Seat
from kamchatka.rules.layout import CARD_LEFT_BY, NOBODY, RETURN_PHASE, SEAT, TURN
from tests.game.play import Draw, Wanderer, stack

SETUP_STATES = 5
"""Only one in so many states before the first turn is looked at: little is secret then."""
LAPS, JUDGE = 3, 40
"""Laps before time expires; a judge decides something once in so many actions."""


@dataclass(frozen=True)
class Step:
    """What happened, and whether the table was laid out anew after it."""

    events: tuple[Event, ...]
    is_laid_anew: bool


class Steps:
    """Walks through a game whose luck is typed."""

    def __init__(self, game: Game, seed: int, draw: Draw, *, stacked: bool) -> None:
        """`stacked`: at the first turn hands are filled, and one seat is made easy to end."""
        self.game = game
        self._draw, self._stacked = draw, stacked
        self._luck = Seeded(seed)
        self._wanderer = Wanderer(game, seed, laps=LAPS, judge=JUDGE, bold=stacked)
        self.states = 0

    def is_looked_at(self) -> bool:
        """Count one more state; whether it is one to look at."""
        self.states += 1
        return self.game.position.now[TURN] > 0 or self.states % SETUP_STATES == 0

    def wish(self) -> act.Action | None:
        """The action that comes next; None where luck is awaited."""
        return None if self.game.awaiting else self._wanderer.next()

    def numbers(self) -> tuple[int, ...]:
        """How the luck that is awaited falls."""
        request = self.game.awaiting
        assert request is not None
        return self._luck.answer(self.game._luck_used, request)

    def make(self, action: act.Action | None) -> Step:
        """Make the step: this action, or the luck that is awaited."""
        events = self.game.supply(self.numbers()) if action is None else self.game.play(action)
        laid_anew = self._stacked and self.game.position.now[TURN] == 1
        if laid_anew:
            self._stacked = False
            stack(self.game, self._draw)
        return Step(events, laid_anew)


def taker(game: Game, request: Request) -> Seat:
    """Who gets the card or objective that luck points at now: the seat in turn, or who left cards lying."""
    now = game.position.now
    late = request.kind == "card" and now[RETURN_PHASE] != NOBODY
    return Seat(now[CARD_LEFT_BY] - 1 if late else now[SEAT])
