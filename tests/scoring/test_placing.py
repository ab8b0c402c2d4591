"""Places at the table: the printed criteria in order, who is out, and never an order nobody can explain."""

from dataclasses import replace
from itertools import permutations
from typing import get_args

import pytest

from kamchatka.bots import RECLUTA, SOLDATO
from kamchatka.rulebook import FaultyRulebook, Rulebook, load, read
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.rules.layout import position
from kamchatka.scoring.sheet.model import SeatSheet, TableSheet
from kamchatka.scoring.sheet.places import MissingNumber, Treatment, placings
from kamchatka.simulate.selfplay import play_interpreted
from tests.scoring.builders import decided, exactly, order, scores, sheet
from tests.scoring.builders import read as read_seats
from tests.scoring.played import differences, has_sheet

TABLES = [(name, seats) for name in ("challenge", "rtu", "rtu-2020") for seats in (4, 5)]
TABLES += [("rtu-2020", 3), ("aziendale", 4), ("milano", 4), ("milano", 5), ("milano", 6)]
TABLES += [("primavera", 4), ("primavera", 5)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_sheet_of_a_played_game_places_its_seats_as_the_game_did(name: str, seats: int) -> None:
    book, compared = load(name), 0
    for bot, laps, games in ((RECLUTA, 2, 9), (SOLDATO, 25, 3)):
        for game in play_interpreted(
            book, seats, [bot] * seats, range(games), laps=laps, base=7, checked=True
        ):
            if has_sheet(book, game):
                assert differences(book, game) == []
                compared += 1
    assert compared >= 4


def test_every_table_size_of_every_regulation_is_played() -> None:
    assert {name for name, _ in TABLES} >= {"challenge", "rtu", "aziendale", "milano", "primavera"}
    assert all((name, size) in TABLES for name, _ in TABLES for size in load(name).seats.sizes)


def by_seat(criterion: str, *before: str) -> Rulebook:
    """The tournament regulation of a house that breaks ties by the order of play."""
    words = ", ".join(f'"{each}"' for each in (*before, criterion))
    source = f'extends = "rtu-2020"\nid = "casa"\ntitle = "Casa"\n[table_ties]\ncriteria = [{words}]'
    return read(source, name="casa.toml")


@pytest.mark.parametrize("criterion", ["later-seat", "earlier-seat"])
def test_games_and_sheets_of_a_house_agree_who_sat_later(criterion: str) -> None:
    book, by = by_seat(criterion), list[int]()
    for game in play_interpreted(book, 4, [RECLUTA] * 4, range(40), laps=2, base=7, checked=True):
        if has_sheet(book, game):
            assert differences(book, game) == []
            by += list(position(bytearray(game.position)).decided)
    assert get_args(Criterion).index(criterion) + 1 in by


@pytest.mark.parametrize(
    ("criterion", "places"), [("later-seat", [4, 3, 2, 1]), ("earlier-seat", [1, 2, 3, 4])]
)
def test_the_order_of_play_breaks_every_tie_without_dice(criterion: str, places: list[int]) -> None:
    """Lots that somebody noted all the same do not count, and nobody is asked for any."""
    for lots in ([()] * 4, [(2,), (5,), (1,), (6,)]):
        seats = (SeatSheet(player=name, points=40, lot=lot) for name, lot in zip("ABCD", lots, strict=True))
        found = TableSheet(rulebook=by_seat(criterion), seats=tuple(seats))
        assert order(found) == places
        assert {*decided(found)} == {criterion, ""}
        assert order(found, "keep") == [1, 1, 1, 1]


def test_the_order_of_play_counts_only_after_the_criteria_before_it() -> None:
    book = by_seat("later-seat", "cards")
    seats = tuple(
        SeatSheet(player=name, points=40, numbers={"cards": n})
        for name, n in zip("ABC", (2, 1, 2), strict=True)
    )
    found = TableSheet(rulebook=book, seats=seats)
    assert order(found) == [2, 3, 1]
    assert decided(found) == ["cards", "", "later-seat"]
    unknown = replace(found, seats=tuple(replace(each, numbers={}) for each in seats))
    with pytest.raises(MissingNumber, match="cards of A, B, C"):
        order(unknown)


def test_a_list_of_criteria_may_end_with_the_order_of_play() -> None:
    assert by_seat("later-seat").table_ties.criteria == ["later-seat"]
    with pytest.raises(FaultyRulebook) as caught:
        by_seat("cards", "later-seat")
    assert [fault.code for fault in caught.value.faults] == ["open_ties"]


def tie(rulebook: str, first: str, second: str) -> TableSheet:
    """Two seats with 55 points and these numbers, one far behind."""
    return read_seats(rulebook, f"points = 55\n{first}", f"points = 55\n{second}", "points = 10")


def numbers(names: tuple[str, ...], values: str) -> str:
    return "\n".join(f"{name} = {value}" for name, value in zip(names, values.split(), strict=True))


CELLS = {
    "challenge": ("outside", "armies_inside", "armies"),
    "rtu": ("outside", "armies_inside", "armies_outside", "cards", "inside_count", "outside_count"),
    "aziendale": (
        *("inside_count", "territory_count", "missing_adjacent"),
        *("protected", "best_continent", "armies"),
    ),
    "milano": ("inside_count", "territory_count", "armies", "cards"),
    "primavera": ("territory_count", "armies", "cards"),
}
RTU = CELLS["rtu"]
BY_CRITERION = [
    ("000-14b", "challenge", "12 28 40", "9 31 44", [1, 2], "value-outside"),
    ("000-14c", "challenge", "12 31 40", "12 28 44", [1, 2], "armies-inside"),
    ("000-14d", "challenge", "12 31 40", "12 31 44", [2, 1], "armies"),
    ("001-TB1", "rtu", "14 30 9 2 12 3", "11 33 12 4 13 5", [1, 2], "value-outside"),
    ("001-TB2", "rtu", "14 30 12 4 13 5", "14 33 9 2 12 3", [2, 1], "armies-inside"),
    ("001-TB3", "rtu", "14 33 12 2 12 3", "14 33 9 4 13 5", [1, 2], "armies-outside"),
    ("001-TB4", "rtu", "14 33 12 2 13 5", "14 33 12 4 12 3", [2, 1], "cards"),
    ("001-TB5", "rtu", "14 33 12 4 13 3", "14 33 12 4 12 5", [1, 2], "territories-inside"),
    ("001-TB6", "rtu", "14 33 12 4 13 3", "14 33 12 4 13 5", [2, 1], "territories-outside"),
    ("002-23d", "aziendale", "9 13 3 2 150 41", "8 14 4 5 195 44", [1, 2], "territories-inside"),
    ("002-23e", "aziendale", "9 14 3 2 150 41", "9 13 4 5 195 44", [1, 2], "territories"),
    ("002-23f", "aziendale", "9 14 4 2 150 41", "9 14 3 5 195 44", [1, 2], "missing-beside"),
    ("002-23g", "aziendale", "9 14 4 5 150 41", "9 14 4 2 195 44", [1, 2], "protected"),
    ("002-23h", "aziendale", "9 14 4 5 195 41", "9 14 4 5 150 44", [1, 2], "best-continent"),
    ("002-23i", "aziendale", "9 14 4 5 195 44", "9 14 4 5 195 41", [1, 2], "armies"),
    ("003-13a", "milano", "9 11 45 0", "8 12 40 2", [1, 2], "territories-inside"),
    ("003-13b", "milano", "9 12 40 0", "9 11 45 2", [1, 2], "territories"),
    ("003-13c", "milano", "9 12 40 2", "9 12 45 0", [1, 2], "armies-and-cards"),
    ("003-13c", "milano", "9 12 40 2", "9 12 49 0", [2, 1], "armies-and-cards"),
    ("003-13c", "milano", "9 12 40 2", "9 12 47 0", [1, 2], "armies-and-cards"),
    ("004-S8a", "primavera", "11 35 0", "10 44 3", [1, 2], "territories"),
    ("004-S8b", "primavera", "11 35 3", "11 44 0", [1, 2], "armies-and-cards"),
    ("004-S8b", "primavera", "11 35 3", "11 48 0", [2, 1], "armies-and-cards"),
    ("004-S8b", "primavera", "11 35 3", "11 46 0", [1, 2], "armies-and-cards"),
]
"""Clause, regulation, the cells of two seats, their places, what decides; whoever is ahead trails then."""


@pytest.mark.parametrize(
    ("rulebook", "first", "second", "places", "by"),
    [pytest.param(*row, marks=pytest.mark.clause(clause)) for clause, *row in BY_CRITERION],
)
def test_equal_points_are_told_apart_by_the_first_criterion_that_differs(
    rulebook: str, first: str, second: str, places: list[int], by: str
) -> None:
    # Whoever is ahead has the worse dice and the later turn: neither may count yet.
    worse, better = "lot = [1]\nlast_turn = 9", "lot = [6]\nlast_turn = 8"
    cells = [
        f"{numbers(CELLS[rulebook], values)}\n{worse if place == 1 else better}"
        for values, place in zip((first, second), places, strict=True)
    ]
    found = tie(rulebook, *cells)
    assert order(found) == [*places, 3]
    assert decided(found)[places.index(1)] == by


@pytest.mark.parametrize(("last_turns", "places"), [((9, 10), [1, 2]), ((10, 7), [2, 1])])
@pytest.mark.clause("003-13d")
def test_the_game_closes_and_whoever_played_last_is_last_of_the_tied(
    last_turns: tuple[int, int], places: list[int]
) -> None:
    cells = [
        f"{numbers(CELLS['milano'], '9 12 40 2')}\nlast_turn = {turn}\nlot = [{turn - 5}]"
        for turn in last_turns
    ]
    found = tie("milano", *cells)
    assert order(found) == [*places, 3]
    assert decided(found)[places.index(1)] == "earlier-last-turn"


@pytest.mark.parametrize(
    ("rulebook", "equal", "lots", "places", "by"),
    [
        pytest.param(
            *("challenge", "12 31 44", ([4, 2], [4, 5]), [2, 1], "die"), marks=pytest.mark.clause("000-14e")
        ),
        pytest.param(
            *("rtu", "14 33 12 4 13 5", ([3, 6], [3, 2]), [1, 2], "die"), marks=pytest.mark.clause("001-TB7")
        ),
        pytest.param(
            *("aziendale", "9 14 4 5 195 44", ([3, 2], [3, 5]), [2, 1], "lot"),
            marks=pytest.mark.clause("002-23j"),
        ),
        ("primavera", "11 35 3", ([3, 6], [3, 2]), [1, 2], "lot"),
    ],
)
def test_dice_are_thrown_last_and_again_until_they_differ(
    rulebook: str, equal: str, lots: tuple[list[int], list[int]], places: list[int], by: str
) -> None:
    cells = numbers(CELLS[rulebook], equal)
    found = tie(rulebook, *(f"{cells}\nlot = {lot}" for lot in lots))
    assert order(found) == [*places, 3]
    assert decided(found)[places.index(1)] == by
    with pytest.raises(MissingNumber) as caught:
        order(tie(rulebook, *(f"{cells}\nlot = {lot[:1]}" for lot in lots)))
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
        # AMB-134: it counts as eliminated
        pytest.param("aziendale", "62 gone30 40 20", [1, 4, 2, 3], marks=pytest.mark.clause("002-20a")),
        ("primavera", "62 55 0 0", [1, 2, 4, 4]),  # AMB-108: the worst of their places
        ("primavera", "62 55 out2 out1", [1, 2, 4, 4]),
        ("primavera", "62 0 out2 out1", [1, 4, 4, 4]),
        ("primavera", "R 0 0 0 0", [1, 5, 5, 5, 5]),
        pytest.param("challenge", "70 R60 40 21", [2, 1, 3, 4], marks=pytest.mark.clause("000-6a")),
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


def test_who_stayed_is_ahead_of_who_is_out_by_staying_whatever_the_points() -> None:
    decided = [each.decided for each in placings(sheet("rtu", "62 0 out2 out1"), Treatment("break"))]
    assert decided == ["points", "survival", "out-order", ""]
    ahead = [each.decided for each in placings(sheet("rtu", "62 40 out1"), Treatment("break"))]
    assert ahead == ["points", "survival", ""]
