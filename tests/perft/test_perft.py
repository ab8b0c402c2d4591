"""The core and a second, separately written interpreter agree on small boards, node by node."""

from collections import Counter

import pytest

from kamchatka.rulebook import shipped
from tests.perft.boards import Board, opening
from tests.perft.catalogue import BOARDS
from tests.perft.counts import count, known_counts, nodes_by_depth, walk_of
from tests.perft.engine import engine
from tests.perft.walk import Walk, count_alone

BY_NAME = {board.name: board for board in BOARDS}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_both_sides_count_the_committed_nodes(board: Board) -> None:
    known = known_counts()[board.name]
    counts = count(board, known.depth, walk_of(board))
    assert nodes_by_depth(counts) == known.nodes[: known.depth]
    assert dict(counts.by_kind) == known.kinds


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("challenge goal", 3),
        ("rtu elimination", 2),
        ("rtu-2020 cards", 3),
        ("aziendale retreat after a conquest", 3),
        ("aziendale closing", 7),
        ("milano reinforcements", 3),
        ("milano closing", 5),
        ("primavera closing", 4),
        ("primavera leftovers exchanged", 3),
    ],
)
def test_each_side_alone_counts_the_same_with_every_throw_walked(name: str, depth: int) -> None:
    board = BY_NAME[name]
    game = opening(board)
    together = Walk().count(engine(game), game, depth)
    assert count_alone(engine(game), depth) == together
    assert count_alone(game, depth) == together


def test_boards_are_small_and_cover_every_regulation() -> None:
    assert len(BY_NAME) == len(BOARDS) >= 40
    assert set(known_counts()) == set(BY_NAME)
    by_rules = Counter(board.rules for board in BOARDS)
    assert set(by_rules) == set(shipped())
    assert min(by_rules.values()) >= 5
    for board in BOARDS:
        game = opening(board)
        assert 4 <= len(game.board.borders) <= 8
        assert 2 <= game.seats <= 4
        assert game.owner.keys() == game.board.borders.keys() == game.armies.keys()


def test_every_kind_of_action_is_walked() -> None:
    kinds = {kind for known in known_counts().values() for kind in known.kinds}
    assert kinds == {
        *("tris", "place", "take_back", "attack", "defend", "advance", "move", "undo", "roll", "end"),
        *("battle", "card", "closing"),
        *("pass", "late", "expire", "withdraw", "exclude"),
    }
