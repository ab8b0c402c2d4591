"""Sheets that cannot be true are refused naming the cell; all others are read alike from TOML and JSON."""

import json
import tomllib
from fractions import Fraction

import pytest

from kamchatka.board import load_board
from kamchatka.messages import LANGUAGES, codes
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.sheet.reading import read_sheet
from tests.scoring.builders import exactly, held, read_whole, rest, written

WON = "points = 86\nobjective = true"
PLAIN = ("points = 62", "points = 55", "points = 40", "points = 21")
LANDS = ("cina", "brasile", "islanda")


def board(*seats: str, rulebook: str = "rtu", neutral: str | None = None) -> str:
    """A board: one territory for each of three seats, with their cards; some seats said otherwise."""
    whole = [f'{held(land)}\nobjective_card = "challenge-0{n}"' for n, land in enumerate(LANDS, 1)]
    chosen = [*seats, *whole[len(seats) :]]
    return written(rulebook, *chosen, neutral=rest(*LANDS) if neutral is None else neutral)


def changed(cell: str, seat: int = 1, rulebook: str = "rtu") -> str:
    """Four plain seats, one of which has these lines instead."""
    seats = [*PLAIN[: seat - 1], cell, *PLAIN[seat:]]
    return written(rulebook, *seats)


CHINA = held("cina") + '\nobjective_card = "challenge-13"'
CHINA_AGAIN = held("brasile", "cina") + '\nobjective_card = "challenge-02"'
GOAL = tuple(
    next(card for card in load_board().deck("challenge").objectives if card.id == "challenge-13").territories
)
REACHED = held(*GOAL) + '\nobjective_card = "challenge-13"\nobjective = true'
LEFT_OVER = rest(*GOAL, *LANDS[1:])

