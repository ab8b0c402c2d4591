"""Points that seldom stand beside an objective: still scored, and told to the judge."""

from random import Random
from typing import Any

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from kamchatka.rulebook.loading import shipped
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.sheet.board import HeldSeat, count_board
from kamchatka.scoring.sheet.incidents import worth_of
from kamchatka.scoring.views.notices import doubt_notices, table_notices
from tests.scoring.builders import read_whole
from tests.scoring.rounds import data, read

FOUR = "points = 20"


def doubts(rulebook: str, first: str, *others: str) -> list[str]:
    """Codes of what the judge is told of a table."""
    return [each.code for each in read_whole(rulebook, first, *(others or (FOUR,) * 3)).incidents]


@pytest.mark.parametrize(
    ("rulebook", "cells", "told"),
    [
        ("rtu", "points = 84", []),
        ("rtu", "points = 86", ["points_of_goal"]),
        ("rtu", "points = 100", ["points_of_goal"]),
        ("rtu", "points = 86\nobjective = true", []),
        ("rtu", "points = 100\nobjective = true", []),
        ("rtu", "objective = true", []),
        ("rtu", "points = 62\nobjective = true", ["points_below_goal"]),
        ("rtu", 'points = 90\nstatus = "excluded"\neliminated = 1', []),
        ("milano", "points = 171", []),
        ("milano", "points = 172", ["points_of_goal"]),
        ("milano", "points = 100\nobjective = true", ["points_below_goal"]),
        ("milano", "points = 172\nobjective = true", []),
        ("primavera", "points = 300", ["points_of_goal"]),
        ("primavera", "points = 179", []),
        ("primavera", "points = 170\nobjective = true", ["points_below_goal"]),
        ("primavera", "points = 200\nobjective = true", []),
        ("aziendale", "points = 532.5", ["points_of_goal"]),
        ("aziendale", "points = 300\nobjective = true", []),  # others may stand for those of the card
        ("rtu", "points = 62.5", ["whole_points"]),
        ("aziendale", "points = 62.5", []),
        ("aziendale", 'points = "250/3"', ["half_points"]),
        ("rtu", "points = 9\nterritory_count = 9\ninside_count = 8\noutside_count = 5", ["counts_differ"]),
        ("rtu", "points = 9\nterritory_count = 7\ninside_count = 8", ["counts_differ"]),
        ("rtu", "points = 9\nterritory_count = 13\ninside_count = 8\noutside_count = 5", []),
        ("rtu", "points = 9\nterritory_count = 9\narmies = 8", ["too_few_armies"]),
        ("rtu", "points = 9\ninside_count = 9\narmies_inside = 8", ["too_few_armies"]),
        ("rtu", "points = 9\noutside_count = 9\narmies_outside = 8", ["too_few_armies"]),
        ("rtu", "points = 9\noutside_count = 9\narmies_outside = 9", []),
    ],
)
def test_numbers_no_board_shows_are_told_and_scored(rulebook: str, cells: str, told: list[str]) -> None:
    assert doubts(rulebook, cells) == told


def test_all_seats_together_hold_no_more_than_the_board() -> None:
    held = "points = 3\ninside_count = 8\noutside_count = 7"
    assert doubts("rtu", *[held] * 2) == []
    assert doubts("rtu", *[held] * 3) == ["too_many_territories"]
    assert doubts("rtu", *["points = 3\nterritory_count = 30"] * 2) == ["too_many_territories"]


def test_the_goal_in_points_is_that_of_the_table_size() -> None:
    assert doubts("primavera", "points = 170", *[FOUR] * 4) == ["points_of_goal"]
    assert doubts("primavera", "points = 170", *[FOUR] * 3) == []
    assert doubts("primavera", "points = 300", *[FOUR] * 2) == []


def test_more_points_behind_an_objective_are_told_too() -> None:
    assert doubts("rtu", "points = 86\nobjective = true", "points = 91", FOUR) == [
        "points_of_goal",
        "too_many_together",
    ]


def test_the_example_of_the_format_is_scored() -> None:
    found = read_whole("rtu", "points = 62\nobjective = true", *["points = 20\noutside = 3\nlot = [1]"])
    assert [card.place for card in load_formula("bonus-50").cards(found.sheet)] == [1, 2]
    (incident,) = found.incidents
    assert incident.is_doubt
    assert incident.clauses
    assert "almeno 86 punti tavolo" in incident.sentence("it")
    half = read_whole("aziendale", "points = 540.5", FOUR).incidents[0]
    assert "540,5" in half.sentence("it")
    assert "540.5" in half.sentence("en")


