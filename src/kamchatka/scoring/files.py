"""Parsing of formula, sheet and result files: their data, the regulations they name, faults in file order."""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from kamchatka.faults import BrokenFile, Fault, FaultyFile, Lines, Path, bare, dotted, read_json, read_toml
from kamchatka.messages import Language, Phrase, text
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import FaultyRulebook, Rulebook, UnknownRulebook, load, load_file

sheet_fault = partial(Fault, catalogues=("scoring.faults",))
"""A fault of one table's sheet."""
results_fault = partial(Fault, catalogues=("standings.faults", "scoring.faults"))
"""A fault of a file of results."""


class FaultyFormula(FaultyFile):
    """A formula file that cannot be used."""


class FaultySheet(FaultyFile):
    """A sheet or results file with invalid data."""


class UnknownFormula(NotUnderstood):
    """No shipped formula has this id."""

    section = "scoring.faults"


class UnknownOption(NotUnderstood):
    """An option the formula does not have, or a value that is not allowed.

    `least` is the minimum, for an option that takes any number from there on.
    """

    section = "scoring.faults"

    def __init__(self, name: str, value: str, allowed: tuple[str, ...], least: str = "") -> None:
        code = "option_least" if least else "option_value" if value else "option_name"
        super().__init__(code, name=name, value=value, least=least, allowed=", ".join(allowed) or "-")


class UnfitOption(UnknownOption):
    """An option value that does not fit where the option is used."""

    section = "formula"

    def __init__(self, name: str, value: str, example: str, fault: Fault | None = None) -> None:
        like = partial(text, "formula.wanted.like", example=example)
        wanted = fault.values.get("wanted", like) if fault else like
        NotUnderstood.__init__(self, "option_unfit", name=name, given=value, wanted=wanted)


ENDING = ".toml"
LIST = re.compile(r"\s*\[[\s\[]*(?:[{\]\"]|-?\d)")
"""Start of a JSON list, which no TOML table matches."""
ORDER = (
    *("title", "rulebook", "tournament", "regulation", "formula", "options", "best", "drop", "absences"),
    *("games", "ties", "scope", "order", "teams", "format"),
    *("number", "kind", "void", "summed", "decides", "name", "player", "players", "target", "ranking"),
    *("clause", "reason", "points", "places", "objective", "eliminated", "status", "round", "table", "seat"),
    *("territories", "absent", "neutral", "penalty", "team", "lot"),
)
"""Keys in the order their faults are reported; unknown keys come first."""
MOST_HINTS = 100
"""Number of faults for which the closest known word is searched, which is slow."""
TYPED = ("given", "id", "player", "one", "other", "team")
"""Values of a fault that repeat typed text, which may contain anything."""


def parse(source: str, *, name: str) -> dict[str, Any]:
    """Parse a TOML or JSON file; raises FaultySheet on a syntax error."""
    source = source.removeprefix("\ufeff")
    try:
        data = read_json(source) if _is_json(source, name) else read_toml(source)
    except BrokenFile as error:
        raise FaultySheet(name, (error.fault,)) from error
    if not isinstance(data, dict):
        raise FaultySheet(name, (sheet_fault("not_an_object"),))
    return data


def lines_of(source: str, *, name: str) -> Lines:
    """The lines of a TOML file's keys; empty for JSON."""
    source = source.removeprefix("\ufeff")
    return Lines("" if _is_json(source, name) else source)


def _is_json(source: str, name: str) -> bool:
    ending = name.lower().rpartition(".")[2]
    if ending in ("json", "toml"):
        return ending == "json" or source.lstrip().startswith("{")
    return source.lstrip().startswith("{") or LIST.match(source) is not None


