"""Values without a clause or a reading: the regulation has no such feature, or its text is silent."""

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
    """Why some values have no printed basis.

    Absent: the regulation has no such feature. Silent: it occurs in play but the text does not mention it,
    so we chose the value.
    """

    plain_as = "kind reason=words"

    kind: Kind
    sources: tuple[str, ...]
    values: Mapping[str, Plain]
    """By key: the declared value. A changed value is not covered, so it must be reviewed."""
    it: str
    en: str

    def words(self, lang: Language) -> str:
        return self.it if lang == "it" else self.en

    def covers(self, key: str, value: Plain, source: str) -> bool:
        """Whether this covers the value in a printed regulation."""
        return source in self.sources and key in self.values and self.values[key] == value


@cache
def declared() -> tuple[Unstated, ...]:
    """All values declared absent or silent."""
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
