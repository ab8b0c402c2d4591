"""Tournaments in a few words: `rounds("A=62 B=55 C=40 D=21 | E=…", "-A …")`, a string for each round.

`|` parts tables, numbered from 1. `A=62` is table points, `A=R` an objective reached, `A=out1` the first one
out, `-A` an absence. Every number a tie may ask for falls from seat to seat, so that the order written is the
order at the table. Tournaments are written as files and read by the product.
"""

import json
from fractions import Fraction
from typing import Any

from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.numbers import Number, written
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.reading import read_results
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings, standings

FALLING = ("outside", "armies_inside", "armies_outside", "cards")
COUNTS = ("inside_count", "outside_count")
"""Fewer, for six seats together have no more than the 42 territories."""


def rounds(*said: str, rulebook: str = "rtu", **further: Any) -> Results:
    """The results in these words; further parts of the file by name: penalty, team, lot."""
    return read(data(*said, rulebook=rulebook, **further))


def read(file: dict[str, Any]) -> Results:
    """The results in this data."""
    return read_results(json.dumps(file), name="results.json")


def data(*said: str, rulebook: str = "rtu", **further: Any) -> dict[str, Any]:
    """The same as the data of a file."""
    return {
        "rulebook": rulebook,
        "round": [_round(number, words) for number, words in enumerate(said, 1)],
        **further,
    }


def _round(number: int, words: str) -> dict[str, Any]:
    absent = [word[1:] for word in words.split() if word.startswith("-")]
    tables = [[word for word in table.split() if "=" in word] for table in words.split("|")]
    listed = [
        {"number": place, "seat": [seat(word, at) for at, word in enumerate(table)]}
        for place, table in enumerate(tables, 1)
        if table
    ]
    return {"number": number, "absent": absent, "table": listed}


def seat(word: str, at: int) -> dict[str, Any]:
    """One seat, as `A=62` says."""
    player, _, said = word.partition("=")
    falling: dict[str, Any] = dict.fromkeys(FALLING, 9 - at) | dict.fromkeys(COUNTS, 6 - at)
    cells: dict[str, Any] = {"player": player, **falling, "last_turn": at + 1, "lot": [9 - at]}
    if said == "R":
        return {**cells, "points": 86, "objective": True}
    if said.startswith("out"):
        return {**cells, "eliminated": int(said[3:])}
    return {**cells, "points": said}


def rank(formula: str, results: Results, *, teams: bool = False, **rules: Any) -> Standings:
    """The standings under a shipped formula."""
    return standings(load_formula(formula), results, Rules(**rules), teams=teams)


def lines(table: Standings) -> list[str]:
    """Each row in short: rank, name, total as the page would show it."""
    return [f"{row.rank or '-'} {row.entry.name} {written(row.entry.score)}" for row in table.rows]


def order(table: Standings) -> str:
    """The names, first to last."""
    return " ".join(row.entry.name for row in table.rows)


def ties(table: Standings) -> dict[str, str]:
    """Why those with equals stand where they do."""
    return {row.entry.name: row.tie.code for row in table.rows if row.tie}


def counted(table: Standings, name: str) -> list[int]:
    """The rounds that count for somebody."""
    row = table.row(name)
    assert row is not None
    return sorted(result.round for result in row.entry.counted)


def exactly(*numbers: int) -> tuple[Number, ...]:
    """Numbers as totals hold them."""
    return tuple(map(Fraction, numbers))


def score(table: Standings, name: str) -> Number:
    """The total of somebody."""
    row = table.row(name)
    assert row is not None
    return row.entry.score
