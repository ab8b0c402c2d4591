"""Corners of the rules: house values, empty boards and buffers used before, asked of single functions."""

from random import Random

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.tables import TERRITORIES, Tables, tables
from kamchatka.rules import layout, moves, tally
from kamchatka.rules.combat import FIRST_OF_DICE, RANKED, THROWS, is_superior, ranked
from kamchatka.rules.elimination import eliminate_if_empty, exclude
from kamchatka.rules.hold import hand_over
from kamchatka.rules.layout import POSITION_LAYOUT, SECRETS_LAYOUT, position, secrets, size_of
from kamchatka.rules.legality import check
from kamchatka.rules.reinforcement import reinforcements_due
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply
from kamchatka.rules.tally import best_continent, best_path, criterion
from kamchatka.rules.tris import JOLLY, tris_value
from kamchatka.rules.violations import ALLOWED, MAY_NOT_REPOSITION, MOVE_IS_FINAL
from tests.cases.invariants import legal
from tests.cases.scene import Scene, build


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_a_table_set_up_again_is_as_new(seats: int) -> None:
    rules = tables(load("challenge"))
    made = []
    for filled in (0, 1):
        pos = position(bytearray([filled] * size_of(POSITION_LAYOUT)))
        hidden = secrets(bytearray([filled] * size_of(SECRETS_LAYOUT)))
        start(rules, pos, hidden, seats)
        # The piles of the deck are filled once the territories are given.
        made.append([cells.tolist() for cells in (*pos, *hidden) if cells is not hidden.piles])
    assert made[0] == made[1]


def test_dice_that_were_not_thrown_rank_below_all_others() -> None:
    assert ranked(0, 1) == 0o100
    assert ranked(9, 2) == 0o420
    assert ranked(0 + 5 * 6 + 2 * 36, 3) == 0o631


def test_every_throw_is_found_where_its_dice_begin() -> None:
    for dice in (1, 2, 3):
        found = [RANKED[FIRST_OF_DICE[dice] + throw] for throw in range(THROWS[dice])]
        assert found == [ranked(throw, dice) for throw in range(THROWS[dice])]
    assert len(RANKED) == FIRST_OF_DICE[3] + THROWS[3]


def test_a_move_made_at_any_time_ends_the_reinforcement() -> None:
    table = build(Scene("primavera", holdings={11: (0, 5), 12: (0, 1)}, rest=(1, 1)))
    rules = table.tables._replace(move_any_time=1, may_reposition=1)
    pos = table.pos
    pos.now[layout.PHASE], pos.now[layout.TO_PLACE] = layout.REINFORCEMENT, 2
    apply(rules, pos, table.secrets, moves.move(moves.PLACE, 11, 0, 2))
    apply(rules, pos, table.secrets, moves.move(moves.MOVE, 11, 12, 1))
    assert (pos.now[layout.PHASE], pos.placed[11]) == (layout.COMBAT, 0)
    assert check(rules, pos, 0, 0, moves.move(moves.TAKE_BACK, 11, 0, 1)) == MAY_NOT_REPOSITION


def test_a_move_is_taken_back_once_and_earlier_ones_stay() -> None:
    table = build(Scene("primavera", holdings={11: (0, 5), 12: (0, 1)}, rest=(1, 1)))
    rules = table.tables._replace(moves_per_turn=2, move_any_time=0, move_editable=1, move_garrison=1)
    pos, hidden, undo = table.pos, table.secrets, moves.move(moves.UNDO_MOVE)
    pos.now[layout.TO_PLACE] = 0
    for armies in (1, 2):
        apply(rules, pos, hidden, moves.move(moves.MOVE, 11, 12, armies))
    assert check(rules, pos, 0, 0, undo) == ALLOWED
    apply(rules, pos, hidden, undo)
    assert (pos.armies[11], pos.armies[12]) == (4, 2)
    assert check(rules, pos, 0, 0, undo) == MOVE_IS_FINAL
    assert check(rules, pos, 0, 0, moves.move(moves.MOVE, 11, 12, 1)) == ALLOWED


def test_superiority_is_never_waived_where_no_number_waives_it() -> None:
    table = build(Scene("primavera", holdings={11: (0, 3), 13: (1, 9)}, rest=(2, 1)))
    rules = table.tables._replace(superiority=1, superiority_waived_from=0)
    assert not is_superior(rules, table.pos, 11, 13)
    assert is_superior(rules._replace(superiority_waived_from=3), table.pos, 11, 13)
    assert not is_superior(rules._replace(superiority_waived_from=4), table.pos, 11, 13)


