"""The sheets of a round: cells, places and scores, faults and missing numbers."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

from pydantic import JsonValue

from kamchatka.faults import FaultyFile
from kamchatka.ids import PersonId
from kamchatka.messages import Language, Phrase, text
from kamchatka.refusals import Refusal
from kamchatka.scoring.numbers import exact, shown
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.model import ResultsRound as PlayedRound
from kamchatka.scoring.sheet.cells import TIE_CELLS, cells_asked
from kamchatka.scoring.sheet.model import Kind, player_name
from kamchatka.scoring.standings.scored import Result, results_by_player
from kamchatka.scoring.views.cards import CardLine, card_views
from kamchatka.scoring.views.cell_faults import field_fault, seat_and_cell
from kamchatka.scoring.views.notices import Notice, table_notices
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.recording import missing_number, scored_table
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Round, Table, TableResult, Tournament

State = Literal["empty", "refused", "asked", "paper", "phone", "waiting", "contested", "void", "bye"]
"""State of a sheet: no data; refused; lacking a number; else its source and whether it counts."""
Cells = Mapping[str, JsonValue]


@dataclass(frozen=True, kw_only=True)
class SheetSeat:
    """A seat of a sheet, in the order of the paper."""

    person: PersonId
    name: str
    cells: Cells = field(default_factory=dict)
    typed: str = ""
    """Table points as typed, with the decimal separator of the language."""
    points: str = ""
    """Table points as counted."""
    place: int = 0
    """0: not known."""
    score: str = ""
    lines: tuple[CardLine, ...] = ()
    """The terms of the score."""
    faults: Mapping[str, str] = field(default_factory=dict)
    """Faults by cell."""

    @property
    def says(self) -> tuple[str, Cells]:
        """Its numbers, however they were written."""
        return self.typed, {cell: value for cell, value in self.cells.items() if cell != "points"}


@dataclass(frozen=True)
class TieQuestion:
    """The numbers a tie-break needs, and from whom."""

    cells: tuple[str, ...]
    people: tuple[PersonId, ...]
    sentence: str


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """The sheet of a table."""

    round: int
    table: int
    kind: Kind
    state: State
    seats: tuple[SheetSeat, ...]
    sender: str = ""
    """The player who sent it from a phone."""
    winners: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    """Warnings that never block the sheet."""
    is_kept: bool = False
    """Whether a judge approved it despite its warnings."""
    refusal: str = ""
    """Why the sheet is refused, where no single cell is at fault."""
    question: TieQuestion | None = None
    others: "tuple[SheetView, ...]" = ()
    """Versions sent by other players of the table."""

    @property
    def versions(self) -> "tuple[SheetView, ...]":
        """This sheet and those sent by other players."""
        return (self, *self.others)

    @property
    def disputed(self) -> tuple[SheetSeat, ...]:
        """The seats whose numbers differ between versions."""
        lines = zip(*(each.seats for each in self.versions), strict=True)
        return tuple(line[0] for line in lines if any(seat.says != line[0].says for seat in line))

    @property
    def is_counted_on_board(self) -> bool:
        """Whether the whole board was counted: then points alone cannot be edited."""
        return any("territories" in seat.cells for seat in self.seats)

    @property
    def stands(self) -> bool:
        """Whether the result counts."""
        return self.state in ("paper", "phone", "void", "bye")

    @property
    def is_doubtful(self) -> bool:
        """Whether a judge should review it."""
        return bool(self.notices) and not self.is_kept

    @property
    def placed(self) -> tuple[SheetSeat, ...]:
        """The seats sorted by place."""
        return tuple(sorted(self.seats, key=lambda seat: seat.place))

    @property
    def score(self) -> str:
        """The winner's score."""
        return next((seat.score for seat in self.placed if seat.place == 1), "")

    @property
    def mark(self) -> str:
        """Digest of the numbers: a confirmation applies only to the numbers that were seen."""
        said = [sorted((cell, repr(value)) for cell, value in seat.cells.items()) for seat in self.seats]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:12]

    @property
    def faults(self) -> tuple[str, ...]:
        """All faults, seat by seat."""
        return tuple(said for seat in self.seats for said in seat.faults.values())


