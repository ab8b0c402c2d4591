"""Formulas by id: the shipped catalogue and files of a club, with options put in."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from kamchatka.faults import BrokenFile, read_toml
from kamchatka.scoring.faults import FaultyFormula, UnknownFormula
from kamchatka.scoring.formula.choice import check_choices
from kamchatka.scoring.formula.draft import Draft, joined
from kamchatka.scoring.formula.fault import FormulaFault, as_written, closest
from kamchatka.scoring.formula.faults import faults_of
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.formula.options import Options, put_in


@cache
def catalogue() -> tuple[str, ...]:
    """Ids of the shipped formulas, in alphabetical order."""
    return tuple(sorted(shipped_sources()))


@cache
def shipped_sources() -> Mapping[str, str]:
    """The text of every shipped formula, by id."""
    folder = files(__package__).joinpath("catalogue")
    return {
        file.name.removesuffix(".toml"): file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


def load_formula(id: str, options: Mapping[str, object] | None = None) -> Formula:
    """A shipped formula, with these options instead of the defaults."""
    source = shipped_sources().get(id)
    if source is None:
        raise UnknownFormula(id, catalogue())
    return read_formula(source, name=f"{id}.toml", options=options)


def load_formula_file(path: Path, options: Mapping[str, object] | None = None) -> Formula:
    """A formula of the club."""
    return read_formula(path.read_text(encoding="utf-8"), name=path.name, options=options)


def read_formula(source: str, *, name: str, options: Mapping[str, object] | None = None) -> Formula:
    """A formula from its text; raises FaultyFormula with every fault found, or UnknownOption.

    What it returns can score every table of a size it speaks of, under every choice of its options.
    """
    try:
        raw = read_toml(source)
    except BrokenFile as error:
        raise FaultyFormula(name, (error.fault,)) from error
    draft, unknown_base = _draft(raw, source)
    faults = (*unknown_base, *faults_of(draft))
    if faults:
        raise FaultyFormula(name, faults)
    chosen = Options.of(draft.raw).chosen(options or {})
    check_choices(draft, chosen, options or {})
    return Formula.model_validate(put_in(draft.raw, chosen))


def _draft(raw: dict[str, Any], source: str) -> tuple[Draft, tuple[FormulaFault, ...]]:
    """The file as it stands, with what it extends; and the fault of extending what does not exist."""
    base = raw.pop("extends", None)
    terms = raw.get("term")
    own_terms = tuple(terms) if isinstance(terms, list) else ()
    if base is None:
        return Draft(raw, source, own_terms), ()
    if not isinstance(base, str) or base not in shipped_sources():
        draft, known = Draft(raw, source, own_terms, is_part=True), tuple(sorted(shipped_sources()))
        values = {"given": as_written(base)}
        return draft, (
            draft.fault("unknown_base", ("extends",), values, allowed=known, near=closest(base, known)),
        )
    return Draft(joined(_shipped(base), raw), source, own_terms), ()


@cache
def _shipped(id: str) -> Mapping[str, Any]:
    """A shipped file with what it extends; nobody changes it."""
    source = shipped_sources()[id]
    return _draft(read_toml(source), source)[0].raw
