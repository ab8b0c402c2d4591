"""Loads formats by id, shipped or a club's own, with chosen options filled in."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from kamchatka.faults import BrokenFile, FaultyFile, as_written, read_toml
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.options import FilledFile, OptionValue, listed
from kamchatka.tournament.format.checking import FILE, FormatCheck, faults_of, filled_faults, idle_faults
from kamchatka.tournament.format.model import Format, FormatOption


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


def format_source(name: str, folder: Path | None = None) -> FormatSource:
    """The text of a format: shipped, in this folder, or at this path.

    Raises UnknownFormat, or OSError and UnicodeError if the file cannot be read.
    """
    shipped = _shipped_sources().get(name)
    if shipped is not None:
        return FormatSource(f"{name}{FILE}", shipped)
    house = Path(name) if name.endswith(FILE) else folder and folder / f"{name}{FILE}"
    if house and (house.is_file() or name.endswith(FILE)):
        return FormatSource(house.name, house.read_text(encoding="utf-8"))
    raise UnknownFormat("unknown_format", id=name, known=", ".join(shipped_formats()))


def load_format(id: str, options: Mapping[str, object] | None = None) -> Format:
    """A shipped format with these options in place of the defaults."""
    name, text = format_source(id)
    return read_format(text, name=name, options=options)


def read_format(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Format:
    """Parse a format; raises FaultyFormat with every fault, or WrongOption.

    A file without faults is valid with every value of each option.
    """
    _without_idle_keys(source, name)
    return read_recorded_format(source, name=name, options=options)


def read_recorded_format(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Format:
    """The format of an event; one that was played is accepted even if some of its keys have no effect."""
    return Format.model_validate(_chosen(_sound(source, name), options or {}).data)


@cache
def _without_idle_keys(source: str, name: str) -> None:
    """Refuse keys without effect together with all other faults."""
    draft = _draft(source, name)
    faults = sorted((*faults_of(draft), *idle_faults(draft)), key=lambda fault: fault.line or 0)
    if faults:
        raise FaultyFormat(name, tuple(faults))


@cache
def _sound(source: str, name: str) -> FormatCheck:
    """The usable file, cached by text."""
    draft = _draft(source, name)
    faults = faults_of(draft)
    if faults:
        raise FaultyFormat(name, faults)
    return draft


def _draft(source: str, name: str) -> FormatCheck:
    try:
        return FormatCheck(read_toml(source), source)
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
