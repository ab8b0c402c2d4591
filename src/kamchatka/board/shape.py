"""Queries on the shape of the map: connectivity and continents."""

from collections.abc import Iterable
from itertools import combinations

from kamchatka.board.model import Board
from kamchatka.ids import Continent, Territory


def components(board: Board, territories: Iterable[Territory]) -> tuple[tuple[Territory, ...], ...]:
    """The connected groups these territories form among themselves, each in board order."""
    left = set(territories)
    groups = []
    for start in board.in_order(left):
        if start not in left:
            continue
        group, edge = {start}, [start]
        while edge:
            new = (set(board.neighbours(edge.pop())) & left) - group
            group |= new
            edge.extend(new)
        left -= group
        groups.append(board.in_order(group))
    return tuple(groups)


def is_connected(board: Board, territories: Iterable[Territory]) -> bool:
    """Whether the territories form one connected group."""
    return len(components(board, territories)) == 1


def continents_of(board: Board, territories: Iterable[Territory]) -> frozenset[Continent]:
    """The continents these territories lie in."""
    return frozenset(board.territory(id).continent for id in territories)


def whole_continents(board: Board, territories: Iterable[Territory]) -> tuple[Continent, ...]:
    """The continents contained entirely in these territories."""
    held = set(territories)
    return tuple(continent.id for continent in board.continents if held.issuperset(continent.territories))


def connected_continent_sets(board: Board, size: int) -> frozenset[frozenset[Continent]]:
    """Every connected set of this many continents."""
    return frozenset(
        frozenset(continent.id for continent in chosen)
        for chosen in combinations(board.continents, size)
        if is_connected(board, (id for continent in chosen for id in continent.territories))
    )
