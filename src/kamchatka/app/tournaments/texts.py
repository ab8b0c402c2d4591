"""Texts of regulations, formulas and formats: shipped ones and a club's own.

A tournament pins each as one self-contained text, so later changes to a file do not affect it.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomli_w

from kamchatka.app.files import data_folder
from kamchatka.faults import FaultyFile
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import Rulebook, load, load_file, read, read_recorded, shipped
from kamchatka.rulebook.model import OWN_CHOICE
from kamchatka.rulebook.writing import with_ancestry, written
from kamchatka.scoring.files import UnknownOption
from kamchatka.scoring.formula.loading import catalogue, read_formula, shipped_sources, whole_text
from kamchatka.scoring.formula.model import Formula
from kamchatka.tournament.format.loading import FormatSource, format_source, read_format, read_recorded_format
from kamchatka.tournament.format.model import Format
from kamchatka.tournament.state import Setup

ENDING = ".toml"
Options = Mapping[str, Any]


def house_folder(kind: str) -> Path:
    """The folder of a club's own formats, formulas or regulations."""
    return data_folder() / {"format": "formati", "formula": "formule", "rulebook": "regolamenti"}[kind]


@dataclass(frozen=True)
class Texts:
    """The three texts of a tournament, each self-contained, with their ids."""

    format: str
    formula: str
    rulebook: str
    ids: Mapping[str, str]


def texts_of(
    format_name: str, rulebook_name: str = "", formula_name: str = "", overrides: Options | None = None
) -> Texts:
    """The texts of these names: shipped ids, a club's own, or files; NotUnderstood if one is faulty."""
    try:
        format_text = format_text_of(format_name).text
        shape = read_format(format_text, name=format_name)
        rulebook_name = rulebook_name or shape.rulebook
        formula_name = formula_name or shape.formula
        book = _rulebook(rulebook_name)
        formula_text = whole_text(_formula_source(formula_name))
        formula = read_formula(formula_text, name=formula_name)
        ids = {"format": shape.id, "formula": formula.id, "rulebook": book.id}
        return Texts(format_text, formula_text, _rulebook_text(_overridden(book, overrides or {})), ids)
    except FaultyFile as faulty:
        raise NotUnderstood("faulty_file", said=faulty.report) from faulty
    except OSError as error:
        raise NotUnderstood("unreadable", path=format_name, error=error) from error
    except UnicodeError as error:
        raise NotUnderstood("not_a_list", path=format_name) from error


def format_text_of(name: str) -> FormatSource:
    """The text of a format, in which ids of a club's own regulations and formulas become file names."""
    found = format_source(name, house_folder("format"))
    text = found.text
    for key in ("rulebook", "formula"):
        for id in house(key):
            text = re.sub(rf'(?m)^({key}\s*=\s*)"{re.escape(id)}"', rf'\1"{id}{ENDING}"', text)
    return found._replace(text=text)


def changed_texts(now: Texts, rulebook_name: str, formula_name: str, overrides: Options) -> Texts:
    """The pinned texts with another regulation or formula, or with values of the regulation changed."""
    try:
        book = _rulebook(rulebook_name) if rulebook_name else _pinned_rulebook(now.rulebook)
        formula_text = whole_text(_formula_source(formula_name)) if formula_name else now.formula
        formula = read_formula(formula_text, name=formula_name or "formula.toml")
        is_same = not rulebook_name and not overrides
        rulebook_text = now.rulebook if is_same else _rulebook_text(_overridden(book, overrides))
        ids = {**now.ids, "formula": formula.id, "rulebook": book.id}
        return Texts(now.format, formula_text, rulebook_text, ids)
    except FaultyFile as faulty:
        raise NotUnderstood("faulty_file", said=faulty.report) from faulty


def shipped_text(kind: str, id: str) -> str:
    """The shipped regulation or formula with this id, as a tournament pins it; empty if there is none."""
    if kind == "formula":
        return whole_text(shipped_sources()[id]) if id in shipped_sources() else ""
    return written(load(id)) if id in shipped() else ""


def _own(kind: str, name: str) -> Path:
    """A club's own file: the path itself, else a name or id in the folder of its kind."""
    named = name if name.lower().endswith(ENDING) else f"{name}{ENDING}"
    return Path(named) if Path(named).is_file() else house_folder(kind) / named


def _rulebook(name: str) -> Rulebook:
    if name in shipped():
        return load(name)
    try:
        return load_file(_own("rulebook", name))
    except (OSError, UnicodeError):
        known = ", ".join((*shipped(), *house("rulebook")))
        raise NotUnderstood("unknown_rulebook", id=name, known=known) from None


def _formula_source(name: str) -> str:
    if name in shipped_sources():
        return shipped_sources()[name]
    try:
        return _own("formula", name).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        known = ", ".join((*catalogue(), *house("formula")))
        raise NotUnderstood("unknown_formula", id=name, known=known) from None


def house(kind: str) -> list[str]:
    """Ids of a club's own files."""
    return sorted(path.stem for path in house_folder(kind).glob(f"*{ENDING}"))


def _overridden(book: Rulebook, overrides: Options) -> Rulebook:
    """The regulation with some values changed, by `section.key`."""
    if not overrides:
        return book
    data = tomllib.loads(written(book))
    for key, value in overrides.items():
        section, _, name = key.partition(".")
        if section not in data or not isinstance(data[section], dict) or name not in data[section]:
            raise NotUnderstood("unknown_rule", key=key, rulebook=book.id)
        data[section][name] = value
        data[section].get("clauses", {}).pop(name, None)
    changed = read(tomli_w.dumps(data), name=f"{book.id}{ENDING}")
    own = dict.fromkeys(overrides, OWN_CHOICE)
    return replace(changed, sources=book.sources, set_by=MappingProxyType({**book.set_by, **own}))


def _rulebook_text(book: Rulebook) -> str:
    """The text of a regulation to pin; a shipped one needs no ancestry, since its digest tells it."""
    return written(book) if _is_shipped(book) else with_ancestry(book)


def _is_shipped(book: Rulebook) -> bool:
    return book.id in shipped() and load(book.id).digest() == book.digest()


def setup_of(texts: Texts, options: Options, formula_options: Options) -> Setup:
    """Parse the texts with the chosen options."""
    try:
        return _setup(texts.format, texts.formula, texts.rulebook, _key(options), _key(formula_options))
    except UnknownOption as wrong:
        raise NotUnderstood("formula_option", said=wrong.sentence) from wrong


def _key(options: Options) -> str:
    return json.dumps(dict(options), sort_keys=True)


@cache
def _setup(format: str, formula: str, rulebook: str, options: str, formula_options: str) -> Setup:
    return Setup(
        _format(format, options),
        _pinned_rulebook(rulebook),
        _formula(formula, formula_options),
    )


@cache
def _format(source: str, options: str) -> Format:
    return read_recorded_format(source, name="format.toml", options=json.loads(options))


@cache
def _formula(source: str, options: str) -> Formula:
    return read_formula(source, name="formula.toml", options=json.loads(options))


@cache
def _pinned_rulebook(source: str) -> Rulebook:
    """The pinned regulation; a shipped one takes its ancestry from the product."""
    book = read_recorded(source, name="rulebook.toml")
    if not _is_shipped(book):
        return book
    found = load(book.id)
    return replace(book, sources=found.sources, set_by=found.set_by)
