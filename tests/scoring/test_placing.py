"""Places at the table: the printed criteria in order, who is out, and never an order nobody can explain."""

from itertools import permutations

import pytest

from kamchatka.rulebook import load, read
from kamchatka.scoring.placing import MissingNumber, Treatment, placings
from kamchatka.scoring.sheet import SeatSheet, TableSheet
from kamchatka.simulate.playout import RANDOM, SOLDATO
from kamchatka.simulate.selfplay import play_interpreted
from tests.scoring.builders import decided, exactly, order, scores, sheet
from tests.scoring.builders import read as read_seats
from tests.scoring.played import differences

TABLES = [(name, seats) for name in ("challenge", "rtu", "rtu-2020") for seats in (4, 5)]
TABLES += [("rtu-2020", 3), ("aziendale", 4), ("milano", 4), ("milano", 5), ("milano", 6)]
TABLES += [("primavera", 4), ("primavera", 5)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_sheet_of_a_played_game_places_its_seats_as_the_game_did(name: str, seats: int) -> None:
    book = load(name)
    for bot, laps, games in ((RANDOM, 2, 4), (SOLDATO, 25, 2)):
        for game in play_interpreted(
            book, seats, [bot] * seats, range(games), laps=laps, base=7, checked=True
        ):
            assert differences(book, game) == []


def test_every_table_size_of_every_regulation_is_played() -> None:
    assert {name for name, _ in TABLES} >= {"challenge", "rtu", "aziendale", "milano", "primavera"}
    assert all((name, size) in TABLES for name, _ in TABLES for size in load(name).seats.sizes)


def tie(rulebook: str, first: str, second: str) -> TableSheet:
    """Two seats with 55 points and these numbers, one far behind."""
    return read_seats(rulebook, f"points = 55\n{first}", f"points = 55\n{second}", "points = 10")


def numbers(names: tuple[str, ...], values: str) -> str:
    return "\n".join(f"{name} = {value}" for name, value in zip(names, values.split(), strict=True))


RTU = ("outside", "armies_inside", "armies_outside", "cards", "inside_count", "outside_count")
MILANO = ("inside_count", "territory_count", "armies", "cards")


@pytest.mark.parametrize(
    ("rulebook", "first", "second", "places", "by"),
    [
        pytest.param(
            *("rtu", "14 30 9 2 12 3", "11 33 12 4 13 5", [1, 2], "value-outside"),
            marks=pytest.mark.clause("001-TB1"),
        ),
        pytest.param(
            *("rtu", "14 30 12 4 13 5", "14 33 9 2 12 3", [2, 1], "armies-inside"),
            marks=pytest.mark.clause("001-TB2"),
        ),
        pytest.param(
            *("rtu", "14 33 12 2 12 3", "14 33 9 4 13 5", [1, 2], "armies-outside"),
            marks=pytest.mark.clause("001-TB3"),
        ),
        ("rtu", "14 33 12 2 13 5", "14 33 12 4 12 3", [2, 1], "cards"),
        pytest.param(
            *("rtu", "14 33 12 4 13 3", "14 33 12 4 12 5", [1, 2], "territories-inside"),
            marks=pytest.mark.clause("001-TB5"),
        ),
        pytest.param(
            *("rtu", "14 33 12 4 13 3", "14 33 12 4 13 5", [2, 1], "territories-outside"),
            marks=pytest.mark.clause("001-TB6"),
        ),
        ("milano", "9 11 45 0", "8 12 40 2", [1, 2], "territories-inside"),
        pytest.param(
            *("milano", "9 12 40 0", "9 11 45 2", [1, 2], "territories"),
            marks=pytest.mark.clause("003-13b"),
        ),
        pytest.param(
            *("milano", "9 12 40 2", "9 12 45 0", [1, 2], "armies-and-cards"),
            marks=pytest.mark.clause("003-13c"),
        ),
        pytest.param(
            *("milano", "9 12 40 2", "9 12 49 0", [2, 1], "armies-and-cards"),
            marks=pytest.mark.clause("003-13c"),
        ),
        pytest.param(
            *("milano", "9 12 40 2", "9 12 47 0", [1, 2], "armies-and-cards"),
            marks=pytest.mark.clause("003-13c"),
        ),
    ],
)
def test_equal_points_are_told_apart_by_the_first_criterion_that_differs(
    rulebook: str, first: str, second: str, places: list[int], by: str
) -> None:
    names = {"rtu": RTU, "milano": MILANO}[rulebook]
    # Whoever is ahead has the worse dice and the later turn: neither may count yet.
    worse, better = "lot = [1]\nlast_turn = 9", "lot = [6]\nlast_turn = 8"
    cells = [
        f"{numbers(names, values)}\n{worse if place == 1 else better}"
        for values, place in zip((first, second), places, strict=True)
    ]
    found = tie(rulebook, *cells)
    assert order(found) == [*places, 3]
    assert decided(found)[places.index(1)] == by


@pytest.mark.clause("001-TB7")
def test_dice_are_thrown_last_and_again_until_they_differ() -> None:
    equal = numbers(RTU, "14 33 12 4 13 5")
    found = tie("rtu", f"{equal}\nlot = [3, 6]", f"{equal}\nlot = [3, 2]")
    assert (order(found), decided(found)) == ([1, 2, 3], ["die", "points", ""])
    with pytest.raises(MissingNumber) as caught:
        order(tie("rtu", f"{equal}\nlot = [3]", f"{equal}\nlot = [3]"))
    assert (caught.value.criterion, caught.value.players) == ("lot", ("p1", "p2"))


@pytest.mark.clause("001-TB0")
def test_equal_points_are_broken_by_the_list_for_any_number_of_seats() -> None:
    cells = [
        f"points = 55\n{numbers(RTU, values)}\nlot = [1]"
        for values in (
            "14 33 12 4 8 3",
            "14 33 12 4 7 4",
            "14 33 11 9 9 4",
            "13 99 99 9 3 4",
        )
    ]
    for seats in permutations(range(4)):
        found = read_seats("rtu", *(cells[seat] for seat in seats))
        assert order(found) == [seat + 1 for seat in seats]
        by = ("territories-inside", "armies-outside", "value-outside", "")
        assert decided(found) == [by[seat] for seat in seats]


def test_the_hand_of_a_seat_that_withdrew_still_counts() -> None:  # AMB-134
    equal = "outside = 14\narmies_inside = 33\narmies_outside = 12"
    found = tie("rtu", f"{equal}\ncards = 2", f'{equal}\ncards = 4\nstatus = "withdrawn"')
    assert (order(found), decided(found)[1]) == ([2, 1, 3], "cards")


@pytest.mark.clause("000-14a")
def test_ties_are_broken_only_where_the_formula_needs_an_order() -> None:
    tied = "50 50 40 21"
    assert order(sheet("challenge", tied), "break") == [1, 2, 3, 4]
    assert order(sheet("challenge", tied, ties=False), "keep") == [1, 1, 3, 4]
    assert scores("bonus-50", "challenge", tied) == exactly(75, 75, 40, 21)
    assert scores("conversione-150", "challenge", tied) == exactly(150, 100, 70, 40)
    with pytest.raises(MissingNumber):
        order(sheet("challenge", tied, ties=False), "break")


@pytest.mark.parametrize(
    ("rulebook", "table", "places"),
    [
        ("rtu", "62 0 out2 out1", [1, 2, 3, 4]),  # AMB-47: a survivor without points precedes whoever is out
        ("rtu", "out1 out3 62 out2", [4, 2, 1, 3]),
        ("rtu", "62 55 out1 excluded", [1, 2, 3, 4]),  # AMB-48: the first to go out shifts
        ("rtu", "excluded 55 out1 62", [4, 2, 3, 1]),
        ("rtu", "62 gone30 40 out1", [1, 3, 2, 4]),
        ("aziendale", "62 gone30 40 20", [1, 4, 2, 3]),  # AMB-134, 002-20a: it counts as eliminated
        ("primavera", "62 55 0 0", [1, 2, 4, 4]),  # AMB-108: the worst of their places
        ("primavera", "62 55 out2 out1", [1, 2, 4, 4]),
        ("primavera", "62 0 out2 out1", [1, 4, 4, 4]),
        ("primavera", "R 0 0 0 0", [1, 5, 5, 5, 5]),
        ("rtu", "70 R 40 21", [2, 1, 3, 4]),
    ],
)
def test_places_of_whoever_is_out(rulebook: str, table: str, places: list[int]) -> None:
    assert order(sheet(rulebook, table)) == places


def test_who_was_excluded_first_is_asked_where_ties_are_broken() -> None:
    found = sheet("rtu", "62 55 excluded excluded")
    with pytest.raises(MissingNumber) as asked:
        order(found)
    assert (asked.value.criterion, asked.value.players) == ("eliminated", ("p3", "p4"))
    assert order(found, "keep") == [1, 2, 3, 3]
    gone = ('eliminated = 1\nstatus = "excluded"', 'eliminated = 2\nstatus = "excluded"')
    assert order(read_seats("rtu", "points = 62", *gone)) == [1, 3, 2]
    assert order(sheet("primavera", "62 55 excluded excluded")) == [1, 2, 4, 4]


def test_where_a_house_lets_the_excluded_share_the_first_rank_nobody_shifts() -> None:
    house = 'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[withdrawal]\nexclusion_rank = "first-equal"\n'
    seats = sheet("rtu", "62 55 out1 excluded").seats
    found = TableSheet(rulebook=read(house, name="casa.toml"), seats=seats)
    assert found.out_order() == (None, None, 1, 1)
    assert order(found) == [1, 2, 3, 3]


def test_a_house_may_order_seats_without_points_by_their_elimination() -> None:
    house = 'id = "casa"\ntitle = "Casa"\nextends = "primavera"\n[table_ties]\n'
    house += 'zero_points = "elimination-order"\n'
    seats = sheet("primavera", "62 55 out2 out1").seats
    assert order(TableSheet(rulebook=read(house, name="casa.toml"), seats=seats)) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("rulebook", "wanted"),
    [
        ("challenge", ["value-outside", "armies-inside", "armies", "lot"]),
        (
            "rtu",
            [
                "value-outside",
                "armies-inside",
                "armies-outside",
                "cards",
                "territories-inside",
                "territories-outside",
                "lot",
            ],
        ),
        (
            "aziendale",
            [
                "territories-inside",
                "territories",
                "missing-beside",
                "protected",
                "best-continent",
                "armies",
                "lot",
            ],
        ),
        ("milano", ["territories-inside", "territories", "armies-and-cards", "earlier-last-turn", "lot"]),
        ("primavera", ["territories", "armies-and-cards", "lot"]),
    ],
)
def test_a_missing_number_is_asked_for_by_name_and_one_at_a_time(rulebook: str, wanted: list[str]) -> None:
    asked = []
    known: dict[object, object] = {}
    for _ in wanted:
        seats = tuple(
            SeatSheet(player=player, points=exactly(points)[0], numbers=dict(known))  # type: ignore[arg-type]
            for player, points in (("Anna", 55), ("Bruno", 55), ("Carla", 10))
        )
        with pytest.raises(MissingNumber) as caught:
            placings(TableSheet(rulebook=load(rulebook), seats=seats), Treatment("break"))
        asked.append(caught.value.criterion)
        assert caught.value.players == ("Anna", "Bruno")
        for lang, word in (("it", "scrivi"), ("en", "write")):
            said = caught.value.sentence(lang)  # type: ignore[arg-type]
            assert word in said
            assert "Anna, Bruno" in said
        known[caught.value.criterion] = exactly(1)[0]
    assert asked == wanted


def test_only_the_seat_that_lacks_the_number_is_named() -> None:
    with pytest.raises(MissingNumber) as caught:
        order(tie("rtu", "outside = 4", ""))
    assert (caught.value.criterion, caught.value.players) == ("value-outside", ("p2",))


def test_two_who_left_need_an_order_but_one_alone_does_not() -> None:
    assert order(sheet("aziendale", "62 55 gone")) == [1, 2, 3]
    assert scores("conversione-150", "aziendale", "62 55 40 gone")[3] == 10
    with pytest.raises(MissingNumber) as caught:
        order(sheet("aziendale", "62 55 gone gone"))
    assert (caught.value.criterion, caught.value.players) == ("eliminated", ("p3", "p4"))


def test_no_tie_no_question() -> None:
    assert order(sheet("rtu", "62 55 40 21", ties=False)) == [1, 2, 3, 4]
    assert order(sheet("rtu", "55 55 40 21", ties=False), "keep") == [1, 1, 3, 4]
