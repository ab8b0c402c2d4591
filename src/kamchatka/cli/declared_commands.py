"""Terminal commands made from declarations: each field with a meaning is an argument or an option."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeVar

import typer

from kamchatka.cli.call import parameter
from kamchatka.command import Command, CommandField, fields_of
from kamchatka.refusals import NotUnderstood

C = TypeVar("C", bound=Command)
NUMBERS = ("number", "table", "round", "minutes")


def words_of(kinds: Iterable[type[C]]) -> dict[str, list[type[C]]]:
    """Commands by the word typed for them; those chosen by an option come before the plain one."""
    found: dict[str, list[type[C]]] = {}
    for kind in kinds:
        if kind.help:
            word = (kind.typed or kind.name).split()[0]
            found.setdefault(word, []).append(kind)
    return {word: sorted(each, key=lambda kind: not _chooser(kind)) for word, each in found.items()}


def _chooser(kind: type[Command]) -> str:
    """The option that selects this command among those of one word."""
    return kind.typed.partition("--")[2]


def parameters(kinds: Sequence[type[Command]]) -> list[inspect.Parameter]:
    """Parameters after the word: the fields of its commands, and options that only select one of them."""
    found: dict[str, inspect.Parameter] = {}
    for kind in kinds:
        for field in fields_of(kind):
            if field.meaning.word:
                found.setdefault(_key(field.meaning.word), _parameter(field))
        if (word := _chooser(kind)) and _key(word) not in found:
            setting = typer.Option(f"--{word}", help=kind.help)
            found[_key(word)] = parameter(_key(word), Annotated[bool | None, setting])
    return list(found.values())


def _key(word: str) -> str:
    return f"word_{word.replace('-', '_')}" if word else ""


def _parameter(field: CommandField) -> inspect.Parameter:
    meant, key = field.meaning, _key(field.meaning.word)
    kind: Any = bool if meant.reader == "flag" else int if meant.reader in NUMBERS else str
    shown: dict[str, Any] = {"metavar": meant.metavar or None, "help": meant.help, "min": meant.least}
    if not meant.place and not field.has_default:
        # Several people are one comma-separated word, since another argument may follow.
        one = str if field.is_many else kind
        return parameter(key, Annotated[one, typer.Argument(**shown)], inspect.Parameter.empty)
    some: Any = list[kind] if field.is_many else kind
    flag = f"--{meant.word}/--{meant.off}" if meant.off else f"--{meant.word}"
    setting = typer.Argument(**shown) if meant.place == "argument" else typer.Option(flag, **shown)
    return parameter(key, Annotated[some | None, setting])


def is_chosen(kind: type[Command], given: Mapping[str, Any]) -> bool:
    """Whether the option that selects a command was typed; True for a command without one."""
    word = _chooser(kind)
    return not word or given.get(_key(word)) not in (None, "", [])


def chosen(
    kinds: Sequence[type[C]], given: Mapping[str, Any], otherwise: str = ""
) -> tuple[type[C], dict[str, Any]]:
    """The selected command and its words by field; NotUnderstood with code `otherwise` if none was.

    NotUnderstood also if options select two commands.
    """
    selected = [kind for kind in kinds if is_chosen(kind, given)]
    if not selected:
        raise NotUnderstood(otherwise)
    kind, *others = selected
    names = {field.name: _key(field.meaning.word) for field in fields_of(kind) if field.meaning.word}
    own = {_chooser(kind), *(field.meaning.word for field in fields_of(kind))}
    for other in filter(None, map(_chooser, others)):
        value = given[_key(other)]
        if other not in own and (value or value is False):  # no minutes extend nothing
            raise NotUnderstood("one_at_a_time", one=f"--{_chooser(kind)}", other=f"--{other}")
    return kind, {name: given.get(key) for name, key in names.items()}
