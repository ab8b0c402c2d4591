"""Final boards typed by a judge: counted by the rules of the regulation, then placed and scored."""

import json
from fractions import Fraction

import pytest

from kamchatka.board import load_board
from kamchatka.rulebook import read
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.reading import ReadSheet, read_sheet, sheet_of
from tests.scoring.builders import continent, decided, exactly, order


def board(rulebook: str, *seats: dict[str, object], **neutral: int) -> TableSheet:
    """The sheet of a board; what no seat holds is neutral."""
    return whole_board(rulebook, *seats, **neutral).sheet


def whole_board(rulebook: str, *seats: dict[str, object], **neutral: int) -> ReadSheet:
    """The same with its incidents."""
    lands = [seat.get("territories") for seat in seats]
    taken = {name for held in lands if isinstance(held, dict) for name in held}
    left = {info.id: 1 for info in load_board().territories if info.id not in taken}
    written = {"rulebook": rulebook, "seat": list(seats), "neutral": left | neutral}
    return read_sheet(json.dumps(written), name="board.json")


def seat(*territories: str, armies: int = 1, **cells: object) -> dict[str, object]:
    """A seat that holds these territories, its player named after the first."""
    name = territories[0] if territories else "nobody"
    return {"player": name, "territories": dict.fromkeys(territories, armies), **cells}


def points(found: TableSheet) -> list[Number]:
    return [found.points(each) for each in found.seats]


@pytest.mark.clause("000-11i")
def test_a_game_closed_by_dice_is_ranked_by_points_in_the_objective() -> None:
    found = board(
        "challenge",
        seat("cina", "argentina", objective_card="challenge-13"),
        seat("brasile", "peru", "congo", objective_card="challenge-01"),
        seat("islanda", "giappone", "india", objective_card="challenge-02"),
        seat("alaska", "ontario", objective_card="challenge-04"),
    )
    assert points(found) == exactly(7, 10, 3, 9)
    assert (order(found), decided(found)) == ([3, 1, 4, 2], ["points", "points", "", "points"])


@pytest.mark.clause("001-C23c")
def test_a_seat_that_withdrew_is_counted_on_the_land_left_to_it() -> None:
    left = ("ontario", "cina", "mongolia", "jacuzia", "india")
    found = board(
        "rtu",
        seat("ucraina", "islanda", objective_card="challenge-02"),
        seat(*left, "brasile", objective_card="challenge-13", status="withdrawn"),
        seat("peru", "venezuela", objective_card="challenge-01"),
    )
    assert points(found) == exactly(9, 24, 6)
    assert order(found) == [2, 1, 3]
    assert [card.score for card in load_formula("bonus-50").cards(found)] == exactly(9, 74, 6)


@pytest.mark.clause("003-10a")
def test_a_territory_of_the_objective_counts_its_borders_twice() -> None:
    found = board(
        "milano",
        seat("cina", objective_card="challenge-13"),
        seat("ucraina", objective_card="challenge-02"),
        seat("brasile", objective_card="challenge-01"),
        seat("giappone", objective_card="challenge-03"),
    )
    assert points(found) == exactly(14, 12, 8, 2)


@pytest.mark.clause("003-10b")
def test_a_territory_outside_the_objective_counts_its_borders_once() -> None:
    found = board(
        "milano",
        seat("cina", objective_card="challenge-01"),
        seat("afghanistan", "brasile", objective_card="challenge-02"),
        seat("siam", objective_card="challenge-13"),
        seat("giappone", objective_card="challenge-03"),
    )
    assert points(found) == exactly(7, 12, 6, 2)
    both = board(
        "milano",
        seat("cina", "brasile", objective_card="challenge-13"),
        seat("siam", objective_card="challenge-02"),
        seat("peru", objective_card="challenge-03"),
        seat("congo", objective_card="challenge-04"),
    )
    assert points(both)[0] == 18


def test_the_example_of_the_company_regulation_whole() -> None:
    lands = {"argentina": 18} | dict.fromkeys(
        ("brasile", "peru", "venezuela", "africa_del_nord", "america_centrale"), 1
    )
    found = board(
        "aziendale",
        {"player": "a", "territories": lands, "objective_card": "aziendale-8", "cards": 3},
        seat("cina", objective_card="aziendale-1"),
        seat("islanda", objective_card="aziendale-2"),
        seat("madagascar", objective_card="aziendale-3"),
    )
    assert points(found)[0] == Fraction("284.5")


def test_the_best_continent_may_be_typed_beside_the_board_as_it_is_printed() -> None:
    lands = continent("america_del_sud")
    for worth, is_right in ((80, True), (75, False), (160, False)):
        seats = (
            seat(*lands, objective_card="aziendale-5", best_continent=worth),
            seat("cina", objective_card="aziendale-1", best_continent=0),
        )
        if is_right:
            assert board("aziendale", *seats).seats[0].numbers["best-continent"] == 80
            continue
        with pytest.raises(FaultySheet, match="best_continent"):
            board("aziendale", *seats)


@pytest.mark.clause("002-23p")
def test_each_army_is_worth_half_a_point_under_the_company_regulation() -> None:
    found = board(
        "aziendale",
        seat("islanda", armies=23, objective_card="aziendale-2"),
        seat("giappone", armies=22, objective_card="aziendale-4"),
    )
    assert points(found) == exactly("21.5", 21)


