"""Luck for a game: the requests of the table, and the sources of numbers.

Dice are faces from 1 to 6 in the order they are thrown (attack before defence, lowest seat first); a card,
an objective or a dealt territory is one of n, counted from 0 in ascending order. Every source answers by the
number of the request alone: asking again gives the same answer, and refused actions do not change it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from kamchatka.messages import Language, text
from kamchatka.rulebook.tables import Tables
from kamchatka.rules import layout
from kamchatka.rules.layout import ATTACK_DICE, DEFENCE_DICE, PHASE, Position, Secrets
from kamchatka.rules.step import luck_dice, luck_outcomes
from kamchatka.stream import below, seeded

LuckKind = Literal["order", "objective-set", "objective", "deal", "battle", "card", "closing", "roll-off"]

FACES = 6

KINDS: dict[int, LuckKind] = {
    layout.ORDER: "order",
    layout.OBJECTIVES: "objective",
    layout.DEAL: "deal",
    layout.BATTLE: "battle",
    layout.CARD: "card",
    layout.CLOSING: "closing",
    layout.ROLL_OFF: "roll-off",
}


class WrongLuck(ValueError):
    """Numbers that do not answer the request."""

    def __init__(self, request: "Request", numbers: Sequence[object]) -> None:
        wanted = f"{sum(request.dice)} dice are" if request.dice else f"one number below {request.among} is"
        super().__init__(f"{wanted} asked for, not {list(numbers)[:12]}")
        self.request = request

    def sentence(self, lang: Language) -> str:
        """The expected answer, as a sentence."""
        if self.request.dice:
            return text("game.wrong_luck.dice", lang, number=sum(self.request.dice))
        return text("game.wrong_luck.among", lang, most=self.request.among - 1)


@dataclass(frozen=True)
class Request:
    """A request for luck: dice (by side, if there are two), or one of `among`."""

    kind: LuckKind
    dice: tuple[int, ...] = ()
    among: int = 0

    def outcome(self, numbers: Sequence[int]) -> int:
        """The outcome for the core; WrongLuck if the numbers do not answer this request."""
        if len(numbers) != (sum(self.dice) or 1) or any(type(number) is not int for number in numbers):
            raise WrongLuck(self, numbers)
        if not self.dice:
            if not 0 <= numbers[0] < self.among:
                raise WrongLuck(self, numbers)
            return numbers[0]
        if not all(1 <= face <= FACES for face in numbers):
            raise WrongLuck(self, numbers)
        return sum((face - 1) * FACES**place for place, face in enumerate(numbers))


@dataclass(frozen=True)
class Luck:
    """A request with its number in the game and its answer."""

    number: int
    request: Request
    numbers: tuple[int, ...]


def awaited(tables: Tables, pos: Position, secrets: Secrets) -> Request | None:
    """The request for luck the table waits for, if any."""
    kind = KINDS.get(pos.now[PHASE])
    if kind is None:
        return None
    if kind == "battle":
        return Request(kind, dice=(pos.now[ATTACK_DICE], pos.now[DEFENCE_DICE]))
    if kind == "objective" and secrets.objectives_left[0] == 0:
        kind = "objective-set"
    dice = luck_dice(tables, pos)
    if dice:
        return Request(kind, dice=(dice,))
    return Request(kind, among=luck_outcomes(tables, pos, secrets))


class Chance(Protocol):
    """A source of luck."""

    def answer(self, number: int, request: Request) -> tuple[int, ...] | None:
        """The numbers for this request; None if they are not known yet (a referee will type them)."""


@dataclass(frozen=True)
class Seeded:
    """Luck from the reproducible stream: the same seed gives the same game."""

    seed: int

    def answer(self, number: int, request: Request) -> tuple[int, ...]:
        state = seeded(self.seed, number)
        found = []
        for _ in range(sum(request.dice) or 1):
            state, value = below(state, FACES if request.dice else request.among)
            found.append(value + 1 if request.dice else value)
        return tuple(found)


@dataclass(frozen=True)
class Typed:
    """Luck at a real table, typed in by the record keeper."""

    def answer(self, number: int, request: Request) -> None:
        return None


class Scripted:
    """Luck given in advance, in order; for tests and prepared games."""

    def __init__(self, answers: Sequence[Sequence[int]]) -> None:
        self._answers: Iterator[Sequence[int]] = iter(answers)

    def answer(self, number: int, request: Request) -> tuple[int, ...] | None:
        told = next(self._answers, None)
        return None if told is None else tuple(told)


@dataclass(frozen=True)
class Recorded:
    """Luck from a record; None after its end."""

    luck: tuple[Luck, ...]

    def answer(self, number: int, request: Request) -> tuple[int, ...] | None:
        return self.luck[number].numbers if number < len(self.luck) else None