def sheets(tournament: Tournament, names: Names, round: int, lang: Language) -> list[SheetView]:
    """The sheets of a round, in the order of its tables."""
    reader = _reader(tournament, names, round, lang)
    return [reader.sheet(table) for table in reader.played.tables.values()]


def sheet(tournament: Tournament, names: Names, round: int, number: int, lang: Language) -> SheetView:
    """The sheet of a table with its recorded result."""
    reader = _reader(tournament, names, round, lang)
    return reader.sheet(reader.played.tables[number])


def preview_sheet(
    tournament: Tournament,
    names: Names,
    lang: Language,
    *,
    round: int,
    table: int,
    seats: Iterable[SeatResult],
) -> SheetView:
    """Preview of a sheet: places and scores, its faults, or the numbers a tie-break needs."""
    reader = _reader(tournament, names, round, lang)
    found = reader.played.tables[table]
    return reader.counted(reader.plain(found), found, TableResult(seats=tuple(seats)))


def _reader(tournament: Tournament, names: Names, round: int, lang: Language) -> "_Reader":
    """A reader that uses names as sheets normalise them."""
    called = {who: player_name(name) for who, name in names.items()}
    return _Reader(tournament, called, tournament.rounds[round - 1], lang)


@dataclass(frozen=True)
class _Reader:
    """Builds the sheet views of one round."""

    tournament: Tournament
    names: Names
    played: Round
    lang: Language

    def sheet(self, table: Table) -> SheetView:
        """The sheet of a table with its recorded result."""
        plain = self.plain(table)
        if plain.state in ("void", "bye", "empty") or table.result is None:
            return plain
        view = self.counted(plain, table, table.result)
        others = (self.counted(plain, table, each) for each in table.result.others)
        return replace(view, state=plain.state, others=tuple(others))

    def plain(self, table: Table) -> SheetView:
        """The sheet of a table without numbers."""
        return SheetView(
            round=self.played.number,
            table=table.number,
            kind=table.seated.kind,
            state=_state(table),
            seats=tuple(SheetSeat(person=who, name=self.names[who]) for who in table.seated.seats),
            is_kept=table.is_kept,
        )

    def counted(self, plain: SheetView, table: Table, result: TableResult) -> SheetView:
        """The sheet with a result's cells, places and scores."""
        typed = {each.person: each.cells for each in result.seats}
        seats = tuple(self._typed(seat, typed.get(seat.person, {})) for seat in plain.seats)
        sender = self.names[result.sent_by] if result.sent_by else ""
        view = replace(plain, seats=seats, sender=sender)
        try:
            found = scored_table(self.tournament, self.played, table, result, self.names)
        except Refusal as refusal:
            return self._refused(view, result, refusal)
        formula = self.tournament.setup.formula
        results = Results(rounds=(PlayedRound(self.played.number, (found,)),))
        scored = {each.player: each for [each] in results_by_player(formula, results).values()}
        lines = self._lines(scored.values())
        seats = tuple(self._scored(seat, scored.get(seat.name), lines) for seat in seats)
        winners = tuple(seat.name for seat in seats if seat.place == 1)
        return replace(
            view, state="paper", seats=seats, winners=winners, notices=tuple(table_notices(found, formula))
        )

    def _typed(self, seat: SheetSeat, cells: Cells) -> SheetSeat:
        points = cells.get("points", "")
        try:
            said = shown(exact(points), self.lang)
        except ValueError:
            said = str(points)
        return replace(seat, cells=cells, typed=said)

    def _scored(
        self, seat: SheetSeat, got: Result | None, lines: Mapping[str, tuple[CardLine, ...]]
    ) -> SheetSeat:
        if got is None:
            return seat
        formula = self.tournament.setup.formula
        score = shown(got.key[formula.columns.index(formula.score)], self.lang, formula.decimals)
        points = "" if got.points is None else shown(got.points, self.lang)
        return replace(seat, points=points, place=got.place, score=score, lines=lines.get(seat.name, ()))

    def _lines(self, results: Iterable[Result]) -> Mapping[str, tuple[CardLine, ...]]:
        cards = tuple(each.card for each in results if each.card is not None)
        views = card_views(self.tournament.setup.formula, cards, self.lang)
        return {view.player: view.lines for view in views}

    def _refused(self, view: SheetView, result: TableResult, refusal: Refusal) -> SheetView:
        """The sheet with the reasons for its refusal, beside the faulty cells where possible."""
        missing = missing_number(refusal)
        if missing is not None:
            people = tuple(seat.person for seat in view.seats if seat.name in missing.players)
            question = TieQuestion(cells_asked(missing.criterion), people, missing.on_page(self.lang))
            return replace(view, state="asked", question=question)
        cause = refusal.__cause__
        if not isinstance(cause, FaultyFile):
            return replace(view, state="refused", refusal=refusal.sentence(self.lang))
        faults: dict[PersonId, dict[str, str]] = {}
        whole: list[str] = []
        for fault in cause.faults:
            number, cell = seat_and_cell(fault)
            if number and cell:
                who = result.seats[number - 1].person
                said = field_fault(fault, self.names[who], self.lang).beside
                faults.setdefault(who, {}).setdefault(cell, said)
            else:
                of_sheet = replace(fault, where=text("results_page.sheet", self.lang))
                whole.append(of_sheet.message(self.lang))
        seats = tuple(replace(seat, faults=faults.get(seat.person, {})) for seat in view.seats)
        return replace(view, state="refused", seats=seats, refusal=" ".join(whole))


