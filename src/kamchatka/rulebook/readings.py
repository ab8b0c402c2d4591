"""Readings: decisions on printed texts that are unclear or silent."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kamchatka.messages import Language
from kamchatka.rulebook.model import Plain


@dataclass(frozen=True)
class Reading:
    """A decision on a silent or unclear text."""

    plain_as = "id reading=words"

    id: str
    sources: tuple[str, ...]
    it: str
    en: str
    keys: tuple[str, ...] = ()
    """Values of the regulation that it is about."""
    clauses: tuple[str, ...] = ()
    """Clauses that it interprets, where formats or formulas hold the values."""
    alternatives: Mapping[str, list[Plain]] = field(default_factory=dict)
    """By key: values an override may choose, if they are not named choices."""

    def words(self, lang: Language) -> str:
        return self.it if lang == "it" else self.en


@cache
def readings() -> tuple[Reading, ...]:
    """All adopted readings, by number."""
    raw = tomllib.loads(files("kamchatka.rulebook").joinpath("readings.toml").read_text(encoding="utf-8"))
    lists = ("keys", "sources", "clauses")
    return tuple(
        Reading(**{**item, **{name: tuple(item.get(name, ())) for name in lists}}) for item in raw["reading"]
    )
