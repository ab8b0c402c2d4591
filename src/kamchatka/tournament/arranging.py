"""Commands that change tables by hand after the draw: swaps, moves, arrivals, no-shows, venues, start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from kamchatka.command import EntrantRefs, Meaning, Reason, TableNumber
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import (
    JUDGES,
    TournamentCommand,
    open_round,
    player_of,
    public_round,
    reasoned,
    table_of,
)
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import (
    SeatedTable,
    SeatsChanged,
    SeatsFixed,
    StartPlanned,
    TablesStarted,
    VenueChanged,
)
from kamchatka.tournament.format.tables import SPECIAL
from kamchatka.tournament.gates import check_signatures
from kamchatka.tournament.seating.exchanges import DrawnRound, SeatMove
from kamchatka.tournament.seating.round import objective_sets, table_sizes
from kamchatka.tournament.state import Round, Table, Tournament

Tables = Mapping[int, tuple[PersonId, ...]]
"""People by the number of their table."""


class ArrangeTables(TournamentCommand):
    """Replace the seats of some tables, given by number; an empty table is removed."""

    tables: Tables
    reason: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason, tables whose games have not begun, and each person at one table only."""
        reasoned(self.reason, "000-3d")
        found = open_round(tournament)
        for number in self.tables:
            if number in found.tables and found.tables[number].is_started:
                raise NotPossibleNow("table_started", clause="000-3d", table=number)
        _check_newcomers(
            tournament,
            [who for people in self.tables.values() for who in people if found.table_of(who) is None],
        )
        after = {number: table.seated.seats for number, table in found.tables.items()} | dict(self.tables)
        seated = [who for people in after.values() for who in people]
        twice = next((who for who in seated if seated.count(who) > 1), None)
        if twice is not None:
            raise NotUnderstood("seated_twice", who=twice)
        if len(tournament.parts) > 1:
            _check_stages(tournament, found, self.tables)
        changed = [
            _rearranged(tournament, found.tables.get(number), number, people)
            for number, people in sorted(self.tables.items())
            if people
        ]
        removed = tuple(number for number, people in self.tables.items() if not people)
        return [SeatsChanged(found.number, tuple(changed), removed)]


def _check_newcomers(tournament: Tournament, people: Sequence[PersonId]) -> None:
    """Refuse new people who do not play in this stage or lack a required signature."""
    for who in people:
        player_of(tournament, who)
        _check_member(tournament, who)
    check_signatures(tournament, [tournament.entrants[who] for who in people])


def _check_member(tournament: Tournament, who: PersonId) -> None:
    """Refuse a person who does not play in this stage."""
    if who not in {each.person for each in tournament.members}:
        source = tournament.stage.enters[0]
        clause = tournament.format.clause(source, "who", "ranks")
        raise NotAllowed("not_in_stage", clause=clause, who=who, stage=tournament.stage.title)


def _check_stages(tournament: Tournament, found: Round, tables: Tables) -> None:
    """Refuse people of two stages at one table."""
    for number, people in tables.items():
        part = tournament.part_of(_stage_at(tournament, found.tables.get(number), people))
        members = {each.person for each in part.members}
        stranger = next((who for who in people if who not in members), None)
        if stranger is not None:
            raise NotAllowed("not_in_stage", who=stranger, stage=part.stage.title)


def _stage_at(tournament: Tournament, table: Table | None, people: Sequence[PersonId]) -> str:
    """The stage of a table; of a new table, the one its people play."""
    if table is not None:
        return table.seated.stage or tournament.stage.id
    return next(
        (part.stage.id for part in tournament.parts if people[0] in {each.person for each in part.members}),
        tournament.stage.id,
    )


def _rearranged(
    tournament: Tournament, before: Table | None, number: int, people: Sequence[PersonId]
) -> SeatedTable:
    """The table with these people; its kind and objective set follow from the number of seats."""
    rules, size = tournament.format.tables, len(people)
    kind = before.seated.kind if before else "table"
    if kind != "table" and size != SPECIAL[kind].size:
        kind = "table"
    allowed = table_sizes(tournament)
    if kind == "table" and size not in allowed:
        clause = tournament.format.clause(rules, "sizes")
        sizes = ", ".join(map(str, sorted(allowed)))
        raise NotAllowed("table_size", clause=clause, table=number, size=size, sizes=sizes)
    like = before.seated if before else _new_table(tournament, number, people)
    known = objective_sets(tournament, size)
    chosen = like.objective_set if like.objective_set in known else next(iter(known), "")
    return replace(like, kind=kind, seats=tuple(people), objective_set=chosen)


