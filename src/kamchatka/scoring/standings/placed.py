"""The sheets of a tournament as formulas see them: places given and points settled once for many formulas."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.formula.table import Table
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import PlayedTable, Results
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.placing import MissingNumber, Ties, Treatment
from kamchatka.scoring.standings.result import Part


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
        self._seen: dict[Treatment, list[Seen | MissingNumber | None]] = {}
        self._with_objective = frozenset(
            number
            for number, table in enumerate(self.tables)
            if table.sheet is not None and any(seat.objective for seat in table.sheet.seats)
        )

    @cached_property
    def seats(self) -> Mapping[str, list[tuple[int, int]]]:
        """Where every player sat: the table's number in the file, and the seat."""
        found: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, table in enumerate(self.tables):
            for seat, player in enumerate(table.players):
                found[player].append((number, seat))
        return found

    def under(self, formula: Formula) -> "Sight":
        """The tables as this formula sees them."""
        if self._ties != formula.ties:
            self._ties, self._seen = formula.ties, {}
        # What an objective is worth only matters where one was reached.
        treatments = formula.without_objective, formula.treatment
        plain, with_objective = (
            self._seen.setdefault(each, [None] * len(self.tables)) for each in treatments
        )
        return Sight(self, formula, plain, with_objective)

    def has_objective(self, number: int) -> bool:
        """Whether somebody reached an objective at the table with this number in the file."""
        return number in self._with_objective


class Sight:
    """The tables of a tournament as one formula sees them."""

    def __init__(
        self,
        placed: Placed,
        formula: Formula,
        plain: "list[Seen | MissingNumber | None]",
        with_objective: "list[Seen | MissingNumber | None]",
    ) -> None:
        self._placed = placed
        self._formula = formula
        self._plain = plain
        self._with_objective = with_objective

    def at(self, number: int) -> Seen:
        """The table with this number in the file. Raises MissingNumber."""
        has_objective = self._placed.has_objective(number)
        seen = self._with_objective if has_objective else self._plain
        found = seen[number]
        if found is None:
            formula, played = self._formula, self._placed.tables[number]
            treatment = formula.treatment if has_objective else formula.without_objective
            found = seen[number] = _strictly(treatment, played)
        if isinstance(found, MissingNumber):
            # Another formula may need the number where this one can do without.
            played = self._placed.tables[number]
            return _seen(self._formula.table(_sheet(played)), played)
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
        missing.at_table(played.round, played.number) if missing else None,
    )


def _points(table: Table, seat: int) -> Number | None:
    """The seat's table points; a formula that needs none can do without."""
    try:
        return table.points(seat)
    except MissingNumber:
        return None
