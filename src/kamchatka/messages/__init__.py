"""Every text people read, by code, in Italian and English.

A code is the name of a catalogue file, then the path of tables inside it: `web.home.title` is
`title` under `[home]` of `web.toml`. Italian is written first; a test keeps English complete.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import ClassVar, Literal, get_args

from kamchatka.messages.decimals import shown

Language = Literal["it", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = "it"
DOUBLED = re.compile(r"(?<=[\w»”)!?])\.\.(?=\s|$)")
Phrase = Callable[[Language], str]
"""Words that are chosen when the reader's language is known."""


class UnknownText(KeyError):
    """A text code that no catalogue holds: a mistake of ours, never of the user."""


def text(code: str, lang: Language, **values: object) -> str:
    """The text behind a code, with its `{placeholders}` filled in: a value may be a Phrase, or exact.

    `{tables:tavolo|tavoli}` is the word for one, or for any other number; the number may stand within.
    `{player:+ ({player})}` are words that are said only if there is a player.
    """
    found = _catalogue(_file_of(code), lang).get(code)
    if found is None:
        raise UnknownText(f"{code} ({lang})")
    if not values:
        return found
    said = found.format(**{name: _in_words(each, lang) for name, each in values.items()})
    # A value may be a sentence that ends in a full stop itself.
    return DOUBLED.sub(".", said) if ".." in said else said


@dataclass(frozen=True)
class Sentence:
    """A text and its values, to be said when the reader's language is known."""

    code: str
    values: Mapping[str, object] = field(default_factory=dict)
    section: ClassVar[str] = ""
    """Where the codes of its class are; nothing: they are whole."""

    def sentence(self, lang: Language) -> str:
        """The sentence for people."""
        return text(f"{self.section}.{self.code}" if self.section else self.code, lang, **self.values)


class _Words(str):
    """A value that can also choose between the words for one and for several, or add words if it is there."""

    def __format__(self, spec: str) -> str:
        if spec.startswith("+"):
            return spec[1:] if self.strip("-") else ""
        one, is_choice, several = spec.partition("|")
        return (one if self == "1" else several) if is_choice else super().__format__(spec)


def _in_words(value: object, lang: Language) -> object:
    said = shown(value, lang) if isinstance(value, Fraction) else value(lang) if callable(value) else value
    return _Words(said) if isinstance(said, int | str) else said


def has_text(code: str, lang: Language) -> bool:
    """Whether the catalogue of this language holds the code."""
    return code in _catalogue(_file_of(code), lang)


def texts_under(code: str, lang: Language) -> dict[str, str]:
    """The texts directly below a code, by their last word; they are said as they stand, without values."""
    found = _catalogue(_file_of(code), lang)
    below = (
        (each.removeprefix(f"{code}."), said) for each, said in found.items() if each.startswith(f"{code}.")
    )
    return {name: said for name, said in below if "." not in name}


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
