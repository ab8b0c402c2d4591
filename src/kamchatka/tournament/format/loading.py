"""Loads formats by id, shipped or a club's own, with chosen options filled in."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from kamchatka.faults import BrokenFile, FaultyFile, as_written, closest, read_toml
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.options import FilledFile, OptionValue, listed
from kamchatka.tournament.format.checking import (
    FormatCheck,
    faults_of,
    filled_faults,
    idle_faults,
    name_faults,
)
from kamchatka.tournament.format.extending import joined
from kamchatka.tournament.format.library import FILE, SHIPPED, RulesLibrary
from kamchatka.tournament.format.model import Format, FormatOption

EXTENDS = "extends"
"""The key that names the format a file extends."""


class FaultyFormat(FaultyFile):
    """A format file with faults."""


class UnknownFormat(NotUnderstood):
    """No format has this id."""

    section = "format.refused"


class WrongOption(NotUnderstood):
    """An unknown option or a value it does not allow; cites the limiting clause."""

    section = "format.refused"


class FormatSource(NamedTuple):
    """The file name and the text of a format."""

    name: str
    text: str


@cache
def shipped_formats() -> tuple[str, ...]:
    """Ids of the shipped formats, in alphabetical order."""
    return tuple(sorted(_shipped_sources()))


@cache
def _shipped_sources() -> Mapping[str, str]:
    folder = files("kamchatka.tournament").joinpath("formats")
    return {
        file.name.removesuffix(FILE): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(FILE)
    }


def format_source(name: str, library: RulesLibrary = SHIPPED) -> FormatSource:
    """The text of a format: shipped, at this path, beside a file that names it, or a club's own.

    Raises UnknownFormat, or OSError and UnicodeError if the file cannot be read.
    """
    shipped = _shipped_sources().get(name)
    if shipped is not None:
        return FormatSource(f"{name}{FILE}", shipped)
    path = format_file(name, library)
    if path is None:
        known = (*shipped_formats(), *library.own("format"))
        raise UnknownFormat("unknown_format", id=name, known=", ".join(known))
    return FormatSource(path.name, path.read_text(encoding="utf-8"))


def format_file(name: str, library: RulesLibrary) -> Path | None:
    """The file of a format that is not shipped; None if there is none of this name."""
    if name in _shipped_sources():
        return None
    return library.file("format", name) or (Path(name) if name.lower().endswith(FILE) else None)


def load_format(id: str, options: Mapping[str, object] | None = None) -> Format:
    """A shipped format with these options in place of the defaults."""
    if not options and id in _shipped_sources():
        return _as_shipped(id)
    name, text = format_source(id)
    return read_format(text, name=name, options=options)


@cache
def _as_shipped(id: str) -> Format:
    name, text = format_source(id)
    return read_format(text, name=name)


def read_format(
    source: str, *, name: str, options: Mapping[str, object] | None = None, library: RulesLibrary = SHIPPED
) -> Format:
    """Parse a format file; raises FaultyFormat with every fault, or WrongOption.

    A file without faults is valid with every value of each option.
    """
    whole = whole_format(source, name=name, library=library)
    # Files that a club's format names may change at any time.
    check = _checked if library == SHIPPED else _checked.__wrapped__
    return Format.model_validate(_chosen(check(source, whole, name, library), options or {}).data)


def read_recorded_format(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Format:
    """The format of an event; one that was played is accepted even if it would be refused today.

    Its keys need have no effect, and the files it names need not exist: the event has its own texts.
    """
    return Format.model_validate(_chosen(_usable(source, name), options or {}).data)


def whole_format(source: str, *, name: str, library: RulesLibrary = SHIPPED) -> str:
    """The format with everything it extends written out, so that other files do not affect it."""
    raw = _parsed(source, name)
    return tomli_w.dumps(_extended(raw, source, name, library, ())) if EXTENDS in raw else source


def _extended(
    raw: dict[str, Any], source: str, name: str, library: RulesLibrary, seen: tuple[str, ...]
) -> dict[str, Any]:
    """A parsed file merged with what it extends; raises FaultyFormat if that does not exist."""
    base = raw.get(EXTENDS)
    own = {key: value for key, value in raw.items() if key != EXTENDS}
    if base is None:
        return own
    try:
        if not isinstance(base, str) or base in seen:
            raise UnknownFormat("unknown_format", id=str(base), known="")
        file = format_file(base, library)
        found = format_source(base, library)
    except (UnknownFormat, OSError, UnicodeError) as error:
        known = (*shipped_formats(), *library.own("format"))
        draft, near = FormatCheck(own, source, own), closest(base, known)
        values, allowed = {"given": as_written(base)}, () if near else known
        fault = draft.fault("unknown_base", (EXTENDS,), values, near=near, allowed=allowed)
        raise FaultyFormat(name, (fault,)) from error
    there = library.of_file(file) if file else library
    inherited = _extended(_parsed(found.text, found.name), found.text, found.name, there, (*seen, base))
    return joined(inherited, own)


@cache
def _checked(source: str, whole: str, name: str, library: RulesLibrary) -> FormatCheck:
    """The file without any fault, cached by text."""
    own = {key: value for key, value in _parsed(source, name).items() if key != EXTENDS}
    draft = FormatCheck(_parsed(whole, name), source, own)
    faults = (*faults_of(draft), *idle_faults(draft), *name_faults(draft, library))
    if faults:
        raise FaultyFormat(name, tuple(sorted(faults, key=lambda fault: fault.line or 0)))
    return draft


@cache
def _usable(source: str, name: str) -> FormatCheck:
    """The file without faults that make it unusable, cached by text."""
    raw = _parsed(source, name)
    draft = FormatCheck(raw, source, raw)
    faults = faults_of(draft)
    if faults:
        raise FaultyFormat(name, faults)
    return draft


def _parsed(source: str, name: str) -> dict[str, Any]:
    try:
        return read_toml(source)
    except BrokenFile as error:
        raise FaultyFormat(name, (error.fault,)) from error


def _chosen(draft: FormatCheck, wanted: Mapping[str, object]) -> FilledFile:
    """The file with these options; WrongOption for the first unknown or invalid one."""
    values = dict(draft.options.values)
    for name, value in wanted.items():
        option = draft.readable.get(name)
        if option is None:
            raise WrongOption("option_name", name=name, allowed=", ".join(values) or "-")
        if not option.allows(value):
            raise _wrong_value(name, value, option)
        values[name] = (OptionValue(value, ("option", name)),)
    file = FilledFile(draft.raw, replace(draft.options, values=values))
    for fault in filled_faults(draft, file):
        chosen = ", ".join(f"{name} = {as_written(value)}" for name, value in wanted.items())
        raise WrongOption("option_together", chosen=chosen, said=fault.message)
    return file


def _wrong_value(name: str, value: object, option: FormatOption) -> WrongOption:
    clauses = (clause for key in ("least", "most", "choices") for clause in option.clauses.get(key, ()))
    clause, given = next(clauses, ""), as_written(value)
    if listed(option):
        allowed = ", ".join(map(as_written, option.values))
        return WrongOption("option_value", clause=clause, name=name, value=given, allowed=allowed)
    return WrongOption(
        "option_range", clause=clause, name=name, value=given, least=option.least, most=option.most
    )
