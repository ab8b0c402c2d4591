"""The data in a file of ours, TOML or JSON; decimals stay as they are written."""

import re
from typing import Any

from kamchatka.faults import BrokenFile, read_json, read_toml
from kamchatka.scoring.faults import FaultySheet, sheet_fault

LIST = re.compile(r"\s*\[[\s\[]*(?:[{\]\"]|-?\d)")
"""How a list begins in JSON, which no table of a TOML file does."""


def parse(source: str, *, name: str) -> dict[str, Any]:
    """The data of a file; raises FaultySheet where it cannot be read."""
    source = source.removeprefix("\ufeff")
    try:
        data = read_json(source) if _is_json(source, name) else read_toml(source)
    except BrokenFile as error:
        raise FaultySheet(name, (error.fault,)) from error
    if not isinstance(data, dict):
        raise FaultySheet(name, (sheet_fault("not_an_object"),))
    return data


def _is_json(source: str, name: str) -> bool:
    ending = name.lower().rpartition(".")[2]
    if ending in ("json", "toml"):
        return ending == "json" or source.lstrip().startswith("{")
    return source.lstrip().startswith("{") or LIST.match(source) is not None
