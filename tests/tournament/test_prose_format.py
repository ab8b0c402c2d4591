"""A format told only in prose is a file, and runs."""

from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

from tests.tournament.organiser import Organiser, seated

PROSE = Path(__file__).with_name("prose_format.toml")
Pairs = set[frozenset[str]]


def test_five_evenings_best_four_top_three_and_the_best_fourth_place(organiser: Organiser) -> None:
    id = organiser.begin(str(PROSE), 11)
    met: list[Pairs] = []
    for _ in range(5):
        organiser.run(id, until="draw")
        tables = seated(organiser.do(id, "draw"))
        assert sorted(map(len, tables)) == [3, 4, 4]
        met.append({frozenset(pair) for table in tables for pair in combinations(table, 2)})
        organiser.run(id, until="close")
        organiser.do(id, "close")
    # Eleven people at three tables: of fifteen pairs some must meet again the week after, but few do.
    assert all(len(before & after) <= 6 for before, after in pairwise(met))
    rows = organiser.standings(id)
    assert all(len(row["counted"]) == 4 for row in rows.values())
    top = list(rows)[:3]
    fourths = {who: _best_fourth(organiser, id, who) for who in rows if who not in top}
    cut = organiser.do(id, "cut")
    assert [each["name"] for each in cut["qualified"]] == [*top, max(fourths, key=fourths.__getitem__)]
    assert organiser.run(id)["winners"][0] in [each["name"] for each in cut["qualified"]]


def _best_fourth(organiser: Organiser, id: str, who: str) -> Fraction:
    """The best score somebody got for a fourth place at a table."""
    results = organiser.type("standings", id, "--explain", who)["results"]
    return max((Fraction(each["key"][0]) for each in results if each["place"] == 4), default=Fraction(-1))
