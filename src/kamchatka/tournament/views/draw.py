"""The draw at the desk: obstacles before it, its tables, and the effect of changing seats."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kamchatka.ids import PersonId
from kamchatka.messages import Phrase
from kamchatka.refusals import Refusal
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.arranging import proposal_for_arrival
from kamchatka.tournament.cutting import overtaken_cuts
from kamchatka.tournament.draws import check_draw, redrawing
from kamchatka.tournament.events import SeasonPlanned
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.rounds import must_cut_again
from kamchatka.tournament.scores import Names
from kamchatka.tournament.seating.exchanges import DrawnRound, SeatingChange
from kamchatka.tournament.seating.round import planned_rounds, shapes_for, wishes_of
from kamchatka.tournament.seating.views import ReceiptView, changes_in_words, receipt_view
from kamchatka.tournament.state import Round, Table, Tournament
from kamchatka.tournament.teams import players_to_seat, short_teams
from kamchatka.tournament.views.desk import SizesView, sizes_now
from kamchatka.tournament.views.people import People, PersonRow, by_name
from kamchatka.tournament.views.tables import SeatChoice, seat_choices


@dataclass(frozen=True)
class PlanView:
    """The planned rounds still to play."""

    plan: SeasonPlanned
    rounds: tuple[tuple[int, tuple[tuple[str, ...], ...]], ...]
    """Number and tables of each round."""


@dataclass(frozen=True)
class DrawAhead:
    """The next draw, before it is made."""

    round: int
    seated: tuple[PersonRow, ...]
    missing: tuple[PersonRow, ...]
    """Players of the stage who are absent."""
    silent: tuple[PersonRow, ...]
    """Players whose presence is not recorded yet."""
    sizes: tuple[SizesView, ...]
    seed: str
    """The announced seed; empty: published with the draw."""
    method: str
    wishes: tuple[str, ...]
    apart: tuple[tuple[PersonRow, PersonRow], ...]
    heeds_pairs: bool
    """Whether the draw respects pairs to keep apart."""
    plan: PlanView | None
    may_plan: bool
    refusal: Refusal | None
    """Why the draw is not possible yet; None if it is."""
    should_cut: bool
    """Whether a qualified player withdrew: repeating the cut brings in a reserve."""
    is_overtaken: bool
    """Whether corrected results would qualify other players: keep the cut or make it again."""
    short: Notice | None
    """Teams with too few members present, and what becomes of them."""


@dataclass(frozen=True)
class TableFlag:
    """A mark on a table: a broken wish, or an unusual size."""

    code: str
    is_warning: bool = False


@dataclass(frozen=True)
class DrawnSeat:
    """A seat of a drawn table."""

    who: PersonRow
    has_won: bool = False
    """Whether the player won a table in the previous round."""
    was_moved: bool = False
    """Whether the organiser moved the player here by hand."""


@dataclass(frozen=True)
class DrawnTable:
    """A drawn table without its objective set, which is secret."""

    table: Table
    seats: tuple[DrawnSeat, ...]
    flags: tuple[TableFlag, ...]
    stage: Stage | None
    """The stage of the table, where the round's tables are of several."""


@dataclass(frozen=True)
class Arrival:
    """A present player without a seat."""

    who: PersonRow
    choices: tuple[SeatChoice, ...]


@dataclass(frozen=True)
class DrawView:
    """A drawn round."""

    round: Round
    shapes: tuple[TableShape, ...]
    receipt: ReceiptView
    tables: tuple[DrawnTable, ...]
    arrivals: tuple[Arrival, ...]

    @property
    def players(self) -> int:
        """Number of seated players."""
        return sum(len(each.seats) for each in self.tables)

    @property
    def numbers(self) -> Mapping[PersonId, int]:
        """Entrant number of each seated player."""
        return {seat.who.person: seat.who.number for each in self.tables for seat in each.seats}

    @property
    def has_winners(self) -> bool:
        """Whether winners of the previous round are marked."""
        return any(seat.has_won for each in self.tables for seat in each.seats)

    @property
    def begun(self) -> int:
        """Number of tables with a game in play."""
        return sum(each.table.is_started for each in self.tables)

    @property
    def may_change(self) -> bool:
        """Whether seats can still change."""
        return not self.round.is_closed and self.begun < len(self.tables)


@dataclass(frozen=True)
class SwapOption:
    """A swap partner or a table for the selected player."""

    table: int
    change: SeatingChange
    entrant: int = 0
    """Entrant number of the swap partner; 0: a move to the table."""

    @property
    def words(self) -> Phrase:
        """The effect of the change."""
        return changes_in_words(self.change.changes)


@dataclass(frozen=True)
class SwapOptions:
    """All swaps and moves of the selected player."""

    who: PersonRow
    table: int
    people: tuple[SwapOption, ...]
    tables: tuple[SwapOption, ...]


