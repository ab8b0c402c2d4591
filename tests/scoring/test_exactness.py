"""Whole numbers and fractions only: nothing in `scoring/` can hold a binary decimal."""

import ast
import json
import tomllib
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import kamchatka.scoring
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.numbers import Number, exact, ratio, shown, written
from kamchatka.scoring.sheet.reading import read_sheet
from tests.scoring.random_tables import draw, file_of

FOLDER = Path(str(kamchatka.scoring.__file__)).parent
FORBIDDEN = {"float", "Decimal", "decimal", "math", "statistics", "numpy"}
WHOLE = {"lcm", "gcd", "isqrt"}
"""What `math` has to offer for whole numbers."""


def inexact(source: str) -> list[str]:
    """Where a source mentions a binary decimal, or something that makes one."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=float() | complex()):
                found.append(f"{node.lineno}: {node.value!r}")
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                found.append(f"{node.lineno}: /")
            case ast.Call(func=ast.Name(id="round")):
                found.append(f"{node.lineno}: round")
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in FORBIDDEN:
                found.append(f"{node.lineno}: {name}")
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                module = getattr(node, "module", None)
                words = {module, *(alias.name for alias in names)}
                if module == "math" and words - {module} <= WHOLE:
                    continue
                found += [f"{node.lineno}: import {word}" for word in sorted(map(str, words & FORBIDDEN))]
    return found


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=lambda path: path.name)
def test_no_module_mentions_a_binary_decimal(path: Path) -> None:
    assert inexact(path.read_text(encoding="utf-8")) == []


def test_a_binary_decimal_would_be_seen() -> None:
    source = "import math\nfrom decimal import Decimal\nx = 0.5\ny = float(1)\nz = round(x)\nz /= 3 / 2\n"
    assert inexact(source) == [
        "1: import math",
        "2: import Decimal",
        "2: import decimal",
        *inexact(source)[3:],
    ]
    assert len(inexact(source)) == 8


def test_formula_files_hold_no_decimals() -> None:
    for path in FOLDER.joinpath("catalogue").glob("*.toml"):
        found: list[str] = []
        tomllib.loads(path.read_text(encoding="utf-8"), parse_float=found.append)
        assert found == []


def test_no_formula_is_named_in_code() -> None:
    for path in FOLDER.glob("*.py"):
        tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        strings = {node.value for node in tree if isinstance(node, ast.Constant)}
        assert strings & set(catalogue()) == set()


@pytest.mark.parametrize("formula", catalogue())
def test_every_amount_of_every_card_is_exact(formula: str) -> None:
    rng = Random(formula)
    for _ in range(60):
        table = draw(formula, rng)
        sheet = read_sheet(file_of(table.book, table.seats), name="random.json").sheet
        for card in load_formula(formula, table.options).cards(sheet):
            numbers = [card.score, *card.key, *(line.amount for line in card.lines)]
            assert {type(number) for number in numbers} <= {int, Fraction}
            for line in card.lines:
                assert {type(number) for number in line.values.values()} <= {int, Fraction}
            columns = load_formula(formula).columns
            for column, part in zip(columns, card.key, strict=True):
                assert part == sum(line.amount for line in card.lines if line.column == column)
            assert exact(written(card.score)) == card.score


def test_sheets_hold_only_exact_numbers() -> None:
    rng = Random(1)
    for _ in range(60):
        table = draw("veronese", rng)
        for seat in read_sheet(file_of(table.book, table.seats), name="random.json").sheet.seats:
            assert type(seat.points) in (int, Fraction)
            assert {type(number) for number in seat.numbers.values()} <= {int}
            assert {type(die) for die in seat.lot} <= {int}


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, "3"),
        ("3", "3"),
        ("-3", "-3"),
        ("1/100", "1/100"),
        ("62.5", "125/2"),
        ("62,5", "125/2"),
        ("-0.5", "-1/2"),
        ("-0,25", "-1/4"),
        ("+1", "1"),
    ],
)
def test_numbers_are_read_exactly(value: object, number: str) -> None:
    assert exact(value) == Fraction(number)
    assert type(exact(value)) is (Fraction if "/" in number else int)


@pytest.mark.parametrize(("above", "below"), [(6, 3), (1, 3), (-7, 2), (Fraction(1, 2), Fraction(1, 4))])
def test_numbers_are_divided_exactly(above: Number, below: Number) -> None:
    found = ratio(above, below)
    assert found == Fraction(above) / Fraction(below)
    assert type(found) is (int if found.denominator == 1 else Fraction)


@pytest.mark.parametrize(
    "value",
    [True, None, 1.5, "", " 1", "1 ", "1e3", "nan", "1/0", "1//2", "1.", ".5", "٣", "1_000", [], {}, b"1"],
)
def test_what_is_no_number_is_none(value: object) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the value itself is all there is to say
        exact(value)


@pytest.mark.parametrize(
    ("number", "full", "italian", "english"),
    [
        ("15007/100", "150.07", "150,07", "150.07"),
        ("-1/2", "-0.5", "-0,5", "-0.5"),
        ("1/3", "1/3", "0,3333", "0.3333"),
        ("2/3", "2/3", "0,6667", "0.6667"),
        ("-2/3", "-2/3", "-0,6667", "-0.6667"),
        ("1/20000", "0.00005", "0,0001", "0.0001"),
        ("24800/178", "12400/89", "139,3258", "139.3258"),
        ("100", "100", "100", "100"),
    ],
)
def test_numbers_are_written_in_full_and_shown_rounded(
    number: str, full: str, italian: str, english: str
) -> None:
    value = Fraction(number)
    assert (written(value), shown(value, "it"), shown(value, "en")) == (full, italian, english)
    assert json.loads(json.dumps(written(value))) == full
