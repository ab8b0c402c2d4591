"""Rounds: the draw, tables changed by hand, arrivals and no-shows after it, the end of a round, the cut."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar

from kamchatka.board import load_board
from kamchatka.board.decks import ObjectiveSet
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.stream import below
from kamchatka.tournament.command import (
    JUDGES,
    Command,
    Roles,
    open_round,
    player_of,
    reasoned,
    table_of,
)
from kamchatka.tournament.cutting import Cutting, cut, following
from kamchatka.tournament.events import (
    Qualifier,
    Receipt,
    RoundClosed,
    RoundDrawn,
    SeatedTable,
    SeatsChanged,
    SeedAnnounced,
    StageCut,
    TablesStarted,
    VenueChanged,
)
from kamchatka.tournament.format.model import Gate
from kamchatka.tournament.format.tables import NoTables, TableShape, Turnout, tables_for
from kamchatka.tournament.seating import Draw, Past
from kamchatka.tournament.state import Entrant, Round, Tournament, evolve

Tables = Mapping[int, tuple[PersonId, ...]]
"""People by the number of their table."""
LUCK_OF_SETS = 3
"""Which of a draw's streams deals the sets of objectives."""


def stage_is_over(tournament: Tournament) -> bool:
    """Whether all rounds of the present stage have been played."""
    stage, cut_made = tournament.stage, tournament.cut
    if stage.rounds == "until-one-table":
        return len(tournament.rounds) > (cut_made.after_round if cut_made else 0)
    played = len(tournament.rounds_of(stage.id))
    return played >= stage.rounds


def gate(tournament: Tournament, name: str) -> Gate:
    """What happens where a judge, or a signature, is missing."""
    settings = tournament.settings
    if settings.official:
        return "refuse"
    own: Mapping[str, Gate | str] = {"judge": settings.judge_gate, "signatures": settings.signature_gate}
    return own[name] or getattr(tournament.format.gates, name)  # type: ignore[return-value]


def unsigned(tournament: Tournament, people: Sequence[Entrant]) -> tuple[PersonId, ...]:
    """Those who have not accepted regulation and decisions."""
    return tuple(each.person for each in people if not each.signed_at)


def has_judge(tournament: Tournament) -> bool:
    """Whether somebody can settle disputes."""
    return "official-judge" in tournament.judges.values()


