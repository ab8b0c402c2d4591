"""Readings: decisions on printed texts that are unclear, or silent in a way worth discussing."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kamchatka.messages import Language
from kamchatka.rulebook.model import Plain


@dataclass(frozen=True)
class Reading:
    """A decision on a silent or unclear text."""

    plain_as = "id reading=words"

    id: str
    keys: tuple[str, ...]
    sources: tuple[str, ...]
    alternatives: Mapping[str, list[Plain]]
    """By key: values an override may choose, where they are not named choices."""
    it: str
    en: str

    def words(self, lang: Language) -> str:
        return self.it if lang == "it" else self.en


@cache
def readings() -> tuple[Reading, ...]:
    """Every reading adopted, in order of its number."""
    raw = tomllib.loads(files("kamchatka.rulebook").joinpath("readings.toml").read_text(encoding="utf-8"))
    return tuple(
        Reading(
            id=item["id"],
            keys=tuple(item["keys"]),
            sources=tuple(item["sources"]),
            alternatives=item.get("alternatives", {}),
            it=item["it"],
            en=item["en"],
        )
        for item in raw["reading"]
    )
