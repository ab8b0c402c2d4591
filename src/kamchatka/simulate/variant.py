"""A regulation with some values changed, as typed: `rtu:closing.first=5,closing.cap=8`."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from kamchatka.faults import BrokenFile, Fault, Lines, read_toml
from kamchatka.ids import RulebookId
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import SECTIONS, FaultyRulebook, Rulebook
from kamchatka.rulebook.consistency import inconsistencies
from kamchatka.rulebook.model import OWN_CHOICE
from kamchatka.rulebook.validation import section_faults, unknown

WITH_CHANGES = re.compile(r"(?P<base>.+?):(?P<changes>[\w-]+\.[\w-]+\s*=.*)", re.DOTALL)
CHANGE = re.compile(r"(?:^|,)\s*(?P<key>[\w-]+\.[\w-]+)\s*=")

Changes = Mapping[str, object]
"""New values by key (`closing.first`)."""


class NotAChange(ValueError):
    """The text after the colon is not `section.key=value`."""


def split_changes(wanted: str) -> tuple[str, Changes]:
    """The name of the regulation, and the changes."""
    found = WITH_CHANGES.fullmatch(wanted)
    if not found:
        # A path may contain a colon; `rtu:first` is a malformed change.
        if ":" in wanted and not wanted.endswith(".toml"):
            raise NotAChange(wanted)
        return wanted, {}
    typed = found["changes"]
    starts = list(CHANGE.finditer(typed))
    ends = [*(start.start() for start in starts[1:]), len(typed)]
    return found["base"], {
        start["key"]: value_of(typed[start.end() : end]) for start, end in zip(starts, ends, strict=True)
    }


def value_of(typed: str) -> object:
    """A number, a list, true or false parsed as TOML; any other word unchanged."""
    try:
        return read_toml(f"value = {typed.strip()}")["value"]
    except BrokenFile:
        return typed.strip()


def changed(base: Rulebook, changes: Changes, label: str) -> Rulebook:
    """The regulation with these values; raises FaultyRulebook with every fault found."""
    sections: dict[str, Any] = {}
    faults: list[Fault] = []
    for name in dict.fromkeys(key.partition(".")[0] for key in changes):
        if name not in SECTIONS:
            faults.append(unknown("unknown_section", name, None, name, SECTIONS))
            continue
        values = base.section(name).model_dump()
        values.update(
            {key.partition(".")[2]: value for key, value in changes.items() if key.startswith(f"{name}.")}
        )
        try:
            sections[name] = SECTIONS[name].model_validate(values)
        except ValidationError as error:
            faults.extend(section_faults(name, error, Lines("")))
    book = replace(
        base,
        id=RulebookId(re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")),
        titles=MappingProxyType(dict.fromkeys(LANGUAGES, label)),
        extends=base.id,
        clauses=MappingProxyType({key: ids for key, ids in base.clauses.items() if key not in changes}),
        set_by=MappingProxyType({**base.set_by, **dict.fromkeys(changes, OWN_CHOICE)}),
        **sections,
    )
    faults.extend(inconsistencies(book) if not faults else ())
    if faults:
        raise FaultyRulebook(label, tuple(faults))
    return book
