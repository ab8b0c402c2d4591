"""Walk the small boards with the core and the second implementation side by side, within a node budget."""

import argparse
import time

from tests.perft.boards import Board
from tests.perft.catalogue import BOARDS
from tests.perft.counts import FILE, Known, count, entry, known_counts, nodes_by_depth, walk_of
from tests.perft.walk import Disagreement, Enough, Walk

MOST_DEPTH = 30
SMOKE_NODES = 6500
"""Node budget of a board in the tests; the committed depth is the deepest within it."""
RECORD_NODES = 20_000
"""Node budget of a board when counts are recorded."""


def deepen(board: Board, walk: Walk) -> tuple[tuple[int, ...], Known]:
    """Walk deeper until the budget is used up; returns nodes by depth, and the depth for the tests."""
    nodes: tuple[int, ...] = ()
    smoke = Known(depth=0, nodes=(), kinds={})
    try:
        for depth in range(1, MOST_DEPTH + 1):
            before = walk.walked
            counts = count(board, depth, walk)
            nodes = nodes_by_depth(counts)
            if walk.walked - before <= SMOKE_NODES or depth <= 2:
                smoke = Known(depth=depth, nodes=nodes, kinds=dict(counts.by_kind))
            if len(nodes) < depth:
                break
    except Enough:
        pass
    return nodes, smoke


def main(argv: list[str]) -> int:
    """Walk about `--nodes` nodes over all boards; with `--record`, write the counts the tests compare."""
    parser = argparse.ArgumentParser(prog="soak perft", description=__doc__)
    parser.add_argument("--nodes", type=int, default=10_000_000)
    parser.add_argument("--only", default="", help="boards whose name has this in it")
    parser.add_argument("--record", action="store_true", help="write tests/perft/counts.toml")
    wanted = parser.parse_args(argv)
    boards = [board for board in BOARDS if wanted.only in board.name]
    failed = walked = positions = tried = in_tree = 0
    recorded = known_counts() if wanted.record and wanted.only else {}
    for turn, board in enumerate(boards):
        # The unused budget of a small tree goes to the boards that follow.
        each = RECORD_NODES if wanted.record else (wanted.nodes - walked) // (len(boards) - turn)
        started = time.perf_counter()
        walk = walk_of(board, most=each)
        try:
            nodes, smoke = deepen(board, walk)
        except Disagreement as difference:
            failed += 1
            print(f"{board.name}: DIFFERENT: {difference}", flush=True)
            continue
        if wanted.record:
            recorded[board.name] = Known(depth=smoke.depth, nodes=nodes, kinds=smoke.kinds)
        elif not agrees(board, nodes):
            failed += 1
            print(f"{board.name}: counts {nodes}, committed {known_counts()[board.name].nodes}", flush=True)
        walked += walk.walked
        positions += len(walk.seen)
        tried += walk.tried
        in_tree += sum(nodes)
        print(
            f"{board.name}: depth {len(nodes)}, {walk.walked} nodes walked, {len(walk.seen)} positions "
            f"compared, {sum(nodes)} nodes in the tree, {time.perf_counter() - started:.0f} s",
            flush=True,
        )
    if wanted.record and not failed:
        lines = [entry(name, known) for name, known in sorted(recorded.items())]
        FILE.write_text("\n".join(lines), encoding="utf-8")
    print(
        f"{len(boards)} boards, {walked} nodes walked, {positions} positions compared, "
        f"{tried} moves tried, {in_tree} nodes in the trees, {failed} boards different"
    )
    return 1 if failed else 0


def agrees(board: Board, nodes: tuple[int, ...]) -> bool:
    """Whether these counts equal the committed ones, as deep as both go."""
    committed = known_counts()[board.name].nodes
    shared = min(len(committed), len(nodes))
    return shared > 0 and committed[:shared] == nodes[:shared]