def _new_table(tournament: Tournament, number: int, people: Sequence[PersonId]) -> SeatedTable:
    stage = tournament.stage_named(_stage_at(tournament, None, people))
    beside = "" if stage.id == tournament.stage.id else stage.id
    return SeatedTable(number=number, seats=(), decides=stage.decides, stage=beside)


class SwapPlayers(TournamentCommand):
    """Swap the seats of two people."""

    name = "swap"
    help = "Scambia due persone di tavolo · let two people change tables."
    one: Annotated[PersonId, Meaning("entrant", "one", "uno", "Numero o nome · number or name.", "CHI")]
    other: Annotated[PersonId, Meaning("entrant", "other", "altro", "Numero o nome · number or name.", "CON")]
    reason: Reason = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Both need a seat."""
        if self.one == self.other:
            raise NotUnderstood("one_person_twice", who=self.one)
        found, instead = open_round(tournament), {self.one: self.other, self.other: self.one}
        tables = {}
        for who in instead:
            table = found.table_of(who)
            if table is None:
                raise NotUnderstood("not_seated", who=who, round=found.number)
            tables[table.number] = tuple(instead.get(each, each) for each in table.seated.seats)
        return ArrangeTables(tables, self.reason).decide(tournament)


class MovePlayers(TournamentCommand):
    """Move people to another table, existing or new."""

    name = "move"
    help = (
        "Sposta una o più persone a un tavolo, anche nuovo · move people to a table, also a new one."
        "\n\nUn tavolo da cui tutti vanno via si toglie · a table everybody leaves is taken away."
    )
    people: EntrantRefs
    table: Annotated[
        int, Meaning("new-table", "table", "tavolo", "Il tavolo · the table.", "TAVOLO", least=0)
    ]
    """0: a new table."""
    reason: Reason = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """A table left empty is removed."""
        if not self.people:
            raise NotUnderstood("nobody_named")
        found = open_round(tournament)
        to = self.table or max(found.tables, default=0) + 1
        there = found.tables[to].seated.seats if to in found.tables else ()
        tables = {to: (*there, *(who for who in self.people if who not in there))}
        for table in found.tables.values():
            left = tuple(who for who in table.seated.seats if who not in self.people)
            if table.number != to and len(left) < len(table.seated.seats):
                tables[table.number] = left
        return ArrangeTables(tables, self.reason).decide(tournament)


@dataclass(frozen=True)
class Proposal:
    """Proposed tables for an arrival or a no-show after the draw."""

    code: str
    tables: Tables
    """The changed tables; empty: no change is needed or possible."""
    choices: tuple[SeatMove, ...] = ()
    """All tables that may take an arrival, the proposed one first."""


def proposal_for_arrival(tournament: Tournament, who: PersonId) -> Proposal:
    """The tables for a late arrival: those that may grow, the smallest and best by the wishes first."""
    at = open_round(tournament).table_of(who)
    if at is not None:
        raise NotPossibleNow("sits_there", who=who, table=at.number)
    _check_member(tournament, who)
    drawn = DrawnRound(tournament, beside=[who])
    allowed = tournament.setup.rulebook.seats.sizes
    stage = _stage_at(tournament, None, (who,))
    ways = {
        table.number: (*table.seated.seats, who)
        for table in drawn.round.tables.values()
        if not table.is_started and table.seated.kind == "table" and len(table.seated.seats) + 1 in allowed
        if drawn.round.stage_of(table) == stage
    }
    if not ways:
        return Proposal("waits", {})
    choices = (
        SeatMove(table=table, changes=drawn.changes({table: people})) for table, people in ways.items()
    )
    best, *others = sorted(choices, key=lambda each: (len(ways[each.table]), each.gain))
    return Proposal("joins", {best.table: ways[best.table]}, (best, *others))


def proposal_for_no_show(tournament: Tournament, who: PersonId) -> Proposal:
    """Tables without the absent player: a smaller table, else refilled with a player of a larger table."""
    found = open_round(tournament)
    table = found.table_of(who)
    if table is None:
        raise NotUnderstood("not_seated", who=who, round=found.number)
    if table.is_started:
        raise NotPossibleNow("table_started", clause="000-3d", table=table.number)
    rest = tuple(each for each in table.seated.seats if each != who)
    allowed = {*tournament.setup.rulebook.seats.sizes}
    if len(rest) in allowed or not rest:
        return Proposal("goes_on", {table.number: rest})
    for other in sorted(found.tables.values(), key=lambda each: (-len(each.seated.seats), each.number)):
        people = other.seated.seats
        is_free = not other.is_started and other.seated.stage == table.seated.stage
        if other is not table and is_free and len(people) - 1 in allowed:
            return Proposal("takes_one", {table.number: (*rest, people[-1]), other.number: people[:-1]})
    spare = {*tournament.format.tables.spare, *tournament.format.tables.sizes}
    return Proposal("goes_on", {table.number: rest}) if len(rest) in spare else Proposal("draw_again", {})


class SeatArrival(TournamentCommand):
    """Seat a late arrival at a table, or as proposed."""

    person: PersonId
    reason: str
    at: str = ""
    """Time of arrival, where it matters."""
    table: int = 0
    """0: the proposed table."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a table whose game has not begun, and an arrival in time."""
        called = CallRoll(present=(self.person,), at=self.at).decide(tournament)
        proposal = proposal_for_arrival(tournament, self.person)
        if not proposal.tables:
            raise NotPossibleNow("no_seat_left")
        tables = proposal.tables
        if self.table:
            seats = table_of(open_round(tournament), self.table).seated.seats
            tables = {self.table: (*seats, self.person)}
        return [*called, *ArrangeTables(tables, self.reason).decide(tournament)]


