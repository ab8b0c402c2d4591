"""Values that no clause states and no reading settles: there is no such thing, or the text is silent."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from kamchatka.messages import Language
from kamchatka.rulebook.model import Plain

Kind = Literal["absent", "silent"]


@dataclass(frozen=True)
class Unstated:
    """Why some values rest on nothing printed.

    Absent: the regulation has no such thing. Silent: it comes up in play, the text does not speak of it, and
    the choice is ours.
    """

    plain_as = "kind reason=words"

    kind: Kind
    sources: tuple[str, ...]
    values: Mapping[str, Plain]
    """By key: the value declared. Another one is not covered, so that a change must be looked at again."""
    it: str
    en: str

    def words(self, lang: Language) -> str:
        return self.it if lang == "it" else self.en

    def covers(self, key: str, value: Plain, source: str) -> bool:
        """Whether this speaks of such a value in a printed regulation."""
        return source in self.sources and key in self.values and self.values[key] == value


@cache
def declared() -> tuple[Unstated, ...]:
    """Everything declared absent or silent."""
    raw = tomllib.loads(files("kamchatka.rulebook").joinpath("unstated.toml").read_text(encoding="utf-8"))
    return tuple(
        Unstated(
            kind=item["kind"],
            sources=tuple(item["sources"]),
            values={
                f"{section}.{name}": value
                for section, content in item["values"].items()
                for name, value in content.items()
            },
            it=item["it"],
            en=item["en"],
        )
        for item in raw["unstated"]
    )
