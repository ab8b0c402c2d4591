"""Load regulations: parse TOML into one frozen Rulebook, or report all faults."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ValidationError

from kamchatka.faults import BrokenFile, Fault, Lines, read_toml, toml_texts
from kamchatka.ids import ClauseId, RulebookId
from kamchatka.rulebook.consistency import inconsistencies, inconsistencies_in_records
from kamchatka.rulebook.faults import FaultyRulebook, UnknownRulebook, fault
from kamchatka.rulebook.model import ADDED_LATER, ANCESTRY, OWN_CHOICE, Plain, Rulebook
from kamchatka.rulebook.sections import SECTIONS, Section
from kamchatka.rulebook.validation import clause_faults, section_faults, unknown

HEADINGS = ("id", "title", "title_en", "about", "about_en", "source", "extends")
REQUIRED_HEADINGS = ("id", "title")


class _Ancestry(BaseModel):
    sources: tuple[str, ...]
    set_by: dict[str, tuple[str, ...]]


@dataclass
class _Draft:
    """A file being parsed, merged with its base, before validation."""

    headings: dict[str, str] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    clauses: dict[str, tuple[ClauseId, ...]] = field(default_factory=dict)
    set_by: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


@cache
def shipped() -> tuple[RulebookId, ...]:
    """Ids of the regulations that come with the product, in the order of their printed sources."""
    found = [(str(tomllib.loads(text).get("source", "~")), name) for name, text in shipped_sources().items()]
    return tuple(RulebookId(name) for _, name in sorted(found))


@cache
def load(rulebook_id: str) -> Rulebook:
    """A shipped regulation by id."""
    text = shipped_sources().get(rulebook_id)
    if text is None:
        raise UnknownRulebook("unknown_rulebook", id=rulebook_id, known=", ".join(shipped()))
    return read(text, name=f"{rulebook_id}.toml")


def load_file(path: Path) -> Rulebook:
    """A regulation from a club's file; it may extend a shipped one or a file beside it."""
    return read(path.read_text(encoding="utf-8"), name=path.name, folder=path.parent)


def read_recorded(source: str, *, name: str) -> Rulebook:
    """A recorded regulation; one that was played is accepted even if it would be refused today."""
    return _read(source, name, None, inconsistencies_in_records)


def read(source: str, *, name: str, folder: Path | None = None) -> Rulebook:
    """Parse a regulation; raises FaultyRulebook with every fault found."""
    return _read(source, name, folder, inconsistencies)


def _read(
    source: str, name: str, folder: Path | None, checks: Callable[[Rulebook], Iterable[Fault]]
) -> Rulebook:
    draft = _draft(source, name, folder, seen=(name.removesuffix(".toml"),))
    lines = Lines(source)
    sections: dict[str, Section] = {}
    patched: set[str] = set()
    for section, model in SECTIONS.items():
        if section not in draft.values:
            draft.faults.append(fault("missing_section", section, None))
        try:
            values = draft.values.get(section, _any_values()[section])
            sections[section] = model.model_validate({**_added_later(section), **values})
        except ValidationError as error:
            draft.faults.extend(section_faults(section, error, lines))
            wrong = {str(finding["loc"][0]) for finding in error.errors()}
            if wrong & set(model.model_fields):
                patched.add(section)
            sections[section] = _without(wrong, section, draft.values[section])
    rulebook = _assemble(draft, sections)
    for found in checks(rulebook):
        # Placeholders for wrong or missing values say nothing about the rest of their section.
        section, *_ = path = tuple(found.where.split("."))
        if section not in patched and section in draft.values:
            draft.faults.append(replace(found, line=lines.at(path)))
    if not draft.faults:
        return rulebook
    ordered = sorted(draft.faults, key=lambda found: (found.line or len(source), found.where, found.code))
    raise FaultyRulebook(name, tuple(ordered))


def _added_later(section: str) -> dict[str, Plain]:
    """Values of keys that older files of this section lack, set so that play is unchanged."""
    added = {key.partition("."): value for key, value in ADDED_LATER.items()}
    return {name: value for (own, _, name), value in added.items() if own == section}


def _without(wrong: set[str], section: str, values: Mapping[str, Any]) -> Section:
    """The section with placeholders for the wrong values, so that checking can go on."""
    good = {key: value for key, value in values.items() if key not in wrong}
    return SECTIONS[section].model_validate({**_any_values()[section], **good})


def _assemble(draft: _Draft, sections: Mapping[str, Any]) -> Rulebook:
    heading = draft.headings
    title, about = heading.get("title", ""), heading.get("about", "")
    return Rulebook(
        id=RulebookId(heading.get("id", "")),
        titles=MappingProxyType({"it": title, "en": heading.get("title_en", title)}),
        about=MappingProxyType({"it": about, "en": heading.get("about_en", about)}),
        sources=draft.sources,
        extends=RulebookId(heading["extends"]) if "extends" in heading else None,
        clauses=MappingProxyType(dict(draft.clauses)),
        set_by=MappingProxyType(dict(draft.set_by)),
        **sections,
    )


