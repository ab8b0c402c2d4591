"""Write a regulation as one TOML file, with everything it inherited, for records and archives."""

import json

from kamchatka.rulebook.model import ANCESTRY, Plain, Rulebook
from kamchatka.rulebook.sections import SECTIONS


def written(rulebook: Rulebook) -> str:
    """The TOML text that parses back to this regulation, with the same digest."""
    lines = [f"id = {_value(rulebook.id)}", f"title = {_value(rulebook.titles['it'])}"]
    lines.append(f"title_en = {_value(rulebook.titles['en'])}")
    if rulebook.sources:
        lines.append(f"source = {_value(rulebook.sources[0])}")
    entries = list(rulebook.entries())
    for section in SECTIONS:
        own = [entry for entry in entries if entry.section == section]
        lines += ["", f"[{section}]", *(f"{entry.name} = {_value(entry.value)}" for entry in own)]
        cited = [entry for entry in own if entry.clauses]
        if cited:
            lines += ["", f"[{section}.clauses]"]
            lines += [f"{entry.name} = {_value(list(entry.clauses))}" for entry in cited]
    return "\n".join(lines) + "\n"


def with_ancestry(rulebook: Rulebook) -> str:
    """The same text, also with the printed regulations it follows and which of them set each value."""
    lines = ["", f"[{ANCESTRY}]", f"sources = {_value(list(rulebook.sources))}", "", f"[{ANCESTRY}.set_by]"]
    by_source: dict[str, list[object]] = {}
    for key, source in rulebook.set_by.items():
        by_source.setdefault(source, []).append(key)
    lines += [f"{_value(source)} = {_value(keys)}" for source, keys in sorted(by_source.items())]
    return written(rulebook) + "\n".join(lines) + "\n"


def _value(value: Plain) -> str:
    """A value in TOML; strings, numbers, booleans and lists as in JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_value(key)} = {_plain(item)}" for key, item in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _plain(item: object) -> str:
    assert isinstance(item, bool | int | str | list), item
    return _value(item)
