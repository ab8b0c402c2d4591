"""A small board for the second opinion: who borders whom, continents, cards and objectives.

Nothing here comes from the rules core: names are small numbers, sets are Python sets.
"""

from dataclasses import dataclass, field
from typing import Final

Territory = int
Seat = int
Card = int

JOLLY: Final = "jolly"


@dataclass(frozen=True, kw_only=True)
class Continent:
    """Some territories and the armies they bring when held together."""

    lands: frozenset[Territory]
    bonus: int


@dataclass(frozen=True, kw_only=True)
class Country:
    """A board of a few territories."""

    borders: dict[Territory, frozenset[Territory]]
    continents: tuple[Continent, ...]
    symbols: dict[Card, str]
    """What each card of the deck shows; a card bears the number of its territory."""
    objectives: dict[Seat, frozenset[Territory]] = field(default_factory=dict)
    value: dict[Territory, int] = field(default_factory=dict)
    """Points of a territory: the number of its borders."""

    def links_out(self, lands: frozenset[Territory]) -> int:
        """Borders that lead out of these lands."""
        return sum(1 for land in lands for other in self.borders[land] if other not in lands)


def country(
    *,
    edges: list[tuple[int, int]],
    continents: list[tuple[set[int], int]],
    symbols: dict[Card, str],
    objectives: dict[Seat, set[int]] | None = None,
) -> Country:
    """A board from its borders; a territory is worth the number of its borders."""
    borders: dict[int, set[int]] = {}
    for one, other in edges:
        borders.setdefault(one, set()).add(other)
        borders.setdefault(other, set()).add(one)
    return Country(
        borders={land: frozenset(others) for land, others in sorted(borders.items())},
        continents=tuple(Continent(lands=frozenset(lands), bonus=bonus) for lands, bonus in continents),
        symbols=symbols,
        objectives={seat: frozenset(lands) for seat, lands in (objectives or {}).items()},
        value={land: len(others) for land, others in borders.items()},
    )


def groups(board: Country, lands: set[Territory]) -> list[set[Territory]]:
    """The lands, split into groups joined by borders."""
    left = set(lands)
    found: list[set[Territory]] = []
    while left:
        group: set[Territory] = set()
        frontier = {min(left)}
        while frontier:
            land = frontier.pop()
            group.add(land)
            frontier |= (board.borders[land] & left) - group
        left -= group
        found.append(group)
    return found


def chains(board: Country, lands: set[Territory]) -> list[list[Territory]]:
    """Every walk over the lands that enters each at most once."""
    found: list[list[Territory]] = []

    def walk(chain: list[Territory]) -> None:
        found.append(chain)
        for land in sorted(board.borders[chain[-1]] & lands - set(chain)):
            walk([*chain, land])

    for land in sorted(lands):
        walk([land])
    return found
