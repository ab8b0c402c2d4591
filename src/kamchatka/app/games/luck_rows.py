"""Every request of luck of a recorded game with what it was for, and how often each face came."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from kamchatka.app.games.story import Arrow, Dice, Story, StoryStep, Throw
from kamchatka.game.chance import FACES, Luck, LuckKind
from kamchatka.rules.layout import NOBODY

NORMAL = 1.96
"""Standard deviations within which a fair face stays 95 times out of 100."""


@dataclass(frozen=True)
class LuckRow:
    """One request with its answer: dice by side, in the order thrown, or `number` among `among`."""

    luck: int
    kind: LuckKind
    dice: tuple[Dice, ...] = ()
    arrow: Arrow | None = None
    among: int = 0
    number: int = 0


@dataclass(frozen=True)
class FaceCounts:
    """How often each face came, with the range that is normal for one face."""

    counts: tuple[int, ...]
    least: int
    most: int
    uneven: float
    """How often fair dice are further from even than these, from 0 to 1 (chi-square, five degrees)."""

    @property
    def thrown(self) -> int:
        """All dice."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """The average of a face."""
        return self.thrown / FACES


def luck_rows(story: Story) -> tuple[LuckRow, ...]:
    """All requests of a game that replays, in order."""
    battles = iter(step for step in story.steps if step.dice and step.dice[0].throw == "attack")
    closings = iter(step for step in story.steps if step.dice and step.dice[0].throw == "closing")
    lucks = (entry for entry in story.retelling.entries if isinstance(entry, Luck))
    return tuple(_row(luck, battles, closings) for luck in lucks)


def _row(luck: Luck, battles: Iterator[StoryStep], closings: Iterator[StoryStep]) -> LuckRow:
    request, kind = luck.request, luck.request.kind
    if not request.dice:
        return LuckRow(luck.number, kind, among=request.among, number=luck.numbers[0])
    step = next(battles, None) if kind == "battle" else next(closings, None) if kind == "closing" else None
    thrown = list(_sides(luck.numbers, request.dice))
    if step is None:
        throw: Throw = "order" if kind == "order" else "tie"
        return LuckRow(luck.number, kind, tuple(Dice(throw, NOBODY, faces) for faces in thrown))
    told = zip(step.dice, thrown, strict=True)
    dice = tuple(Dice(side.throw, side.who, faces, side.lost) for side, faces in told)
    return LuckRow(luck.number, kind, dice, step.arrow)


def _sides(numbers: Sequence[int], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for end, size in zip(accumulate(sizes), sizes, strict=True):
        yield tuple(numbers[end - size : end])


def face_counts(rows: Sequence[LuckRow]) -> FaceCounts:
    """The faces of all dice of a game."""
    found = Counter(face for row in rows for side in row.dice for face in side.faces)
    counts = tuple(found[face] for face in range(1, FACES + 1))
    thrown = sum(counts)
    mean, spread = thrown / FACES, NORMAL * math.sqrt(thrown * (FACES - 1)) / FACES
    square = sum((count - mean) ** 2 for count in counts) / mean if thrown else 0.0
    return FaceCounts(counts, max(0, math.ceil(mean - spread)), math.floor(mean + spread), _beyond(square))


def _beyond(square: float) -> float:
    """The chance that chi-square with five degrees of freedom is larger."""
    tail = math.sqrt(2 * square / math.pi) * math.exp(-square / 2) * (1 + square / 3)
    return math.erfc(math.sqrt(square / 2)) + tail
