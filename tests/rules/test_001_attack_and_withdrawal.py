"""Declared attacks bind for one roll."""

import pytest

from kamchatka.rules import layout, moves
from kamchatka.rules.legality import check
from kamchatka.rules.step import apply, apply_luck, to_act
from kamchatka.rules.violations import WAITING_FOR_LUCK
from tests.cases.names import territories
from tests.cases.scene import Scene, Table, build

BRASILE, PERU = territories()["brasile"], territories()["peru"]
EVERY_MOVE_OF_A_SEAT = range(moves.COLOUR, moves.PASS_WITHOUT_CARD + 1)


def attack_declared() -> Table:
    """Seat A has declared an attack with three dice and nobody has rolled yet."""
    table = build(Scene("rtu", holdings={BRASILE: (0, 6), PERU: (1, 3)}))
    apply(table.tables, table.pos, table.secrets, moves.move(moves.ATTACK, BRASILE, PERU, 3))
    return table


@pytest.mark.clause("001-C13a")
def test_a_declared_attack_binds_until_the_dice_have_fallen() -> None:
    table = attack_declared()
    assert to_act(table.pos) == layout.NOBODY
    refusals = {
        check(table.tables, table.pos, 0, seat, moves.move(kind, BRASILE, PERU, number))
        for seat in range(4)
        for kind in EVERY_MOVE_OF_A_SEAT
        for number in range(4)
    }
    assert refusals == {WAITING_FOR_LUCK}


@pytest.mark.clause("001-C13b")
def test_only_the_first_roll_is_owed() -> None:
    table = attack_declared()
    apply_luck(table.tables, table.pos, table.secrets, 0)
    assert to_act(table.pos) == 0
    assert check(table.tables, table.pos, 0, 0, moves.move(moves.END_TURN)) == 0
