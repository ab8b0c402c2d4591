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
    found = _catalogue(_file_of(code), lang).get(code)
    if found is None:
        raise UnknownText(f"{code} ({lang})")
    return found.format(**values) if values else found


def has_text(code: str, lang: Language) -> bool:
    """Whether the catalogue of this language holds the code."""
    return code in _catalogue(_file_of(code), lang)


def codes(lang: Language) -> frozenset[str]:
    """All codes of a language."""
    names = (file.name for file in files(__package__).joinpath(lang).iterdir())
    return frozenset(code for name in names for code in _catalogue(name, lang))


def _file_of(code: str) -> str:
    return f"{code.partition('.')[0]}.toml"


@cache
def _catalogue(name: str, lang: Language) -> dict[str, str]:
    """The texts of one file; a command reads only the files it speaks from."""
    file = files(__package__).joinpath(lang, name)
    flat: dict[str, str] = {}
    if name.endswith(".toml") and file.is_file():
        _flatten(tomllib.loads(file.read_text(encoding="utf-8")), name.removesuffix(".toml"), flat)
    return flat


def _flatten(table: dict[str, object], prefix: str, into: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}.{key}", into)
        else:
            into[f"{prefix}.{key}"] = str(value)
