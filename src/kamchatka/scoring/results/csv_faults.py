"""Faults of a spreadsheet in its own words: lines and headings, not the keys of another format."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kamchatka.faults import Fault
from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.results.csv_file import COLUMNS, HEADINGS, KINDS, STATUSES

KNOWN: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "unknown_status": (tuple(STATUSES), tuple(STATUSES.values())),
    "unknown_kind": (tuple(KINDS), tuple(KINDS.values())),
    "unknown_column": (tuple(HEADINGS), COLUMNS),
}
"""What may be written instead, in Italian and in English."""


@dataclass(frozen=True)
class CsvFault(Fault):
    """A fault found in a line of a CSV file; `told` is the same fault as another format would have it."""

    told: Fault = field(default_factory=lambda: Fault("", ""))
    headings: Mapping[str, str] = field(default_factory=dict)
    """What the file calls its columns."""

    def sentence(self, lang: Language) -> str:
        place = text("faults.in_line", lang, line=self.line) if self.line else ""
        where, own = self._where(lang), f"standings.csv_faults.{self._code()}"
        if not has_text(own, lang):
            return place + replace(self.told, where=where, line=None).sentence(lang)
        italian, english = KNOWN.get(self.code, ((), ()))
        known = ", ".join(english if lang == "en" else italian)
        values = {**self.values, "where": where, "known": known}
        if lang != "en":
            values["kind"] = _italian(KINDS, str(self.values.get("kind", "")))
        return place + text(own, lang, **values)

    def _code(self) -> str:
        is_near = self.code == "unknown_column" and self.values.get("nearest")
        return "near_column" if is_near else self.code

    def _where(self, lang: Language) -> str:
        """The heading of the column, else round and table."""
        *path, last = self.where.split(".")
        if last in COLUMNS and (not path or path[-1] != "table") and not self._is_table():
            return self.headings.get(last) or _heading(last, lang)
        if len(path) + 1 >= 4 and path[0] == "round":
            number, table = self.where.split(".")[1:4:2]
            return text("standings.csv_faults.table", lang, round=number, table=table)
        if len(path) + 1 >= 2 and path[0] == "round":
            return text("standings.csv_faults.round", lang, round=self.where.split(".")[1])
        return self.headings.get(self.where, self.where)

    def _is_table(self) -> bool:
        """Whether the fault is of all seats of a table: no column holds it."""
        parts = self.where.split(".")
        return len(parts) > 1 and parts[-1] in ("seat", "table")


def csv_faults(
    faults: Iterable[Fault], lines: Mapping[str, int], headings: Mapping[str, str]
) -> tuple[Fault, ...]:
    """The faults in the order of the file, each with the line of the seat, table or round it stands in."""
    found = [
        CsvFault(each.code, each.where, _line(each, lines), each.values, told=each, headings=headings)
        for each in faults
    ]
    return tuple(sorted(found, key=lambda each: each.line or 0))


def _line(fault: Fault, lines: Mapping[str, int]) -> int | None:
    if fault.code == "missing_rulebook":  # no line lacks it more than another
        return None
    parts = fault.where.split(".")
    paths = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return fault.line or next((lines[path] for path in paths if path in lines), None)


def _heading(column: str, lang: Language) -> str:
    return column if lang == "en" else _italian(HEADINGS, column)


def _italian(words: Mapping[str, str], english: str) -> str:
    return next((word for word, meant in words.items() if meant == english), english)
