"""Load formulas by id, from the shipped catalogue or a club's file, with their options applied."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import tomli_w

from kamchatka.faults import BrokenFile, Fault, as_written, closest, read_toml, toml_texts
from kamchatka.scoring.files import FaultyFormula, UnfitOption, UnknownFormula, UnknownOption
from kamchatka.scoring.formula.checking import FormulaCheck, faults_of
from kamchatka.scoring.formula.model import Formula, FormulaOption
from kamchatka.scoring.options import FilledFile


@cache
def catalogue() -> tuple[str, ...]:
    """Ids of the shipped formulas, in alphabetical order."""
    return tuple(shipped_sources())


@cache
def shipped_sources() -> Mapping[str, str]:
    """The text of every shipped formula, by id."""
    return toml_texts(files(__package__).joinpath("catalogue"))


def load_formula(id: str, options: Mapping[str, object] | None = None) -> Formula:
    """A shipped formula; the given options override its defaults."""
    source = shipped_sources().get(id)
    if source is None:
        raise UnknownFormula("unknown_formula", id=id, known=", ".join(catalogue()))
    return read_formula(source, name=f"{id}.toml", options=options)


def read_formula(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Formula:
    """Parse a formula; raises FaultyFormula with all faults, or UnknownOption.

    The result can score tables of every size it has values for, under every choice of its options.
    """
    draft = _sound(source, name)
    filled = _chosen(draft, options or {})
    return Formula.model_validate({**filled.data, "option": draft.options.stated})


@lru_cache(maxsize=100)
def _sound(source: str, name: str) -> FormulaCheck:
    """The validated file; cached by its text."""
    try:
        raw = read_toml(source)
    except BrokenFile as error:
        raise FaultyFormula(name, (error.fault,)) from error
    draft, unknown_base = _draft(raw, source)
    faults = (*unknown_base, *faults_of(draft))
    if faults:
        raise FaultyFormula(name, faults)
    return draft


def whole_text(source: str) -> str:
    """The formula with everything it extends written out, so that catalogue changes do not affect it."""
    return tomli_w.dumps(_draft(read_toml(source), source)[0].raw)


def _chosen(draft: FormulaCheck, wanted: Mapping[str, object]) -> FilledFile:
    """The file with these option values; raises UnknownOption for the first invalid one."""
    stated, way = draft.options.stated, {}
    for name, value in wanted.items():
        if name not in stated:
            raise UnknownOption(name, "", tuple(stated))
        option = FormulaOption.model_validate(stated[name])
        if not option.allows(value):
            least = "" if option.least is None else str(option.least)
            raise UnknownOption(name, as_written(value), tuple(map(str, option.choices)), least)
        number = draft.options.number(name, value)
        if number is not None:
            way[name] = number
        else:
            draft = _with_own_value(draft, name, value, option.default)
    return FilledFile(draft.raw, draft.options, way)


def _with_own_value(draft: FormulaCheck, name: str, value: object, default: object) -> FormulaCheck:
    """The file with another default for an option; raises UnfitOption if the value does not fit every use."""
    if isinstance(value, list) != isinstance(default, list):
        raise UnfitOption(name, as_written(value), as_written(default))
    stated = draft.options.stated
    own = {**stated, name: {**stated[name], "default": value}}
    tried = replace(draft, raw={**draft.raw, "option": own})
    for fault in faults_of(tried):
        raise UnfitOption(name, as_written(value), as_written(default), fault)
    return tried


def _draft(raw: dict[str, Any], source: str) -> tuple[FormulaCheck, tuple[Fault, ...]]:
    """The parsed file merged with its base, and a fault if that base does not exist."""
    base = raw.pop("extends", None)
    terms = raw.get("term")
    own_terms = tuple(terms) if isinstance(terms, list) else ()
    if base is None:
        return FormulaCheck(raw, source, own_terms), ()
    if not isinstance(base, str) or base not in shipped_sources():
        draft, known = FormulaCheck(raw, source, own_terms, is_part=True), catalogue()
        values = {"given": as_written(base)}
        return draft, (
            draft.fault("unknown_base", ("extends",), values, allowed=known, near=closest(base, known)),
        )
    return FormulaCheck(_joined(_shipped(base), raw), source, own_terms), ()


@cache
def _shipped(id: str) -> Mapping[str, Any]:
    """A shipped file merged with its base; cached, so never modify it."""
    source = shipped_sources()[id]
    return _draft(read_toml(source), source)[0].raw


def _joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The base overridden by the file: options and terms merged by name, other entries replaced whole."""
    found = {**base, **own}
    options, terms = own.get("option", {}), own.get("term", [])
    if isinstance(options, dict):
        found["option"] = {**base.get("option", {}), **options}
    if isinstance(terms, list):
        found["term"] = _joined_terms(base.get("term", []), terms)
    return found


def _joined_terms(base: list[Any], own: list[Any]) -> list[Any]:
    """The base's terms, replaced by the file's terms of the same name; the file's other terms follow."""
    names = {_name(term) for term in own if _name(term)}
    found, done = [], set()
    for term in base:
        name = _name(term)
        if name not in names:
            found.append(term)
        elif name not in done:
            done.add(name)
            found += [each for each in own if _name(each) == name]
    return found + [each for each in own if _name(each) not in done]


def _name(term: object) -> str:
    name = term.get("id") if isinstance(term, dict) else None
    return name if isinstance(name, str) else ""
