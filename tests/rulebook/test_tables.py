"""The integer tables the rules read."""

import pytest

from kamchatka.board import load_board
from kamchatka.rulebook import load, read, shipped
from kamchatka.rulebook.tables import LAYOUT, Tables, pack, tables


def number(territory: str) -> int:
    return load_board().number(territory)


@pytest.mark.parametrize("name", shipped())
def test_every_cell_has_its_place(name: str) -> None:
    assert len(pack(load(name))) == 8 * sum(length for _, length in LAYOUT)
    assert [field for field, _ in LAYOUT] == list(Tables._fields)


def test_borders_are_masks_and_the_switch_reaches_them() -> None:
    egypt, middle_east = number("egitto"), number("medio_oriente")
    with_border, without = tables(load("primavera")), tables(load("aziendale"))
    assert with_border.neighbours[egypt] >> middle_east & 1 == 1
    assert without.neighbours[egypt] >> middle_east & 1 == 0
    assert (with_border.values[egypt], without.values[egypt]) == (4, 3)
    assert sum(mask.bit_count() for mask in with_border.neighbours) == 164
    assert sum(mask.bit_count() for mask in without.neighbours) == 162


@pytest.mark.clause("002-23o")
def test_points_of_continents_by_bonus_and_frontier() -> None:
    continents = [continent.id for continent in load_board().continents]
    halves = dict(zip(continents, tables(load("aziendale")).continent_points, strict=True))
    assert {continent: half / 2 for continent, half in halves.items()} == {
        "asia": 195,
        "europa": 150,
        "america_del_nord": 145,
        "africa": 100,
        "america_del_sud": 80,
        "oceania": 75,
    }


@pytest.mark.parametrize(
    ("measure", "points"),
    [
        ("links", (12, 6, 15, 11, 19, 5)),
        ("frontier", (12, 6, 11, 8, 17, 5)),
        ("outside", (12, 6, 13, 10, 17, 5)),
    ],
)
def test_points_of_continents_by_territories_and_borders(measure: str, points: tuple[int, ...]) -> None:
    source = f'id = "x"\ntitle = "x"\nextends = "primavera"\n[tally]\ncontinent_borders = "{measure}"\n'
    halves = tables(read(source, name="x.toml")).continent_points
    assert [half // 2 for half in halves] == list(points)


def test_objectives_are_masks_of_86_points() -> None:
    found = tables(load("milano"))
    assert (found.objective_count, found.set_count) == (20, 5)
    values = found.values
    for mask in found.objectives[:20]:
        assert sum(values[t] for t in range(42) if mask >> t & 1) == 86
    fours = [found.set_cards[i] for i in range(found.set_count) if found.set_sizes[i] >> 4 & 1]
    assert [cards.bit_count() for cards in fours] == [5, 5, 5, 5]
    assert sum(fours) == (1 << 20) - 1, "disjoint, and all twenty used"
    sixes = [found.set_cards[i] for i in range(found.set_count) if found.set_sizes[i] >> 6 & 1]
    assert [cards.bit_count() for cards in sixes] == [6]


def test_the_closing_cap_of_none_is_the_sum_of_the_dice() -> None:
    assert tables(load("milano")).closing_last == 12
    assert tables(load("rtu")).closing_last == 7
    assert tables(load("aziendale")).closing_last == 2


def test_the_threshold_of_points_is_in_half_points_like_every_count() -> None:
    found = tables(load("primavera"))
    assert (found.victory_points[4], found.victory_points[5]) == (360, 330)
    assert found.points_risiko == 400


def test_fixed_strips_are_the_lists_of_a_deck() -> None:
    assert tables(load("primavera")).strip_count == 8
    assert tables(load("rtu")).strip_count == 0