FAULTS = [
    ("not_toml", "", "seat = ["),
    ("deep_key", "", "a." * 20 + "b = 1"),
    ("not_toml", "", '{"seat": '),
    ("key_twice", "", '{"rulebook": "rtu", "rulebook": "rtu"}'),
    ("not_an_object", "", '[{"rulebook": "rtu"}]'),
    ("is_results", "round", "[[round]]\nnumber = 1"),
    ("not_a_table", "seat.1", '{"rulebook": "rtu", "seat": [1, {"player": "b", "points": 3}]}'),
    ("not_a_table", "seat.1.territories", changed("territories = 3")),
    ("not_a_table", "neutral", "neutral = 3\n" + changed("points = 1")),
    ("unknown_key", "tables", "tables = 3\n" + changed("points = 1")),
    ("unknown_key", "seat.2.pionts", changed("points = 1\npionts = 3", 2)),
    ("wrong_seats", "seat", 'rulebook = "rtu"'),
    ("wrong_seats", "seat", 'rulebook = "rtu"\nseat = 3'),
    ("wrong_seats", "seat", written("rtu", "points = 3")),
    ("wrong_seats", "seat", written("rtu", *["points = 3"] * 7)),
    ("unknown_rulebook", "rulebook", written("rut", *PLAIN)),
    ("missing_rulebook", "rulebook", written("rtu", *PLAIN).partition("\n")[2]),
    ("missing_rulebook", "rulebook", "rulebook = 1\n" + written("rtu", *PLAIN).partition("\n")[2]),
    ("unknown_territory", "seat.1.territories.brasil", changed("territories = { brasil = 3 }")),
    ("unknown_territory", "neutral.cine", board(neutral="cine = 1")),
    ("no_such_territory", "seat.1.territories.atlantide", changed("territories = { atlantide = 3 }")),
    ("impossible_armies", "seat.1.territories.cina", changed("territories = { cina = 0 }")),
    ("impossible_armies", "seat.1.territories.cina", changed("territories = { cina = 501 }")),
    ("impossible_armies", "seat.1.territories.cina", changed("territories = { cina = true }")),
    ("impossible_armies", "seat.1.territories.cina", changed("territories = { cina = 1.5 }")),
    ("player_twice", "seat.3.player", changed('player = "p1"\npoints = 3', 3)),
    (
        "two_objectives",
        "seat.2.objective",
        written("rtu", WON, WON, "points = 3"),
    ),
    ("elimination_order", "seat.4.eliminated", changed("eliminated = 2", 4)),
    ("elimination_order", "seat.4.eliminated", written("rtu", *PLAIN[:2], *["eliminated = 1"] * 2)),
    ("nobody_left", "seat", written("rtu", *(f"eliminated = {order}" for order in (1, 2, 3)))),
    ("nobody_left", "seat", written("rtu", "eliminated = 1", 'status = "excluded"')),
    ("too_many_cards", "seat", written("rtu", *["points = 3\ncards = 15"] * 3)),
    ("territory_twice", "seat.2.territories.cina", board(CHINA, CHINA_AGAIN)),
    ("territory_twice", "neutral.cina", board(neutral=rest("brasile", "islanda"))),
    ("territories_missing", "territories", board(neutral=rest(*LANDS, "peru", "congo"))),
    ("wrong_player", "seat.1.player", changed('player = ""\npoints = 3')),
    ("wrong_player", "seat.1.player", changed("player = [3]\npoints = 3")),
    ("player_not_text", "seat.1.player", changed("player = 3\npoints = 3")),
    ("not_true_or_false", "seat.1.objective", changed("points = 3\nobjective = 1")),
    ("not_whole", "seat.1.eliminated", changed("eliminated = 0")),
    ("not_whole", "seat.1.eliminated", changed("eliminated = true")),
    ("not_whole", "seat.1.armies", changed("points = 3\narmies = -1")),
    ("not_whole", "seat.1.outside", changed("points = 3\noutside = 3.5")),
    ("not_whole", "seat.1.cards", changed('points = 3\ncards = "3"')),
    ("unknown_status", "seat.1.status", changed('points = 3\nstatus = "absent"')),
    ("unknown_status", "seat.1.status", changed("points = 3\nstatus = []")),
    ("wrong_lot", "seat.1.lot", changed("points = 3\nlot = 6")),
    ("wrong_lot", "seat.1.lot", changed("points = 3\nlot = [true]")),
    ("missing_points", "seat.1.points", changed("outside = 3")),
    ("wrong_points", "seat.1.points", changed("points = -1")),
    ("wrong_points", "seat.1.points", changed("points = true")),
    ("wrong_points", "seat.1.points", changed("points = nan")),
    ("wrong_points", "seat.1.points", changed("points = 1e3")),
    ("too_many_points", "seat.1.points", changed("points = 165")),
    ("too_many_points", "seat.1.points", changed("points = 100001")),
    ("too_many_points", "seat.1.points", changed("points = 201\nobjective = true")),
    ("too_many_points", "seat.2.points", changed("points = 329", 2, "milano")),
    ("points_though_out", "seat.4.points", changed("points = 3\neliminated = 1", 4)),
    (
        "points_though_out",
        "seat.4.points",
        changed('points = 3\neliminated = 1\nstatus = "frozen"', 4, "primavera"),
    ),
    ("no_congelato", "seat.2.status", changed('points = 3\nstatus = "frozen"', 2)),
    ("no_congelato", "seat.2.status", changed('points = 3\nstatus = "frozen-extra"', 2, "milano")),
    ("eliminated_with_land", "seat.1.territories", board(f"{CHINA}\neliminated = 1")),
    ("no_land", "seat.1.territories", board("territories = {}", neutral=rest(*LANDS[1:]))),
    ("missing_objective", "seat.1.objective_card", board(held("cina"))),
    ("unknown_objective", "seat.1.objective_card", board(CHINA.replace("challenge-13", "prestige-a"))),
    ("unknown_objective", "seat.1.objective_card", board(f"{held('cina')}\nobjective_card = [1]")),
    ("unknown_strip", "seat.1.strip", board(f'{CHINA}\nstrip = ["cina"]')),
    ("objective_though_out", "seat.4.objective", changed("objective = true\neliminated = 1", 4)),
    (
        "objective_though_out",
        "seat.4.objective",
        changed(f'{WON}\nstatus = "withdrawn"', 4),
    ),
    ("objective_not_there", "seat.1.objective", board(f"{CHINA}\nobjective = true")),
    ("points_differ", "seat.1.points", board(f"{CHINA}\npoints = 8")),
    ("points_differ", "seat.1.points", board(f"{REACHED}\npoints = 8", neutral=LEFT_OVER)),
    ("points_differ", "seat.1.points", board(f"{REACHED}\npoints = 200", neutral=LEFT_OVER)),
    ("points_differ", "seat.1.outside", board(f"{CHINA}\npoints = 7\noutside = 3")),
    ("points_differ", "seat.1.territory_count", board(f"{CHINA}\nterritory_count = 2")),
    (
        "objective_twice",
        "seat.2.objective_card",
        board(CHINA, held("brasile") + '\nobjective_card = "challenge-13"'),
    ),
    ("only_with_board", "neutral", written("rtu", *PLAIN, neutral="cina = 1")),
    ("only_with_board", "seat.1.strip", changed('points = 1\nstrip = ["cina"]')),
    ("only_with_board", "seat.1.objective_card", changed('points = 1\nobjective_card = "challenge-01"')),
]


