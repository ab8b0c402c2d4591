"""The data in a file of ours, TOML or JSON; decimals stay as they are written."""

import json
import re
from collections import Counter
from typing import Any

from kamchatka.handwritten import MOST_PARTS, DeepKey, read_toml
from kamchatka.scoring.broken import LONG_NUMBER, LongNumber, broken
from kamchatka.scoring.faults import Fault, FaultySheet, quoted

LONGEST_NUMBER = 18
"""Digits of a whole number; a longer one stays as it is written, for whoever reads the cell to refuse."""
LIST = re.compile(r"\s*\[[\s\[]*(?:[{\]\"]|-?\d)")
"""How a list begins in JSON, which no table of a TOML file does."""


class KeyTwice(ValueError):
    """A key that stands twice in one JSON object: the last would silently win."""


def parse(source: str, *, name: str) -> dict[str, Any]:
    """The data of a file; raises FaultySheet where it cannot be read."""
    source = source.removeprefix("\ufeff")
    try:
        data = _json(source) if _is_json(source, name) else _toml(source)
    except DeepKey as error:
        fault = Fault("deep_key", "", error.line, {"most": str(MOST_PARTS)})
        raise FaultySheet(name, (fault,)) from error
    except KeyTwice as error:
        raise FaultySheet(name, (Fault("key_twice", "", None, {"key": quoted(error)}),)) from error
    except (ValueError, RecursionError) as error:
        raise FaultySheet(name, (broken(error, source),)) from error
    if not isinstance(data, dict):
        raise FaultySheet(name, (Fault("not_an_object", "", None, {}),))
    return data


def _is_json(source: str, name: str) -> bool:
    ending = name.lower().rpartition(".")[2]
    if ending in ("json", "toml"):
        return ending == "json" or source.lstrip().startswith("{")
    return source.lstrip().startswith("{") or LIST.match(source) is not None


def _toml(source: str) -> dict[str, Any]:
    if LONG_NUMBER.search(source):
        raise LongNumber
    return read_toml(source, parse_float=str)


def _json(source: str) -> Any:
    return json.loads(
        source, parse_float=str, parse_int=_whole, parse_constant=str, object_pairs_hook=_object
    )


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= LONGEST_NUMBER else digits


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise KeyTwice(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return found
