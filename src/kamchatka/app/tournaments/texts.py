"""Texts of regulations, formulas and formats: shipped ones and a club's own.

A tournament pins each as one self-contained text, so later changes to a file do not affect it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from kamchatka.app.library import library
from kamchatka.faults import FaultyFile
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import Rulebook, load, read_recorded, shipped, with_values
from kamchatka.rulebook.writing import with_ancestry, written
from kamchatka.scoring.files import UnknownOption
from kamchatka.scoring.formula.loading import read_formula, shipped_sources, whole_text
from kamchatka.scoring.formula.model import Formula
from kamchatka.tournament.format.library import SHIPPED, RulesLibrary
from kamchatka.tournament.format.loading import (
    FormatSource,
    format_file,
    format_source,
    read_format,
    read_recorded_format,
    whole_format,
)
from kamchatka.tournament.format.model import Format
from kamchatka.tournament.state import Setup

Options = Mapping[str, Any]


@dataclass(frozen=True)
class Texts:
    """The three texts of a tournament, each self-contained, with their ids."""

    format: str
    formula: str
    rulebook: str
    ids: Mapping[str, str]
    formula_options: Options = field(default_factory=dict)
    """Options of the formula that the format chooses."""
    overrides: Options = field(default_factory=dict)
    """Values of the regulation that differ from its file, by `section.key`."""


def texts_of(
    format_name: str, rulebook_name: str = "", formula_name: str = "", overrides: Options | None = None
) -> Texts:
    """The texts of these names: shipped ids, a club's own, or files; NotUnderstood if one is faulty.

    What the format chooses of its own regulation and formula holds unless another one is named.
    """
    typed = library()
    try:
        found, beside = _found(format_name)
        shape = read_format(found.text, name=found.name, library=beside)
        is_usual_book = rulebook_name in ("", shape.rulebook)
        book = beside.rulebook(shape.rulebook) if is_usual_book else typed.rulebook(rulebook_name)
        is_usual_formula = formula_name in ("", shape.formula)
        source = (beside if is_usual_formula else typed).formula_text(formula_name or shape.formula)
        formula_text = whole_text(source)
        formula = read_formula(formula_text, name=formula_name or shape.formula)
        values = {**(shape.chosen_values if is_usual_book else {}), **(overrides or {})}
        return Texts(
            whole_format(found.text, name=found.name, library=beside),
            formula_text,
            _rulebook_text(with_values(book, values)),
            {"format": shape.id, "formula": formula.id, "rulebook": book.id},
            shape.formula_options if is_usual_formula else {},
            values,
        )
    except FaultyFile as faulty:
        raise NotUnderstood("faulty_file", said=faulty.report) from faulty
    except OSError as error:
        raise NotUnderstood("unreadable", path=format_name, error=error) from error
    except UnicodeError as error:
        raise NotUnderstood("not_a_list", path=format_name) from error


def own_format(name: str) -> Format:
    """A format by name, shipped or a club's own, with its default options; raises as `read_format` does."""
    found, beside = _found(name)
    return read_format(found.text, name=found.name, library=beside)


def _found(name: str) -> tuple[FormatSource, RulesLibrary]:
    """A format by name, and where the files that it names are looked for."""
    file = format_file(name, library())
    return format_source(name, library()), library().of_file(file) if file else SHIPPED


def changed_texts(now: Texts, rulebook_name: str, formula_name: str, overrides: Options) -> Texts:
    """The pinned texts with another regulation or formula, or with values of the regulation changed."""
    try:
        book = library().rulebook(rulebook_name) if rulebook_name else _pinned_rulebook(now.rulebook)
        formula_text = whole_text(library().formula_text(formula_name)) if formula_name else now.formula
        formula = read_formula(formula_text, name=formula_name or "formula.toml")
        is_same = not rulebook_name and not overrides
        rulebook_text = now.rulebook if is_same else _rulebook_text(with_values(book, overrides))
        ids = {**now.ids, "formula": formula.id, "rulebook": book.id}
        return Texts(now.format, formula_text, rulebook_text, ids)
    except FaultyFile as faulty:
        raise NotUnderstood("faulty_file", said=faulty.report) from faulty


def shipped_text(kind: str, id: str) -> str:
    """The shipped regulation or formula with this id, as a tournament pins it; empty if there is none."""
    if kind == "formula":
        return whole_text(shipped_sources()[id]) if id in shipped_sources() else ""
    return written(load(id)) if id in shipped() else ""


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
