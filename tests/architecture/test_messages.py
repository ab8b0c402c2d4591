"""Italian and English say the same things: same codes, same placeholders, and every code used exists."""

import ast
import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from string import Formatter

import pytest

import kamchatka
from kamchatka.messages import LANGUAGES, Sentence, codes, text

SOURCE = Path(kamchatka.__file__).parent
CATALOGUES = SOURCE / "messages"


def placeholders(sentence: str) -> set[str]:
    """The names in braces of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def leaves(table: dict[str, object]) -> Iterator[object]:
    """Every value of a catalogue file that is not a table."""
    for value in table.values():
        if isinstance(value, dict):
            yield from leaves(value)
        else:
            yield value


def used_texts(source: str) -> Iterator[tuple[str, set[str], int]]:
    """Each call of `text` with a literal code: the code, the values given, the line.

    Calls that pass values on (`**values`) are left out: what they hold is known only when they run.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="text"), args=[ast.Constant(value=str(code)), *_]):
                given = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
                if len(given) == len(node.keywords):
                    yield code, given - {"lang"}, node.lineno


def test_values_are_said_in_the_language_of_the_sentence() -> None:
    found = Sentence("standings.said", {"said": lambda lang: text("log.words.yes", lang)})
    assert [found.sentence(lang) for lang in LANGUAGES] == [text("log.words.yes", lang) for lang in LANGUAGES]
    half = Sentence("standings.said", {"said": Fraction(5, 2)})
    assert [half.sentence(lang) for lang in LANGUAGES] == ["2,5", "2.5"]


@pytest.mark.parametrize(("count", "words"), [(0, "0 turni"), (1, "1 turno"), (2, "2 turni")])
def test_a_number_chooses_the_word_for_one_or_for_several(count: int, words: str) -> None:
    assert text("wizard_page.rounds", "it", rounds=count) == words


def test_both_languages_have_the_same_files() -> None:
    italian, english = ({path.name for path in (CATALOGUES / lang).glob("*.toml")} for lang in LANGUAGES)
    assert italian == english


def test_english_has_every_italian_code_and_no_other() -> None:
    assert codes("it") ^ codes("en") == frozenset()


def test_both_languages_use_the_same_placeholders() -> None:
    differing = {
        code: (placeholders(text(code, "it")), placeholders(text(code, "en")))
        for code in codes("it") & codes("en")
        if placeholders(text(code, "it")) != placeholders(text(code, "en"))
    }
    assert differing == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_is_a_text(lang: str) -> None:
    for path in sorted((CATALOGUES / lang).glob("*.toml")):
        for value in leaves(tomllib.loads(path.read_text(encoding="utf-8"))):
            assert isinstance(value, str), f"{path.name}: {value}"


def test_a_text_is_empty_in_both_languages_or_in_none() -> None:
    assert [
        code for code in codes("it") & codes("en") if bool(text(code, "it")) != bool(text(code, "en"))
    ] == []


def test_every_text_the_code_asks_for_exists_and_gets_its_values() -> None:
    wrong = []
    known = codes("it")
    for path in sorted(SOURCE.rglob("*.py")):
        for code, given, line in used_texts(path.read_text(encoding="utf-8")):
            place = f"{path.relative_to(SOURCE).as_posix()}:{line} {code}"
            if code not in known:
                wrong.append(f"{place}: no such text")
            elif placeholders(text(code, "it")) - given:
                wrong.append(f"{place}: values missing")
    assert wrong == []


def test_an_unknown_or_unfilled_text_would_be_seen() -> None:
    calls = (
        'text("web.home.title", lang)',
        'text("a.b", "it", n=3)',
        "text(code, lang)",
        'text("c.d", lang, **v)',
    )
    source = "\n".join(calls)
    assert list(used_texts(source)) == [("web.home.title", set(), 1), ("a.b", {"n"}, 2)]
    assert placeholders("{n} tavoli, {who}") == {"n", "who"}


def test_no_page_template_asks_for_a_text_that_is_missing() -> None:
    asked = re.compile(r"""\bt\(\s*["']([a-z0-9_.-]+)["']""")
    missing = [
        f"{path.relative_to(SOURCE).as_posix()}: {code}"
        for path in sorted(SOURCE.rglob("*.html"))
        for code in asked.findall(path.read_text(encoding="utf-8"))
        if "." in code and not code.endswith(".") and code not in codes("it")
    ]
    assert missing == []
