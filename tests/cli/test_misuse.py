"""Every page of help and every kind of misuse of every command, in one language at a time."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from kamchatka.cli import app, main
from kamchatka.cli.help_words import BETWEEN, one_language

ENGLISH = (
    "Usage", "[OPTIONS]", "COMMAND", "ARGS", "Options", "Commands", "Arguments", "required", "default:",
    "Show this", "Shows this", "Missing", "No such", "Did you mean", "Possible options", "Try ", "for help",
    "Error", "Invalid", "Input should", "Value error", "unable to", "is not one of", "does not take",
    "requires", "Got unexpected", "extra argument", "<str>", "<int>", "<int ", "range", "<path>", "<bool>",
    "<text>", "RESULTS", "SHEET", "PLAYER", "There is no", "There are", "is missing", "Perhaps", " the ",
    " of ",
)  # fmt: skip
"""Words of the library, and of our own English texts, that an Italian reader must never meet."""

ITALIAN = (
    "Uso:", "OPZIONI", "COMANDO", "PAROLE", "Opzioni", "Comandi", "Argomenti", "[serve]", "di norma",
    "Mostra questa", "Manca ", "non c'è", "Ci sono", "Forse", "non va bene", "<testo>", "<intero", "percorso",
    "RISULTATI", "REFERTO", "GIOCATORE", "NOME=", "CHIAVE", "Aiuto", " il ", " di ",
)  # fmt: skip
"""The same, for a reader of English."""

LIBRARY = (
    "<str>",
    "<int>",
    "<int ",
    "range",
    "<bool>",
    "Input should",
    "Value error",
    "ARGS",
    "Error",
    "Try ",
)
"""Words of the library that nobody needs."""

FOREIGN = {"it": ENGLISH, "en": (*ITALIAN, *LIBRARY)}


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, under in getattr(command, "commands", {}).items():
        yield from commands(under, (*path, name))


ALL = dict(commands(get_command(app)))


def texts(command: Any) -> Iterator[str]:
    """Every text of help of a command, paragraph by paragraph."""
    for words in (command.help, *(parameter.help for parameter in command.params)):
        yield from (words or "").split("\n\n")


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_paragraph_of_help_has_two_halves(path: tuple[str, ...]) -> None:
    for paragraph in texts(ALL[path]):
        halves = paragraph.split(BETWEEN)
        assert len(halves) == 2, paragraph
        assert all(half.strip() for half in halves), paragraph
        # What can be typed is told in both: file endings, numbers, names of options.
        typed = [set(re.findall(r"(?<!\S)(?:\.[a-z]+|--[a-z]+|\d+)\b", half)) for half in halves]
        assert typed[0] == typed[1], paragraph


def test_a_half_becomes_a_sentence() -> None:
    words = "Il referto, .toml · the sheet, .toml.\n\nUscita 0: bene · exit 0: well."
    assert one_language(words, "it") == "Il referto, .toml.\n\nUscita 0: bene."
    assert one_language(words, "en") == "The sheet, .toml.\n\nExit 0: well."
    assert one_language(one_language(words, "it"), "it") == one_language(words, "it")


class Terminal:
    """Types words and reads what comes back."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capsys = monkeypatch, capsys
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setenv("KAMCHATKA_PROGRAM", "./run")

    def type(self, lang: str, *words: str) -> tuple[int, str, str]:
        self._patch.setenv("KAMCHATKA_LANG", lang)
        self._patch.setattr("sys.argv", ["kamchatka", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        printed = self._capsys.readouterr()
        return int(ended.value.code or 0), printed.out, printed.err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def foreign(said: str, lang: str) -> list[str]:
    return [word for word in FOREIGN[lang] if word in said]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_a_page_of_help_is_in_one_language(terminal: Terminal, path: tuple[str, ...]) -> None:
    for lang, usage in (("it", "Uso: ./run"), ("en", "Usage: ./run")):
        status, out, err = terminal.type(lang, *path, "--help")
        assert (status, err) == (0, "")
        assert " ".join((usage, *path)) in out
        assert BETWEEN not in out
        assert foreign(out, lang) == []


def misused(command: Any) -> Iterator[list[str]]:
    """Words after a command that it cannot take, of every kind the library tells apart."""
    needed = ["x" for parameter in command.params if parameter.param_type_name == "argument"]
    for parameter in command.params:
        if parameter.param_type_name == "option" and parameter.required:
            needed += [parameter.opts[0], "x"]
    yield ["--boh"]
    yield ["-x"]
    yield ["--hel"]
    yield ["--help=3"]
    if hasattr(command, "commands"):
        yield ["boh"]
        yield ["--"]
        return
    yield [*needed, "in", "più"]
    if needed:
        yield []
    for parameter in command.params:
        if parameter.param_type_name != "option":
            continue
        option, kind = parameter.opts[0], parameter.type_descriptor
        if parameter.is_flag:
            yield [*needed, f"{option}=x"]
            continue
        yield [*needed, option]
        if kind.is_choice:
            yield [*needed, option, "x"]
        elif kind.annotation is int:
            yield [*needed, option, "x"]
            yield [*needed, option, "1.5"]
            if parameter.min is not None:
                yield [*needed, option, str(parameter.min - 1)]
            if parameter.max is not None:
                yield [*needed, option, str(parameter.max + 1)]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_misuse_of_any_kind_is_told_in_one_language(terminal: Terminal, path: tuple[str, ...]) -> None:
    kinds = list(misused(ALL[path]))
    assert len(kinds) >= 5
    for words in kinds:
        for lang, usage in (("it", "Uso: ./run"), ("en", "Usage: ./run")):
            status, out, err = terminal.type(lang, *path, *words)
            assert (status, out) == (2, ""), words
            sentence, told, help_line = err.strip().split("\n")
            assert told.startswith(usage), words
            assert help_line.endswith(" ".join(("./run", *path, "--help"))), words
            assert sentence.endswith("."), words
            assert "(“" not in sentence, words
            assert "(«" not in sentence, words
            # A name that was typed is no word of ours.
            assert foreign(err, lang) == [], words


@pytest.mark.parametrize(
    ("words", "italian", "english"),
    [
        (["--help=3"], "--help si scrive da sola, senza un valore.", "--help stands alone, without a value."),
        (["--"], "Manca il comando. Ci sono: board, ", "The command is missing. There are: board, "),
        (
            ["play", "--seat", "3"],
            "L'opzione --seat non c'è. Forse: --seats, --seed.",
            "Perhaps: --seats, --seed.",
        ),
        (["odds", "3", "2", "1"], "Queste parole sono di troppo: 1.", "These words are too many: 1."),
        (["clauses", "--how"], "Dopo --how manca il valore.", "After --how its value is missing."),
        (["simulate", "--compare", "rtu"], "--compare servono 2 valori.", "there must be 2 values."),
        (["play", "--seats", "x"], "non va bene: serve un numero intero.", "a whole number is needed."),
        (["play", "--seats", "-1"], "non va bene: serve almeno 0.", "at least 0 is needed."),
        (["play", "--laps", "400"], "non va bene: il massimo è 399.", "the most is 399."),
        (["play", "--dice", "x"], "si sceglie fra fair, table.", "choose among fair, table."),
        (["score"], "Manca REFERTO.", "SHEET is missing."),
        (["rulebook", "explain", "rtu"], "Manca CHIAVE.", "KEY is missing."),
        (["rulebook", "check"], "Uso: ./run rulebook check [OPZIONI] {FILE}", "[OPTIONS] {FILE}"),
    ],
)
def test_misuse_is_told_with_what_to_do(
    terminal: Terminal, words: list[str], italian: str, english: str
) -> None:
    assert italian in terminal.type("it", *words)[2]
    assert english in terminal.type("en", *words)[2]


def test_help_comes_by_itself_where_a_group_stands_alone(terminal: Terminal) -> None:
    """Also after a double dash, which says that no options follow."""
    for words in (["rulebook"], ["--", "rulebook"]):
        for lang, usage in (("it", "[OPZIONI] COMANDO [PAROLE]..."), ("en", "[OPTIONS] COMMAND [WORDS]...")):
            status, out, err = terminal.type(lang, *words)
            assert (status, err) == (2, "")
            assert usage in out
            assert foreign(out, lang) == []
