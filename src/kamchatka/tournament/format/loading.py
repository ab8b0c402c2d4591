"""Formats by id: the shipped ones and files of a club, with options put in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from kamchatka.faults import BrokenFile, as_written, read_toml
from kamchatka.tournament.format.checking import FILE, Draft, faults_of, way_faults
from kamchatka.tournament.format.model import Format, Option
from kamchatka.tournament.format.options import OptionValue, Way, filled, ways
from kamchatka.tournament.format.refusals import FaultyFormat, UnknownFormat, WrongOption


class FormatSource(NamedTuple):
    """The text of a format, and what its file is called."""

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
    """The text of a format: a shipped one, one of this folder, or the file of this path.

    Raises UnknownFormat, or OSError and UnicodeError of a file that cannot be read.
    """
    shipped = _shipped_sources().get(name)
    if shipped is not None:
        return FormatSource(f"{name}{FILE}", shipped)
    house = Path(name) if name.endswith(FILE) else folder and folder / f"{name}{FILE}"
    if house and (house.is_file() or name.endswith(FILE)):
        return FormatSource(house.name, house.read_text(encoding="utf-8"))
    raise UnknownFormat("unknown_format", id=name, known=", ".join(shipped_formats()))


def load_format(id: str, options: Mapping[str, object] | None = None) -> Format:
    """A shipped format, with these options instead of the defaults."""
    name, text = format_source(id)
    return read_format(text, name=name, options=options)


def read_format(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Format:
    """A format from its text; raises FaultyFormat with every fault found, or WrongOption.

    A file without faults can be used with every value of each option.
    """
    draft = _sound(source, name)
    way = _chosen(draft, options or {})
    return Format.model_validate(filled(draft.raw, way).data)


@cache
def _sound(source: str, name: str) -> Draft:
    """The file, checked; the same text is checked once."""
    draft = _draft(source, name)
    faults = faults_of(draft)
    if faults:
        raise FaultyFormat(name, faults)
    return draft


def _draft(source: str, name: str) -> Draft:
    try:
        return Draft(read_toml(source), source)
    except BrokenFile as error:
        raise FaultyFormat(name, (error.fault,)) from error


def _chosen(draft: Draft, wanted: Mapping[str, object]) -> Way:
    """A value for every option; WrongOption for the first that may not be chosen, or not with the others."""
    way = dict(ways(draft.options)[0])
    for name, value in wanted.items():
        option = draft.options.get(name)
        if option is None:
            raise WrongOption("option_name", name=name, allowed=", ".join(draft.options) or "-")
        if not option.allows(value):
            raise _wrong_value(name, value, option)
        way[name] = OptionValue(value, ("option", name))
    for fault in way_faults(draft, way):
        chosen = ", ".join(f"{name} = {as_written(value)}" for name, value in wanted.items())
        raise WrongOption("option_together", chosen=chosen, said=fault.message)
    return way


def _wrong_value(name: str, value: object, option: Option) -> WrongOption:
    clauses = (clause for key in ("least", "most", "choices") for clause in option.clauses.get(key, ()))
    clause, given = next(clauses, ""), as_written(value)
    if option.choices or isinstance(option.default, bool):
        allowed = ", ".join(map(as_written, option.values))
        return WrongOption("option_value", clause=clause, name=name, value=given, allowed=allowed)
    return WrongOption(
        "option_range", clause=clause, name=name, value=given, least=option.least, most=option.most
    )