@pytest.mark.parametrize(
    ("status", "total"),
    [
        pytest.param("playing", 44, marks=pytest.mark.clause("004-B16")),
        pytest.param("frozen", 44, marks=pytest.mark.clause("004-B24d")),
        pytest.param("frozen-extra", 26, marks=pytest.mark.clause("004-B24e")),
    ],
)
def test_a_strip_is_doubled_unless_the_seat_was_frozen_in_the_extra_laps(status: str, total: int) -> None:
    found = board(
        "primavera",
        seat(*continent("america_del_sud"), "africa_del_nord", "giappone", status=status),
        seat("cina"),
        seat("islanda"),
        seat("madagascar"),
    )
    assert points(found)[0] == total


def test_an_objective_reached_under_points_is_worth_what_the_regulation_says() -> None:
    nearly_all = [
        info.id for info in load_board().territories if info.id not in ("cina", "islanda", "argentina")
    ]
    found = board(
        "primavera", seat(*nearly_all, objective=True), seat("cina"), seat("islanda"), seat("argentina")
    )
    assert points(found) == exactly(200, 14, 6, 4)
    assert [card.score for card in load_formula("primavera").cards(found)][:2] == exactly("49.6", 0)


def test_ties_on_a_board_are_broken_by_what_stands_on_it() -> None:
    found = board(
        "rtu",
        seat("cina", "brasile", objective_card="challenge-13"),
        seat("ucraina", "afghanistan", "egitto", objective_card="challenge-12"),
        seat("ontario", "madagascar", armies=2, objective_card="challenge-10", cards=1),
        seat("europa_meridionale", "siam", armies=3, objective_card="challenge-11"),
    )
    assert points(found) == exactly(7, 14, 6, 6)
    assert order(found) == [2, 1, 4, 3]
    assert decided(found) == ["points", "points", "", "value-outside"]


AMERICA = tuple(continent("america_del_nord"))


def strip_board(strip: object) -> ReadSheet:
    """North America whole, two territories of Asia side by side, one apart; and a strip written down."""
    seats = [seat(*AMERICA, "cina", "siberia", "brasile", strip=strip), seat("islanda"), seat("madagascar")]
    return whole_board("primavera", *seats)


@pytest.mark.parametrize(
    ("strip", "told"), [(list(AMERICA), []), (["cina", "siberia"], ["12"]), (["brasile"], ["4"])]
)
def test_a_strip_of_own_territories_that_hang_together_may_be_written_down(
    strip: list[str], told: list[str]
) -> None:
    found = strip_board(strip)
    assert points(found.sheet)[0] == 98
    assert [each.code for each in found.incidents] == ["better_strip"] * len(told)
    assert [each.values["chosen"] for each in found.incidents] == told
    assert all(str(each.values["best"]) in each.sentence("it") for each in found.incidents)


@pytest.mark.parametrize(
    "strip", [["cina", "brasile"], ["islanda"], [], "cina", 3, [3], ["cine"], [["cina"]]]
)
def test_a_strip_that_does_not_hang_together_or_is_not_owned_is_refused(strip: object) -> None:
    with pytest.raises(FaultySheet) as caught:
        strip_board(strip)
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [("unknown_strip", "seat.1.strip")]


def test_territories_of_a_sheet_are_called_by_their_printed_names() -> None:
    by_id = [seat("cina", "america_centrale", "peru"), seat("islanda"), seat("madagascar")]
    named = [{**by_id[0], "territories": {"CINA": 1, "America Centrale": 1, "Perù": 1}}, *by_id[1:]]
    taken = {"cina", "america_centrale", "peru", "islanda", "madagascar"}
    left = {info.id: 1 for info in load_board().territories if info.id not in taken}
    spoken = {"rulebook": "primavera", "seat": named, "neutral": left}
    assert read_sheet(json.dumps(spoken), name="board.json").sheet == board("primavera", *by_id)
    land = {"Perù": 1, "peru": 2, "America Centrale": 1, "cina": 1}
    twice = {**spoken, "seat": [{**named[0], "territories": land}, *named[1:]]}
    with pytest.raises(FaultySheet) as caught:
        read_sheet(json.dumps(twice), name="board.json")
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [
        ("territory_twice", "seat.1.territories.peru")
    ]
    assert strip_board(["Cina", "SIBERIA"]).sheet == strip_board(["cina", "siberia"]).sheet


def test_where_a_house_has_strips_declared_they_come_from_its_list() -> None:
    house = read(
        'id = "casa"\ntitle = "Casa"\nextends = "primavera"\n[tally]\nstrip = "declared"\n', name="casa"
    )
    row = list(load_board().deck(house.tally.strip_deck).objectives[0].territories)
    others = [name for name in ("islanda", "madagascar", "peru") if name not in row]
    left = {info.id: 1 for info in load_board().territories if info.id not in (row[0], *others)}
    seats = [seat(row[0]), *(seat(name) for name in others)]
    found = []
    for strip in (None, row, row[:1]):
        first = seats[0] if strip is None else {**seats[0], "strip": strip}
        done, faults = sheet_of({"seat": [first, *seats[1:]], "neutral": left}, house)
        found.append(done.sheet.seats[0].points if done else [fault.code for fault in faults])
    value = next(info.value for info in load_board().territories if info.id == row[0])
    assert found == [value, 2 * value, ["unknown_strip"]]
