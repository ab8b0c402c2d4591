"""The company regulation: what everybody may see of a hand, and dice that both sides throw at once."""

import pytest

from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.view import Viewer, view
from kamchatka.rulebook import load
from kamchatka.rules import layout, moves
from kamchatka.rules.step import apply, apply_luck, luck_outcomes
from tests.cases.scene import Scene, Table, build
from tests.game.play import Draw, stack


def on_the_table(table: Table) -> bytes:
    """Everything that anybody may see."""
    return b"".join(cells.tobytes() for cells in table.pos)


@pytest.mark.clause("002-13a")
def test_everybody_sees_how_many_cards_a_seat_holds_and_nobody_which() -> None:
    four = [0b1111, 0b1111 << 20, 0b11 | 0b11 << layout.TERRITORIES]
    tables = [build(Scene("aziendale", hands={1: hand})) for hand in four]
    assert [table.pos.hand[1] for table in tables] == [4, 4, 4]
    assert len({table.secrets.hands[1] for table in tables}) == 3
    assert len({on_the_table(table) for table in tables}) == 1
    five = build(Scene("aziendale", hands={1: 0b11111}))
    assert on_the_table(five) != on_the_table(tables[0])


@pytest.mark.clause("002-13a")
@pytest.mark.parametrize("viewer", [*range(4), "public"])
def test_who_looks_at_the_table_is_told_how_many_cards_each_seat_holds(viewer: Viewer) -> None:
    game = Game.start(load("aziendale"), 4, Seeded(5))
    stack(game, Draw(5))
    held = [hand.bit_count() for hand in game.secrets.hands[:4]]
    assert all(held)
    seats = view(game, viewer).seats
    assert [seat.card_count for seat in seats] == held
    assert [seat.cards is None for seat in seats] == [seat != viewer for seat in range(4)]


@pytest.mark.clause("002-17d")
def test_the_dice_of_both_sides_are_one_throw() -> None:
    alaska, kamchatka = 0, 32
    table = build(Scene("aziendale", holdings={alaska: (0, 9), kamchatka: (1, 2)}, rest=(2, 1)))
    rules = (table.tables, table.pos, table.secrets)
    apply(*rules, moves.move(moves.ATTACK, alaska, kamchatka, 3))
    assert luck_outcomes(*rules) == 0
    apply(*rules, moves.move(moves.DEFEND, 0, 0, 2))
    assert luck_outcomes(*rules) == 6**5
    # 6 5 1 against 6 4, as digits to the base 6: one throw settles both losses at once.
    apply_luck(*rules, 5 + 4 * 6 + 0 * 36 + 5 * 216 + 3 * 1296)
    assert (table.pos.armies[alaska], table.pos.armies[kamchatka]) == (8, 1)
    assert table.pos.now[layout.PHASE] == layout.COMBAT
