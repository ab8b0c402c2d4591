"""Finals: tables that decide ranks, and rounds that are not added up."""

from typing import Any

import pytest

from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.sheet.places import MissingNumber, decided_places
from kamchatka.scoring.standings.ranking import standings
from kamchatka.scoring.standings.whatif import what_if
from kamchatka.scoring.views.standings import explained, standings_view
from tests.scoring.builders import sheet
from tests.scoring.rounds import counted, data, lines, rank, read, rounds, ties

FIRST = "A=62 B=55 C=40 D=21 | E=60 F=50 G=30 H=20"
"""By bonus-50: A 112, E 110, B 55, F 50, C 40, G 30, D 21, H 20."""


def ending(*said: str, decides: tuple[int, ...] = (1,), summed: bool = False, **further: Any) -> Results:
    """Rounds, the tables of the last of which decide these ranks."""
    return read(ended(*said, decides=decides, summed=summed, **further))


def ended(
    *said: str, decides: tuple[int, ...] = (1,), summed: bool = False, **further: Any
) -> dict[str, Any]:
    """The same as the data of a file."""
    file = data(*said, **further)
    last = file["round"][-1]
    last["summed"] = summed
    for table, first in zip(last["table"], decides, strict=True):
        table["decides"] = first
    return file


def test_the_final_decides_the_first_ranks_and_is_not_added_up() -> None:
    table = rank("bonus-50", ending(FIRST, "F=70 B=60 E=50 A=40"))
    assert lines(table) == ["1 F 50", "2 B 55", "3 E 110", "4 A 112", "5 C 40", "6 G 30", "7 D 21", "8 H 20"]
    assert ties(table) == {}
    assert (counted(table, "F"), [each.round for each in table.rows[0].entry.beside]) == ([1], [2])
    assert [row.entry.games for row in table.rows] == [1] * 8


def test_a_second_final_decides_the_ranks_after_the_first() -> None:
    table = rank("bonus-50", ending(FIRST, "A=70 E=60 B=50 F=40 | H=70 G=60 D=50 C=40", decides=(1, 5)))
    assert lines(table) == ["1 A 112", "2 E 110", "3 B 55", "4 F 50", "5 H 20", "6 G 30", "7 D 21", "8 C 40"]


def test_a_small_final_played_first_leaves_the_ranks_above_it_to_the_totals() -> None:
    small = "H=70 G=60 D=50 C=40"
    table = rank("bonus-50", ending(FIRST, small, decides=(5,)))
    assert lines(table) == ["1 A 112", "2 E 110", "3 B 55", "4 F 50", "5 H 20", "6 G 30", "7 D 21", "8 C 40"]
    table = rank("bonus-50", ending(FIRST, small, decides=(3,)))
    assert lines(table) == ["1 A 112", "2 E 110", "3 H 20", "4 G 30", "5 D 21", "6 C 40", "7 B 55", "8 F 50"]


def test_equal_places_of_parallel_finals_share_the_rank() -> None:
    table = rank("bonus-50", ending(FIRST, "A=70 B=60 C=50 D=40 | H=70 F=60 G=50 E=40", decides=(1, 1)))
    assert lines(table) == ["1 A 112", "1 H 20", "3 B 55", "3 F 50", "5 C 40", "5 G 30", "7 E 110", "7 D 21"]
    assert ties(table) == {}


def test_a_knock_out_ranks_everybody_by_the_last_table_they_reached() -> None:
    file = ended(FIRST, "A=70 B=60 E=50 F=40")
    file["round"][0]["summed"] = False
    for table in file["round"][0]["table"]:
        table["decides"] = 4
    assert lines(rank("bonus-50", read(file))) == [
        *("1 A 0", "2 B 0", "3 E 0", "4 F 0"),
        *("5 C 0", "5 G 0", "7 D 0", "7 H 0"),
    ]


def test_semifinals_may_be_added_up_and_the_final_not() -> None:
    file = ended(FIRST, "A=30 F=20 C=10 G=5 | E=30 B=20 D=10 H=5", "A=10 E=20 F=30 B=40")
    for place in range(2):
        file["round"][1]["table"][place]["decides"] = 5
    table = rank("bonus-50", read(file))
    # Third of the semifinals: C 40 + 10 and D 21 + 10; fourth: G 30 + 5 and H 20 + 5.
    assert lines(table) == [
        *("1 B 75", "2 F 70", "3 E 190", "4 A 192"),
        *("5 C 50", "5 D 31", "7 G 35", "7 H 25"),
    ]


@pytest.mark.clause("000-14a")
def test_a_tie_in_the_final_is_broken_though_the_formula_keeps_ties() -> None:
    results = ending(FIRST, "E=58 A=58 B=40 F=21")
    first, second, *_ = rank("bonus-50", results).rows
    assert [(row.rank, row.entry.name, row.decided and row.decided.by) for row in (first, second)] == [
        (1, "E", "value-outside"),
        (2, "A", "points"),
    ]
    # The formula still shares the bonus: half of 50 each.
    assert [row.entry.beside[0].key for row in (first, second)] == [(83,), (83,)]
    (view, *_) = standings_view(rank("bonus-50", results), results, "it").rows
    assert view.remarks == ("1° posto al tavolo 1 del turno 2 (valore fuori obiettivo)",)


