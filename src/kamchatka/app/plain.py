"""Views as plain data, for `--json` and for other programs.

A view becomes a mapping of its fields, with sentences in one language. A class whose JSON keys differ from
its fields lists them in `plain_as`, one word for each key, in order:

    name             the attribute of that name
    key=path.to      another attribute, also nested; null if any part of the path is null
    key=path|some    the attribute after a filter, one of `FILTERS`
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from operator import not_
from typing import Any

from kamchatka.messages import Language
from kamchatka.scoring.numbers import Number, written

FILTERS: Mapping[str, Callable[[Any], object]] = {
    "some": lambda value: value or None,
    "given": lambda value: value is not None,
    "bool": bool,
    "not": not_,
    "count": len,
    "first": lambda value: next(iter(value), None),
    "list": lambda value: value or [],
    "written": lambda value: [written(each) for each in value] if _is_list(value) else _written(value),
}
"""`some`: null if empty; `given`: whether it is not null; `written`: exact numbers as text."""


def plain(view: Any, lang: Language, words: str = "") -> Any:
    """A view, or a collection of views, as JSON data; `words` override its own `plain_as`."""
    if isinstance(view, Enum):
        return view.value
    if view is None or isinstance(view, str | int | float):
        return view
    if isinstance(view, Fraction):
        return written(view)
    if isinstance(view, date):
        return view.isoformat()
    if isinstance(view, bytes):
        return view.hex()
    if isinstance(view, Mapping):
        return {str(key): plain(value, lang, words) for key, value in view.items()}
    if _is_list(view):
        return [plain(each, lang, words) for each in view]
    if words or (words := getattr(view, "plain_as", "")):
        return dict(_key_and_value(view, lang, word) for word in words.split())
    if hasattr(view, "sentence"):
        return plain(view.sentence, lang)
    if hasattr(view, "_asdict"):
        return plain(view._asdict(), lang)
    if is_dataclass(view):
        return {each.name: plain(getattr(view, each.name), lang) for each in fields(view)}
    if callable(view):
        return plain(view(lang) if inspect.signature(view).parameters else view(), lang)
    raise TypeError(f"no plain data: {view!r}")


def _key_and_value(view: object, lang: Language, word: str) -> tuple[str, Any]:
    """The key and value for one word of `plain_as`."""
    source, _, filter_name = word.partition("|")
    key, _, path = source.partition("=")
    value = _part(view, (path or key).split("."))
    return key, plain(FILTERS[filter_name](value) if filter_name else value, lang)


def _part(view: Any, path: list[str]) -> Any:
    """The value at the end of a path; for a list, the value of each item."""
    for at, name in enumerate(path):
        if view is None:
            return None
        if _is_list(view):
            return [_part(each, path[at:]) for each in view]
        view = view.get(name) if isinstance(view, Mapping) else getattr(view, name)
    return view


def _written(number: Number | None) -> str | None:
    return None if number is None else written(number)


def _is_list(value: object) -> bool:
    """Whether the value is a collection of views; a named tuple is one view."""
    return isinstance(value, list | tuple) and not hasattr(value, "_fields")
