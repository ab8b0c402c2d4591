"""A formula or format file as it stands, before anything in it is believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from kamchatka.faults import Fault, Lines, Path, closest, dotted
from kamchatka.faults.fault import Values
from kamchatka.scoring.options import Options


@dataclass(frozen=True)
class FileCheck:
    """What a file says, and where: it makes the faults that are found in it."""

    entries: ClassVar[str]
    """The list whose entries people call by their id."""
    catalogue: ClassVar[str]
    """Where the sentences of its faults are."""

    raw: Mapping[str, Any]
    source: str

    @cached_property
    def options(self) -> Options:
        """Its options."""
        raise NotImplementedError

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self.source)

    def line(self, path: Path) -> int | None:
        """The line it stands on."""
        return self._lines.at(path)

    def entry(self, path: Path) -> Any:
        """The entry around this place, where people call it by its id."""
        is_inside = len(path) > 1 and path[0] == self.entries and isinstance(path[1], int)
        return self.raw[self.entries][path[1]] if is_inside else None

    def where(self, path: Path) -> str:
        """A path as a person would say it: entries by their id."""
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
        """A fault at this place of the file."""
        return Fault(code, self.where(path), self.line(path), values or {}, allowed, near, (self.catalogue,))

    def unknown(self, code: str, path: Path, word: str, known: tuple[str, ...]) -> Fault:
        """A word nobody knows, with the one that was probably meant, else all that there are."""
        near = closest(word, known)
        return self.fault(code, path, {"option": word}, near=near, allowed=() if near else known)

    def unknown_option(self, path: Path, name: str) -> Fault:
        """An option that is named and does not exist."""
        return self.unknown("unknown_option", path, name, tuple(self.options.values))
