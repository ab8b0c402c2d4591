"""A formula file as it stands, joined with the one it extends, before anything in it is believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kamchatka.scoring.formula.fault import FormulaFault
from kamchatka.scoring.formula.lines import Path, line_at, lines_of


@dataclass(frozen=True)
class Draft:
    """What a file says, with what it extends."""

    raw: Mapping[str, Any]
    source: str
    own_terms: tuple[object, ...]
    """The terms of the file itself, in its order; others come from what it extends."""
    is_part: bool = False
    """Whether it extends something that does not exist, so that nobody knows what is missing."""

    def where(self, path: Path) -> str:
        """A path as a person would say it: terms by their id, entries of lists counted from 1."""
        parts = [str(part + 1) if isinstance(part, int) else part for part in path]
        if len(path) > 1 and path[0] == "term" and isinstance(path[1], int):
            term = self.raw["term"][path[1]]
            named = term.get("id") if isinstance(term, dict) else None
            parts[1] = named if isinstance(named, str) and named else parts[1]
        return ".".join(parts)

    def line(self, path: Path) -> int | None:
        """The line it stands on; None for what is not in this file."""
        if len(path) > 1 and path[0] == "term" and isinstance(path[1], int):
            term = self.raw["term"][path[1]]
            own = next((at for at, each in enumerate(self.own_terms) if each is term), None)
            return None if own is None else line_at(self._lines, ("term", own, *path[2:]))
        return line_at(self._lines, path)

    def fault(
        self,
        code: str,
        path: Path,
        values: Mapping[str, str] | None = None,
        *,
        wanted: str = "",
        allowed: tuple[str, ...] = (),
        near: str = "",
    ) -> FormulaFault:
        """A fault at this place of the file."""
        return FormulaFault(
            code, self.where(path), self.line(path), values or {}, wanted=wanted, allowed=allowed, near=near
        )

    @cached_property
    def _lines(self) -> dict[Path, int]:
        return lines_of(self.source)


def joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The base with what the file says instead: options and terms by their name, all else whole."""
    found = {**base, **own}
    options, terms = own.get("option", {}), own.get("term", [])
    if isinstance(options, dict):
        found["option"] = {**base.get("option", {}), **options}
    if isinstance(terms, list):
        found["term"] = _joined_terms(base.get("term", []), terms)
    return found


def _joined_terms(base: list[Any], own: list[Any]) -> list[Any]:
    """The file's terms where the base has some of that name, the others behind."""
    names = {_name(term) for term in own if _name(term)}
    found, done = [], set()
    for term in base:
        name = _name(term)
        if name not in names:
            found.append(term)
        elif name not in done:
            done.add(name)
            found += [each for each in own if _name(each) == name]
    return found + [each for each in own if _name(each) not in done]


def _name(term: object) -> str:
    name = term.get("id") if isinstance(term, dict) else None
    return name if isinstance(name, str) else ""
