"""The frozen board and its queries."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal

from kamchatka.board.decks import ObjectiveDeck
from kamchatka.board.digest import digest
from kamchatka.board.names import Name
from kamchatka.ids import Continent, Territory
from kamchatka.messages import Language
from kamchatka.near_names import plain_words

BorderKind = Literal["land", "sea"]


@dataclass(frozen=True)
class TerritoryInfo:
    """A territory: its continent, its printed value, the symbol on its card."""

    id: Territory
    names: Name
    continent: Continent
    value: int
    card: str

    def name(self, lang: Language) -> str:
        """The territory's name."""
        return self.names(lang)


@dataclass(frozen=True)
class ContinentInfo:
    """A continent: the armies for holding all of it, and its territories in board order."""

    id: Continent
    names: Name
    bonus: int
    territories: tuple[Territory, ...]

    def name(self, lang: Language) -> str:
        """The continent's name."""
        return self.names(lang)


@dataclass(frozen=True)
class Border:
    """Two territories that can attack each other, by land or along a dashed sea line."""

    a: Territory
    b: Territory
    kind: BorderKind

    def joins(self, one: str, other: str) -> bool:
        """Whether this is the border between the two, in either order."""
        return {self.a, self.b} == {one, other}


@dataclass(frozen=True)
class SwitchableBorder:
    """A border that only some regulations have."""

    id: str
    border: Border


@dataclass(frozen=True)
class Board:
    """The map, the cards and the objectives. A territory's index is its number, 0 to 41."""

    territories: tuple[TerritoryInfo, ...]
    continents: tuple[ContinentInfo, ...]
    borders: tuple[Border, ...]
    switchable_borders: tuple[SwitchableBorder, ...]
    symbols: tuple[str, ...]
    jolly_cards: int
    objective_decks: tuple[ObjectiveDeck, ...] = ()

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {territory.id: number for number, territory in enumerate(self.territories)}

    @cached_property
    def _neighbours(self) -> dict[str, tuple[Territory, ...]]:
        found: dict[str, set[Territory]] = {territory.id: set() for territory in self.territories}
        for border in self.borders:
            found[border.a].add(border.b)
            found[border.b].add(border.a)
        return {id: self.in_order(near) for id, near in found.items()}

    def number(self, id: Territory | str) -> int:
        """The territory's number on this board; `KeyError` if there is no such territory."""
        return self._numbers[id]

    def has(self, id: str) -> bool:
        """Whether a territory has this id."""
        return id in self._numbers

    def territory(self, id: Territory | str) -> TerritoryInfo:
        """One territory by its id."""
        return self.territories[self._numbers[id]]

    @cached_property
    def _called(self) -> dict[str, TerritoryInfo]:
        names = {each: (each.id, each.names.it, each.names.en) for each in self.territories}
        return {" ".join(plain_words(name)): each for each, called in names.items() for name in called}

    def called(self, words: str) -> TerritoryInfo | None:
        """The territory with this id or name, whatever their case, accents and signs; None if none has it."""
        return self._called.get(" ".join(plain_words(words)))

    def continent(self, id: Continent | str) -> ContinentInfo:
        """One continent by its id."""
        for continent in self.continents:
            if continent.id == id:
                return continent
        raise KeyError(id)

    def in_order(self, territories: Iterable[Territory]) -> tuple[Territory, ...]:
        """The territories sorted by their number."""
        return tuple(sorted(territories, key=self.number))

    def value_sum(self, territories: Iterable[Territory]) -> int:
        """The sum of these territories' printed values."""
        return sum(self.territory(id).value for id in territories)

    def neighbours(self, id: Territory | str) -> tuple[Territory, ...]:
        """The territories it borders, in board order."""
        return self._neighbours[id]

    def degree(self, id: Territory | str) -> int:
        """Number of territories it borders."""
        return len(self._neighbours[id])

    def external_links(self, continent: Continent | str) -> tuple[Border, ...]:
        """The borders between the continent and the rest of the world."""
        inside = set(self.continent(continent).territories)
        return tuple(border for border in self.borders if (border.a in inside) != (border.b in inside))

    def frontier(self, continent: Continent | str) -> tuple[Territory, ...]:
        """The continent's territories that border another continent, in board order."""
        inside = set(self.continent(continent).territories)
        return self.in_order(
            {end for link in self.external_links(continent) for end in (link.a, link.b)} & inside
        )

    def outside_neighbours(self, continent: Continent | str) -> tuple[Territory, ...]:
        """The territories of other continents that border this one, in board order."""
        inside = set(self.continent(continent).territories)
        return self.in_order(
            {end for link in self.external_links(continent) for end in (link.a, link.b)} - inside
        )

    def without_border(self, a: Territory | str, b: Territory | str) -> "Board":
        """A copy of the board without this border; `KeyError` if it does not exist."""
        kept = tuple(border for border in self.borders if not border.joins(a, b))
        if len(kept) == len(self.borders):
            raise KeyError((a, b))
        return replace(self, borders=kept)

    def with_switch(self, id: str, *, present: bool) -> "Board":
        """A copy of the board with a switchable border present or absent; printed values stay unchanged."""
        for switch in self.switchable_borders:
            if switch.id == id:
                border = switch.border
                there = any(other.joins(border.a, border.b) for other in self.borders)
                if there == present:
                    return self
                if present:
                    return replace(self, borders=(*self.borders, border))
                return self.without_border(border.a, border.b)
        raise KeyError(id)

    @property
    def decks(self) -> Mapping[str, ObjectiveDeck]:
        """The shipped objective decks, by id."""
        return MappingProxyType({deck.id: deck for deck in self.objective_decks})

    def deck(self, id: str) -> ObjectiveDeck:
        """One objective deck by its id."""
        return self.decks[id]

    def digest(self, decks: Collection[str] | None = None) -> str:
        """SHA-256 of the facts the rules use, with all decks or only these; names are left out."""
        return digest(self, decks)
