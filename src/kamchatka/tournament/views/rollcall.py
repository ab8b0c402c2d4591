"""The roll call at the desk: presence, missing items, and proposals after the draw."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.tournament.arranging import Proposal, proposal_for_arrival, proposal_for_no_show
from kamchatka.tournament.entries import minutes
from kamchatka.tournament.events import RollCalled
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.gates import gate, unsigned
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Entrant, Round, Tournament
from kamchatka.tournament.teams import players_to_seat
from kamchatka.tournament.views.desk import SizesView, sizes_now
from kamchatka.tournament.views.draw import may_draw_now
from kamchatka.tournament.views.people import EntrantRow, People, by_name
from kamchatka.tournament.views.tables import SeatChoice, seat_choices


@dataclass(frozen=True)
class ProposedTable:
    """A table as proposed."""

    number: int
    size: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class ProposalView:
    """A proposal for an arrival or a no-show after the draw."""

    entrant: Entrant
    name: str
    kind: Literal["arrival", "no_show"]
    code: str
    """Code of the proposal: joins, waits, goes_on, takes_one, draw_again."""
    tables: tuple[ProposedTable, ...]
    """The player's own or new table first; empty: nothing to accept."""
    choices: tuple[SeatChoice, ...]
    """The tables an arrival may sit at."""

    def sentence(self, lang: Language) -> str:
        """The proposed change, or why none is possible."""
        values: dict[str, object] = {"name": self.name}
        code = self.code
        if self.tables:
            table = self.tables[0]
            size = text(f"tournament.size.{table.size}", lang) if table.size > 1 else str(table.size)
            values |= {"table": table.number, "size": size, "others": ", ".join(table.names)}
            code = code if table.size else "empties"
        if code == "takes_one":
            values |= {"moved": self.tables[0].names[-1], "other": self.tables[1].number}
        return text(f"tournament.seat_proposal.{code}", lang, **values)


FILTERS = ("all", "missing", "unsigned", "owing", "late")


@dataclass(frozen=True)
class RollView:
    """The roll call of a round."""

    round: int
    is_drawn: bool
    rows: tuple[EntrantRow, ...]
    """Sorted by name."""
    sizes: tuple[SizesView, ...]
    may_draw: bool
    """Whether one tap may draw the round."""
    unsigned_here: tuple[str, ...]
    """Names of present players who must sign before they sit down."""
    signature_clause: str
    proposals: tuple[ProposalView, ...]
    due: str
    """The format's time limit for arrival; empty: none."""
    fee: int
    member_fee: int | None

    @cached_property
    def missing(self) -> tuple[EntrantRow, ...]:
        """Players who are absent or not called yet."""
        return tuple(row for row in self.rows if not row.is_present)

    @cached_property
    def present(self) -> tuple[EntrantRow, ...]:
        """Players who are present."""
        return tuple(row for row in self.rows if row.is_present)

    def count(self, wanted: str) -> int:
        """Number of rows that pass a filter."""
        return sum(row.is_in(wanted) for row in self.rows)

    def row(self, number: int) -> EntrantRow | None:
        """The row of an entrant by number."""
        return next((row for row in self.rows if row.number == number), None)


def roll_call(tournament: Tournament, names: Names) -> RollView:
    """The roll call of the open round, else of the next one."""
    may_draw = may_draw_now(tournament)
    tournament = _with_presence_reset(tournament)
    drawn = tournament.open_round
    people = People(tournament, names)
    rows = [_row(tournament, people.entrant(each.person)) for each in tournament.members]
    is_required = gate(tournament, "signatures") == "refuse"
    lacking = unsigned(players_to_seat(tournament)) if is_required else ()
    rules = tournament.format.gates
    return RollView(
        round=drawn.number if drawn else tournament.next_number,
        is_drawn=drawn is not None,
        rows=tuple(by_name(rows)),
        sizes=tuple(sizes_now(tournament)),
        may_draw=may_draw,
        unsigned_here=tuple(names[who] for who in lacking),
        signature_clause=tournament.format.clause(rules, "signatures") or "000-2c",
        proposals=tuple(_proposals(tournament, names)),
        due=tournament.format.rollcall.by,
        fee=tournament.settings.fee,
        member_fee=tournament.settings.member_fee,
    )


def _with_presence_reset(tournament: Tournament) -> Tournament:
    """The tournament with presence reset, if each round has a roll call and this one has had none."""
    if tournament.open_round or tournament.cut or tournament.has_roll_call:
        return tournament
    return evolve(tournament, RollCalled(tournament.next_number, present=()))


def _row(tournament: Tournament, row: EntrantRow) -> EntrantRow:
    """The row with minutes late and table."""
    by, drawn, entrant = tournament.format.rollcall.by, tournament.open_round, row.entrant
    table = drawn.table_of(entrant.person) if drawn else None
    late = minutes(entrant.came_at) - minutes(by) if by and entrant.is_late and entrant.came_at else 0
    return replace(row, minutes_late=late, table=table.number if table else 0)


def _proposals(tournament: Tournament, names: Names) -> Iterator[ProposalView]:
    """Proposals for present players without a seat and seated players who are absent."""
    drawn = tournament.open_round
    if drawn is None or all(table.is_started for table in drawn.tables.values()):
        return
    here = players_to_seat(tournament)
    for each in tournament.members:
        table = drawn.table_of(each.person)
        if table is None and each in here:
            yield _proposed(drawn, each, "arrival", proposal_for_arrival(tournament, each.person), names)
        elif each.is_present is False and table and not table.is_started and table.awaits:
            yield _proposed(drawn, each, "no_show", proposal_for_no_show(tournament, each.person), names)


def _proposed(
    drawn: Round, entrant: Entrant, kind: Literal["arrival", "no_show"], proposal: Proposal, names: Names
) -> ProposalView:
    def others(people: tuple[PersonId, ...]) -> tuple[str, ...]:
        return tuple(names[who] for who in people if who != entrant.person)

    tables = [ProposedTable(at, len(people), others(people)) for at, people in proposal.tables.items()]
    choices = seat_choices(drawn, proposal)
    return ProposalView(entrant, names[entrant.person], kind, proposal.code, tuple(tables), choices)
