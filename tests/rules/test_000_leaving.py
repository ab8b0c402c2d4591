"""A seat that leaves while its closing dice are awaited."""

import pytest

from kamchatka.rules import layout, moves
from kamchatka.rules.step import apply, to_act
from tests.cases.scene import Scene, build

LAST_SEAT = 3


@pytest.mark.parametrize(
    ("leaving", "phase", "acts"),
    [
        # The dice of a seat that withdrew are thrown by another; an excluded seat has none any more.
        (moves.WITHDRAW, layout.CLOSING, layout.NOBODY),
        (moves.EXCLUDE, layout.REINFORCEMENT, 0),
    ],
)
def test_dice_awaited_for_a_seat_that_leaves(leaving: int, phase: int, acts: int) -> None:
    now = {layout.LAP: 10, layout.LAST_LAP: 10, layout.SEAT: LAST_SEAT}
    table = build(Scene("challenge", now=now))
    apply(table.tables, table.pos, table.secrets, moves.move(moves.END_TURN))
    assert table.pos.now[layout.PHASE] == layout.CLOSING
    apply(table.tables, table.pos, table.secrets, moves.move(leaving, LAST_SEAT))
    assert (table.pos.now[layout.PHASE], to_act(table.pos)) == (phase, acts)
