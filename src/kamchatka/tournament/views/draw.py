"""The draw at the desk: what stands in its way, the tables it gave, and what changing them would do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kamchatka.ids import PersonId
from kamchatka.messages import Phrase
from kamchatka.refusals import Refusal
from kamchatka.tournament.arranging import Proposal, proposal_for_arrival
from kamchatka.tournament.draws import check_draw, redrawing, sitting
from kamchatka.tournament.events import SeasonPlanned
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.progress import must_cut_again
from kamchatka.tournament.scores import Names
from kamchatka.tournament.seating.exchanges import DrawnRound, SeatingChange
from kamchatka.tournament.seating.round import planned_rounds, shapes_for, wishes_of
from kamchatka.tournament.seating.views import ReceiptView, changes_in_words, receipt_view
from kamchatka.tournament.state import Round, Table, Tournament
from kamchatka.tournament.views.desk import SizesView, sizes_now
from kamchatka.tournament.views.people import People, PersonRow


@dataclass(frozen=True)
class PlanView:
    """The rounds that are planned from here on."""

    plan: SeasonPlanned
    rounds: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]
    """The number of each, and who would sit together."""


@dataclass(frozen=True)
class DrawAhead:
    """The next draw, before it is made."""

    round: int
    seated: tuple[PersonRow, ...]
    missing: tuple[PersonRow, ...]
    """Of the stage, but not there."""
    silent: tuple[PersonRow, ...]
    """Nobody has asked yet whether they are there."""
    sizes: tuple[SizesView, ...]
    seed: str
    """Announced; nothing: it will be known with the draw."""
    method: str
    wishes: tuple[str, ...]
    apart: tuple[tuple[PersonRow, PersonRow], ...]
    heeds_pairs: bool
    """Whether naming two who shall not meet changes anything."""
    plan: PlanView | None
    may_plan: bool
    refusal: Refusal | None
    """Why it cannot be drawn yet."""
    should_cut: bool
    """Whether somebody who qualified withdrew: another cut would bring a reserve in."""


@dataclass(frozen=True)
class TableFlag:
    """What is to be known of a table: a wish that fails there, or its size where sizes differ."""

    code: str
    is_warning: bool = False


@dataclass(frozen=True)
class DrawnSeat:
    """A seat of a drawn table."""

    who: PersonRow
    has_won: bool = False
    """In the round before."""
    was_moved: bool = False
    """Whether the organiser put them here by hand."""


@dataclass(frozen=True)
class DrawnTable:
    """A table of the draw; the set of objectives is a secret and not here."""

    table: Table
    seats: tuple[DrawnSeat, ...]
    flags: tuple[TableFlag, ...]


@dataclass(frozen=True)
class Arrival:
    """Somebody who is there and has no seat, and where one could be found."""

    who: PersonRow
    proposal: Proposal
    table: int
    """Where they would sit; 0: nowhere."""
    size: int


@dataclass(frozen=True)
class DrawView:
    """A round that was drawn."""

    round: Round
    shapes: tuple[TableShape, ...]
    receipt: ReceiptView
    tables: tuple[DrawnTable, ...]
    arrivals: tuple[Arrival, ...]

    @property
    def players(self) -> int:
        """How many sit."""
        return sum(len(each.seats) for each in self.tables)

    @property
    def numbers(self) -> Mapping[PersonId, int]:
        """The entrant's number of everybody who sits."""
        return {seat.who.person: seat.who.number for each in self.tables for seat in each.seats}

    @property
    def has_winners(self) -> bool:
        """Whether winners of the round before are marked."""
        return any(seat.has_won for each in self.tables for seat in each.seats)

    @property
    def begun(self) -> int:
        """At how many tables games have begun."""
        return sum(each.table.is_started for each in self.tables)

    @property
    def may_change(self) -> bool:
        """Whether anybody can still be put at another table."""
        return not self.round.is_closed and self.begun < len(self.tables)


@dataclass(frozen=True)
class SwapOption:
    """Somebody, or a table, that the person who was picked could change with or go to."""

    table: int
    change: SeatingChange
    entrant: int = 0
    """The number of whom to change with; 0: it is a move."""

    @property
    def words(self) -> Phrase:
        """What would change."""
        return changes_in_words(self.change.changes)


@dataclass(frozen=True)
class SwapOptions:
    """All that could be done with the person who was picked, at once."""

    who: PersonRow
    table: int
    people: tuple[SwapOption, ...]
    tables: tuple[SwapOption, ...]


@dataclass(frozen=True)
class RedrawView:
    """What another draw of the present round would keep, and whom it would seat."""

    round: Round
    begun: tuple[int, ...]
    by_hand: tuple[tuple[PersonRow, int], ...]
    """Who stays at which table."""
    players: int
    """Who would be drawn anew."""
    arrivals: tuple[PersonRow, ...]
    gone: tuple[PersonRow, ...]


