"""A tournament as it stands: the fold of what happened. Nothing here decides whether something may happen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from typing import Literal, TypeVar

from pydantic import JsonValue

from kamchatka.ids import ActionId, PersonId
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number, exact
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.tournament import events as happened
from kamchatka.tournament.format.model import Format, Stage

T = TypeVar("T")
Status = Literal["playing", "withdrawn", "disqualified"]


@dataclass(frozen=True)
class Setup:
    """What a tournament is played by: the pinned texts, read."""

    format: Format
    rulebook: Rulebook
    formula: Formula


@dataclass(frozen=True)
class Occurrence:
    """An event with the request it came from and its time."""

    event: object
    action: ActionId
    at: str = ""


@dataclass(frozen=True, kw_only=True)
class Entrant(happened.Entry):
    """Somebody who takes part."""

    number: int
    signed_at: str = ""
    has_rules: bool = False
    paid: int | None = None
    """In cents; None: nothing yet."""
    is_present: bool | None = None
    """None: nobody has asked yet."""
    is_late: bool = False
    came_at: str = ""
    expected_at: str = ""
    status: Status = "playing"


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """What was written down of a game."""

    seats: tuple[happened.SeatResult, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)
    sent_by: PersonId | None = None
    is_confirmed: bool = True
    others: "tuple[TableResult, ...]" = ()
    """What other players of the table sent that says otherwise; a judge decides."""

    @property
    def versions(self) -> "tuple[TableResult, ...]":
        """The last that was sent, and those that say otherwise."""
        return (self, *self.others)

    def says_the_same(self, seats: tuple[happened.SeatResult, ...], neutral: Mapping[str, JsonValue]) -> bool:
        """Whether this is what it says of every seat."""
        mine, others = ({each.person: _plain(each.cells) for each in found} for found in (self.seats, seats))
        return mine == others and self.neutral == neutral


def _plain(cells: Mapping[str, JsonValue]) -> dict[str, JsonValue | Number]:
    """Cells with their points as a number, however they were written."""
    points = cells.get("points")
    return {**cells, **({} if points is None else {"points": exact(points)})}


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of a round."""

    seated: happened.SeatedTable
    venue: str = ""
    is_started: bool = False
    is_void: bool = False
    at_fault: tuple[PersonId, ...] = ()
    result: TableResult | None = None
    is_kept: bool = False
    """Whether somebody looked at what is odd about its result, and let it stand."""

    @property
    def number(self) -> int:
        """As it is called."""
        return self.seated.number

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Those at it, in the order of its sheet."""
        return tuple(each.person for each in self.result.seats) if self.result else self.seated.seats

    @cached_property
    def readings(self) -> dict[tuple[int, tuple[str, ...]], tuple[Rulebook, PlayedTable]]:
        """What scoring made of it, by round and names: kept with the table, which never changes."""
        return {}

    @property
    def awaits(self) -> bool:
        """Whether its result is still to be written down."""
        return self.result is None and not self.is_void and self.seated.kind != "bye"

    @property
    def is_settled(self) -> bool:
        """Whether nothing is to be done any more."""
        return not self.awaits and (self.result is None or self.result.is_confirmed or self.is_void)


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round of the tournament."""

    number: int
    stage: str
    tables: Mapping[int, Table]
    receipt: happened.Receipt
    missing: tuple[PersonId, ...] = ()
    moved: frozenset[PersonId] = frozenset()
    """Those whom the organiser put at another table by hand."""
    is_draft: bool = False
    """Whether only the desk sees its tables."""
    is_closed: bool = False

    def table_of(self, person: PersonId) -> Table | None:
        """Where somebody sits."""
        return next((table for table in self.tables.values() if person in table.seated.seats), None)