@pytest.mark.parametrize(
    ("code", "cell", "source"), FAULTS, ids=[f"{code} {cell}" for code, cell, _ in FAULTS]
)
def test_an_impossible_sheet_is_refused_naming_the_cell(code: str, cell: str, source: str) -> None:
    with pytest.raises(FaultySheet) as caught:
        read_sheet(source, name="sheet")
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [(code, cell)]
    for lang in LANGUAGES:
        said = caught.value.report(lang)
        assert "sheet" in said
        assert "{" not in said.replace("«{»", "").replace("“{”", "").replace("{}", "")


OTHERS = {
    # of files, not of sheets
    *("title", "in_line", "unknown_base", "missing_key", "unknown_kind", "unknown_choice", "wrong_value"),
    *("unknown_column", "term_twice", "unknown_clause", "unknown_option", "unknown_formula"),
    *("option_name", "option_value", "option_least"),
    # of regulations in files of their own: tests of house regulations
    *("no_rulebook_file", "rulebook_elsewhere", "faulty_rulebook"),
}


def test_every_fault_a_sheet_can_have_is_provoked() -> None:
    all_codes = {code.rpartition(".")[2] for code in codes("it") if code.startswith("scoring.faults.")}
    of_any_file = {"deep_key", "key_twice", "not_toml"}
    assert {code for code, _, _ in FAULTS} == (all_codes - OTHERS) | of_any_file


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (changed(f"points = {10**30}"), "nemmeno tutto il planisfero dà più di 164 punti"),
        (board(CHINA.replace("challenge-13", "challenge-1")), "forse: challenge-01"),
        (changed("territories = { brasil = 3 }"), "forse: brasile"),
    ],
    ids=["points", "card", "territory"],
)
def test_a_fault_says_what_was_meant(source: str, said: str) -> None:
    with pytest.raises(FaultySheet) as caught:
        read_sheet(source, name="sheet.toml")
    assert caught.value.report("it").endswith(said)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(FaultySheet) as caught:
        read_sheet(written("rut", "points = -1", "eliminated = 7", 'points = 3\nstatus = "x"'), name="a")
    assert [fault.code for fault in caught.value.faults] == [
        *("unknown_rulebook", "wrong_points", "not_whole", "unknown_status")
    ]


def test_withdrawn_and_excluded_seats_may_still_hold_land() -> None:
    first, second = (f'{CHINA}\nstatus = "{status}"' for status in ("withdrawn", "excluded"))
    assert read_sheet(board(first), name="a").sheet.seats[0].points == 7
    found = read_sheet(board(f"{second}\neliminated = 1"), name="a").sheet
    assert [found.seats[0].points, found.points(found.seats[0])] == exactly(7, 0)


