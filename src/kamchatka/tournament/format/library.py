"""Where formats, formulas and regulations are found by name: shipped, beside a file, or a club's own."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from kamchatka.faults import FaultyFile
from kamchatka.rulebook import Rulebook, UnknownRulebook, load, load_file, shipped
from kamchatka.scoring.files import UnknownFormula
from kamchatka.scoring.formula.loading import catalogue, load_formula, read_formula, shipped_sources
from kamchatka.scoring.formula.model import Formula

FILE = ".toml"
"""Suffix of a club's own files."""
Kind = Literal["format", "formula", "rulebook"]
Found = TypeVar("Found")
FOLDERS: Mapping[Kind, str] = {"format": "formati", "formula": "formule", "rulebook": "regolamenti"}
"""The folders of a club's own files in its data folder."""


@dataclass(frozen=True)
class RulesLibrary:
    """Finds formulas and regulations by name: a shipped id first, then a file.

    A file is looked for in the folder `beside`, then in the club's folder of its kind; an id without
    `.toml` names the file `ID.toml`.
    """

    beside: Path | None = None
    """The folder of the file that names others; the working directory for names typed by a person."""
    house: Path | None = None
    """The club's data folder."""

    def own(self, kind: Kind) -> tuple[str, ...]:
        """Ids of the club's own files."""
        folder = self._folder(kind)
        return tuple(sorted(path.stem for path in folder.glob(f"*{FILE}"))) if folder else ()

    def _folder(self, kind: Kind) -> Path | None:
        return self.house / FOLDERS[kind] if self.house else None

    def file(self, kind: Kind, name: str) -> Path | None:
        """The file of this name; None if there is none."""
        named = name if name.lower().endswith(FILE) else f"{name}{FILE}"
        places = [folder / named for folder in (self.beside, self._folder(kind)) if folder is not None]
        return next((path for path in places if "\0" not in named and path.is_file()), None)

    def of_file(self, path: Path) -> "RulesLibrary":
        """The library for the names in this file."""
        return replace(self, beside=path.parent)

    def ids(self, kind: Literal["formula", "rulebook"]) -> tuple[str, ...]:
        """Ids of the shipped and of the club's own ones."""
        return (*(catalogue() if kind == "formula" else shipped()), *self.own(kind))

    def rulebook(self, name: str) -> Rulebook:
        """A regulation; raises UnknownRulebook, FaultyRulebook, OSError or UnicodeError."""
        if name in shipped():
            return load(name)
        path = self.file("rulebook", name)
        if path is None:
            raise UnknownRulebook("unknown_rulebook", id=name, known=", ".join(self.ids("rulebook")))
        return load_file(path)

    def formula_text(self, name: str) -> str:
        """The text of a formula; raises UnknownFormula, OSError or UnicodeError."""
        if name in shipped_sources():
            return shipped_sources()[name]
        path = self.file("formula", name)
        if path is None:
            raise UnknownFormula("unknown_formula", id=name, known=", ".join(self.ids("formula")))
        return path.read_text(encoding="utf-8")

    def formula(self, name: str, options: Mapping[str, object] | None = None) -> Formula:
        """A formula with these options; raises UnknownFormula, FaultyFormula, UnknownOption, OSError."""
        file = name if name.lower().endswith(FILE) else f"{name}{FILE}"
        return read_formula(self.formula_text(name), name=Path(file).name, options=options)

    def rulebooks(self) -> tuple[Rulebook, ...]:
        """All regulations; a club's own with faults is left out."""
        return (*map(load, shipped()), *self._usable("rulebook", self.rulebook))

    def formulas(self) -> tuple[Formula, ...]:
        """All formulas with their defaults; a club's own with faults is left out."""
        return (*map(load_formula, catalogue()), *self._usable("formula", self.formula))

    def _usable(self, kind: Kind, read: Callable[[str], Found]) -> Iterator[Found]:
        for id in self.own(kind):
            try:
                yield read(id)
            except (FaultyFile, OSError, UnicodeError):  # `check` tells what is wrong with it
                continue


SHIPPED = RulesLibrary()
"""Finds only what comes with the product."""