def draw_ahead(tournament: Tournament, names: Names) -> DrawAhead:
    """The next draw, as it would be now."""
    people, number = People(tournament, names), tournament.next_number
    stage = tournament.stage
    return DrawAhead(
        round=number,
        seated=tuple(people(each.person) for each in sitting(tournament)),
        missing=tuple(people(each.person) for each in tournament.members if each.is_present is False),
        silent=tuple(people(each.person) for each in tournament.members if each.is_present is None),
        sizes=tuple(sizes_now(tournament)),
        seed=tournament.seeds.get(number, ""),
        method=stage.seating,
        wishes=tuple(wish.kind for wish in wishes_of(tournament)) if stage.heeds_pairs else (),
        apart=tuple(_pairs(tournament, people)),
        heeds_pairs=stage.heeds_pairs,
        plan=_plan(tournament, names),
        may_plan=stage.seating == "planned" and not planned_rounds(tournament, number, 1),
        refusal=why_not_draw(tournament),
        should_cut=must_cut_again(tournament),
    )


def _pairs(tournament: Tournament, people: People) -> list[tuple[PersonRow, PersonRow]]:
    """Those who shall not meet, by their numbers."""
    pairs = [sorted(map(people, pair), key=lambda who: who.number) for pair in tournament.apart]
    return [(one, other) for one, other in sorted(pairs, key=lambda pair: [who.number for who in pair])]


def why_not_draw(tournament: Tournament) -> Refusal | None:
    """Why the next round cannot be drawn now; None if it can."""
    try:
        check_draw(tournament)
        if tournament.cut is None or tournament.cut.groups == 1:
            shapes_for(tournament, len(sitting(tournament)))
    except Refusal as refusal:
        return refusal
    return None


def _plan(tournament: Tournament, names: Names) -> PlanView | None:
    plan = tournament.plan
    if plan is None or not planned_rounds(tournament, tournament.next_number, 1):
        return None
    rounds = tuple(
        (plan.first + at, tuple(tuple(names[who] for who in table) for table in tables))
        for at, tables in enumerate(plan.rounds)
        if plan.first + at >= tournament.next_number
    )
    return PlanView(plan, rounds)


def draw_view(tournament: Tournament, names: Names, found: Round) -> DrawView:
    """A round that was drawn; of the one being played, with what was changed since."""
    drawn = None if found.is_closed else DrawnRound(tournament)
    receipt = receipt_view(tournament, names, found, drawn)
    people = People(tournament, names)
    won = drawn.field.past.winners if drawn else frozenset()
    shapes = tuple(TableShape(table.seated.kind, len(table.seated.seats)) for table in found.tables.values())
    usual = max(set(shapes), key=shapes.count, default=None)
    tables = tuple(
        DrawnTable(
            table=table,
            seats=tuple(DrawnSeat(people(who), who in won, who in found.moved) for who in table.seated.seats),
            flags=tuple(_flags(receipt, table, usual)),
        )
        for table in found.tables.values()
    )
    arrivals = () if found.is_closed else tuple(_arrivals(tournament, people, found))
    return DrawView(found, tuple(sorted(shapes, key=lambda each: each.size)), receipt, tables, arrivals)


def _flags(receipt: ReceiptView, table: Table, usual: TableShape | None) -> Iterator[TableFlag]:
    """Each wish that fails at a table, once; then its size, if most tables have another."""
    told: set[str] = set()
    for failure in receipt.failures:
        if failure.broken.table == table.number and failure.broken.wish not in told:
            told.add(failure.broken.wish)
            yield TableFlag(failure.broken.wish, is_warning=failure.is_avoidable)
    shape = TableShape(table.seated.kind, len(table.seated.seats))
    if table.seated.kind == "table" and usual is not None and shape != usual:
        yield TableFlag(f"size_{shape.size}")


def _arrivals(tournament: Tournament, people: People, found: Round) -> Iterator[Arrival]:
    """Whoever is there without a seat, as long as some table has not begun."""
    if all(table.is_started for table in found.tables.values()):
        return
    members = {each.person for each in tournament.members}
    for who in found.missing:
        if tournament.entrants[who].is_present and who in members:
            proposal = proposal_for_arrival(tournament, who)
            table = next(iter(proposal.tables), 0)
            yield Arrival(people(who), proposal, table, len(proposal.tables.get(table, ())))


def swap_options(tournament: Tournament, names: Names, who: PersonId) -> SwapOptions:
    """With whom somebody could change seats, and to which table they could go, with what it would change."""
    drawn, people = DrawnRound(tournament), People(tournament, names)
    at = drawn.round.table_of(who)
    return SwapOptions(
        who=people(who),
        table=at.number if at else 0,
        people=tuple(
            SwapOption(each.table, each, tournament.entrants[each.other].number)
            for each in drawn.exchanges(who)
        ),
        tables=tuple(SwapOption(each.table, each) for each in drawn.moves(who)),
    )


def redraw_view(tournament: Tournament, names: Names) -> RedrawView:
    """What drawing the present round again would keep."""
    drawing, players = redrawing(tournament)
    people, found = People(tournament, names), tournament.rounds[-1]
    seated = {who for table in found.tables.values() for who in table.seated.seats}
    playing = {who for table in drawing.kept.values() for who in table.seats}
    here = {each.person for each in sitting(tournament)}
    return RedrawView(
        round=found,
        begun=tuple(drawing.kept),
        by_hand=tuple((people(who), at) for who, at in drawing.by_hand.items() if who in here),
        players=len(players),
        arrivals=tuple(people(each.person) for each in players if each.person not in seated),
        gone=tuple(people(who) for who in sorted(seated - here - playing)),
    )
