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
from kamchatka.messages import LANGUAGES, Language, Sentence, codes, text

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


COUNTS = {"count", "settled", "done", "rounds", "games", "people", "players", "points", "minutes", "seconds"}
COUNTS |= {"hours", "days", "cards", "tries", "age", "conquests", "tables", "listed", "places", "seats"}
"""Placeholders that are numbers of things, and may be one."""
SEVERAL = {
    "it": "tavoli iscritti giocatori presenti risposte persone firme posti fatti gruppi cambiamenti criteri "
    "richieste minuti secondi armate carte territori turni giri partite punti coppie incontri righe voci "
    "referti clausole scambi anni giornate serate conquiste risultati segnalazioni telefoni ore cose casi",
    "en": "tables entrants players answers people signatures places events groups changes criteria requests "
    "minutes seconds armies cards territories rounds laps games points pairs meetings lines entries sheets "
    "clauses exchanges years days evenings conquests results phones hours things cases seats clubs rows",
}
WRONG_ONE = {
    lang: re.compile(rf"(?<![\w.,°])1 ({'|'.join(words.split())})\b|\b(sono|mancano|restano|are) 1\b")
    for lang, words in SEVERAL.items()
}
SINGULAR = re.compile(
    r"(?<![\w.,°])[02] (tavolo|turno|giocatore|persona|partita|table|round|player|game)\b(?! points)"
)
TERMINAL = (
    "cli",
    "play",
    "odds",
    "simulate",
    "selfplay",
    "arena",
    "verify",
    "replay",
    "board",
    "game",
    "rulebook",
)
OTHERWISE = {"results_page.missing_seats", "web.board.territories_count"}  # a script chooses the words
OTHERWISE |= {"results_page.close_missing", "web.board.set_name"}  # names of tables; four players or more
OTHERWISE |= {"events.deck_renewed"}  # dozens of cards; recorded games hold this sentence


def has_own_singular(code: str, known: frozenset[str]) -> bool:
    """Whether another text is said for one."""
    group, _, last = code.rpartition(".")
    singular = last.replace("many", "one").replace("some", "one").replace("tables", "one_table")
    return "one" in last.split("_") or (singular != last and f"{group}.{singular}" in known)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 2])
def test_numbers_and_words_agree_in_every_text(lang: Language, count: int) -> None:
    known, wrong = codes(lang), {}
    for code in sorted(known - OTHERWISE):
        names = placeholders(text(code, lang))
        if not names & COUNTS or code.startswith(TERMINAL) or has_own_singular(code, known):
            continue
        values = {name: count if name in COUNTS else "…" for name in names}
        said = text(code, lang, **values)
        if (WRONG_ONE[lang] if count == 1 else SINGULAR).search(said):
            wrong[code] = said
    assert wrong == {}


def test_one_text_says_one_and_several() -> None:
    assert [code for code in sorted(codes("it")) if f"{code}_one" in codes("it")] == []
    found = [text("cut_page.lead.waits", "it", stage="Gironi", rounds=rounds) for rounds in (1, 2)]
    assert [said.partition(": ")[2] for said in found] == ["manca un turno.", "mancano 2 turni."]


def test_a_sentence_within_a_sentence_has_one_full_stop() -> None:
    said = text("tournament.receipt_change", "it", time="9:00", who="Ugo", sentence="Cambio.", reason="Sì.")
    assert said == "9:00, Ugo: Cambio. Motivo: Sì."
    assert text("standings.said", "it", said="E poi...") == "E poi..."
    for lang in LANGUAGES:
        assert [code for code in codes(lang) if re.search(r"(?<!\.)\.\.(?!\.)", text(code, lang))] == []


ON_PAGES = re.compile(
    r"^(\w+_page|home|moments|log(?!\.cli)|accounts|tournament\.(notice|task|wish|outcome))\."
)
CODE = re.compile(r"(?<!\w)--(?!lan\b)[a-z]|\([a-z]+_[a-z_]+\)|\((outside|objective)\)|«(cut|draw|publish)»")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_of_a_page_contains_a_code(lang: Language) -> None:
    shown = [code for code in codes(lang) if ON_PAGES.match(code) or code.startswith("scoring.number")]
    assert len(shown) > 1000
    assert {code: text(code, lang) for code in shown if CODE.search(text(code, lang))} == {}
    assert CODE.search("rifare il taglio («cut») con --round")
    assert not CODE.search("avvia con --lan")


def test_a_wrong_number_would_be_seen() -> None:
    assert WRONG_ONE["it"].search("1 tavoli di 2")
    assert WRONG_ONE["it"].search("e i tavoli sono 1")
    assert SINGULAR.search("2 tavolo")
    assert not WRONG_ONE["it"].search("11 tavoli, 21 turni, tavolo 1 e 1 posto")
