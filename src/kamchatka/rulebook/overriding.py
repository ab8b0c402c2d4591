"""A regulation with some values changed, as a tournament or a format agrees them."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import tomli_w

from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook.loading import read
from kamchatka.rulebook.model import OWN_CHOICE, Rulebook
from kamchatka.rulebook.writing import written


def with_values(book: Rulebook, values: Mapping[str, Any]) -> Rulebook:
    """The regulation with these values, by `section.key`; raises NotUnderstood or FaultyRulebook."""
    if not values:
        return book
    data = tomllib.loads(written(book))
    for key, value in values.items():
        section, _, name = key.partition(".")
        if section not in data or not isinstance(data[section], dict) or name not in data[section]:
            raise NotUnderstood("unknown_rule", key=key, rulebook=book.id)
        data[section][name] = value
        data[section].get("clauses", {}).pop(name, None)
    changed = read(tomli_w.dumps(data), name=f"{book.id}.toml")
    own = dict.fromkeys(values, OWN_CHOICE)
    return replace(changed, sources=book.sources, set_by=MappingProxyType({**book.set_by, **own}))
