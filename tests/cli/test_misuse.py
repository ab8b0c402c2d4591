"""Every kind of misuse of every command: status 2, the word, the usage, where help is, and no output."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.cli.typed import ALL, Terminal


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def _word(parameter: Any) -> str:
    """Something the parameter can take."""
    return "1" if parameter.type_descriptor.annotation is int else "x"


def _unknown_to(command: Any) -> tuple[str, ...]:
    """Options that a command refuses; where any word may be an answer it refuses none."""
    takes_all = command.context_settings.get("ignore_unknown_options")
    return () if takes_all else ("--boh", "-x", "--hel")


def misused(command: Any) -> Iterator[tuple[list[str], str]]:
    """Words after a command that it cannot take, of every kind there is, and the one that must be named."""
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    needed = [_word(parameter) for parameter in arguments]
    for parameter in command.params:
        if parameter.param_type_name == "option" and parameter.required:
            needed += [parameter.opts[0], _word(parameter)]
    yield from (([word], word) for word in _unknown_to(command))
    yield ["--help=3"], "--help"
    if hasattr(command, "commands"):
        yield ["boh"], "'boh'"
        yield ["--"], "command"
        return
    if all(parameter.nargs == 1 for parameter in arguments):
        yield [*needed, "in", "più"], "(in più)"
    if any(parameter.required for parameter in command.params):
        yield [], "Missing"
    for parameter in command.params:
        if parameter.param_type_name != "option":
            continue
        option, kind = parameter.opts[0], parameter.type_descriptor
        if parameter.is_flag:
            yield [*needed, f"{option}=x"], option
            continue
        yield [*needed, option], option
        if kind.is_choice:
            yield [*needed, option, "x"], option
        elif kind.annotation is int:
            yield [*needed, option, "x"], option
            yield [*needed, option, "1.5"], option
            if parameter.min is not None:
                yield [*needed, option, str(parameter.min - 1)], option
            if parameter.max is not None:
                yield [*needed, option, str(parameter.max + 1)], option


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_misuse_names_the_word_the_usage_and_the_help(terminal: Terminal, path: tuple[str, ...]) -> None:
    kinds = list(misused(ALL[path]))
    assert len(kinds) >= 5
    for words, named in kinds:
        for lang, first, usage in (("it", "Comando non compreso: ", "Uso"), ("en", "Command not ", "Usage")):
            status, out, err = terminal.type(lang, *path, *words)
            assert (status, out) == (2, ""), words
            sentence, told, help_line = err.strip().split("\n")
            assert sentence.startswith(first), words
            assert named in sentence, words
            assert told.startswith(" ".join((f"{usage}: ./run", *path))), words
            assert help_line.endswith(" ".join(("./run", *path, "--help"))), words


def test_a_command_spelt_nearly_right_is_told_which_was_meant(terminal: Terminal) -> None:
    assert "'standings'" in terminal.type("it", "standing")[2]
    assert "'explain'" in terminal.type("it", "rulebook", "explian")[2]
    assert "--seats" in terminal.type("it", "play", "--seat", "3")[2]


@pytest.mark.parametrize("option", ["--set", "--rule"])
def test_a_value_without_its_name_is_refused_by_the_option_that_was_typed(
    terminal: Terminal, option: str
) -> None:
    status, _, err = terminal.type("it", "tournament", "new", "Prova", option, "boh")
    assert status == 2
    assert err.startswith(
        f"«{option} boh» non si capisce: scrivi {option} nome=valore, per esempio {option} "
    )
    assert err.count("--") == err.count(option)


def test_nothing_typed_is_obeyed_by_the_terminal(terminal: Terminal) -> None:
    for words in (["\x1b[2Jboh"], ["odds", "3", "2", "\x1b[2J"], ["play", "--\x1b[2J"]):
        status, _, err = terminal.type("it", *words)
        assert (status, "\x1b" in err) == (2, False)