@pytest.mark.parametrize("points", ["", "points = 86", "points = 100"])
def test_an_objective_on_the_board_may_be_written_with_its_fixed_points(points: str) -> None:
    assert set(GOAL).isdisjoint(LANDS[1:])
    [seat, *_] = read_sheet(board(f"{REACHED}\n{points}", neutral=LEFT_OVER), name="a").sheet.seats
    assert seat.objective
    assert seat.points == 86


def test_a_name_is_the_same_however_it_was_typed() -> None:
    source = written("rtu", 'player = " Nicolo\u0300 "\npoints = 3', 'player = "Nicol\u00f2"\npoints = 4')
    with pytest.raises(FaultySheet) as caught:
        read_sheet(source, name="a")
    assert [fault.code for fault in caught.value.faults] == ["player_twice"]


def test_over_the_limit_is_an_incident_to_rule_first_and_no_refusal() -> None:
    found = read_whole("rtu", "points = 62\narmies = 131", "points = 55\narmies = 130", "points = 40")
    [incident] = found.incidents
    assert (incident.code, incident.player) == ("over_limit", "p1")
    assert dict(incident.values) == {"armies": "131", "limit": "130"}
    assert incident.clauses == ("001-C11b",)
    assert "131" in incident.sentence("it")
    on_board = board(CHINA.replace("cina = 1", "cina = 131"))
    assert [each.player for each in read_sheet(on_board, name="a").incidents] == ["p1"]
    assert read_whole("challenge", "points = 62\narmies = 900", "points = 3").incidents == ()


def test_a_world_full_of_armies_can_be_counted() -> None:
    lands = [info.id for info in load_board().territories if info.id not in LANDS[1:]]
    first = f'{held(*lands, armies=500)}\nobjective_card = "challenge-13"'
    [seat, *_] = read_sheet(board(first, neutral=""), name="a").sheet.seats
    assert seat.numbers["armies"] == 500 * len(lands)


def test_an_objective_on_the_board_that_nobody_claims_is_an_incident() -> None:
    found = read_sheet(board(REACHED.replace("objective = true", ""), neutral=LEFT_OVER), name="a")
    [incident] = found.incidents
    assert (incident.code, incident.player) == ("unclaimed_objective", "p1")
    assert "p1" in incident.sentence("it")
    assert not found.sheet.seats[0].objective
    assert read_sheet(board(REACHED, neutral=LEFT_OVER), name="a").incidents == ()


def test_armies_added_to_the_land_of_a_seat_that_left_are_no_surplus() -> None:
    gone = 'points = 3\nstatus = "withdrawn"\narmies = 102'
    assert read_whole("primavera", "points = 62", gone).incidents == ()
    assert len(read_whole("primavera", "points = 62\narmies = 102", gone).incidents) == 1
    assert len(read_whole("rtu", "points = 62", gone.replace("102", "131")).incidents) == 1


def test_the_board_gives_points_and_every_number_a_tie_asks_for() -> None:
    [seat, *_] = read_sheet(
        board(
            f'{held("cina", "india", armies=3)}\nobjective_card = "challenge-13"\ncards = 2',
            neutral=rest(*LANDS, "india"),
        ),
        name="a",
    ).sheet.seats
    assert [seat.points, seat.numbers["armies"], seat.numbers["cards"]] == exactly(10, 6, 2)
    assert all(type(number) is int for number in seat.numbers.values())


def test_typed_numbers_are_added_up_where_the_regulation_wants_the_sum() -> None:
    [seat, *_] = read_whole(
        "milano", "points = 3\narmies = 40\ncards = 2\nlast_turn = 12", "points = 9"
    ).sheet.seats
    assert seat.numbers["armies-and-cards"] == 48
    assert seat.numbers["earlier-last-turn"] == -12
    inside = "points = 3\narmies_inside = 4\narmies_outside = 5\ninside_count = 2\noutside_count = 1"
    [seat, *_] = read_whole("challenge", inside, "points = 9").sheet.seats
    assert [seat.numbers["armies"], seat.numbers["territories"]] == exactly(9, 3)