class FaultList:
    """The faults of one file: one for each cell, reported in file order."""

    def __init__(self, fault: "partial[Fault]" = sheet_fault, lines: Lines | None = None) -> None:
        self.numbers: dict[Path, int] = {}
        """Numbers of rounds and tables, displayed instead of their index in the file."""
        self._fault = fault
        self._lines = lines or Lines("")
        self._found: dict[object, tuple[Path, Fault]] = {}
        self._faulty: set[Path] = set()
        """All paths that contain a fault."""

    def add(self, code: str, path: Path, *, once: object = None, **values: object) -> None:
        """Add a fault, unless the cell already has one; faults with the same `once` are reported once."""
        said = {key: _value(key, value) for key, value in values.items()}
        key = path if once is None else (code, once)
        self._faulty.update(path[:length] for length in range(len(path) + 1))
        self._found.setdefault(key, (path, self._fault(code, self.where(path), self._lines.at(path), said)))

    @property
    def may_hint(self) -> bool:
        """Whether faults are still few enough to search for what each may have meant."""
        return len(self._found) < MOST_HINTS

    def where(self, path: Path) -> str:
        """The path for display."""
        named = [
            self.numbers[path[: at + 1]] - 1 if path[: at + 1] in self.numbers else part
            for at, part in enumerate(path)
        ]
        return dotted(tuple(named))

    def has(self, path: Path) -> bool:
        """Whether this exact cell has a fault."""
        return path in self._found

    def within(self, path: Path) -> bool:
        """Whether anything at or below this path has a fault."""
        return path in self._faulty

    def listed(self) -> list[tuple[Path, Fault]]:
        """All faults with their paths; faults of a whole come after those of its parts."""
        return sorted(self._found.values(), key=lambda each: (each[1].line or 0, _order(each[0])))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults."""
        return tuple(fault for _, fault in self.listed())


def _value(key: str, value: object) -> str | Phrase | Fraction:
    if callable(value) or isinstance(value, Fraction):
        return value
    return bare(value) if key in TYPED else str(value)


def _order(path: Path) -> tuple[int, ...]:
    named = (part if isinstance(part, int) else ORDER.index(part) if part in ORDER else -1 for part in path)
    return (*named, 10**9)


class RulebookFinder:
    """Finds the regulations that files name: shipped ones by id, or a club's file in this folder.

    Each is parsed once. Without a folder only shipped ones are found.
    """

    def __init__(self, folder: FilePath | None = None) -> None:
        self._folder = folder
        self._found: dict[str, Rulebook | tuple[str, Mapping[str, Any]]] = {}

    def find(self, wanted: str, path: Path, faults: FaultList) -> Rulebook | None:
        """The regulation; None if it is unavailable, which is one fault per file."""
        if wanted not in self._found:
            self._found[wanted] = self._look(wanted)
        found = self._found[wanted]
        if isinstance(found, Rulebook):
            return found
        code, values = found
        faults.add(code, path, once=wanted, **values)
        return None

    def _look(self, wanted: str) -> Rulebook | tuple[str, Mapping[str, Any]]:
        if wanted.lower().endswith(ENDING) and self._folder is not None:
            return self._file(wanted, self._folder)
        try:
            return load(wanted)
        except UnknownRulebook as unknown:
            return unknown.code, unknown.values

    def _file(self, wanted: str, folder: FilePath) -> Rulebook | tuple[str, Mapping[str, Any]]:
        path = beside(wanted, folder)
        if path is None:
            return "rulebook_elsewhere", {"given": wanted}
        try:
            return load_file(path)
        except FaultyRulebook as error:
            return "faulty_rulebook", {"said": partial(report_beneath, error)}
        except (OSError, UnicodeError):
            return "no_rulebook_file", {"given": wanted}


def beside(wanted: str, folder: FilePath) -> FilePath | None:
    """A file in the folder or below, never outside it: the name is untrusted input."""
    path = FilePath(wanted)
    if path.is_absolute() or ".." in path.parts or "\0" in wanted:
        return None
    return folder.joinpath(path)


def report_beneath(faulty: FaultyFile, lang: Language) -> str:
    """All faults of another file, as lines to put below the sentence about it."""
    return faulty.report(lang).replace("\n", "\n  ")
