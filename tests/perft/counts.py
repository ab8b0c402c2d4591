"""The counts both sides agreed on, as committed in counts.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.perft.boards import Board, opening
from tests.perft.engine import engine
from tests.perft.walk import Counts, Walk

FILE = Path(__file__).with_name("counts.toml")


@dataclass(frozen=True, kw_only=True)
class Known:
    """Nodes of one board by depth (the first is depth 1) and, to the depth of the tests, by kind."""

    depth: int
    nodes: tuple[int, ...]
    kinds: dict[str, int]


@cache
def known_counts() -> dict[str, Known]:
    """The committed counts by name of board."""
    boards = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Known(depth=entry["depth"], nodes=tuple(entry["nodes"]), kinds=entry["kinds"])
        for name, entry in boards.items()
    }


def walk_of(board: Board, most: int = 0) -> Walk:
    """A walk with the judge's moves this board tries."""
    return Walk(outside=tuple(board.outside.split()), most=most)


def count(board: Board, depth: int, walk: Walk) -> Counts:
    """Nodes of a board to this depth."""
    game = opening(board)
    return walk.count(engine(game), game, depth)


def nodes_by_depth(counts: Counts) -> tuple[int, ...]:
    """Nodes at depth 1, 2 and so on."""
    return tuple(counts.by_depth[depth] for depth in sorted(counts.by_depth))


def entry(name: str, known: Known) -> str:
    """One board's lines of counts.toml."""
    kinds = ", ".join(f"{kind} = {nodes}" for kind, nodes in sorted(known.kinds.items()))
    return f'["{name}"]\ndepth = {known.depth}\nnodes = {list(known.nodes)}\nkinds = {{ {kinds} }}\n'
