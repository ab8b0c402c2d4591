"""What the terms and options of a formula file say about each other."""

from collections.abc import Iterator, Mapping
from typing import Any

from kamchatka.scoring.formula.amounts import amount
from kamchatka.scoring.formula.draft import Draft
from kamchatka.scoring.formula.fault import FormulaFault, as_written, closest
from kamchatka.scoring.formula.keys import keys_of
from kamchatka.scoring.formula.lines import Path
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.formula.options import Options, is_same

COLUMN = "points"
"""The column of a term that names none, and of a score that is not named."""


def column_faults(draft: Draft) -> Iterator[FormulaFault]:
    """Columns that are named and do not exist."""
    stated = draft.raw.get("columns", [COLUMN])
    if not keys_of(Formula)["columns"].fits(stated):
        return
    columns, terms = tuple(stated), draft.raw.get("term")
    named: dict[Path, object] = {("score",): draft.raw.get("score")}
    for at, term in enumerate(terms if isinstance(terms, list) else ()):
        if isinstance(term, dict):
            named["term", at, "column"] = term.get("column")
    for path, column in named.items():
        if column is None and COLUMN not in columns:
            yield draft.fault("column_needed", path, allowed=columns)
        elif isinstance(column, str) and column not in columns:
            values = {"given": as_written(column)}
            yield draft.fault("unknown_column", path, values, allowed=columns, near=closest(column, columns))


def twice_faults(draft: Draft) -> Iterator[FormulaFault]:
    """Terms of one name that may be there together."""
    seen: dict[str, list[Mapping[str, Any]]] = {}
    for at, term in enumerate(draft.raw.get("term", [])):
        name = term.get("id") if isinstance(term, dict) else None
        if not isinstance(name, str):
            continue
        others = seen.setdefault(name, [])
        if any(_may_meet(term.get("when"), other.get("when")) for other in others):
            yield draft.fault("term_twice", ("term", at))
        others.append(term)


def _may_meet(one: object, other: object) -> bool:
    """Whether what two terms ask of the options can hold at once."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return True
    return all(is_same(one[name], other[name]) for name in one.keys() & other.keys())


def when_faults(
    draft: Draft, options: Options, term: Mapping[str, Any], path: Path
) -> Iterator[FormulaFault]:
    """Conditions on options that do not exist, or that never hold."""
    when = term.get("when")
    for name, value in when.items() if isinstance(when, dict) else ():
        at = (*path, "when", name)
        choices = options.choices(name)
        if name not in options.stated:
            if not draft.is_part:
                known = tuple(options.stated)
                near = closest(name, known)
                yield draft.fault(
                    "unknown_option", at, {"option": name}, near=near, allowed=() if near else known
                )
        elif not choices:
            yield draft.fault("no_choices", at, {"option": name})
        elif not any(is_same(value, each) for each in choices):
            values = {"given": as_written(value)}
            yield draft.fault("unknown_choice", at, values, allowed=tuple(map(as_written, choices)))


def option_faults(draft: Draft, options: Options, name: str) -> Iterator[FormulaFault]:
    """A default that may not be chosen."""
    option = options.stated[name]
    path: Path = ("option", name, "default")
    choices, least = options.choices(name), option.get("least")
    if "default" not in option:
        return
    default, values = option["default"], {"given": as_written(option["default"])}
    if choices and not any(is_same(default, each) for each in choices):
        yield draft.fault("unknown_choice", path, values, allowed=tuple(map(as_written, choices)))
    if choices and least is not None:
        yield draft.fault("least_beside_choices", ("option", name, "least"))
    elif least is not None and not is_from(default, least):
        yield draft.fault("wrong_value", path, {**values, "least": as_written(least)}, wanted="from_least")


def is_from(value: object, least: object) -> bool:
    """Whether the value is a number, and not below the least; a least that is none is told elsewhere."""
    try:
        lowest = amount(least)
    except ValueError:
        return True
    try:
        return amount(value) >= lowest
    except ValueError:
        return False
