"""Values of 002 that say how a table behaves, and what everybody may see of a hand."""

import pytest

from kamchatka.rulebook import load
from kamchatka.rules import layout, moves
from kamchatka.rules.step import apply, apply_luck, luck_outcomes
from tests.cases.scene import Scene, Table, build


def on_the_table(table: Table) -> bytes:
    """Everything that anybody may see."""
    return b"".join(cells.tobytes() for cells in table.pos)


@pytest.mark.clause("002-6b")
def test_armies_forgotten_when_the_first_is_placed_are_lost() -> None:
    assert load("aziendale").reinforcement.forgotten_are_lost
    assert load("aziendale").tris.latest == "before-placing"


@pytest.mark.clause("002-9a", "002-9c")
def test_a_roll_nobody_announced_is_void_but_inside_a_series() -> None:
    assert load("aziendale").attack.announcement == "void-outside-a-series"


@pytest.mark.clause("002-10d")
def test_dice_are_chosen_by_both_sides_so_silence_means_the_most() -> None:
    assert load("aziendale").attack.dice == "choice"
    assert load("aziendale").defence.dice == "choice"


@pytest.mark.clause("002-11a")
def test_nothing_done_is_done_again_otherwise() -> None:
    rulebook = load("aziendale")
    assert rulebook.attack.declared_is_binding
    assert rulebook.reinforcement.reposition == "never"
    assert not rulebook.move.editable_until_turn_ends


@pytest.mark.clause("002-13a")
def test_everybody_sees_how_many_cards_a_seat_holds_and_nobody_which() -> None:
    assert load("aziendale").cards.hand_size_public
    four = [0b1111, 0b1111 << 20, 0b11 | 0b11 << layout.TERRITORIES]
    tables = [build(Scene("aziendale", hands={1: hand})) for hand in four]
    assert [table.pos.hand[1] for table in tables] == [4, 4, 4]
    assert len({table.secrets.hands[1] for table in tables}) == 3
    assert len({on_the_table(table) for table in tables}) == 1
    five = build(Scene("aziendale", hands={1: 0b11111}))
    assert on_the_table(five) != on_the_table(tables[0])


@pytest.mark.clause("002-16a")
def test_sixty_six_tanks_and_five_flags_make_116_armies() -> None:
    armies = load("aziendale").armies
    assert armies.flags == 5
    assert armies.limit == 66 + armies.flags * armies.flag_value


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


@pytest.mark.clause("002-20a")
def test_a_seat_that_leaves_counts_as_eliminated_and_gets_no_armies() -> None:
    withdrawal = load("aziendale").withdrawal
    assert withdrawal.counts == "eliminated"
    assert withdrawal.minimum_armies == 0