def test_a_final_that_nobody_can_decide_asks_for_the_number() -> None:
    file = ended(FIRST, "E=58 A=58 B=40 F=21")
    for seat in file["round"][1]["table"][0]["seat"]:
        del seat["outside"], seat["lot"]
    with pytest.raises(MissingNumber) as raised:
        rank("bonus-50", read(file))
    assert raised.value.sentence("it") == (
        "turno 2, tavolo 1 · C'è una parità: per lo spareggio scrivi, per E, A, "
        "il valore dei territori fuori obiettivo (outside)."
    )


def test_places_that_decide_are_never_shared() -> None:
    assert decided_places(sheet("primavera", "62 0 out2 out1")) == (1, 2, 3, 4)
    assert decided_places(sheet("challenge", "50 50 R 21")) == (2, 3, 1, 4)
    with pytest.raises(MissingNumber):
        decided_places(sheet("challenge", "50 50 40 21", ties=False))


def test_a_duel_decides_by_who_won_it() -> None:
    duel = [{"player": "A", "place": 2}, {"player": "B", "place": 1}]
    file = data("A=62 B=55 C=40 D=21")
    file["round"].append({"summed": False, "table": [{"kind": "duel", "decides": 1, "seat": duel}]})
    # bonus-50 has no scores for a duel, and a final needs none.
    table = rank("bonus-50", read(file))
    assert lines(table) == ["1 B 55", "2 A 112", "3 C 40", "4 D 21"]
    file["round"][1]["table"][0]["void"] = True
    assert lines(rank("bonus-50", read(file))) == ["1 A 112", "2 B 55", "3 C 40", "4 D 21"]


def test_a_final_is_seen_by_no_tie_break() -> None:
    # A and E: 112 each. The last table, the best game and the rounds before are those of round 1.
    played = "A=62 B=55 C=40 D=21 | E=62 F=50 G=30 H=20"
    for criterion in ("wins", "best-result", "last-table", "previous-rank", "total-of-all"):
        file = data(played, "E=90 A=10 B=5 F=1")
        file["round"][1]["summed"] = False
        table = rank("bonus-50", read(file), ties=(criterion, "lot"), scope="all")
        assert ties(table) == {"A": "lot: open", "E": "lot: open"}


def test_nothing_of_a_final_is_discarded_or_counted_as_a_game() -> None:
    file = data(FIRST, "A=62 B=55 C=40 D=21 | E=60 F=50 G=30 H=20", "A=90 B=80 C=70 D=60")
    file["round"][2]["summed"] = False
    table = rank("bonus-50", read(file), best=1, games=2)
    assert lines(table)[:2] == ["1 A 112", "2 E 110"]
    assert [row.rank for row in rank("bonus-50", read(file), games=3).rows] == [None] * 8


def test_a_finalist_is_ranked_whatever_games_are_asked_for() -> None:
    table = rank("bonus-50", ending(FIRST, "F=70 B=60 E=50 X=40"), games=1)
    assert lines(table)[:5] == ["1 F 50", "2 B 55", "3 E 110", "4 X 0", "5 A 112"]


def test_penalties_move_a_finalist_too() -> None:
    lost = [{"player": "A", "places": 1, "target": "ranking"}]
    table = rank("bonus-50", ending(FIRST, "A=70 B=60 E=50 F=40", penalty=lost))
    assert lines(table)[:3] == ["1 B 55", "2 A 112", "3 E 110"]


def test_teams_are_ranked_by_their_totals() -> None:
    teams = [{"name": "Gufi", "players": ["A", "B"]}, {"name": "Lupi", "players": ["E", "F"]}]
    results = ending(FIRST, "F=70 E=60 B=50 A=40", team=teams)
    assert lines(rank("bonus-50", results, teams=True)) == ["1 Gufi 167", "2 Lupi 160"]


def test_the_story_of_a_finalist() -> None:
    results = ending(FIRST, "F=70 B=60 E=50 A=40")
    table = standings(load_formula("bonus-50"), results)
    story = explained(table, results, table.rows[0], "it")
    assert story.heading == "F: 50 punti, 1° posto"
    assert [(each.in_words, each.is_counted) for each in story.results] == [
        ("Turno 1, tavolo 2, 2° posto: 50", True),
        ("Turno 2, tavolo 1, 1° posto: 120 (non si somma)", False),
    ]
    assert [*map(str, standings_view(table, results, "it").rows[0].cells)] == ["50", "(120)"]


def test_what_if_looks_at_the_way_to_the_final() -> None:
    (outcome,) = what_if(ending(FIRST, "F=70 B=60 E=50 A=40"), [load_formula("bonus-50")]).outcomes
    assert outcome.finalists == ("A", "E", "B", "F")


def test_a_round_added_up_may_decide_too() -> None:
    table = rank("bonus-50", ending("A=62 B=55 C=40 D=21", "D=70 C=60 B=50 A=40", summed=True))
    assert lines(table) == ["1 D 141", "2 C 100", "3 B 105", "4 A 152"]


def test_rounds_are_added_up_unless_the_file_says_otherwise() -> None:
    (found,) = rounds(FIRST).rounds
    assert (found.summed, [table.decides for table in found.tables]) == (True, [None, None])