class CoverNoShow(TournamentCommand):
    """Rearrange the tables without an absent player, as proposed."""

    person: PersonId
    reason: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Changes at most one other table; the player may have withdrawn already."""
        proposal = proposal_for_no_show(tournament, self.person)
        if not proposal.tables:
            raise NotPossibleNow("no_way_without")
        is_playing = tournament.entrants[self.person].status == "playing"
        called = CallRoll(absent=(self.person,)).decide(tournament) if is_playing else []
        return [*called, *ArrangeTables(proposal.tables, self.reason).decide(tournament)]


class SetVenue(TournamentCommand):
    """Set the venue of a table, for an event with several venues."""

    name = "venue"
    help = "Dice dove si trova un tavolo · say where a table stands."
    table: TableNumber
    venue: Annotated[str, Meaning("text", "where", "sede", "La sede del tavolo · where it stands.", "DOVE")]

    def decide(self, tournament: Tournament) -> list[object]:
        """Applies to the open round."""
        found = open_round(tournament)
        table_of(found, self.table)
        return [VenueChanged(found.number, self.table, self.venue)]


class StartTables(TournamentCommand):
    """Record that games began: the seats of their tables are fixed."""

    name = "start"
    help = "I tavoli iniziano: da qui non cambiano più · tables begin: from here on they do not change."
    roles = JUDGES
    tables: Annotated[
        tuple[int, ...],
        Meaning("table", "numbers", "tavolo", "Nessuno: tutti · none: all.", "[TAVOLO]…", "argument"),
    ] = ()
    """Empty: all tables."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Skips tables that have begun."""
        found = public_round(tournament)
        wanted = [table_of(found, number) for number in self.tables] or list(found.tables.values())
        new = tuple(table.number for table in wanted if not table.has_begun)
        return [TablesStarted(found.number, new)] if new else []


class FixSeats(TournamentCommand):
    """Record that a table is followed: its seats no longer change."""

    roles = JUDGES
    table: int

    def decide(self, tournament: Tournament) -> list[object]:
        """Does nothing if they are fixed."""
        found = public_round(tournament)
        return [] if table_of(found, self.table).is_started else [SeatsFixed(found.number, (self.table,))]


class PlanStart(TournamentCommand):
    """Plan when the round starts; the site then starts its clocks by itself."""

    name = "start-at"
    help = "L'ora del via · when the round starts."
    roles = JUDGES
    at: Annotated[
        str,
        Meaning("clock-time", "time", "ore", "L'ora, come 14:30 · the time, as 14:30.", "ORA", "argument"),
    ]
    """A moment; empty: the start is no longer planned."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a published round that has not begun."""
        found = public_round(tournament)
        if not found.unbegun:
            raise NotPossibleNow("round_started")
        return [StartPlanned(found.number, self.at)]
