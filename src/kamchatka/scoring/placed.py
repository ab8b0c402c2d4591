"""The sheets of a tournament as formulas see them: places given and points settled once for many formulas."""

from typing import NamedTuple

from kamchatka.scoring.formula import Formula
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.placing import MissingNumber, Ties, Treatment
from kamchatka.scoring.result import Part
from kamchatka.scoring.results import PlayedTable, Results
from kamchatka.scoring.sheet import TableSheet
from kamchatka.scoring.table import Table


class Seen(NamedTuple):
    """A table ready to be scored, and the part of everybody at it."""

    table: Table
    parts: tuple[Part, ...]


class Placed:
    """The tables of a tournament, kept until a formula wants ties treated otherwise.

    Formulas that treat ties alike share the work: give them in `alike` order.
    """

    def __init__(self, results: Results) -> None:
        self.results = results
        self.tables = tuple(results.tables())
        self._ties: Ties | None = None
        self._seen: dict[tuple[int, Treatment], Seen | MissingNumber] = {}
        self._with_objective = frozenset(
            number
            for number, table in enumerate(self.tables)
            if table.sheet is not None and any(seat.objective for seat in table.sheet.seats)
        )

    def at(self, formula: Formula, number: int) -> Seen:
        """The table with this number in the file. Raises MissingNumber."""
        if self._ties != formula.ties:
            self._ties, self._seen = formula.ties, {}
        # What an objective is worth only matters where one was reached.
        treatment = formula.treatment if number in self._with_objective else formula.without_objective
        wanted = number, treatment
        found = self._seen.get(wanted)
        if found is None:
            found = self._seen[wanted] = _strictly(treatment, self.tables[number])
        if isinstance(found, MissingNumber):
            # Another formula may need the number where this one can do without.
            return _seen(formula.table(_sheet(self.tables[number])), self.tables[number])
        return found


def alike(formula: Formula) -> str:
    """Formulas with the same answer see most tables the same way."""
    return formula.ties


def _strictly(treatment: Treatment, played: PlayedTable) -> Seen | MissingNumber:
    """The table with every tie broken, for any formula that treats it so."""
    try:
        return _seen(Table(_sheet(played), treatment), played)
    except MissingNumber as missing:
        return missing


def _sheet(played: PlayedTable) -> TableSheet:
    assert played.sheet is not None, "only tables with a sheet are placed"
    return played.sheet


def _seen(table: Table, played: PlayedTable) -> Seen:
    return Seen(table, tuple(_part(played, table, seat) for seat in table.seats))


def _part(played: PlayedTable, table: Table, seat: int) -> Part:
    missing = next((each for each in table.unbroken if seat in each.tied), None)
    return Part(
        played.round,
        played.players[seat],
        played.kind,
        played.number,
        table.placings[seat].place,
        len(missing.tied) if missing else table.sharing(seat),
        _points(table, seat),
        table.reached(seat),
        missing,
    )


def _points(table: Table, seat: int) -> Number | None:
    """The seat's table points; a formula that needs none can do without."""
    try:
        return table.points(seat)
    except MissingNumber:
        return None