@dataclass(frozen=True)
class RedrawView:
    """Preview of redrawing the present round: tables kept and players drawn again."""

    round: Round
    begun: tuple[int, ...]
    by_hand: tuple[tuple[PersonRow, int], ...]
    """Players moved by hand, with the table they stay at."""
    players: int
    """Number of players drawn again."""
    arrivals: tuple[PersonRow, ...]
    gone: tuple[PersonRow, ...]


def draw_ahead(tournament: Tournament, names: Names) -> DrawAhead:
    """The next draw as it would be now."""
    people, number = People(tournament, names), tournament.next_number
    stage = tournament.stage
    return DrawAhead(
        round=number,
        seated=tuple(by_name(people(each.person) for each in players_to_seat(tournament))),
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
        is_overtaken=bool(overtaken_cuts(tournament)),
        short=_short(tournament),
    )


def _short(tournament: Tournament) -> Notice | None:
    teams = short_teams(tournament)
    code = f"board_page.task.short-{tournament.format.team.short}"
    return Notice(code, {"count": len(teams), "people": ", ".join(teams)}) if teams else None


def _pairs(tournament: Tournament, people: People) -> list[tuple[PersonRow, PersonRow]]:
    """Pairs to keep apart, by number."""
    pairs = [sorted(map(people, pair), key=lambda who: who.number) for pair in tournament.apart]
    return [(one, other) for one, other in sorted(pairs, key=lambda pair: [who.number for who in pair])]


def why_not_draw(tournament: Tournament) -> Refusal | None:
    """Why the next round cannot be drawn now; None if it can."""
    try:
        check_draw(tournament)
        for part in tournament.parts:
            group = {each.person: each.group for each in part.cut.qualified} if part.cut else {}
            players = Counter(group.get(each.person) for each in players_to_seat(part))
            for count in players.values() or [0] * (len(tournament.parts) == 1):
                shapes_for(part, count)
    except Refusal as refusal:
        return refusal
    return None


def may_draw_now(tournament: Tournament) -> bool:
    """Whether one tap may draw the next round: it can be drawn, and the last cut still holds."""
    is_settled = not must_cut_again(tournament) and not overtaken_cuts(tournament)
    return is_settled and why_not_draw(tournament) is None


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
    """A drawn round; the open round includes later changes."""
    drawn = None if found.is_closed else DrawnRound(tournament)
    receipt = receipt_view(tournament, names, found, drawn)
    people = People(tournament, names)
    won = drawn.past.winners if drawn else frozenset()
    shapes = tuple(TableShape(table.seated.kind, len(table.seated.seats)) for table in found.tables.values())
    usual = max(set(shapes), key=shapes.count, default=None)
    tables = tuple(
        DrawnTable(
            table=table,
            seats=tuple(DrawnSeat(people(who), who in won, who in found.moved) for who in table.seated.seats),
            flags=tuple(_flags(receipt, table, usual)),
            stage=tournament.stage_at(found, table),
        )
        for table in found.tables.values()
    )
    arrivals = () if found.is_closed else tuple(_arrivals(tournament, people, found))
    return DrawView(found, tuple(sorted(shapes, key=lambda each: each.size)), receipt, tables, arrivals)


def _flags(receipt: ReceiptView, table: Table, usual: TableShape | None) -> Iterator[TableFlag]:
    """Each broken wish at the table, once; then its size if most tables differ."""
    told: set[str] = set()
    for failure in receipt.failures:
        if failure.broken.table == table.number and failure.broken.wish not in told:
            told.add(failure.broken.wish)
            yield TableFlag(failure.broken.wish, is_warning=failure.is_avoidable)
    shape = TableShape(table.seated.kind, len(table.seated.seats))
    if table.seated.kind == "table" and usual is not None and shape != usual:
        yield TableFlag(f"size_{shape.size}")


def _arrivals(tournament: Tournament, people: People, found: Round) -> Iterator[Arrival]:
    """Present players without a seat, while a table has not begun."""
    if all(table.is_started for table in found.tables.values()):
        return
    here = {each.person for each in players_to_seat(tournament)}
    for who in found.missing:
        if who in here:
            yield Arrival(people(who), seat_choices(found, proposal_for_arrival(tournament, who)))


def swap_options(tournament: Tournament, names: Names, who: PersonId) -> SwapOptions:
    """Swap partners and target tables of a player, with the effect of each."""
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
    """Preview of redrawing the present round."""
    drawing, players = redrawing(tournament)
    people, found = People(tournament, names), tournament.rounds[-1]
    seated = {who for table in found.tables.values() for who in table.seated.seats}
    playing = {who for table in drawing.kept.values() for who in table.seats}
    here = {each.person for each in players_to_seat(tournament)}
    return RedrawView(
        round=found,
        begun=tuple(drawing.kept),
        by_hand=tuple((people(who), at) for who, at in drawing.by_hand.items() if who in here),
        players=len(players),
        arrivals=tuple(people(each.person) for each in players if each.person not in seated),
        gone=tuple(people(who) for who in sorted(seated - here - playing)),
    )
