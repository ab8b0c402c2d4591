"""What is wrong with a formula file, named by term and key, with the line where it stands."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from kamchatka import ledger
from kamchatka.ids import ClauseId
from kamchatka.rulebook.locate import line_of, lines_of_keys
from kamchatka.rulebook.validation import nearest
from kamchatka.scoring.faults import Fault, quoted
from kamchatka.scoring.formula import Formula, Option, Ranking, Scale, Special
from kamchatka.scoring.terms import KINDS, Shared

CODES = {
    "extra_forbidden": "unknown_key",
    "missing": "missing_key",
    "union_tag_invalid": "unknown_kind",
    "union_tag_not_found": "unknown_kind",
    "literal_error": "unknown_choice",
}
TABLES: dict[str, Any] = {"option": Option, "standings": Ranking, "special": Special, "scale": Scale}
_TERM = re.compile(r"^\s*\[\[\s*term\s*\]\]")
_QUOTED = re.compile(r"'([^']*)'")
_HEADER = re.compile(r"^\s*\[")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+)\s*=\s*(?:[\"']([^\"']*)[\"'])?")

Place = tuple[int | str, ...]


def faults_of(error: ValidationError, raw: Mapping[str, Any], source: str) -> Iterator[Fault]:
    """One fault for each finding."""
    lines = lines_in(source)
    options = raw.get("option")
    known = list(options) if isinstance(options, dict) else []
    said: set[str] = set()
    for finding in error.errors(include_url=False):
        where = _where(finding["loc"], raw)
        if where in said:
            continue
        said.add(where)
        code = CODES.get(finding["type"], "wrong_value")
        given = finding.get("input")
        context = finding.get("ctx", {})
        values = {
            "given": quoted(given) if code != "unknown_kind" else "",
            "allowed": _choices(context.get("expected") or context.get("expected_tags")) or ", ".join(KINDS),
        }
        if code == "unknown_key":
            values["nearest"] = nearest(where.rpartition(".")[2], _known(finding["loc"]))
        if isinstance(given, str) and given.startswith("@"):
            code = "unknown_option"
            values = {"given": given[1:], "allowed": nearest(given[1:], known) or "-"}
        yield Fault(code, where, line_of(lines, where), values)


def inconsistencies(formula: Formula, source: str) -> Iterator[Fault]:
    """What each value alone does not show."""
    lines = lines_in(source)
    columns = {"score": formula.score} | {f"term.{term.id}.column": term.column for term in formula.term}
    for where, column in columns.items():
        if column not in formula.columns:
            values = {"given": column, "allowed": ", ".join(formula.columns)}
            yield Fault("unknown_column", where, line_of(lines, where), values)
    ids = [term.id for term in formula.term]
    for twice in sorted({name for name in ids if ids.count(name) > 1}):
        yield Fault("term_twice", f"term.{twice}", line_of(lines, f"term.{twice}"))
    for where, cited in _cited(formula):
        if not ledger.known(cited):
            yield Fault("unknown_clause", where, line_of(lines, where), {"id": cited})
    for term in formula.term:
        for name in term.when:
            if name not in formula.option:
                where, known = f"term.{term.id}.when", nearest(name, formula.option) or "-"
                values = {"given": name, "allowed": known}
                yield Fault("unknown_option", where, line_of(lines, where), values)


def lines_in(source: str) -> dict[str, int]:
    """The line of every key; those of a term stand under its id."""
    found = {key: line for key, line in lines_of_keys(source).items() if not key.startswith("term.")}
    keys: dict[str, int] | None = None
    name = ""
    for number, line in enumerate([*source.splitlines(), "["], 1):
        if _HEADER.match(line):
            for key, at in (keys or {}).items():
                found.setdefault(f"term.{name}.{key}".rstrip("."), at)
            keys, name = ({"": number} if _TERM.match(line) else None), ""
        elif keys is not None and (stated := _KEY.match(line)):
            keys[stated.group(1)] = number
            name = stated.group(2) or "" if stated.group(1) == "id" else name
    return found


def _where(loc: Place, raw: Mapping[str, Any]) -> str:
    """The place of a finding as a person would say it: terms by their id, not by number."""
    parts = [str(part) for part in loc]
    if parts[0] == "term" and len(parts) > 1:
        term = raw["term"][int(parts[1])]
        named = term.get("id") if isinstance(term, dict) else None
        rest = parts[3:] if len(parts) > 2 and parts[2] in KINDS else parts[2:]
        parts = ["term", named if isinstance(named, str) else str(int(parts[1]) + 1), *rest]
    # A value that may be one of two things is looked at twice: what was tried is no part of its name.
    return ".".join(part for part in parts if "[" not in part)


def _choices(said: object) -> str:
    """The values that may stand there, out of a sentence that names each in quotes."""
    return ", ".join(_QUOTED.findall(str(said or "")))


def _known(loc: Place) -> list[str]:
    """The keys that may stand beside an unknown one."""
    match [str(part) for part in loc]:
        case ["term", _, _, "shared", _]:
            return list(Shared.model_fields)
        case ["term", _, kind, *_] if kind in KINDS:
            return list(KINDS[kind].model_fields)
        case [table, _, *_] if table in TABLES:
            return list(TABLES[table].model_fields)
    return list(Formula.model_fields)


def _cited(formula: Formula) -> Iterator[tuple[str, ClauseId]]:
    """Every clause the file cites, with the key it stands under."""
    for term in formula.term:
        rows = (term.clauses.everywhere, *term.clauses.by_size.values())
        for cited in sorted({clause for row in rows for ids in row for clause in ids}):
            yield f"term.{term.id}.clauses", cited
    for cited in formula.ties_clauses:
        yield "ties_clauses", cited
    for cited in formula.objective_clauses:
        yield "objective_clauses", cited
    for key, ids in formula.standings.clauses.items():
        for cited in ids:
            yield f"standings.clauses.{key}", cited
    for special, ids in formula.special.clauses.items():
        for cited in ids:
            yield f"special.clauses.{special}", cited