def _state(table: Table) -> State:
    if table.seated.kind == "bye":
        return "bye"
    if table.is_void:
        return "void"
    if table.result is None:
        return "empty"
    if not table.result.is_confirmed:
        return "contested" if table.result.others else "waiting"
    return "phone" if table.result.sent_by else "paper"


def seat_in_words(cells: Cells, lang: Language) -> str:
    """ "45", "100, RisiKo!", "1° fuori": the cells of a seat on one line."""
    said: list[str] = []
    if cells.get("points") is not None:
        said.append(shown(exact(cells["points"]), lang))
    if cells.get("objective"):
        said.append(text("results_page.risiko", lang))
    if cells.get("eliminated"):
        said.append(text("results_page.out", lang, order=cells["eliminated"]))
    status = cells.get("status", "playing")
    if status != "playing":
        said.append(text(f"scores_page.status.{str(status).replace('-', '_')}", lang))
    if cells.get("place"):
        said.append(text("results_page.place", lang, place=cells["place"]))
    if "territories" in cells:
        said.append(text("results_page.counted_on_board", lang))
    for cell in (*TIE_CELLS, "lot"):
        if cell in cells and "territories" not in cells:
            said.append(f"{text(f'scores_page.field.{cell}', lang)} {_number_words(cells[cell])}")
    return ", ".join(said) or "-"


def _number_words(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def table_list(numbers: Sequence[int], most: int = 6) -> Phrase:
    """ "11, 19, 21 e altri 4": table numbers, shortened after the first `most`."""
    return partial(_table_list, tuple(numbers), most)


def _table_list(numbers: tuple[int, ...], most: int, lang: Language) -> str:
    if len(numbers) <= most + 1:
        return ", ".join(map(str, numbers))
    said = ", ".join(map(str, numbers[:most]))
    return text("results_page.and_more", lang, tables=said, count=len(numbers) - most)


def result_notices(
    tournament: Tournament, names: Names, round: int, tables: Sequence[int]
) -> Iterator[Notice]:
    """Warnings about the results of these tables; they never block."""
    for table in Scoreboard(tournament, names).tables_of(round):
        if table.number in tables:
            yield from table_notices(table, tournament.setup.formula)
