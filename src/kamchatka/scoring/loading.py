"""Formulas by id: the shipped catalogue and files of a club, with options put in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kamchatka.handwritten import MOST_PARTS, DeepKey, read_toml
from kamchatka.scoring.faults import Fault, FaultyFormula, UnknownFormula, UnknownOption, quoted
from kamchatka.scoring.formula import Formula, Option
from kamchatka.scoring.formula_faults import faults_of, inconsistencies
from kamchatka.scoring.numbers import exact, written

REFERENCE = "@"
"""`"@bonus"` stands for the value of the option `bonus`."""
BY_OPTION = "by-option"
"""`{ by-option = "share", half = 1, none = 0 }` stands for one of several values, as the option is chosen."""


@cache
def catalogue() -> tuple[str, ...]:
    """Ids of the shipped formulas, in alphabetical order."""
    return tuple(sorted(shipped_sources()))


@cache
def shipped_sources() -> Mapping[str, str]:
    """The text of every shipped formula, by id."""
    folder = files(__package__).joinpath("catalogue")
    return {
        file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


def load_formula(id: str, options: Mapping[str, object] | None = None) -> Formula:
    """A shipped formula, with these options instead of the defaults."""
    source = shipped_sources().get(id)
    if source is None:
        raise UnknownFormula(id, catalogue())
    return read_formula(source, name=f"{id}.toml", options=options)


def load_formula_file(path: Path, options: Mapping[str, object] | None = None) -> Formula:
    """A formula of the club."""
    return read_formula(path.read_text(encoding="utf-8"), name=path.name, options=options)


def read_formula(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Formula:
    """A formula from its text; raises FaultyFormula with every fault found, or UnknownOption."""
    try:
        raw = _draft(source, name)
        put_in = _with_options(raw, _chosen(raw.get("option"), options or {}))
    except (FaultyFormula, UnknownOption):
        raise
    except DeepKey as error:
        fault = Fault("deep_key", "", error.line, {"most": str(MOST_PARTS)})
        raise FaultyFormula(name, (fault,)) from error
    except (ValueError, RecursionError) as error:
        raise FaultyFormula(name, (Fault("not_toml", "", None, {"error": quoted(error, 200)}),)) from error
    try:
        formula = Formula.model_validate(put_in)
    except ValidationError as error:
        raise FaultyFormula(name, tuple(faults_of(error, put_in, source))) from error
    faults = tuple(inconsistencies(formula, source))
    if faults:
        raise FaultyFormula(name, faults)
    return formula


def _draft(source: str, name: str) -> dict[str, Any]:
    """The file as it stands, with what it extends; options are still to be put in."""
    raw = read_toml(source, parse_float=str)
    base = raw.pop("extends", None)
    if base is None:
        return raw
    if not isinstance(base, str) or base not in shipped_sources():
        values = {"base": quoted(base), "known": ", ".join(sorted(shipped_sources()))}
        raise FaultyFormula(name, (Fault("unknown_base", "extends", None, values),))
    return _merged(_draft(shipped_sources()[base], f"{base}.toml"), raw)


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base with what the file says instead: options and terms by their name, all else whole."""
    found = {**base, **own}
    options, terms = own.get("option", {}), own.get("term", [])
    if isinstance(options, dict):
        found["option"] = {**base.get("option", {}), **options}
    if isinstance(terms, list):
        changed = {str(term.get("id")): term for term in terms if isinstance(term, dict)}
        kept = [changed.pop(term.get("id"), term) for term in base.get("term", [])]
        found["term"] = [*kept, *changed.values(), *(term for term in terms if not isinstance(term, dict))]
    return found


def _chosen(raw: object, wanted: Mapping[str, object]) -> dict[str, object]:
    """The value of every option, by name."""
    stated = raw if isinstance(raw, dict) else {}
    for name, value in wanted.items():
        if name not in stated:
            raise UnknownOption(name, "", tuple(stated))
        _check_choice(name, value, stated[name])
    return {
        name: wanted.get(name, option.get("default") if isinstance(option, dict) else None)
        for name, option in stated.items()
    }


def _check_choice(name: str, value: object, raw: object) -> None:
    option: Option | None = None
    try:
        option = Option.model_validate(raw)
        if option.choices:
            fits = value in option.choices
        else:
            fits = isinstance(value, bool) or option.least is None or exact(value) >= option.least
    except ValueError:
        fits = False
    if not fits:
        allowed = tuple(str(each) for each in option.choices) if option else ()
        least = option.least if option and not allowed else None
        raise UnknownOption(name, quoted(value), allowed, "" if least is None else written(least))


def _with_options(raw: object, chosen: Mapping[str, object]) -> Any:
    """The file with every reference replaced and every term left out whose `when` does not hold."""
    if isinstance(raw, dict):
        option = raw.get(BY_OPTION)
        if isinstance(option, str) and option in chosen:
            return raw.get(str(chosen[option]))
        return {key: raw[key] if key == "option" else _with_options(raw[key], chosen) for key in raw}
    if isinstance(raw, list):
        return [_with_options(item, chosen) for item in raw if _is_there(item, chosen)]
    if isinstance(raw, str) and raw.startswith(REFERENCE) and raw[1:] in chosen:
        return chosen[raw[1:]]
    return raw


def _is_there(item: object, chosen: Mapping[str, object]) -> bool:
    when = item.get("when") if isinstance(item, dict) else None
    if not isinstance(when, dict):
        return True
    # An option that does not exist is a fault, to be told once the file is read: the term stays.
    return all(name not in chosen or chosen[name] == value for name, value in when.items())