def sitting(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who would be seated if the next round were drawn now."""
    return tuple(each for each in tournament.members if each.is_present)


@dataclass(frozen=True)
class AnnounceSeed(Command):
    """Make the seed of the next draw known before anybody knows who will be there."""

    seed: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Once for each round: a second seed could be chosen for what it gives."""
        number = tournament.next_number
        if number in tournament.seeds:
            raise NotPossibleNow("seed_announced", round=number, seed=tournament.seeds[number])
        return [SeedAnnounced(number, self.seed)]


@dataclass(frozen=True)
class DrawRound(Command):
    """Draw the tables of the next round."""

    seed: str

    def decide(self, tournament: Tournament) -> list[object]:
        """The tables, once everything is in order."""
        self._check(tournament)
        players = sitting(tournament)
        number = tournament.next_number
        seed = tournament.seeds.get(number, self.seed)
        events: list[object] = []
        if number == 1:
            _check_field(tournament, players)
            if straight := _straight_to_final(tournament, players):
                events.append(straight)
                tournament = evolve(tournament, straight)
        tables: list[SeatedTable] = []
        receipts: list[Receipt] = []
        for group in _groups(tournament, players):
            drawn, receipt = _drawn(tournament, group, seed, len(tables))
            tables += drawn
            receipts.append(receipt)
        missing = tuple(each.person for each in tournament.members if each not in players)
        receipt = _joined(receipts)
        return [*events, RoundDrawn(number, tournament.stage.id, tuple(tables), receipt, missing)]

    def _check(self, tournament: Tournament) -> None:
        number = tournament.next_number
        if tournament.open_round:
            raise NotPossibleNow("round_open", round=tournament.open_round.number)
        if stage_is_over(tournament):
            stage = tournament.stage
            after = following(tournament)
            code = "stage_over" if after else "rounds_over"
            clause = tournament.format.clause(stage, "rounds")
            raise NotAllowed(code, clause=clause, rounds=len(tournament.rounds), stage=stage.title)
        if not tournament.has_roll_call:
            raise NotPossibleNow("no_roll_call", round=number)
        gates, cite = tournament.format.gates, tournament.format.clause
        if gate(tournament, "judge") == "refuse" and not has_judge(tournament):
            raise NotAllowed("no_judge", clause=cite(gates, "judge") or "000-2a")
        lacking = unsigned(tournament, sitting(tournament))
        if gate(tournament, "signatures") == "refuse" and lacking:
            clause = cite(gates, "signatures") or "000-2c"
            raise NotAllowed("unsigned", clause=clause, missing=lacking, who=", ".join(lacking))


def _check_field(tournament: Tournament, players: Sequence[Entrant]) -> None:
    """Refuse a field the format is not made for."""
    least, most = tournament.format.entrants
    clause = tournament.format.clause(tournament.format, "entrants")
    values: dict[str, Any] = {"count": len(players), "least": least, "most": most}
    values["format"] = tournament.format.title
    if len(players) < least:
        raise NotAllowed("too_few_players", clause=clause, **values)
    if most and len(players) > most:
        raise NotAllowed("too_many_players", clause=clause, **values)
    if tournament.format.teams:
        alone = tuple(each.person for each in players if not each.team)
        if alone:
            raise NotAllowed("without_team", missing=alone, who=", ".join(alone))


def _straight_to_final(tournament: Tournament, players: Sequence[Entrant]) -> StageCut | None:
    """Where tables are played until one is left: the final at once, if all fit at one table."""
    after = following(tournament)
    sizes = tournament.stage.sizes or tournament.format.tables.sizes
    if tournament.stage.rounds != "until-one-table" or after is None or len(players) > max(sizes):
        return None
    return StageCut(after.id, tuple(Qualifier(each.person, 0, "everybody") for each in players))


def _groups(tournament: Tournament, players: Sequence[Entrant]) -> Iterator[tuple[int, list[Entrant]]]:
    """The players of each parallel group, in the order of the standings."""
    order = _order(tournament)
    ordered = sorted(players, key=lambda each: (order.get(each.person, len(order)), each.number))
    if tournament.cut is None or tournament.cut.groups == 1:
        yield 1, ordered
        return
    group = {each.person: each.group for each in tournament.cut.qualified}
    for number in range(1, tournament.cut.groups + 1):
        if own := [each for each in ordered if group[each.person] == number]:
            yield number, own


def _order(tournament: Tournament) -> dict[PersonId, int]:
    """Where everybody stands; nobody anywhere before the first round."""
    if not tournament.rounds:
        return {}
    return {who: at for at, who in enumerate(Cutting(tournament).order)}


def shapes_for(tournament: Tournament, players: int) -> tuple[TableShape, ...]:
    """The tables of the next round for so many players of one group. Raises NoTables."""
    played = {
        each.stage: Turnout(sum(len(table.seated.seats) for table in each.tables.values()), len(each.tables))
        for each in tournament.rounds
    }
    stage, tables = tournament.stage, tournament.cut.tables if tournament.cut else 0
    if stage.decides and not tables and stage.tables in (None, [1, 1]):
        tables = 1
    last = tournament.is_last_round
    try:
        return tables_for(
            tournament.format, stage, players, is_last_round=last, tables=tables or None, played=played
        )
    except NoTables:
        if tournament.cut is None:
            raise
        # Somebody of a knock-out withdrew: it goes on with a smaller table rather than not at all.
        usual = (stage.sizes or tournament.format.tables.sizes)[0]
        count = stage.tables[0] if stage.tables else -(-players // usual)
        return tables_for(tournament.format, stage, players, tables=count)


def _drawn(
    tournament: Tournament, group: tuple[int, list[Entrant]], seed: str, before: int
) -> tuple[list[SeatedTable], Receipt]:
    """The tables of one group; those of earlier groups come before."""
    number, players = group
    stage = tournament.stage
    past = past_of(tournament)
    wishes = tournament.format.wishes if stage.wishes is None else stage.wishes
    first = not tournament.rounds and stage.seating in ("standing", "greek")
    draw = Draw(
        players=players,
        shapes=shapes_for(tournament, len(players)),
        method="random" if first else stage.seating,
        wishes=[wish for wish in wishes if wish.in_last_round or not tournament.is_last_round],
        past=past,
        seed=seed,
        round=tournament.next_number * 16 + number,
    )
    tables, receipt = draw.tables()
    sets = _objective_sets(tournament, draw)
    found = [
        SeatedTable(
            number=before + at,
            kind=shape.kind,
            seats=tuple(people),
            group=number,
            decides=stage.decides,
            objective_set=sets[at - 1],
            award=_bye(tournament, people[0]) if shape.kind == "bye" else None,
        )
        for at, (shape, people) in enumerate(zip(draw.shapes, tables, strict=True), 1)
    ]
    moved = tuple(replace(each, table=each.table + before) for each in receipt.violations)
    return found, replace(receipt, violations=moved)


def _joined(receipts: Sequence[Receipt]) -> Receipt:
    return replace(
        receipts[0],
        iterations=sum(each.iterations for each in receipts),
        cost=sum(each.cost for each in receipts),
        violations=tuple(broken for each in receipts for broken in each.violations),
    )


def _bye(tournament: Tournament, who: PersonId) -> int:
    """What resting is worth: more for one rank of the standings, where the regulation says so."""
    rules = tournament.format.tables
    rank = Cutting(tournament).ranks.get(who, 0) if tournament.is_last_round else 0
    return rules.bye_at_rank.get(str(rank), rules.bye)


def _objective_sets(tournament: Tournament, draw: Draw) -> list[str]:
    """The set of objectives of each table, where the regulation deals them by sets; else nothing."""
    setup = tournament.setup.rulebook.setup
    state, found = draw.stream(LUCK_OF_SETS), []
    for shape in draw.shapes:
        sets: tuple[ObjectiveSet, ...] = ()
        if setup.objective_source == "sets":
            sets = load_board().deck(setup.objective_deck).sets_for(shape.size)
        if sets:
            state, at = below(state, len(sets))
        found.append(sets[at].id if sets else "")
    return found


def past_of(tournament: Tournament) -> Past:
    """What the rounds so far say of everybody."""
    if not tournament.rounds:
        return Past()
    met: list[frozenset[frozenset[PersonId]]] = []
    sizes: dict[PersonId, frozenset[int]] = {}
    for each in tournament.rounds:
        pairs = set()
        for table in each.tables.values():
            people = table.seated.seats
            pairs |= {frozenset(pair) for pair in combinations(people, 2)}
            for who in people:
                sizes[who] = sizes.get(who, frozenset()) | {len(people)}
        met.append(frozenset(pairs))
    last = tournament.rounds[-1].number
    results = {
        PersonId(result.player): result
        for row in Cutting(tournament).board.players.rows
        for result in (*row.entry.results, *row.entry.beside)
        if result.round == last and result.is_game
    }
    scores = Cutting(tournament).board.players.rows
    return Past(
        met=met,
        sizes=sizes,
        winners=frozenset(who for who, result in results.items() if result.place == 1),
        last={who: (result.table, result.place) for who, result in results.items()},
        without_points=frozenset(PersonId(row.entry.name) for row in scores if not row.entry.score),
    )


@dataclass(frozen=True)
class ArrangeTables(Command):
    """Seat people otherwise: tables by number, as they shall be; an empty one is taken away."""

    tables: Tables
    reason: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Only before the games of those tables begin, everybody once, and with a reason."""
        reasoned(self.reason, "000-3d")
        found = open_round(tournament)
        for number in self.tables:
            if number in found.tables and found.tables[number].is_started:
                raise NotPossibleNow("table_started", table=number)
        for who in (who for people in self.tables.values() for who in people):
            player_of(tournament, who)
        after = {number: table.seated.seats for number, table in found.tables.items()} | dict(self.tables)
        seated = [who for people in after.values() for who in people]
        twice = next((who for who in seated if seated.count(who) > 1), None)
        if twice is not None:
            raise NotUnderstood("seated_twice", who=twice)
        for number, people in self.tables.items():
            if people and not 2 <= len(people) <= 6:
                raise NotAllowed("table_size", table=number, size=len(people))
        changed, removed = [], []
        for number, people in sorted(self.tables.items()):
            if people:
                before = found.tables.get(number)
                like = (
                    before.seated
                    if before
                    else SeatedTable(number=number, seats=(), decides=tournament.stage.decides)
                )
                changed.append(replace(like, seats=tuple(people)))
            elif number in found.tables:
                removed.append(number)
        return [SeatsChanged(found.number, tuple(changed), tuple(removed))]


def swapped(found: Round, one: PersonId, other: PersonId) -> Tables:
    """Two people in each other's seats."""
    return _exchanged(found, {one: other, other: one})


def moved(found: Round, people: Sequence[PersonId], to: int) -> Tables:
    """People at another table, new or not; a table nobody is left at is taken away."""
    there = found.tables[to].seated.seats if to in found.tables else ()
    tables = {to: (*there, *(who for who in people if who not in there))}
    for table in found.tables.values():
        left = tuple(who for who in table.seated.seats if who not in people)
        if table.number != to and len(left) < len(table.seated.seats):
            tables[table.number] = left
    return tables


def _exchanged(found: Round, instead: Mapping[PersonId, PersonId]) -> Tables:
    tables = {}
    for who in instead:
        table = found.table_of(who)
        if table is None:
            raise NotUnderstood("not_seated", who=who, round=found.number)
        tables[table.number] = tuple(instead.get(each, each) for each in table.seated.seats)
    return tables


@dataclass(frozen=True)
class Proposal:
    """How to seat an arrival, or to do without somebody, after the draw."""

    code: str
    tables: Tables
    """As they would be; none: nothing need or can be done."""


def proposal_for_arrival(tournament: Tournament, who: PersonId) -> Proposal:
    """Where somebody who came after the draw could sit: at one table that has not begun and may be larger."""
    found = open_round(tournament)
    allowed = tournament.setup.rulebook.seats.sizes
    for table in sorted(found.tables.values(), key=lambda each: (len(each.seated.seats), each.number)):
        size = len(table.seated.seats) + 1
        if not table.is_started and table.seated.kind == "table" and size in allowed:
            return Proposal("joins", {table.number: (*table.seated.seats, who)})
    return Proposal("waits", {})


def proposal_for_no_show(tournament: Tournament, who: PersonId) -> Proposal:
    """How to do without somebody: a smaller table, else one player more from a larger one."""
    found = open_round(tournament)
    table = found.table_of(who)
    if table is None:
        raise NotUnderstood("not_seated", who=who, round=found.number)
    if table.is_started:
        raise NotPossibleNow("table_started", table=table.number)
    rest = tuple(each for each in table.seated.seats if each != who)
    allowed = {*tournament.setup.rulebook.seats.sizes}
    if len(rest) in allowed:
        return Proposal("goes_on", {table.number: rest})
    for other in sorted(found.tables.values(), key=lambda each: (-len(each.seated.seats), each.number)):
        people = other.seated.seats
        if other is not table and not other.is_started and len(people) - 1 in allowed:
            return Proposal("takes_one", {table.number: (*rest, people[-1]), other.number: people[:-1]})
    spare = {*tournament.format.tables.spare, *tournament.format.tables.sizes}
    return Proposal("goes_on", {table.number: rest}) if len(rest) in spare else Proposal("draw_again", {})


@dataclass(frozen=True)
class SetVenue(Command):
    """Say where a table stands, where an event has more than one place."""

    table: int
    venue: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Of the round that is being played."""
        found = open_round(tournament)
        table_of(found, self.table)
        return [VenueChanged(found.number, self.table, self.venue)]


@dataclass(frozen=True)
class StartTables(Command):
    """Note that games have begun: their tables change no more."""

    roles: ClassVar[Roles] = JUDGES
    tables: tuple[int, ...] = ()
    """None named: all of them."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Those that had not begun."""
        found = open_round(tournament)
        wanted = [table_of(found, number) for number in self.tables] or list(found.tables.values())
        new = tuple(table.number for table in wanted if not table.is_started)
        return [TablesStarted(found.number, new)] if new else []


@dataclass(frozen=True)
class CloseRound(Command):
    """End the round: its results stand."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Once every table has a result that stands."""
        found = open_round(tournament)
        lacking = [table.number for table in found.tables.values() if not table.is_settled]
        if lacking:
            tables = tuple(map(str, lacking))
            raise NotPossibleNow(
                "tables_missing", missing=tables, tables=", ".join(tables), round=found.number
            )
        return [RoundClosed(found.number)]


@dataclass(frozen=True)
class CutStage(Command):
    """Settle who plays on; again as long as nothing was drawn, if somebody withdrew."""

    seed: str

    def decide(self, tournament: Tournament) -> list[object]:
        """The next stage, once the present one is over."""
        if tournament.open_round:
            raise NotPossibleNow("round_open", round=tournament.open_round.number)
        if tournament.cut and tournament.cut.after_round == len(tournament.rounds):
            tournament = replace(tournament, cuts=tournament.cuts[:-1])
        if not stage_is_over(tournament):
            played = len(tournament.rounds_of(tournament.stage.id))
            raise NotPossibleNow("stage_not_over", stage=tournament.stage.title, played=played)
        if following(tournament) is None:
            raise NotPossibleNow("no_stage_left")
        return list(cut(tournament, self.seed))