@dataclass(frozen=True, kw_only=True)
class StageEntry(happened.StageField):
    """Who plays a stage, after a cut."""

    after_round: int = 0


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """All there is to know of a tournament but the names of people."""

    setup: Setup
    settings: happened.Settings
    entrants: Mapping[PersonId, Entrant] = field(default_factory=dict)
    judges: Mapping[PersonId, happened.JudgeRole] = field(default_factory=dict)
    sessions: Mapping[str, happened.SessionPlanned] = field(default_factory=dict)
    shifts: tuple[happened.JudgeRostered, ...] = ()
    conflicts: tuple[happened.ConflictDeclared, ...] = ()
    rounds: tuple[Round, ...] = ()
    cuts: tuple[StageEntry, ...] = ()
    roll_calls: tuple[happened.RollCalled, ...] = ()
    seeds: Mapping[int, str] = field(default_factory=dict)
    """Announced before a round was drawn."""
    apart: frozenset[frozenset[PersonId]] = frozenset()
    """Pairs that shall sit at different tables."""
    plan: happened.SeasonPlanned | None = None
    """The rounds of the stage, where they are planned beforehand."""
    penalties: tuple[happened.PenaltyGiven, ...] = ()
    lots: tuple[happened.LotsDrawn, ...] = ()
    attachments: tuple[happened.FileAttached, ...] = ()
    rules: happened.RulesPublished | None = None
    published: int = 0
    """The last round whose standings were made public, if nothing changed since."""
    visibility: happened.VisibilityChanged = happened.SEEN_BY_ALL
    is_closed: bool = False

    @property
    def format(self) -> Format:
        """The format it is played by."""
        return self.setup.format

    @property
    def round(self) -> Round | None:
        """The round that is being played, or the last one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def open_round(self) -> Round | None:
        """The round that is being played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_closed else None

    @property
    def public_rounds(self) -> tuple[Round, ...]:
        """The rounds everybody may see: all but a draft of the desk, which is always the last."""
        return tuple(each for each in self.rounds if not each.is_draft)

    @property
    def next_number(self) -> int:
        """The number of the round to be drawn next."""
        return len(self.rounds) + 1

    @property
    def cut(self) -> StageEntry | None:
        """Who plays the present stage; None in the first, which everybody plays."""
        return self.cuts[-1] if self.cuts else None

    @property
    def stage(self) -> Stage:
        """The stage that is being played, or about to be."""
        id = self.cut.stage if self.cut else self.format.stages[0].id
        return self.stage_named(id)

    def stage_named(self, id: str) -> Stage:
        """A stage by its id."""
        return next(stage for stage in self.format.stages if stage.id == id)

    def rounds_of(self, stage: str) -> tuple[Round, ...]:
        """The rounds of a stage."""
        return tuple(each for each in self.rounds if each.stage == stage)

    @property
    def total_rounds(self) -> int:
        """Rounds whose results are added up, as the format plans them."""
        stages = (stage for stage in self.format.stages if stage.summed)
        return sum(stage.rounds for stage in stages if isinstance(stage.rounds, int))

    @property
    def is_last_round(self) -> bool:
        """Whether the round to be drawn next is the last one of all."""
        stage = self.stage
        played = len(self.rounds_of(stage.id))
        return stage is self.format.stages[-1] and stage.rounds == played + 1

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Everybody who has neither withdrawn nor been disqualified, by number."""
        return tuple(each for each in self.entrants.values() if each.status == "playing")

    @property
    def members(self) -> tuple[Entrant, ...]:
        """Those of the present stage who play on."""
        if self.cut is None:
            return self.playing
        wanted = [each.person for each in self.cut.qualified]
        return tuple(self.entrants[who] for who in wanted if self.entrants[who].status == "playing")

    @property
    def takes_requests(self) -> bool:
        """Whether people may ask to enter by themselves."""
        return self.settings.entry_form and not self.is_closed and not self.cuts

    @property
    def has_roll_call(self) -> bool:
        """Whether somebody asked who is there for the next round."""
        if self.stage.rollcall == "each-round" and self.cut is None:
            return any(each.round == self.next_number for each in self.roll_calls)
        return bool(self.roll_calls)


def begun(setup: Setup, settings: happened.Settings) -> Tournament:
    """A tournament of which nothing is known but what was agreed."""
    return Tournament(setup=setup, settings=settings)


def undone(occurrences: Iterable[Occurrence]) -> set[ActionId]:
    """The requests that were taken back."""
    return {each.event.action for each in occurrences if isinstance(each.event, happened.ActionUndone)}


def not_undone(occurrences: Iterable[Occurrence]) -> list[Occurrence]:
    """What counts: without what was undone, and without the undoing."""
    listed = list(occurrences)
    gone = undone(listed)
    return [
        each
        for each in listed
        if each.action not in gone and not isinstance(each.event, happened.ActionUndone)
    ]


def standing(occurrences: Iterable[Occurrence]) -> list[object]:
    """The events that count."""
    return [each.event for each in not_undone(occurrences)]


def settings_in(events: Iterable[object]) -> happened.Settings:
    """What was agreed last."""
    made = (happened.TournamentCreated, happened.SettingsChanged)
    return [each for each in events if isinstance(each, made)][-1].settings


def folded(setup: Setup, events: Iterable[object]) -> Tournament:
    """The tournament after these events, none of which was undone."""
    listed = list(events)
    return reduce(evolve, listed, begun(setup, settings_in(listed)))


def evolve(state: Tournament, event: object) -> Tournament:
    """The tournament after one more event."""
    match event:
        case happened.TournamentCreated():
            return replace(state, settings=event.settings)
        case happened.SettingsChanged():
            # Rules that are no longer those published must be published again (001-R4).
            is_rule = set(event.changed) & set(happened.SPORTING)
            return replace(state, settings=event.settings, rules=None if is_rule else state.rules)
        case happened.RulesPublished():
            return replace(state, rules=event)
        case happened.FileAttached():
            return replace(state, attachments=(*state.attachments, event))
        case happened.SeedAnnounced():
            return replace(state, seeds={**state.seeds, event.round: event.seed})
        case happened.LotsDrawn():
            return replace(state, lots=(*state.lots, event))
        case happened.PenaltyGiven():
            return replace(state, penalties=(*state.penalties, event), published=0)
        case happened.StandingsPublished():
            return replace(state, published=event.round)
        case happened.VisibilityChanged():
            return replace(state, visibility=event)
        case happened.TournamentClosed():
            return replace(state, is_closed=True)
        case happened.StageCut():
            entry = StageEntry(**vars(event), after_round=len(state.rounds))
            again = state.cut is not None and state.cut.after_round == len(state.rounds)
            # Whoever qualified is expected to play; a roll call may still say otherwise.
            state = _changed(state, (each.person for each in event.qualified), is_present=True)
            return replace(state, cuts=(*(state.cuts[:-1] if again else state.cuts), entry))
    concerned = _with_judges(state, event) or _with_people(state, event) or _with_tables(state, event)
    return concerned or _with_results(state, event)


def _with_judges(state: Tournament, event: object) -> Tournament | None:
    """What concerns judges; None for anything else."""
    match event:
        case happened.JudgeNamed():
            return replace(state, judges={**state.judges, event.person: event.role})
        case happened.JudgeRemoved():
            shifts = tuple(each for each in state.shifts if each.person != event.person)
            return replace(state, judges=_without(state.judges, event.person), shifts=shifts)
        case happened.SessionPlanned():
            return replace(state, sessions={**state.sessions, event.session: event})
        case happened.JudgeRostered():
            return replace(state, shifts=(*state.shifts, event))
        case happened.ConflictDeclared():
            return replace(state, conflicts=(*state.conflicts, event))
    return None


def _with_people(state: Tournament, event: object) -> Tournament | None:
    """What concerns entrants; None for anything else."""
    match event:
        case happened.EntrantEntered():
            return replace(state, entrants={**state.entrants, event.person: Entrant(**vars(event))})
        case happened.EntryCorrected():
            return _changed(state, [event.person], **vars(event))
        case happened.EntrantRemoved():
            return replace(state, entrants=_without(state.entrants, event.person))
        case happened.AcceptanceSigned():
            return _changed(state, event.people, signed_at=event.at)
        case happened.RulesHandedOut():
            return _changed(state, event.people, has_rules=True)
        case happened.FeePaid():
            return _changed(state, [event.person], paid=event.cents)
        case happened.RollCalled():
            is_first = event.round == state.next_number and not state.has_roll_call
            if state.stage.rollcall == "each-round" and is_first:
                state = _changed(state, state.entrants, is_present=None, is_late=False, came_at="")
            state = _changed(
                state, event.present, is_present=True, is_late=False, came_at=event.at, expected_at=""
            )
            state = _changed(state, event.absent, is_present=False, is_late=False)
            state = _changed(state, event.late, is_late=True)
            return replace(state, roll_calls=(*state.roll_calls, event))
        case happened.PlayerExpected():
            return _changed(state, [event.person], expected_at=event.at)
        case happened.PlayerWithdrawn():
            return _changed(state, [event.person], status="withdrawn")
        case happened.PlayerDisqualified():
            return replace(_changed(state, [event.person], status="disqualified"), published=0)
        case happened.PlayerSubstituted():
            return _substituted(state, event)
    return None


def _substituted(state: Tournament, event: happened.PlayerSubstituted) -> Tournament:
    """Whoever comes in sits where the other sat and has qualified for what the other had."""
    state = _changed(state, [event.person], status="withdrawn")
    if state.cut is None:
        return state

    def taken_over(people: tuple[happened.Qualifier, ...]) -> tuple[happened.Qualifier, ...]:
        return tuple(
            replace(each, person=event.by, why="replaces") if each.person == event.person else each
            for each in people
        )

    cut = replace(state.cut, qualified=taken_over(state.cut.qualified), direct=taken_over(state.cut.direct))
    return replace(state, cuts=(*state.cuts[:-1], cut))


def _with_tables(state: Tournament, event: object) -> Tournament | None:
    """What concerns rounds, their tables, and how they are drawn; None for anything else."""
    match event:
        case happened.PairParted() | happened.PairJoined():
            pair = frozenset({frozenset(event.people)})
            is_parted = isinstance(event, happened.PairParted)
            return replace(state, apart=state.apart | pair if is_parted else state.apart - pair)
        case happened.SeasonPlanned():
            return replace(state, plan=event)
        case happened.RoundDrawn():
            return _drawn(state, event)
        case happened.SeatsChanged():
            return _with_round(state, _rearranged(state.rounds[event.round - 1], event))
        case happened.TablesPublished() | happened.TablesHidden():
            is_draft = isinstance(event, happened.TablesHidden)
            return _with_round(state, replace(state.rounds[event.round - 1], is_draft=is_draft))
        case happened.RoundClosed():
            return _with_round(state, replace(state.rounds[event.round - 1], is_closed=True))
        case happened.TablesStarted():
            for number in event.tables:
                state = _table(state, event.round, number, is_started=True)
            return state
        case happened.VenueChanged():
            return _table(state, event.round, event.table, venue=event.venue)
    return None


def _with_results(state: Tournament, event: object) -> Tournament:
    """What concerns the results of tables."""
    match event:
        case happened.ResultRecorded():
            result = _recorded(state.rounds[event.round - 1].tables[event.table].result, event)
            return _table(state, event.round, event.table, result=result, is_started=True, is_kept=False)
        case happened.ResultConfirmed():
            table = state.rounds[event.round - 1].tables[event.table]
            assert table.result is not None
            result = replace(table.result, is_confirmed=True, others=())
            return _table(state, event.round, event.table, result=result)
        case happened.ResultCorrected():
            result = TableResult(seats=event.seats, neutral=event.neutral)
            changes = {"is_void": False, "at_fault": (), "is_kept": False}
            state = _table(state, event.round, event.table, result=result, **changes)
            return replace(state, published=0)
        case happened.ResultKept():
            return _table(state, event.round, event.table, is_kept=True)
        case happened.GameVoided():
            state = _table(state, event.round, event.table, is_void=True, at_fault=event.at_fault)
            return replace(state, published=0)
    raise TypeError(type(event))


def _recorded(before: TableResult | None, event: happened.ResultRecorded) -> TableResult:
    """A result with what others of the table had sent before, where it says otherwise and none stands yet."""
    result = TableResult(
        seats=event.seats, neutral=event.neutral, sent_by=event.sent_by, is_confirmed=event.is_confirmed
    )
    if before is None or before.is_confirmed or event.is_confirmed:
        return result
    others = (each for each in before.versions if each.sent_by != event.sent_by)
    differ = (each for each in others if not each.says_the_same(event.seats, event.neutral))
    return replace(result, others=tuple(replace(each, others=()) for each in differ))


def _drawn(state: Tournament, event: happened.RoundDrawn) -> Tournament:
    """A round with new tables; drawn again, a table stands where it stood, and has begun where it had."""
    before = state.rounds[-1] if len(state.rounds) == event.round else None
    known = before.tables if before else {}
    tables = {each.number: known.get(each.number, Table(seated=each)) for each in event.tables}
    here = frozenset(who for each in event.tables for who in each.seats)
    drawn = Round(
        number=event.round,
        stage=event.stage,
        tables={each.number: replace(tables[each.number], seated=each) for each in event.tables},
        receipt=event.receipt,
        missing=event.missing,
        moved=before.moved & here if before else frozenset(),
        is_draft=event.is_draft,
    )
    return replace(state, rounds=(*state.rounds[: event.round - 1], drawn))


def _rearranged(found: Round, event: happened.SeatsChanged) -> Round:
    """A round whose tables were changed by hand."""
    before = {who: table.number for table in found.tables.values() for who in table.seated.seats}
    tables = {number: table for number, table in found.tables.items() if number not in event.removed}
    for each in event.tables:
        tables[each.number] = replace(tables.get(each.number, Table(seated=each)), seated=each)
    after = {who: table.number for table in tables.values() for who in table.seated.seats}
    missing = (
        *(who for who in found.missing if who not in after),
        *(who for who in before if who not in after),
    )
    return replace(
        found,
        tables=dict(sorted(tables.items())),
        missing=missing,
        moved=found.moved | {who for who, number in after.items() if before.get(who) != number},
    )


def _with_round(state: Tournament, changed: Round) -> Tournament:
    rounds = tuple(changed if each.number == changed.number else each for each in state.rounds)
    return replace(state, rounds=rounds)


def _table(state: Tournament, round: int, number: int, **changes: object) -> Tournament:
    found = state.rounds[round - 1]
    table = replace(found.tables[number], **changes)  # type: ignore[arg-type]
    return _with_round(state, replace(found, tables={**found.tables, number: table}))


def _changed(state: Tournament, whom: Iterable[PersonId], **changes: object) -> Tournament:
    entrants = dict(state.entrants)
    for who in whom:
        entrants[who] = replace(entrants[who], **changes)  # type: ignore[arg-type]
    return replace(state, entrants=entrants)


def _without(mapping: Mapping[PersonId, T], key: PersonId) -> dict[PersonId, T]:
    return {each: value for each, value in mapping.items() if each != key}
