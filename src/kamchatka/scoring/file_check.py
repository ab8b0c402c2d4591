"""A parsed formula or format file, before validation."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from kamchatka.faults import Fault, Lines, Path, closest, dotted
from kamchatka.faults.fault import Values
from kamchatka.scoring.options import Options


@dataclass(frozen=True)
class FileCheck(ABC):
    """The data of a file and its lines; creates the faults found in it."""

    entries: ClassVar[str]
    """The list whose entries have an id."""
    catalogue: ClassVar[str]
    """The message catalogue of its faults."""

    raw: Mapping[str, Any]
    source: str

    @property
    @abstractmethod
    def options(self) -> Options:
        """The file's options."""

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.source)

    def line(self, path: Path) -> int | None:
        """The line of this path."""
        return self._lines.at(path)

    def entry(self, path: Path) -> Any:
        """The list entry that contains this path, if entries have ids."""
        is_inside = len(path) > 1 and path[0] == self.entries and isinstance(path[1], int)
        return self.raw[self.entries][path[1]] if is_inside else None

    def where(self, path: Path) -> str:
        """The path for display, with entries by their id."""
        entry = self.entry(path)
        named = entry.get("id") if isinstance(entry, dict) else None
        return dotted((path[0], named, *path[2:]) if isinstance(named, str) and named else path)

    def fault(
        self,
        code: str,
        path: Path,
        values: Values | None = None,
        *,
        near: str = "",
        allowed: tuple[str, ...] = (),
    ) -> Fault:
        """A fault at this path."""
        return Fault(code, self.where(path), self.line(path), values or {}, allowed, near, (self.catalogue,))

    def unknown(self, code: str, path: Path, word: str, known: tuple[str, ...]) -> Fault:
        """An unknown word, with the closest known one, else all known ones."""
        near = closest(word, known)
        return self.fault(code, path, {"option": word}, near=near, allowed=() if near else known)

    def unknown_option(self, path: Path, name: str) -> Fault:
        """A reference to an option that does not exist."""
        return self.unknown("unknown_option", path, name, tuple(self.options.values))
