"""The values that clauses state, and alternatives for each."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args, get_origin

from kamchatka.board import load_board
from kamchatka.ids import ClauseId, RulebookId
from kamchatka.rulebook import load, shipped
from kamchatka.rulebook.allowed import choices, field_of

DECKS = ("setup.objective_deck", "tally.strip_deck")
"""Values that name an objective deck of the board."""

BY_SIZE = {
    "victory.points": {"3": 200, "4": 200, "5": 200, "6": 200},
    "setup.armies": {"3": 35, "4": 30, "5": 25, "6": 20},
}
"""Tables by size for regulations that have none."""

ONE_DIE = 6


@dataclass(frozen=True)
class Alteration:
    """The argument of `--alter`: the changed value and, if necessary, others that must change with it."""

    words: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Value:
    """One value of one regulation, as its file states it."""

    rulebook: RulebookId
    key: str
    value: object

    @property
    def label(self) -> str:
        """The key, tried once for all regulations since its meaning is the same."""
        return self.key

    def alterations(self) -> Iterator[Alteration]:
        """All alternatives near this value; some of them make an invalid regulation."""
        for other in neighbours(self.value, words_for(self.key)):
            words = f"{self.rulebook}:{self.key}={json.dumps(other)}"
            yield Alteration(words, self._beside(other))
        if self.value == {} and self.key in BY_SIZE:
            yield Alteration(f"{self.rulebook}:{self.key}={json.dumps(BY_SIZE[self.key])}")

    def _beside(self, other: object) -> tuple[str, ...]:
        """The other changes needed for the regulation, and those that extend it, to stay valid."""
        by_points = f"victory.points={json.dumps(BY_SIZE['victory.points'])}"
        beside: tuple[str, ...] = ()
        match self.key, other:
            case "setup.objective_deck", _ if self._deals_from_sets():
                # Only one deck of the board has sets: others are dealt whole.
                beside = ('setup.objective_source="deck"',)
            case "victory.goal", "points":
                beside = (by_points,)
            case "victory.goal", "objective":
                beside = (
                    'setup.objective_source="deck"',
                    f'setup.objective_deck="{next(iter(load_board().decks))}"',
                )
            case "setup.objective_source", "none":
                beside = ('victory.goal="points"', by_points)
            case "closing.dice", 1:
                return tuple(
                    f"{name}:closing.cap=6" for name in shipped() if load(name).closing.cap > ONE_DIE
                )
        return tuple(f"{self.rulebook}:{words}" for words in beside)

    def _deals_from_sets(self) -> bool:
        return load(self.rulebook).setup.objective_source == "sets"


def words_for(key: str) -> tuple[str, ...]:
    """The words a value, or an entry of it, is chosen from; empty if it is no choice."""
    if key in DECKS:
        return tuple(load_board().decks)
    field = field_of(key)
    entries = get_args(field.annotation) if field is not None else ()
    if entries and get_origin(entries[0]) is Literal:
        return get_args(entries[0])
    return choices(key)


def neighbours(value: object, among: Sequence[str] = ()) -> Iterator[object]:
    """Values near this one: another choice, one more or less, an entry changed, removed, swapped, added."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1)
            if value == 0:
                yield 7  # if 0 means none, the next number may not be a possible limit
        case str():
            yield from (choice for choice in among if choice != value)
        case dict():
            for name, entry in value.items():
                for other in neighbours(entry):
                    yield {**value, name: other}
        case list():
            yield from _lists_near(value, among)


def _lists_near(value: list[object], among: Sequence[str]) -> Iterator[object]:
    """An entry changed, one removed, two swapped, one added."""
    for place, entry in enumerate(value):
        for other in neighbours(entry):
            yield [*value[:place], other, *value[place + 1 :]]
    for place in range(len(value)):
        yield [*value[:place], *value[place + 1 :]]
    for place in range(len(value) - 1):
        yield [*value[:place], value[place + 1], value[place], *value[place + 2 :]]
    yield from _longer(value, [word for word in among if word not in value])
    numbers = [entry for entry in value if type(entry) is int]
    if numbers and len(numbers) == len(value):
        yield [*value, max(numbers) + 1]


def _longer(value: list[object], left: Sequence[str]) -> Iterator[object]:
    """The list with one more entry at its end; an empty one also with two, which some rules need."""
    if left:
        yield [*value, left[0]]
    if not value and len(left) > 1:
        yield [left[0], left[1]]


def values_by_clause() -> Mapping[ClauseId, Sequence[Value]]:
    """The values each clause states, over all shipped regulations."""
    found: dict[ClauseId, list[Value]] = defaultdict(list)
    for rulebook in shipped():
        for entry in load(rulebook).entries():
            for clause_id in entry.clauses:
                found[clause_id].append(Value(rulebook, entry.key, entry.value))
    return found
