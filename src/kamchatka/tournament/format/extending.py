"""A format that extends another: tables are merged, stages by their id, everything else is replaced."""

from collections.abc import Mapping
from typing import Any

OWN = ("id", "source")
"""Keys that a format never takes from the one it extends."""
STAGES = "stage"


def joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The base overridden by the file that extends it."""
    found = _joined({key: value for key, value in base.items() if key not in OWN}, own)
    if isinstance(own.get(STAGES), list):
        found[STAGES] = _joined_stages(base.get(STAGES, []), own[STAGES])
    return found


def _joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables as one; clauses of replaced values are dropped."""
    found = dict(base)
    for key, value in own.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        found[key] = _joined(base[key], value) if both else value
    stated = base.get("clauses")
    if isinstance(stated, dict):
        kept = {key: value for key, value in stated.items() if not _replaces(own, key)}
        restated = own.get("clauses", {})
        found["clauses"] = {**kept, **restated} if isinstance(restated, dict) else restated
    return found


def _replaces(own: Mapping[str, Any], key: str) -> bool:
    """Whether a file states the value of this key anew; `last_round.6` is one entry of a value."""
    name, _, entry = key.partition(".")
    value = own.get(name)
    return name in own and (not entry or not isinstance(value, dict) or entry in value)


def _joined_stages(base: list[Any], own: list[Any]) -> list[Any]:
    """The stages of the base, merged with those of the same id.

    A new stage stands before the next stage of the file that the base has too, otherwise at the end.
    """
    named = {_id(stage): stage for stage in own if _id(stage)}
    known = {_id(stage) for stage in base}
    before: dict[str, list[Any]] = {}
    waiting: list[Any] = []
    for stage in own:
        if _id(stage) in known:
            before[_id(stage)], waiting = waiting, []
        else:
            waiting.append(stage)
    found: list[Any] = []
    for stage in base:
        found += before.get(_id(stage), [])
        found.append(_joined(stage, named[_id(stage)]) if _id(stage) in named else stage)
    return found + waiting


def _id(stage: object) -> str:
    id = stage.get("id") if isinstance(stage, dict) else None
    return id if isinstance(id, str) else ""
