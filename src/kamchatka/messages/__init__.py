"""Every text people read, by code, in Italian and English.

A code is the name of a catalogue file, then the path of tables inside it: `web.home.title` is
`title` under `[home]` of `web.toml`. Italian is written first; a test keeps English complete.
"""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

Language = Literal["it", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = "it"


class UnknownText(KeyError):
    """A text code that no catalogue holds: a mistake of ours, never of the user."""


def text(code: str, lang: Language, **values: object) -> str:
    """The text behind a code, with its `{placeholders}` filled in."""
    found = _catalogue(lang).get(code)
    if found is None:
        raise UnknownText(f"{code} ({lang})")
    return found.format(**values) if values else found


def has_text(code: str, lang: Language) -> bool:
    """Whether the catalogue of this language holds the code."""
    return code in _catalogue(lang)


def codes(lang: Language) -> frozenset[str]:
    """All codes of a language."""
    return frozenset(_catalogue(lang))


@cache
def _catalogue(lang: Language) -> dict[str, str]:
    flat: dict[str, str] = {}
    for file in sorted(files(__package__).joinpath(lang).iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text(encoding="utf-8"))
            _flatten(tables, file.name.removesuffix(".toml"), flat)
    return flat


def _flatten(table: dict[str, object], prefix: str, into: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}.{key}", into)
        else:
            into[f"{prefix}.{key}"] = str(value)
