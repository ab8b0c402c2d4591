"""Standings without an event, from a results file, a formula and the number of results that count."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath

from kamchatka.messages import Language, text
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.model import Results, StatedRules
from kamchatka.scoring.results.reading import read_results, read_results_csv
from kamchatka.scoring.results.source import NotWords, words_of
from kamchatka.scoring.sheet.cells import ITALIAN_HEADINGS
from kamchatka.scoring.standings.entries import Rules, rules_of
from kamchatka.scoring.standings.ranking import standings
from kamchatka.scoring.views.cells import Cell
from kamchatka.scoring.views.notices import Notice, standings_notices
from kamchatka.scoring.views.table import StandingsTable, places_in, standings_table

MOST_BYTES, MOST_LINES = 1_000_000, 2_000
MOST_ROUNDS = 100
"""Standings are counted anew after each round."""
MOST_CELLS, SEPARATORS = 30_000, ",;=:\t\r\n"
"""Limit before parsing, however few lines there are: 2,000 lines of a spreadsheet have fewer cells."""


@dataclass(frozen=True)
class QuickFile:
    """A results file that was pasted or uploaded, within the size limit."""

    words: str
    name: str
    is_csv: bool


def quick_file(data: bytes, name: str = "") -> QuickFile:
    """Decode a file; raises NotUnderstood if it is not text, or too large."""
    if len(data) > MOST_BYTES:
        raise NotUnderstood("file_too_large", most=MOST_BYTES // 1_000_000)
    try:
        found = words_of(data, PurePath(name).suffix.lower())
    except NotWords as wrong:
        raise NotUnderstood("faulty_file", said=partial(text, wrong.code, name=name)) from wrong
    if found.words.count("\n") > MOST_LINES:
        raise NotUnderstood("list_too_long", most=MOST_LINES)
    if sum(map(found.words.count, SEPARATORS)) > MOST_CELLS:
        raise too_many_results()
    return QuickFile(found.words, name, found.is_csv)


def quick_results(file: QuickFile, rulebook: Rulebook) -> Results:
    """Parse the results; raises FaultyFile with all faults, or NotUnderstood if there are too many results.

    No other file is ever opened.
    """
    read = read_results_csv if file.is_csv else read_results
    results = read(file.words, name=file.name, rulebook=rulebook)
    seats = sum(len(table.players) for table in results.tables())
    if seats > MOST_LINES or len(results.rounds) > MOST_ROUNDS:
        raise too_many_results()
    return results


def too_many_results() -> NotUnderstood:
    """The refusal of a file that would take too long to count."""
    return NotUnderstood("too_many_results", seats=MOST_LINES, rounds=MOST_ROUNDS)


@dataclass(frozen=True)
class QuickStandings:
    """The standings of a file."""

    formula: Formula
    rules: Rules
    table: StandingsTable
    notices: tuple[Notice, ...]


def quick_standings(results: Results, formula: Formula, typed: StatedRules, lang: Language) -> QuickStandings:
    """The standings under this formula; typed values override those of the file.

    Raises Unscorable or MissingNumber.
    """
    stated = results.rules.under(typed)
    rules = rules_of(stated, results)
    teams = bool(stated.teams and results.teams)
    ranked = standings(formula, results, rules, teams=teams)
    after = []
    for each in results.rounds[:-1]:
        until = results.until(each.number)
        after.append(places_in(standings(formula, until, rules_of(stated, until), teams=teams)))
    after.append(places_in(ranked))
    table = standings_table(ranked, results, lang, after)
    return QuickStandings(formula, rules, table, tuple(standings_notices(results, ranked)))


EXAMPLE = (
    (1, 1, "Anna", 62, "", ""),
    (1, 1, "Bruno", 55, "", ""),
    (1, 1, "Carla", 40, "", ""),
    (1, 1, "Dario", 0, "", 1),
    (1, 2, "Elena", 88, "x", ""),
    (1, 2, "Fabio", 47, "", ""),
    (1, 2, "Gina", 31, "", ""),
    (1, 2, "Hugo", 12, "", ""),
)
COLUMNS = ("round", "table", "player", "points", "objective", "eliminated")


def template_rows(lang: Language) -> Iterator[list[Cell]]:
    """A results template: headings, and two example tables."""
    yield [ITALIAN_HEADINGS[name] if lang == "it" else name for name in COLUMNS]
    yield from map(list, EXAMPLE)
