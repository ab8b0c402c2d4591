"""Reading TOML that people wrote: the same data as ever, and no file that takes minutes."""

import time
import tomllib
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from kamchatka.board import DeckRefused, load_board, read_deck
from kamchatka.faults import BrokenFile, FaultyFile, read_toml
from kamchatka.faults.reading import MOST_PARTS
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import FaultyRulebook, read
from kamchatka.scoring.formula.loading import read_formula
from kamchatka.scoring.results.reading import read_results
from kamchatka.scoring.sheet.reading import read_sheet
from kamchatka.simulate.variant import value_of

SOURCES = sorted((Path(__file__).parents[2] / "src").rglob("*.toml"))
PARTS = 50_000
SECONDS = 2

LONG = {
    "key": "a." * PARTS + "a = 1",
    "spaces": "a" + " . a" * PARTS + " = 1",
    "quoted": '"a".' * PARTS + "a = 1",
    "single quotes": "'a'." * PARTS + "a = 1",
    "header": "[" + "a." * PARTS + "a]",
    "list of tables": "[[" + "a." * PARTS + "a]]",
    "inside a table": "x = { " + "a." * PARTS + "a = 1 }",
    "after a text": 'x = """\n# "\n"""\n' + "a." * PARTS + "a = 1",
    "after four quotes": 'x = { y = """a"""", ' + "a." * PARTS + "a = 1 }",
    "after five apostrophes": "x = { y = '''a''''', " + "a." * PARTS + "a = 1 }",
    "after a dot in quotes": '"a\\".b"' + ".a" * PARTS + " = 1",
}


@pytest.mark.parametrize("how", LONG)
def test_a_key_of_absurdly_many_parts_is_refused_at_once(how: str) -> None:
    began = time.monotonic()
    with pytest.raises(BrokenFile) as refused:
        read_toml(f"id = 'x'\n\n{LONG[how]}\n")
    assert time.monotonic() - began < SECONDS
    assert refused.value.fault.code == "deep_key"
    assert refused.value.fault.line == 3 + LONG[how].count("\n")


def test_keys_may_have_as_many_parts_as_anybody_needs() -> None:
    deepest = ".".join("a" * MOST_PARTS)
    assert read_toml(f"{deepest} = 1") == tomllib.loads(f"{deepest} = 1")
    with pytest.raises(BrokenFile, match="deep_key"):
        read_toml(f"{deepest}.a = 1")


DOTS = ".".join("abcdefghijklmnopqrstuvwxyz")

DOTTED = [
    f'x = "{DOTS}"',
    f"x = '{DOTS}'",
    f'x = """\n{DOTS}\n"""',
    f"x = '''\n{DOTS}'''",
    f"# {DOTS}",
    f"x = 1 # {DOTS}",
    f'x = "a\\"" # {DOTS}',
    f'"{DOTS}" = 1',
    f'x = """a\\"""{DOTS}"""',
]


@pytest.mark.parametrize("source", DOTTED)
def test_dots_in_texts_and_comments_are_nobody_s_business(source: str) -> None:
    assert read_toml(source) == tomllib.loads(source)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_file_of_ours_reads_as_before(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert read_toml(source) == tomllib.loads(source, parse_float=Decimal)


UNCLOSED = {
    "quotes": '"' * PARTS,
    "escaped quotes": '"' + '\\"' * PARTS,
    "escaped long quotes": '"""' + '\\"""' * PARTS,
    "apostrophes": "'" * (PARTS + 1),
    "lines of quotes": '"a\n' * PARTS,
    "spaces": "a" + " " * PARTS + "b",
    "backslashes": "\\" * PARTS,
    "dots": "." * PARTS,
    "dots and spaces": "a" + ". " * PARTS,
}


@pytest.mark.parametrize("how", UNCLOSED)
def test_nonsense_is_refused_as_quickly(how: str) -> None:
    began = time.monotonic()
    with pytest.raises(BrokenFile, match="not_toml"):
        read_toml(f"x = {UNCLOSED[how]}")
    assert time.monotonic() - began < SECONDS


def test_whoever_reads_such_a_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    source = f"id = 'x'\n{LONG['key']}\n"
    path = tmp_path / "mazzo.toml"
    path.write_text(source, encoding="utf-8")
    began = time.monotonic()
    with pytest.raises(FaultyRulebook) as regulation:
        read(source, name="casa.toml")
    with pytest.raises(DeckRefused) as deck:
        read_deck(path, load_board())
    assert time.monotonic() - began < SECONDS
    (fault,) = deck.value.faults
    expected = (("più di 16 parti", "riga 2"), ("more than 16 parts", "line 2"))
    for lang, (said, line) in zip(LANGUAGES, expected, strict=True):
        for told in (regulation.value.report(lang), fault.sentence(lang)):
            assert said in told
            assert line in told


@pytest.mark.parametrize("read_it", [read_formula, read_sheet, read_results])
def test_files_of_scores_are_refused_as_quickly(read_it: Callable[..., object]) -> None:
    began = time.monotonic()
    with pytest.raises(FaultyFile, match=r"mio\.toml") as refused:
        read_it(f"id = 'x'\n{LONG['key']}\n", name="mio.toml")
    assert time.monotonic() - began < SECONDS
    assert [(fault.code, fault.line) for fault in refused.value.faults] == [("deep_key", 2)]
    for lang, said in zip(LANGUAGES, ("più di 16 parti", "more than 16 parts"), strict=True):
        assert said in refused.value.report(lang)


def test_a_deck_of_lists_within_lists_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "mazzo.toml"
    path.write_text("x = " + "[" * 5_000, encoding="utf-8")
    with pytest.raises(DeckRefused, match="nested"):
        read_deck(path, load_board())


def test_a_changed_value_of_a_simulation_may_be_any_nonsense() -> None:
    for typed in ("{ " + "a." * PARTS + "a = 1 }", "[" * 5_000, "9" * 5_000):
        assert value_of(typed) == typed
