"""Validation errors of the section models, and unknown clauses, as faults of the file."""

from collections.abc import Iterable, Iterator
from functools import partial

from pydantic import ValidationError

from kamchatka import ledger
from kamchatka.faults import Fault, Lines, as_written, closest, dotted, findings, wanted
from kamchatka.faults.fault import Values
from kamchatka.faults.findings import annotation_of
from kamchatka.rulebook.faults import fault
from kamchatka.rulebook.sections import SECTIONS


def section_faults(section: str, error: ValidationError, lines: Lines) -> Iterator[Fault]:
    """One fault for each finding, with the line of its value."""
    model = SECTIONS[section]
    for found in findings(model, error):
        path = (section, *found.path)
        where, line = dotted(path), lines.at(path)
        if found.code == "unknown_key":
            yield unknown(found.code, where, line, found.path[0], model.model_fields)
            continue
        whole = annotation_of(model.model_fields[str(found.path[0])])
        values: Values = {"given": as_written(found.given), "wanted": partial(wanted, whole)}
        yield fault(found.code, where, line, values)


def unknown(code: str, where: str, line: int | None, word: object, known: Iterable[str]) -> Fault:
    """An unknown word, with the closest known one, else all known ones."""
    near = closest(word, known)
    return fault(code, where, line, near=near, allowed=() if near else tuple(known))


def clause_faults(section: str, stated: object, lines: Lines) -> Iterator[Fault]:
    """Clause lists for an unknown value or with an unknown clause."""
    table = f"{section}.clauses"
    if not isinstance(stated, dict):
        yield fault("clauses_not_table", table, lines.at((section, "clauses")))
        return
    fields = SECTIONS[section].model_fields
    for key, ids in stated.items():
        where = f"{table}.{key}"
        line = lines.at((section, "clauses", key))
        if key not in fields:
            yield unknown("clause_for_unknown_key", where, line, key, fields)
        if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
            yield fault("clauses_not_list", where, line)
            continue
        for one in ids:
            if not ledger.known(one):
                yield fault("unknown_clause", where, line, {"id": one})
