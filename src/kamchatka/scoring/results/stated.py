"""The standings settings of a results file: the formula, from a file beside it or shipped, and the rules."""

from dataclasses import fields
from functools import partial
from pathlib import Path as FilePath

from kamchatka.faults import FaultyFile, Path
from kamchatka.scoring.files import ENDING, FaultList, UnknownOption, beside, report_beneath
from kamchatka.scoring.formula.loading import catalogue, shipped_sources
from kamchatka.scoring.results.cells import TournamentCells
from kamchatka.scoring.results.model import StatedFormula, StatedRules

TABLE = "tournament"


def stated_rules(cells: TournamentCells, faults: FaultList) -> StatedRules:
    """The rules the file states; do not use them if there are faults."""
    if cells.best is not None and cells.drop is not None:
        faults.add("best_and_drop", (TABLE, "drop"))
    return StatedRules(**{each.name: getattr(cells, each.name) for each in fields(StatedRules)})


def stated_formula(
    cells: TournamentCells, faults: FaultList, folder: FilePath | None
) -> StatedFormula | None:
    """The formula the file names, shipped or looked up in the folder; None if it is unavailable."""
    if cells.formula is None:
        if cells.options:
            faults.add("options_of_nothing", (TABLE, "options"))
        return None
    path: Path = (TABLE, "formula")
    source = _source(cells.formula, path, faults, folder)
    if source is None:
        return None
    found = StatedFormula(cells.formula, source, cells.options)
    try:
        found.chosen()
    except FaultyFile as error:
        faults.add("faulty_formula", path, said=partial(report_beneath, error))
    except UnknownOption as error:
        faults.add("wrong_option", (TABLE, "options"), said=error.sentence)
    return found


def _source(wanted: str, path: Path, faults: FaultList, folder: FilePath | None) -> str | None:
    """The text of the formula; None if it is unavailable, which is a fault."""
    if not wanted.lower().endswith(ENDING) or folder is None:
        if wanted not in shipped_sources():
            faults.add("unknown_formula", path, id=wanted, known=", ".join(catalogue()))
        return shipped_sources().get(wanted)
    file = beside(wanted, folder)
    if file is None:
        faults.add("formula_elsewhere", path, given=wanted)
        return None
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError):
        faults.add("no_formula_file", path, given=wanted)
        return None