SOURCES = [board(), board(CHINA), changed("points = 62.5", 1, "aziendale"), changed("eliminated = 1", 4)]


@pytest.mark.parametrize("source", SOURCES, ids=["board", "china", "half", "out"])
def test_json_and_toml_say_the_same(source: str) -> None:
    as_json = json.dumps(tomllib.loads(source))
    assert read_sheet(as_json, name="a") == read_sheet(source, name="a")


@pytest.mark.parametrize("points", ["62.5", '"62.5"', '"62,5"', '"125/2"'])
def test_half_points_are_exact_however_they_are_written(points: str) -> None:
    found = read_whole("aziendale", f"points = {points}", "points = 3").sheet.seats[0].points
    assert (found, type(found)) == (Fraction(125, 2), Fraction)


def with_points(value: str) -> str:
    seat = '{"player": "%s", "points": %s}'
    return '{"rulebook": "rtu", "seat": [' + seat % ("a", value) + ", " + seat % ("b", "3") + "]}"


HOSTILE = [
    *(
        with_points(value)
        for value in ("NaN", "Infinity", "1e400", "-0.5", "true", "null", "[]", "{}", '"٣"')
    ),
    with_points("9" * 5000),
    with_points("9" * 3000),
    with_points('"' + "9" * 5000 + '"'),
    with_points('"1/0"'),
    with_points('"' + "\\ud800" * 3 + '"'),
    with_points("[" * 100_000),
    '{"seat":' * 50_000,
    "[" * 100_000,
    "a = " + "[" * 100_000,
    "a." * 2_000 + "b = 1",
    changed(f"points = 0x{'f' * 9000}"),
    changed(f"eliminated = 0x{'f' * 9000}"),
    changed(f"points = 3\nlot = 0x{'f' * 9000}"),
    changed(f"territories = {{ cina = 0x{'f' * 9000} }}"),
    changed("points = 2020-01-01"),
    changed("points = 3\nstatus = 12:30:00"),
    changed("points = 3\npoints = 4"),
    changed('points = 3\n"" = 4'),
    changed("points = 3\n" + "x" * 5000 + " = 4"),
    "\x00",
    "\ufeff{}",
    "",
    "{}",
    "[]",
    "null",
    "seat",
    '{"rulebook": ["rtu"], "seat": [{}, {}]}',
    '{"rulebook": "rtu", "seat": [null, null, {"objective": {}, "lot": {}, "strip": 3, "cards": []}]}',
    '{"rulebook": "../rtu", "seat": [{"player": "a", "territories": []}, {"territories": {"": 1}}]}',
    '{"rulebook": "rtu", "neutral": [], "seat": [{"player": {}, "territories": {"cina": {}}}, {}]}',
]


@pytest.mark.parametrize("source", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files_get_a_sentence_and_nothing_else(source: str) -> None:
    with pytest.raises(FaultySheet) as caught:
        read_sheet(source, name="sheet")
    for lang in LANGUAGES:
        assert len(caught.value.report(lang)) < 20_000


def test_a_name_has_at_most_two_hundred_and_fifty_letters() -> None:
    longest = changed(f'points = 62\nplayer = "{"a" * 250}"')
    assert read_sheet(longest, name="sheet.toml").sheet.seats[0].player == "a" * 250
    with pytest.raises(FaultySheet) as caught:
        read_sheet(longest.replace("aa", "aaa", 1), name="sheet.toml")
    assert [fault.code for fault in caught.value.faults] == ["wrong_player"]


def test_a_status_that_is_none_gets_the_list_of_those_worth_writing() -> None:
    with pytest.raises(FaultySheet) as caught:
        read_sheet(changed('points = 62\nstatus = "x"'), name="sheet.toml")
    (fault,) = caught.value.faults
    assert fault.values["known"] == "withdrawn, excluded, congelato, congelato-in-extra-laps"
