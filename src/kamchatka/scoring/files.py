"""Files of formulas, sheets and results: their data, the regulations they name, and their faults in order."""

import re
from collections.abc import Mapping
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
    """A sheet or results file that cannot be true."""


class UnknownFormula(NotUnderstood):
    """No shipped formula has this id."""

    section = "scoring.faults"


class UnknownOption(NotUnderstood):
    """An option the formula does not have, or a value it may not take.

    `least` is the least number it may be, where any number from there on will do.
    """

    section = "scoring.faults"

    def __init__(self, name: str, value: str, allowed: tuple[str, ...], least: str = "") -> None:
        code = "option_least" if least else "option_value" if value else "option_name"
        super().__init__(code, name=name, value=value, least=least, allowed=", ".join(allowed) or "-")


class UnfitOption(UnknownOption):
    """A value that cannot stand where the option is used."""

    section = "formula"

    def __init__(self, name: str, value: str, example: str, fault: Fault | None = None) -> None:
        like = partial(text, "formula.wanted.like", example=example)
        wanted = fault.values.get("wanted", like) if fault else like
        NotUnderstood.__init__(self, "option_unfit", name=name, given=value, wanted=wanted)


ENDING = ".toml"
LIST = re.compile(r"\s*\[[\s\[]*(?:[{\]\"]|-?\d)")
"""How a list begins in JSON, which no table of a TOML file does."""
ORDER = (
    *("title", "rulebook", "tournament", "regulation", "formula", "options", "best", "drop", "absences"),
    *("games", "ties", "scope", "order", "teams", "format"),
    *("number", "kind", "void", "summed", "decides", "name", "player", "players", "target", "ranking"),
    *("clause", "reason", "points", "places", "objective", "eliminated", "status", "round", "table", "seat"),
    *("territories", "absent", "neutral", "penalty", "team", "lot"),
)
"""Keys in the order in which their faults are told; what nobody knows comes first."""
TYPED = ("given", "id", "player", "one", "other", "team")
"""Values of a fault that repeat what somebody typed, which may be anything."""


def parse(source: str, *, name: str) -> dict[str, Any]:
    """The data of a TOML or JSON file; raises FaultySheet where it cannot be read."""
    source = source.removeprefix("\ufeff")
    try:
        data = read_json(source) if _is_json(source, name) else read_toml(source)
    except BrokenFile as error:
        raise FaultySheet(name, (error.fault,)) from error
    if not isinstance(data, dict):
        raise FaultySheet(name, (sheet_fault("not_an_object"),))
    return data


def lines_of(source: str, *, name: str) -> Lines:
    """The lines of a TOML file's keys; JSON has none that people would look for."""
    source = source.removeprefix("\ufeff")
    return Lines("" if _is_json(source, name) else source)


def _is_json(source: str, name: str) -> bool:
    ending = name.lower().rpartition(".")[2]
    if ending in ("json", "toml"):
        return ending == "json" or source.lstrip().startswith("{")
    return source.lstrip().startswith("{") or LIST.match(source) is not None


class FaultList:
    """The faults of one file: one for each cell, told in the order of the file."""

    def __init__(self, fault: "partial[Fault]" = sheet_fault, lines: Lines | None = None) -> None:
        self.numbers: dict[Path, int] = {}
        """Rounds and tables are called by their number, not by their place in the file."""
        self._fault = fault
        self._lines = lines or Lines("")
        self._found: dict[object, tuple[Path, Fault]] = {}
        self._faulty: set[Path] = set()
        """Every part of the file that a fault stands in."""

    def add(self, code: str, path: Path, *, once: object = None, **values: object) -> None:
        """Note a fault, unless one was found in this cell already; `once`: what is told once in a file."""
        said = {key: _value(key, value) for key, value in values.items()}
        key = path if once is None else (code, once)
        self._faulty.update(path[:length] for length in range(len(path) + 1))
        self._found.setdefault(key, (path, self._fault(code, self.where(path), self._lines.at(path), said)))

    def where(self, path: Path) -> str:
        """A path as people say it."""
        named = [
            self.numbers[path[: at + 1]] - 1 if path[: at + 1] in self.numbers else part
            for at, part in enumerate(path)
        ]
        return dotted(tuple(named))

    def has(self, path: Path) -> bool:
        """Whether a fault was found in this very cell."""
        return path in self._found

    def within(self, path: Path) -> bool:
        """Whether anything is wrong with this part of the file."""
        return path in self._faulty

    def listed(self) -> list[tuple[Path, Fault]]:
        """All faults with their place in the file; what is wrong with a whole after its parts."""
        return sorted(self._found.values(), key=lambda each: (each[1].line or 0, _order(each[0])))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults."""
        return tuple(fault for _, fault in self.listed())


def _value(key: str, value: object) -> str | Phrase:
    if callable(value):
        return value
    return bare(value) if key in TYPED else str(value)


def _order(path: Path) -> tuple[int, ...]:
    named = (part if isinstance(part, int) else ORDER.index(part) if part in ORDER else -1 for part in path)
    return (*named, 10**9)


class RulebookFinder:
    """Regulations as files name them: a shipped one by its id, or a club's own file in this folder.

    Each is read once. Without a folder only shipped ones are found.
    """

    def __init__(self, folder: FilePath | None = None) -> None:
        self._folder = folder
        self._found: dict[str, Rulebook | tuple[str, Mapping[str, Any]]] = {}

    def find(self, wanted: str, path: Path, faults: FaultList) -> Rulebook | None:
        """The regulation; None if it cannot be had, which is a fault told once in a file."""
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
    """A file of the folder or of one beneath it, never elsewhere: whoever names it may be anybody."""
    path = FilePath(wanted)
    if path.is_absolute() or ".." in path.parts or "\0" in wanted:
        return None
    return folder.joinpath(path)


def report_beneath(faulty: FaultyFile, lang: Language) -> str:
    """All that is wrong with another file, beneath the sentence that says so."""
    return faulty.report(lang).replace("\n", "\n  ")