def test_of_a_season_a_few_are_told_and_the_others_counted() -> None:
    file = data(*["A=90 B=40 C=21 D=9"] * 6)
    results = read(file)
    assert all(not table.incidents for table in results.tables())
    for lang in LANGUAGES:
        told = [each.sentence(lang) for each in doubt_notices(results)]
        assert len(told) == 4
        assert "3" in told[-1]
    assert next(doubt_notices(results)).sentence("it").startswith("turno 1, tavolo 1 · A ha 90 punti tavolo")


def told(rulebook: str, *words: str, formula: str = "bonus-50", **cells: Any) -> list[str]:
    """What is told where the result of one table is recorded."""
    file = data(" ".join(words), rulebook=rulebook)
    file["round"][0]["table"][0] |= cells
    (table,) = read(file).tables()
    return [each.sentence("it") for each in table_notices(table, load_formula(formula))]


def test_a_risiko_with_other_points_than_the_formula_counts_is_told() -> None:
    assert told("rtu", "A=R B=40 C=21 D=9") == [
        "Con la formula «Punti tavolo con bonus» un RisiKo! vale sempre 100 punti tavolo, "
        "anche se ne sono scritti altri: "
        "A (86)."
    ]
    file = data("A=R B=40 C=21 D=9")
    del file["round"][0]["table"][0]["seat"][0]["points"]
    (table,) = read(file).tables()
    assert list(table_notices(table, load_formula("bonus-50"))) == []
    file["round"][0]["table"][0]["seat"][0]["points"] = 100
    (table,) = read(file).tables()
    assert list(table_notices(table, load_formula("bonus-50"))) == []


def test_a_size_the_regulation_does_not_have_is_told() -> None:
    (notice,) = told("rtu", "A=62 B=45 C=30")
    assert notice == (
        "Al tavolo si è giocato in 3, ma questo regolamento prevede tavoli da 4, 5: il giudice verifichi."
    )
    assert told("rtu", "A=62 B=45 C=30", kind="dummy") == []
    assert told("rtu", "A=62 B=45", kind="duel") == []
    assert told("rtu", "A=62 B=45 C=30 D=21") == []
    assert [each.sentence("it") for each in doubt_notices(read(data("A=62 B=45 C=30")))] == [
        f"turno 1, tavolo 1 · {notice}"
    ]


def test_one_table_tells_what_is_to_rule_before_what_is_doubtful() -> None:
    file = data("A=90 B=40 C=21 D=9")
    file["round"][0]["table"][0]["seat"][3]["armies"] = 140
    (table,) = read(file).tables()
    notices = list(table_notices(table, load_formula("bonus-50")))
    assert [each.kind for each in notices] == ["incident", "warning"]
    assert notices[1].sentence("it").startswith("A ha 90 punti tavolo")


@pytest.mark.parametrize(
    ("rulebook", "most"),
    [("challenge", 164), ("rtu", 164), ("rtu-2020", 164), ("milano", 328), ("primavera", 396)],
)
def test_no_seat_has_more_than_the_world(rulebook: str, most: int) -> None:
    worth = worth_of(load(rulebook))
    assert worth.world == most
    assert not worth.has_halves
    assert worth_of(load(rulebook)) is worth


def test_armies_count_by_halves_where_the_regulation_says_so() -> None:
    worth = worth_of(load("aziendale"))
    assert worth.has_halves
    assert worth.world > 2000


@pytest.mark.parametrize("rulebook", shipped())
def test_no_board_is_worth_more_than_the_bound(rulebook: str) -> None:
    """The bound must grow with whatever the rules count: else true sheets would be refused."""
    rng, book = Random(rulebook), load(rulebook)
    lands: list[str] = [info.id for info in board_of(book).territories]
    deck = next(
        (each for each in board_of(book).objective_decks if each.id == book.setup.objective_deck), None
    )
    for share in (10, 30, 41, 42):
        for _ in range(5):
            mine = rng.sample(lands, share)
            armies = (book.armies.limit or 500) // share
            card = rng.choice(deck.objectives).id if deck else None
            held = HeldSeat(territories=dict.fromkeys(mine, armies), objective_card=card, cards=40)
            rest = {land: 1 for land in lands if land not in mine}
            [counted, _] = count_board(book, (held, HeldSeat(territories={})), rest)
            assert counted.points <= worth_of(book).world
