"""Every table of a tournament scored by one formula: what standings are made from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kamchatka.messages import Language, text
from kamchatka.scoring.formula import Formula
from kamchatka.scoring.grid import NoSuchSize
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.penalties import lowered, result_penalties
from kamchatka.scoring.placing import MissingNumber, Ties
from kamchatka.scoring.results import PlayedTable, Results
from kamchatka.scoring.table import Table

Key = tuple[Number, ...]
PLAYED = ("table", "dummy", "duel")
"""Kinds of results that are games; byes, void tables and absences are not."""


class Result(NamedTuple):
    """What one player got in one round."""

    round: int
    player: str
    kind: Literal["table", "dummy", "duel", "bye", "void", "absence"]
    key: Key
    """By column of the formula, penalties on the result taken off."""
    table: int = 0
    place: int = 0
    """0 where there was no game."""
    sharing: int = 1
    """How many share the place."""
    points: Number | None = 0
    """Table points, as the formula counts them; None for a RisiKo! of which nobody wrote them down."""
    objective: bool = False
    given_out: Number = 0
    """All scores of the table together; only known where percentages are wanted."""

    @property
    def is_game(self) -> bool:
        """Whether the player sat at a table and played."""
        return self.kind in PLAYED


@dataclass(frozen=True)
class Missing:
    """A table that cannot be scored: what is missing."""

    round: int
    table: int
    cause: Exception

    def sentence(self, lang: Language) -> str:
        """Where, and what to ask for."""
        if isinstance(self.cause, MissingNumber):
            said = self.cause.sentence(lang)
        elif isinstance(self.cause, NoSuchSize):
            said = text("standings.no_such_size", lang, size=self.cause.size)
        else:
            said = text("standings.no_award", lang, player=str(self.cause))
        return text("standings.at_table", lang, round=self.round, table=self.table, said=said)


class Unscorable(Exception):
    """Results a formula cannot score, with everything that is missing."""

    def __init__(self, formula: str, missing: tuple[Missing, ...]) -> None:
        super().__init__(f"{formula}: {len(missing)}")
        self.formula = formula
        self.missing = missing

    def report(self, lang: Language) -> str:
        """All that is missing, one line each."""
        lines = [text("standings.unscorable", lang, formula=self.formula, count=len(self.missing))]
        return "\n".join([*lines, *(f"- {each.sentence(lang)}" for each in self.missing)])


class NoAward(LookupError):
    """A bye or a duel whose score nobody has given."""


class Placed:
    """The sheets of a tournament as formulas see them; kept until one wants ties treated otherwise.

    Formulas that treat ties alike share the work: give them in `alike` order.
    """

    def __init__(self, results: Results) -> None:
        self.results = results
        self.tables = tuple(results.tables())
        self._ties: Ties | None = None
        self._placed: dict[tuple[int, Number | None], Table | MissingNumber] = {}
        self._with_objective = frozenset(
            number
            for number, table in enumerate(self.tables)
            if table.sheet is not None and any(seat.objective for seat in table.sheet.seats)
        )

    def at(self, formula: Formula, number: int) -> Table:
        """The table with this number in the file. Raises MissingNumber."""
        if self._ties != formula.ties:
            self._ties, self._placed = formula.ties, {}
        # What an objective is worth only matters where one was reached.
        wanted = number, formula.fixed_points if number in self._with_objective else None
        found = self._placed.get(wanted)
        if found is None:
            found = self._placed[wanted] = self._place(formula, self.tables[number])
        if isinstance(found, MissingNumber):
            raise found
        return found

    @staticmethod
    def _place(formula: Formula, table: PlayedTable) -> Table | MissingNumber:
        assert table.sheet is not None, "only tables with a sheet are placed"
        try:
            return formula.table(table.sheet)
        except MissingNumber as missing:
            return missing


def alike(formula: Formula) -> str:
    """Formulas with the same answer see most tables the same way."""
    return formula.ties


def score_results(
    formula: Formula,
    placed: Placed,
    progress: Callable[[int], None] | None = None,
    *,
    shares: bool = False,
) -> dict[str, list[Result]]:
    """The results of every player, round by round; `shares` if percentages are wanted. Raises Unscorable."""
    results = placed.results
    found: dict[str, list[Result]] = {player: [] for player in results.players}
    missing: list[Missing] = []
    penalties = result_penalties(results)
    score = formula.columns.index(formula.score)
    nothing = (0,) * len(formula.columns)
    for number, table in enumerate(placed.tables):
        try:
            scored = _table(formula, placed, number, table)
            for result in _with_shares(scored, score) if shares else scored:
                found[result.player].append(lowered(result, penalties, score) if penalties else result)
        except (MissingNumber, NoSuchSize, NoAward) as cause:
            missing.append(Missing(table.round, table.number, cause))
        if progress and number % 100 == 99:
            progress(100)
    if progress:
        progress(len(placed.tables) % 100)
    if missing:
        raise Unscorable(formula.id, tuple(missing))
    for each in results.rounds:
        for player in each.absent:
            absence = Result(each.number, player, "absence", nothing)
            found[player].append(lowered(absence, penalties, score))
    return found


def is_awarded(formula: Formula, table: PlayedTable) -> bool:
    """Whether scores are given by a referee or printed, and no card explains them."""
    given = table.awards or formula.special.duel is not None or table.sheet is None
    return table.void or table.kind == "bye" or (table.kind == "duel" and bool(given))


def _table(formula: Formula, placed: Placed, number: int, table: PlayedTable) -> list[Result]:
    if table.void or table.kind == "bye":
        return list(_awarded(formula, table, dict.fromkeys(table.players, 0)))
    if not is_awarded(formula, table):
        return _played(formula, placed.at(formula, number), table)
    places = table.places
    if table.sheet is not None:
        seen = placed.at(formula, number)
        places = {player: seen.place(seat) for seat, player in enumerate(table.players)}
    return list(_awarded(formula, table, places))


def _played(formula: Formula, seen: Table, table: PlayedTable) -> list[Result]:
    keys = formula.keys(seen)
    return [
        Result(
            table.round,
            table.players[seat],
            table.kind,
            keys[seat],
            table.number,
            seen.place(seat),
            seen.sharing(seat),
            _points(seen, seat),
            seen.reached(seat),
        )
        for seat in seen.seats
    ]


def _points(seen: Table, seat: int) -> Number | None:
    """The seat's table points; a formula that needs none can do without."""
    try:
        return seen.points(seat)
    except MissingNumber:
        return None


def _awarded(formula: Formula, table: PlayedTable, places: Mapping[str, int]) -> Iterator[Result]:
    """Byes, duels and void tables: the referee's award, else what the formula prints for them."""
    scores = {player: _award(formula, table, player, places.get(player, 0)) for player in table.players}
    for player, score in scores.items():
        if score is not None:
            key = tuple(score if name == formula.score else 0 for name in formula.columns)
            kind = "void" if table.void else table.kind
            yield Result(table.round, player, kind, key, table.number, places.get(player, 0))


def _with_shares(scored: list[Result], score: int) -> list[Result]:
    """The results of a table, each with all the points that were given out there."""
    given_out = sum(result.key[score] for result in scored)
    return [result._replace(given_out=given_out) for result in scored]


def _award(formula: Formula, table: PlayedTable, player: str, place: int) -> Number | None:
    """The score; None where a void table gives nothing."""
    if player in table.awards:
        return table.awards[player]
    if table.void:
        return None
    if table.kind == "duel" and formula.special.duel is not None and place:
        return formula.special.duel.within(2, place - 1, 0)
    if table.kind == "bye" and formula.special.bye is not None:
        return formula.special.bye
    raise NoAward(player)
