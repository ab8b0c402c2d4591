"""Teams: the best nine of twelve results of their players together."""

from kamchatka.scoring.standings.ranking import Standings
from tests.scoring.rounds import lines, rank, rounds, ties

TEAMS = [{"name": name, "players": [f"{name}{number}" for number in range(1, 5)]} for name in "ABCD"]


def four_tables(*orders: str) -> str:
    """A round in which player k of every team sits at table k, in the order given, with 40, 30, 20 and 10."""
    tables = [
        " ".join(f"{team}{table}={points}" for team, points in zip(order, (40, 30, 20, 10), strict=True))
        for table, order in enumerate(orders, 1)
    ]
    return " | ".join(tables)


def test_the_best_nine_of_twelve_results_count() -> None:
    # Standard points, by place: 12.40, 7.30, 5.20, 3.10. A is always ahead of B, B of C, C of D but once.
    results = rounds(
        four_tables("ABCD", "ABCD", "ABCD", "ABCD"),
        four_tables("ABCD", "ABCD", "ABCD", "ABCD"),
        four_tables("BACD", "CABD", "DABC", "ABCD"),
        team=TEAMS,
    )
    table = rank("squadre", results, teams=True)
    # A: nine wins of 12.40. B: one win, eight seconds. C and D likewise from their best.
    assert lines(table) == ["1 A 111.6", "2 B 70.8", "3 C 54", "4 D 37.2"]
    assert [len(row.entry.results) for row in table.rows] == [12, 12, 12, 12]
    assert [len(row.entry.counted) for row in table.rows] == [9, 9, 9, 9]
    assert ties(table) == {}


def test_another_number_may_count() -> None:
    results = rounds(four_tables("ABCD", "ABCD", "ABCD", "BACD"), team=TEAMS)
    assert lines(rank("squadre", results, teams=True, best=1))[0] == "1 A 12.4"
    assert lines(rank("squadre", results, teams=True, best=4))[:2] == ["1 A 44.5", "2 B 34.3"]


def test_ties_of_teams_by_wins_then_by_the_best_results() -> None:
    results = rounds(four_tables("ABCD", "ABCD", "BACD", "BACD"), team=TEAMS)
    level = rank("squadre", results, teams=True)
    assert ties(level) == {"A": "lot: open", "B": "lot: open"}
    # One of A's wins with two points more, one of its seconds with two fewer.
    uneven = results_with(A1=42, A3=28)
    assert ties(uneven)["A"] == "next-best-results: 12.42 > 12.4"


def results_with(**points: int) -> Standings:
    """The same round with other table points of some players."""
    written = four_tables("ABCD", "ABCD", "BACD", "BACD")
    for player, number in points.items():
        before = next(word for word in written.split() if word.startswith(f"{player}="))
        written = written.replace(before, f"{player}={number}")
    return rank("squadre", rounds(written, team=TEAMS), teams=True)


def test_players_of_no_team_are_left_out() -> None:
    results = rounds("A1=40 B1=30 C1=20 loner=10", team=[{"name": "A", "players": ["A1"]}])
    assert lines(rank("squadre", results, teams=True)) == ["1 A 12.4"]
