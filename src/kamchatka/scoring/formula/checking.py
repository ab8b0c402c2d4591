"""All faults of a formula file, found in one pass, for every choice of its options.

The models validate the file once for each value of each option. This module maps their errors back to the
place in the file, and checks what one part of a file requires of another.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from kamchatka.faults import Fault, Finding, Path, as_written, choices, closest, findings
from kamchatka.messages import Phrase
from kamchatka.scoring.file_check import FileCheck
from kamchatka.scoring.formula.amounts import is_same
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.formula.terms import COLUMN, KINDS, Term
from kamchatka.scoring.options import FilledFile, OptionChoice, Options, conditions

CODES = {"wrong_type": "wrong_value", "out_of_range": "wrong_value"}
"""Codes that share one sentence in formula files."""
IN_OPTION = {"wrong_value": "unfit_option", "unknown_choice": "unfit_option_word"}
"""Fault codes for an option value that does not fit where the option is used."""
WORDS = ("unknown_choice", "unknown_kind", "unfit_option_word")
"""Faults about a wrong word: the fault lists the allowed words."""


@dataclass(frozen=True)
class FormulaCheck(FileCheck):
    """The parsed file merged with the file it extends, before validation."""

    entries = "term"
    catalogue = "formula.faults"

    own_terms: tuple[object, ...]
    """Terms written in this file, in its order; the others come from the file it extends."""
    is_part: bool = False
    """Whether it extends a formula that does not exist, so missing entries cannot be detected."""

    def line(self, path: Path) -> int | None:
        """Line of this path; None if it is not in this file."""
        if (term := self.entry(path)) is not None:
            own = next((at for at, each in enumerate(self.own_terms) if each is term), None)
            return None if own is None else super().line(("term", own, *path[2:]))
        return super().line(path)

    @cached_property
    def options(self) -> Options:
        """The file's options."""
        return Options.of(self.raw)

    @property
    def terms(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The terms that are tables, each with its path."""
        terms = self.raw.get("term")
        for at, term in enumerate(terms if isinstance(terms, list) else ()):
            if isinstance(term, dict):
                yield ("term", at), term


def faults_of(draft: FormulaCheck) -> tuple[Fault, ...]:
    """All faults, in file order; if empty, every table can be scored under every choice of options."""
    found = [fault for way in draft.options.ways(draft.raw) for fault in _way_faults(draft, way)]
    found += [*_twice_faults(draft), *_when_faults(draft)]
    if not any(fault.where.startswith("columns") for fault in found):
        found += _column_faults(draft)
    told: dict[tuple[object, ...], Fault] = {}
    for fault in found:  # the same fault may appear under several choices
        words = tuple(each for each in fault.values.values() if not callable(each))
        if not (draft.is_part and _may_come_from_base(fault)):
            told.setdefault((fault.code, fault.where, fault.line, words), fault)
    return tuple(sorted(told.values(), key=lambda fault: fault.line or 0))


def _may_come_from_base(fault: Fault) -> bool:
    """Whether the fault could be caused by the missing base formula."""
    named = ("unknown_option", "unknown_column", "column_needed")
    return fault.code in named or (fault.code == "missing_key" and "." not in fault.where)


def _way_faults(draft: FormulaCheck, way: OptionChoice) -> Iterator[Fault]:
    """Faults of the file under this choice of options."""
    filled = FilledFile(draft.raw, draft.options, way)
    for stray in filled.strays:
        if stray.code == "unknown_option":
            yield draft.unknown_option(stray.path, stray.option)
        else:
            yield draft.fault(stray.code, stray.path, {"option": stray.option, "given": stray.given})
    for found in _findings(filled.data):
        if found.code == "unknown_key":
            path = (*filled.origin(found.path[:-1]), found.path[-1])
            yield draft.unknown(found.code, path, str(path[-1]), found.known)
        elif found.path in filled.unknown:
            yield draft.unknown_option(filled.origin(found.path), filled.unknown[found.path])
        elif not filled.is_blank(found.path):
            yield _fault(draft, filled, found)


def _findings(data: Mapping[str, Any]) -> Iterator[Finding]:
    """Errors of the models; a term of unknown kind is checked for the fields common to all terms."""
    try:
        Formula.model_validate(data)
    except ValidationError as error:
        found = list(findings(Formula, error))
    else:
        return
    yield from found
    odd = {each.path[1] for each in found if each.path[0] == "term" and each.path[2:] == ("kind",)}
    if odd:
        any_kind = next(iter(KINDS))
        terms = [{**term, "kind": any_kind} if at in odd else term for at, term in enumerate(data["term"])]
        for each in _findings({**data, "term": terms}):
            if each.path[0] == "term" and each.path[1] in odd and _is_common(str(each.path[2])):
                yield each._replace(known=tuple(Term.model_fields)) if len(each.path) == 3 else each


def _is_common(key: str) -> bool:
    """Whether all kinds of term have this key, or none has."""
    return key in Term.model_fields or not any(key in kind.model_fields for kind in KINDS.values())


def _fault(draft: FormulaCheck, filled: FilledFile, found: Finding) -> Fault:
    """The fault for a finding, at the place where the value is written."""
    code = CODES.get(found.code, found.code)
    if code == "unknown_clause":  # reported for the whole list
        return draft.fault(code, filled.origin(found.path[:-1]), {"id": found.context["id"]})
    values: dict[str, str | Phrase] = {"given": as_written(found.given), "wanted": found.wanted}
    if code == "missing_key":  # the surrounding table differs between choices
        del values["given"]
    path = filled.origin(found.path)
    words: tuple[str, ...] = found.context.get("allowed") or choices(found.annotation)
    near = closest(found.given, words) if isinstance(found.given, str) else ""
    if path[0] == "option" != found.path[0]:
        code, values["used"] = IN_OPTION.get(code, code), draft.where(filled.use(found.path))
    elif path[-1] == "kind" and code == "unknown_choice":
        code = "unknown_kind"
    return draft.fault(code, path, values, near=near, allowed=words if code in WORDS else ())


def _twice_faults(draft: FormulaCheck) -> Iterator[Fault]:
    """Terms with the same name that may apply together."""
    seen: list[dict[str, Any]] = []
    for path, term in draft.terms:
        name = term.get("id")
        same = [other for other in seen if isinstance(name, str) and other.get("id") == name]
        if any(_may_meet(dict(conditions(term)), dict(conditions(other))) for other in same):
            yield draft.fault("term_twice", path)
        seen.append(term)


def _may_meet(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether the conditions of two terms can hold at once."""
    return all(is_same(one[name], other[name]) for name in one.keys() & other.keys())


def _when_faults(draft: FormulaCheck) -> Iterator[Fault]:
    """Conditions on options that do not exist, or that never hold."""
    for path, term in draft.terms:
        for name, value in conditions(term):
            at, listed = (*path, "when", name), draft.options.choices(name)
            if name not in draft.options.stated:
                yield draft.unknown_option(at, name)
            elif not listed:
                yield draft.fault("no_choices", at, {"option": name})
            elif not any(is_same(value, each) for each in listed):
                words = tuple(map(as_written, listed))
                yield draft.fault("unknown_choice", at, {"given": as_written(value)}, allowed=words)


def _column_faults(draft: FormulaCheck) -> Iterator[Fault]:
    """References to columns that do not exist."""
    columns = tuple(draft.raw.get("columns", [COLUMN]))
    named: dict[Path, object] = {("score",): draft.raw.get("score")}
    named |= {(*path, "column"): term.get("column") for path, term in draft.terms}
    for path, column in named.items():
        if column is None and COLUMN not in columns:
            yield draft.fault("column_needed", path, allowed=columns)
        elif isinstance(column, str) and column not in columns:
            values, near = {"given": as_written(column)}, closest(column, columns)
            yield draft.fault("unknown_column", path, values, near=near, allowed=columns)