def _draft(source: str, name: str, folder: Path | None, seen: tuple[str, ...]) -> _Draft:
    draft = _Draft()
    try:
        raw = read_toml(source)
    except BrokenFile as error:
        raise FaultyRulebook(name, (error.fault,)) from error
    lines = Lines(source)
    _read_headings(raw, draft, lines)
    if folder is not None and draft.headings.get("id") in shipped_sources():
        draft.faults.append(fault("id_taken", "id", lines.at(("id",)), {"id": draft.headings["id"]}))
    if "extends" in draft.headings:
        _inherit(draft, folder, seen, lines)
    own = draft.headings.get("source")
    if own:
        draft.sources = (own, *(source for source in draft.sources if source != own))
    for section, content in raw.items():
        if section not in (*HEADINGS, ANCESTRY):
            _read_section(section, content, draft, lines)
    if ANCESTRY in raw:
        _read_ancestry(raw[ANCESTRY], draft, lines)
    return draft


def _read_ancestry(content: Any, draft: _Draft, lines: Lines) -> None:
    """Sources and the origin of each value, as a self-contained text states them."""
    try:
        found = _Ancestry.model_validate(content)
    except ValidationError:
        draft.faults.append(fault("section_not_table", ANCESTRY, lines.at((ANCESTRY,))))
        return
    draft.sources = found.sources
    draft.set_by |= {key: each for each, keys in found.set_by.items() for key in keys if key in draft.set_by}


def _read_headings(raw: Mapping[str, Any], draft: _Draft, lines: Lines) -> None:
    for key in HEADINGS:
        if key in raw and not (isinstance(raw[key], str) and raw[key]):
            draft.faults.append(fault("heading_not_text", key, lines.at((key,))))
        elif key in raw:
            draft.headings[key] = raw[key]
        elif key in REQUIRED_HEADINGS:
            draft.faults.append(fault("missing_heading", key, None))
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", draft.headings.get("id", "ok")):
        draft.faults.append(fault("bad_id", "id", lines.at(("id",)), {"id": draft.headings["id"]}))


def _inherit(draft: _Draft, folder: Path | None, seen: tuple[str, ...], lines: Lines) -> None:
    base = draft.headings["extends"]
    # Never outside the folder: a regulation may come with an untrusted sheet.
    beside = folder / f"{base}.toml" if folder and base == Path(base).name else None
    source = shipped_sources().get(base)
    if source is None and beside is not None and beside.is_file():
        source = beside.read_text(encoding="utf-8")
    if source is None or base in seen:
        code = "unknown_base" if source is None else "circular"
        values = {"base": base, "known": ", ".join(shipped())}
        draft.faults.append(fault(code, "extends", lines.at(("extends",)), values))
        # Without its base every section would be reported missing, hiding the one cause.
        draft.values = {name: dict(content) for name, content in _any_values().items()}
        draft.set_by = {
            f"{name}.{key}": OWN_CHOICE for name, content in draft.values.items() for key in content
        }
        return
    parent = _draft(source, f"{base}.toml", folder if base not in shipped_sources() else None, (*seen, base))
    if parent.faults:
        raise FaultyRulebook(f"{base}.toml", tuple(parent.faults))
    draft.values, draft.clauses, draft.sources = parent.values, parent.clauses, parent.sources
    draft.set_by = parent.set_by


def _read_section(name: str, content: object, draft: _Draft, lines: Lines) -> None:
    if name not in SECTIONS:
        known = [*SECTIONS, *HEADINGS]
        draft.faults.append(unknown("unknown_section", name, lines.at((name,)), name, known))
        return
    if not isinstance(content, dict):
        draft.faults.append(fault("section_not_table", name, lines.at((name,))))
        return
    stated = content.pop("clauses", {})
    values = draft.values.setdefault(name, {})
    for key, value in content.items():
        # A changed value loses the clause of the regulation it was inherited from.
        if key in values and values[key] != value:
            draft.clauses.pop(f"{name}.{key}", None)
        if key not in values or values[key] != value:
            draft.set_by[f"{name}.{key}"] = draft.headings.get("source", OWN_CHOICE)
        values[key] = value
    draft.faults.extend(clause_faults(name, stated, lines))
    if isinstance(stated, dict):
        for key, ids in stated.items():
            if isinstance(ids, list):
                draft.clauses[f"{name}.{key}"] = tuple(ClauseId(str(i)) for i in ids)
                draft.set_by[f"{name}.{key}"] = draft.headings.get("source", OWN_CHOICE)


@cache
def shipped_sources() -> Mapping[str, str]:
    """The TOML text of every shipped regulation, by id."""
    return toml_texts(files("kamchatka.rulebook").joinpath("regulations"))


@cache
def _any_values() -> dict[str, dict[str, Any]]:
    """Values of a complete shipped regulation, to go on checking a file with an unknown base."""
    for text in shipped_sources().values():
        raw = tomllib.loads(text)
        if "extends" not in raw:
            return {
                name: {k: v for k, v in raw[name].items() if k != "clauses"}
                for name in SECTIONS
                if name in raw
            }
    return {}
