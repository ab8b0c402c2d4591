"""The company regulation before the first turn: sealed objectives, armies that fit five laps of placing."""

from random import Random

import pytest

from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.rulebook import NoSuchTable, load
from kamchatka.rules import layout, moves
from kamchatka.rules.bits import contains
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from tests.cases.invariants import legal
from tests.cases.names import COLOURS
from tests.cases.scene import Scene, Table, build

SEATS = 4
OBJECTIVES = 8


def drafted(seed: int) -> Table:
    """A table whose territories have been chosen in turn, at random."""
    table = build(Scene("aziendale", stage="territories"))
    luck = Random(seed)
    while table.pos.now[layout.PHASE] == layout.DRAFT:
        apply(table.tables, table.pos, table.secrets, luck.choice(list(legal(table))))
    return table


def take_objectives(table: Table, which: list[int]) -> None:
    """Each seat in turn takes the objective luck points at."""
    for outcome in which:
        apply_luck(table.tables, table.pos, table.secrets, outcome)


def on_the_table(table: Table) -> bytes:
    """Everything that anybody may see."""
    return b"".join(cells.tobytes() for cells in table.pos)


@pytest.mark.clause("002-1a", "002-1b", "002-1c")
@pytest.mark.parametrize("seed", range(20))
def test_every_place_at_the_table_comes_from_the_dice(seed: int) -> None:
    table = build(Scene("aziendale", stage="start"))
    luck = Random(seed)
    thrown: dict[int, list[int]] = {chair: [] for chair in range(SEATS)}
    while table.pos.now[layout.PHASE] == layout.ORDER:
        rolling = [chair for chair in range(SEATS) if contains(table.pos.now[layout.ROLLING], chair)]
        dice = [luck.randrange(6) for _ in rolling]
        for chair, die in zip(rolling, dice, strict=True):
            thrown[chair].append(die)
        throw = sum(die * 6**place for place, die in enumerate(dice))
        apply_luck(table.tables, table.pos, table.secrets, throw)
    # Python compares lists as referees compare throws: a later die counts only between equal earlier ones.
    order = sorted(thrown, key=lambda chair: thrown[chair], reverse=True)
    assert list(table.pos.chair[:SEATS]) == order


@pytest.mark.clause("002-2a", "002-2b")
@pytest.mark.parametrize(("first", "left"), [("nero", 4), ("blu", 4), ("rosso", 5), ("viola", 5)])
def test_the_second_seat_chooses_among_five_colours_or_four(first: str, left: int) -> None:
    table = build(Scene("aziendale", stage="colours"))
    assert len(legal(table)) == len(COLOURS)
    apply(table.tables, table.pos, table.secrets, moves.move(moves.COLOUR, COLOURS[first]))
    assert (to_act(table.pos), len(legal(table))) == (1, left)


@pytest.mark.clause("002-3a", "002-3b", "002-3d")
@pytest.mark.parametrize("seed", range(10))
def test_territories_chosen_in_turn_are_shared_eleven_eleven_ten_ten(seed: int) -> None:
    table = drafted(seed)
    assert [table.pos.owned[seat].bit_count() for seat in range(SEATS)] == [11, 11, 10, 10]
    assert list(table.pos.on_board[:SEATS]) == [11, 11, 10, 10]
    assert set(table.pos.armies) == {1}


@pytest.mark.clause("002-4f")
def test_any_of_the_objectives_left_may_come_to_each_seat() -> None:
    table = drafted(0)
    for seat in range(SEATS):
        assert luck_outcomes(table.tables, table.pos, table.secrets) == OBJECTIVES - seat
        take_objectives(table, [0])
    assert list(table.secrets.objective[:SEATS]) == [0, 1, 2, 3]


@pytest.mark.clause("002-4g")
def test_nothing_on_the_table_tells_which_objectives_were_left_aside() -> None:
    tables = [drafted(0) for _ in range(3)]
    for table, which in zip(tables, ([0, 0, 0, 0], [7, 6, 5, 4], [3, 1, 4, 1]), strict=True):
        take_objectives(table, which)
    aside = {table.secrets.objectives_left[0] for table in tables}
    assert [mask.bit_count() for mask in aside] == [4, 4, 4]
    assert len({on_the_table(table) for table in tables}) == 1


@pytest.mark.clause("002-5b", "002-5c", "002-5d")
def test_thirty_armies_for_four_seats_go_down_in_five_laps() -> None:
    for seats in (SEATS - 1, SEATS + 1, SEATS + 2):
        with pytest.raises(NoSuchTable):
            Game.start(load("aziendale"), seats, Seeded(1))
    table = drafted(1)
    take_objectives(table, [0, 0, 0, 0])
    passes: dict[int, list[int]] = {seat: [] for seat in range(SEATS)}
    while table.pos.now[layout.PHASE] == layout.PLACEMENT:
        coded, (_, most) = next(iter(legal(table).items()))
        passes[to_act(table.pos)].append(most)
        apply(table.tables, table.pos, table.secrets, coded + most)
    assert passes == {0: [3, 4, 4, 4, 4], 1: [3, 4, 4, 4, 4], 2: [4, 4, 4, 4, 4], 3: [4, 4, 4, 4, 4]}
    assert list(table.pos.on_board[:SEATS]) == [30, 30, 30, 30]