@pytest.mark.parametrize(("lap", "given", "due"), [(1, 0, 0), (1, 1, 3), (2, 0, 3)])
def test_the_first_lap_may_bring_no_reinforcements(lap: int, given: int, due: int) -> None:
    nine = dict.fromkeys((0, 1, 2, 13, 14, 15, 26, 27, 28), (0, 1))
    table = build(Scene("challenge", holdings=nine, rest=(1, 1), now={layout.LAP: lap}))
    rules = table.tables._replace(reinforcement_on_first_turn=given)
    assert reinforcements_due(rules, table.pos, 0) == due


def test_three_jolly_would_make_no_tris() -> None:
    assert tris_value(tables(load("rtu")), JOLLY, JOLLY, JOLLY) == 0


def test_each_declared_strip_is_one_move() -> None:
    table = build(Scene("challenge", stage="colours"))
    table.game.tables = table.tables._replace(strip=tally.DECLARED_STRIPS, strip_count=3)
    table.pos.now[layout.PHASE] = layout.STRIPS
    listed = legal(table)
    assert listed == {moves.move(moves.STRIP, row): (0, 0) for row in range(3)}
    assert all(check(table.tables, table.pos, 0, 0, coded) == 0 for coded in listed)


def test_a_seat_that_leaves_is_due_no_card() -> None:
    table = build(Scene("rtu", now={layout.CONQUESTS: 1}))
    apply(table.tables, table.pos, table.secrets, moves.move(moves.END_TURN))
    assert table.pos.now[layout.CARDS_TO_TAKE] == 1
    apply(table.tables, table.pos, table.secrets, moves.move(moves.WITHDRAW, 0))
    assert (table.pos.now[layout.CARDS_TO_TAKE], table.pos.now[layout.SEAT]) == (0, 1)


@pytest.mark.parametrize(("shared", "order"), [(0, [3, 2, 1, 4]), (1, [2, 1, 1, 4])])
def test_who_goes_out_after_an_exclusion_is_the_next_one(shared: int, order: list[int]) -> None:
    table = build(Scene("rtu", seats=4))
    rules = table.tables._replace(exclusion_rank_shared=shared)

    def eliminate(seat: int, conqueror: int) -> None:
        for territory in range(TERRITORIES):
            if table.pos.owner[territory] == seat:
                hand_over(table.pos, territory, conqueror)
        eliminate_if_empty(rules, table.pos, table.secrets, seat, conqueror)

    exclude(rules, table.pos, table.secrets, 1)
    eliminate(0, conqueror=3)
    exclude(rules, table.pos, table.secrets, 2)
    eliminate(3, conqueror=2)
    assert table.pos.out_order[:4].tolist() == order


def test_whoever_holds_no_continent_has_none_to_count() -> None:
    rules = tables(load("challenge"))
    assert best_continent(rules, 0) == 0
    held = rules.continent_masks[1] | rules.continent_masks[5]
    assert best_continent(rules, held) == max(rules.continent_points[1], rules.continent_points[5])


def test_territories_outside_the_goal_are_counted_without_those_inside() -> None:
    table = build(Scene("challenge", holdings=dict.fromkeys((0, 1, 2, 5), (0, 1)), rest=(1, 1)))
    goal = 0b1010_0110
    counted = [tally.TERRITORIES_INSIDE, tally.TERRITORIES_OUTSIDE, tally.ALL_TERRITORIES]
    assert [criterion(table.tables, table.pos, 0, goal, which) for which in counted] == [3, 1, 4]


def chains(rules: Tables, owned: int, last: int, used: int) -> int:
    """The best that a chain can still gain, tried in every way."""
    gains = [0]
    for near in range(TERRITORIES):
        if (rules.neighbours[last] & owned & ~used) >> near & 1:
            gains.append(rules.values[near] + chains(rules, owned, near, used | 1 << near))
    return max(gains)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_chain_is_the_best_of_all_chains(seed: int) -> None:
    rules, luck = tables(load("challenge")), Random(seed)
    owned = sum(1 << territory for territory in luck.sample(range(TERRITORIES), 14))
    starts = [territory for territory in range(TERRITORIES) if owned >> territory & 1]
    every = [rules.values[first] + chains(rules, owned, first, 1 << first) for first in starts]
    assert best_path(rules, owned) == max(every)
    assert best_path(rules, 0) == 0
