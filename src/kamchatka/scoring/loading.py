"""Formulas by id: the shipped catalogue and files of a club, with options put in."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kamchatka import ledger
from kamchatka.rulebook.locate import line_of, lines_of_keys
from kamchatka.rulebook.validation import nearest
from kamchatka.scoring.faults import Fault, FaultyFormula, UnknownFormula, UnknownOption
from kamchatka.scoring.formula import Formula, Option
from kamchatka.scoring.numbers import exact

REFERENCE = "@"
"""`"@bonus"` stands for the value of the option `bonus`."""


@cache
def catalogue() -> tuple[str, ...]:
    """Ids of the shipped formulas, in alphabetical order."""
    return tuple(sorted(_sources()))


@cache
def _sources() -> Mapping[str, str]:
    folder = files(__package__).joinpath("catalogue")
    return {
        file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


def load_formula(id: str, options: Mapping[str, object] | None = None) -> Formula:
    """A shipped formula, with these options instead of the defaults."""
    source = _sources().get(id)
    if source is None:
        raise UnknownFormula(id, catalogue())
    return read_formula(source, name=f"{id}.toml", options=options)


def load_formula_file(path: Path, options: Mapping[str, object] | None = None) -> Formula:
    """A formula of the club."""
    return read_formula(path.read_text(encoding="utf-8"), name=path.name, options=options)


def read_formula(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Formula:
    """A formula from its text; raises FaultyFormula with every fault found, or UnknownOption."""
    try:
        raw = tomllib.loads(source, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise FaultyFormula(name, (Fault("not_toml", "", None, {"error": str(error)}),)) from error
    base = raw.pop("extends", None)
    if base is not None:
        if base not in _sources():
            known = ", ".join(sorted(_sources()))
            fault = Fault("unknown_base", "extends", None, {"base": str(base), "known": known})
            raise FaultyFormula(name, (fault,))
        raw = _merged(tomllib.loads(_sources()[base], parse_float=str), raw)
    chosen = _chosen(raw.get("option"), options or {})
    put_in = _with_options(raw, chosen)
    lines = lines_of_keys(source)
    try:
        formula = Formula.model_validate(put_in)
    except ValidationError as error:
        raise FaultyFormula(name, tuple(_faults(error, lines))) from error
    faults = tuple(_inconsistencies(formula, lines))
    if faults:
        raise FaultyFormula(name, faults)
    return formula


def _merged(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The base with what the file says instead: options and terms by their name, all else whole."""
    found = {**base, **own}
    found["option"] = {**base.get("option", {}), **own.get("option", {})}
    changed = {term.get("id"): term for term in own.get("term", [])}
    kept = [changed.pop(term.get("id"), term) for term in base.get("term", [])]
    found["term"] = [*kept, *changed.values()]
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
    try:
        option = Option.model_validate(raw)
        if option.choices:
            fits = value in option.choices
        else:
            fits = isinstance(value, bool) or option.least is None or exact(value) >= option.least
    except ValueError:
        option, fits = None, False
    if not fits:
        allowed = tuple(str(each) for each in option.choices) if option else ()
        raise UnknownOption(name, str(value), allowed)


def _with_options(raw: object, chosen: Mapping[str, object]) -> Any:
    """The file with every reference replaced and every term left out whose `when` does not hold."""
    if isinstance(raw, dict):
        return {key: raw[key] if key == "option" else _with_options(raw[key], chosen) for key in raw}
    if isinstance(raw, list):
        return [_with_options(item, chosen) for item in raw if _is_there(item, chosen)]
    if isinstance(raw, str) and raw.startswith(REFERENCE) and raw[1:] in chosen:
        return chosen[raw[1:]]
    return raw


def _is_there(item: object, chosen: Mapping[str, object]) -> bool:
    when = item.get("when") if isinstance(item, dict) else None
    return not isinstance(when, dict) or all(chosen.get(name) == value for name, value in when.items())


def _faults(error: ValidationError, lines: dict[str, int]) -> Iterator[Fault]:
    for finding in error.errors(include_url=False):
        where = ".".join(str(part) for part in finding["loc"])
        code = {
            "extra_forbidden": "unknown_key",
            "missing": "missing_key",
            "union_tag_invalid": "unknown_kind",
            "union_tag_not_found": "unknown_kind",
            "literal_error": "unknown_choice",
        }.get(finding["type"], "wrong_value")
        given = repr(finding.get("input"))
        allowed = str(
            finding.get("ctx", {}).get("expected") or finding.get("ctx", {}).get("expected_tags", "")
        )
        values = {"given": given if len(given) < 60 else f"{given[:60]}…", "allowed": allowed}
        yield Fault(code, where, line_of(lines, str(finding["loc"][0])), values)


def _inconsistencies(formula: Formula, lines: dict[str, int]) -> Iterator[Fault]:
    """What each value alone does not show."""
    if formula.score not in formula.columns:
        values = {"given": formula.score, "allowed": ", ".join(formula.columns)}
        yield Fault("unknown_column", "score", lines.get("score"), values)
    seen: set[str] = set()
    for term in formula.term:
        where = f"term.{term.id}"
        if term.id in seen:
            yield Fault("term_twice", where, None, {})
        seen.add(term.id)
        if term.column not in formula.columns:
            values = {"given": term.column, "allowed": ", ".join(formula.columns)}
            yield Fault("unknown_column", f"{where}.column", None, values)
        rows = (term.clauses.everywhere, *term.clauses.by_size.values())
        for cited in {clause for row in rows for ids in row for clause in ids}:
            if not ledger.known(cited):
                yield Fault("unknown_clause", f"{where}.clauses", None, {"id": cited})
        for name in term.when:
            if name not in formula.option:
                known = nearest(name, formula.option)
                yield Fault("unknown_option", f"{where}.when", None, {"given": name, "allowed": known})
