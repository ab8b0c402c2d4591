"""Formula files gone wrong: shipped ones with words, lines and keys changed at random."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

from pydantic import BaseModel

from kamchatka.messages import LANGUAGES
from kamchatka.scoring.files import FaultyFormula
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.loading import read_formula, shipped_sources
from kamchatka.scoring.formula.model import DeadSeat, Formula, FormulaOption, MeanBye, Ranking, Scale, Special
from kamchatka.scoring.formula.terms import KINDS, Shared
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.sheet.reading import read_sheet
from kamchatka.scoring.views.formula import how, whom
from tests.scoring.random_tables import draw, file_of

VALUES = r"""
0
1
-1
100
0.5
-0.0
true
inf
2020-01-01
1000000000000
0xffffffffffffffffffff
[]
{}
[1]
[1, 2]
[[1]]
[0, "x"]
[1, 2, 3, 4, 5, 6, 7]
["wins"]
["points"]
""
"x"
"1/2"
"1/0"
"@bonus"
"@ties"
"@nope"
"@"
"digits"
"counted"
"half"
"none"
"keep"
"first"
"out"
"objective"
"place"
"flat"
"points"
"wins"
{ 4 = [1, 2], 5 = [] }
{ 3 = 1, 4 = 1, 5 = 1, 6 = 1 }
{ 04 = 1 }
{ by-option = "ties", break = 1, keep = 2 }
{ by-option = "ties", break = "keep", keep = "@ties" }
{ by-option = "shared-win", break = 0 }
{ ties = "break" }
{ two = 3 }
""".strip().splitlines()
MODELS: tuple[type[BaseModel], ...] = (
    Formula,
    FormulaOption,
    Ranking,
    Special,
    MeanBye,
    DeadSeat,
    Scale,
    Shared,
    *KINDS.values(),
)
KEYS = ["extends", *sorted({key for model in MODELS for key in model.model_fields})]
ENTRY = re.compile(r'"[^"]*"|-?\d+')
SHEETS = 40


@cache
def corpus() -> tuple[str, ...]:
    """Every line of every shipped formula."""
    return tuple(line for source in shipped_sources().values() for line in source.splitlines() if line)


@cache
def sheets() -> tuple[TableSheet, ...]:
    """Tables of three to six seats, with ties, eliminations and objectives, under every regulation."""
    rng, found = Random(7), []
    for _ in range(SHEETS):
        drawn = draw("veronese", rng)
        found.append(read_sheet(file_of(drawn.book, drawn.seats), name="random.json").sheet)
    return tuple(found)


def mutated(rng: Random) -> str:
    """A shipped formula with one to three things changed."""
    lines = rng.choice(sorted(shipped_sources().values())).splitlines()
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice((_value, _value, _entry, _entry, _key, _left_out, _added, _moved, _repeated))(lines, rng)
    return "\n".join(lines)


def _at(lines: list[str], rng: Random) -> int:
    return rng.randrange(max(1, len(lines)))


def _value(lines: list[str], rng: Random) -> None:
    at = _at(lines, rng)
    key, equals, _ = lines[at].partition(" = ")
    if equals:
        others = [line.partition(" = ")[2] for line in corpus() if line.startswith(f"{key} = ")]
        lines[at] = f"{key} = {rng.choice(others if others and rng.random() < 0.3 else VALUES)}"


def _entry(lines: list[str], rng: Random) -> None:
    at = _at(lines, rng)
    found = list(ENTRY.finditer(lines[at]))
    if found:
        old = rng.choice(found)
        lines[at] = lines[at][: old.start()] + rng.choice(VALUES) + lines[at][old.end() :]


def _key(lines: list[str], rng: Random) -> None:
    at = _at(lines, rng)
    _, equals, value = lines[at].partition(" = ")
    if equals:
        lines[at] = f"{rng.choice(KEYS)} = {value}"


def _left_out(lines: list[str], rng: Random) -> None:
    if len(lines) > 1:
        del lines[_at(lines, rng)]


def _added(lines: list[str], rng: Random) -> None:
    new = rng.choice(corpus()) if rng.random() < 0.5 else f"{rng.choice(KEYS)} = {rng.choice(VALUES)}"
    lines.insert(_at(lines, rng), new)


def _moved(lines: list[str], rng: Random) -> None:
    lines.insert(_at(lines, rng), lines.pop(_at(lines, rng)))


def _repeated(lines: list[str], rng: Random) -> None:
    at = _at(lines, rng)
    lines.insert(at, lines[at])


def tried(source: str, rng: Random) -> bool:
    """Whether the file was approved: then it scores, whatever is chosen. Else it has sentences."""
    try:
        formula = read_formula(source, name="x.toml")
    except FaultyFormula as error:
        refused = error
    else:
        _score_all(source, formula, rng)
        return True
    for lang in LANGUAGES:
        assert all(fault.sentence(lang) for fault in refused.faults)
    return False


def _score_all(source: str, formula: Formula, rng: Random) -> None:
    for options in _options(formula, rng):
        chosen = read_formula(source, name="x.toml", options=options)
        for lang in LANGUAGES:
            assert all(whom(term, lang) and how(term, chosen, lang) for term in chosen.term)
        for sheet in rng.sample(sheets(), 6):
            _score(chosen, sheet)


def _options(formula: Formula, rng: Random) -> Iterator[dict[str, object]]:
    """The defaults, each other choice by itself, and a few at once."""
    yield {}
    for name, option in formula.option.items():
        yield from ({name: choice} for choice in option.choices)
    for _ in range(3):
        yield {name: rng.choice(option.choices) for name, option in formula.option.items() if option.choices}


def _score(formula: Formula, sheet: TableSheet) -> None:
    try:
        cards = formula.cards(sheet)
    except (MissingNumber, NoSuchSize):
        return
    for lang in LANGUAGES:
        assert all(line.reason(lang) for card in cards for line in card.lines)
