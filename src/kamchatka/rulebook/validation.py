"""From the validator's findings to faults people understand."""

import difflib
from collections.abc import Iterable, Iterator

from pydantic import ValidationError

from kamchatka import ledger
from kamchatka.rulebook.faults import Fault
from kamchatka.rulebook.locate import line_of
from kamchatka.rulebook.sections import SECTIONS

RANGE_ERRORS = {"greater_than_equal", "less_than_equal", "too_short", "too_long", "string_pattern_mismatch"}


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word most like a mistyped one, or the list of all."""
    names = list(known)
    close = difflib.get_close_matches(word, names, n=1)
    return close[0] if close else ", ".join(names)


def section_faults(section: str, error: ValidationError, lines: dict[str, int]) -> Iterator[Fault]:
    """One fault for each finding, with the line where the value stands."""
    for finding in error.errors(include_url=False):
        path = [str(part) for part in finding["loc"] if part != "[key]"]
        key = ".".join([section, *path[:1]])
        where = ".".join([section, *path])
        line = line_of(lines, where)
        kind = finding["type"]
        given = repr(finding["input"])
        if kind == "extra_forbidden":
            values = {"nearest": nearest(path[0], SECTIONS[section].model_fields)}
            yield Fault("unknown_key", where, line, values)
        elif kind == "missing":
            yield Fault("missing_key", where, line, allowed_for=key)
        elif kind == "literal_error":
            yield Fault("unknown_choice", where, line, {"given": given}, key)
        elif kind in RANGE_ERRORS:
            yield Fault("out_of_range", where, line, {"given": given}, key)
        else:
            yield Fault("wrong_type", where, line, {"given": given}, key)


def clause_faults(section: str, stated: object, lines: dict[str, int]) -> Iterator[Fault]:
    """Clause lists that name no known value or no known clause."""
    table = f"{section}.clauses"
    if not isinstance(stated, dict):
        yield Fault("clauses_not_table", table, line_of(lines, table))
        return
    fields = SECTIONS[section].model_fields
    for key, ids in stated.items():
        where = f"{table}.{key}"
        line = line_of(lines, where)
        if key not in fields:
            yield Fault("clause_for_unknown_key", where, line, {"nearest": nearest(key, fields)})
        if not isinstance(ids, list) or not all(isinstance(one, str) for one in ids):
            yield Fault("clauses_not_list", where, line)
            continue
        for one in ids:
            if not ledger.known(one):
                yield Fault("unknown_clause", where, line, {"id": one})
