"""The fold of a tournament: its state after the events of its log, without undone requests."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from typing import TypeVar

from kamchatka.ids import ActionId, PersonId
from kamchatka.tournament import events as happened
from kamchatka.tournament.state import (
    Entrant,
    GivenSanction,
    Occurrence,
    Round,
    Setup,
    StageEntry,
    Table,
    TableResult,
    Tournament,
)

T = TypeVar("T")


def begun(setup: Setup, settings: happened.Settings) -> Tournament:
    """A tournament with its settings and nothing else."""
    return Tournament(setup=setup, settings=settings)


def undone(occurrences: Iterable[Occurrence]) -> set[ActionId]:
    """The ids of undone requests."""
    return {each.event.action for each in occurrences if isinstance(each.event, happened.ActionUndone)}


def not_undone(occurrences: Iterable[Occurrence]) -> list[Occurrence]:
    """The occurrences that count, without undone ones and the events that undid them."""
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
    """The latest settings."""
    made = (happened.TournamentCreated, happened.SettingsChanged)
    return [each for each in events if isinstance(each, made)][-1].settings


def folded(setup: Setup, events: Iterable[object]) -> Tournament:
    """The tournament after these events; undone events must be left out."""
    listed = list(events)
    return reduce(evolve, listed, begun(setup, settings_in(listed)))


def evolve(state: Tournament, event: object) -> Tournament:
    """The tournament after one more event."""
    match event:
        case happened.TournamentCreated():
            return replace(state, settings=event.settings)
        case happened.SettingsChanged():
            # A changed rule must be published again (001-R4).
            is_rule = set(event.changed) & set(happened.SPORTING)
            return replace(state, settings=event.settings, rules=None if is_rule else state.rules)
        case happened.RulesPublished():
            return replace(state, rules=event, editions=state.editions + 1)
        case happened.FileAttached():
            return replace(state, attachments=(*state.attachments, event))
        case happened.SeedAnnounced():
            return replace(state, seeds={**state.seeds, event.round: event.seed})
        case happened.LotsDrawn():
            published = state.published if event.is_for_cut else 0
            return replace(state, lots=(*state.lots, event), published=published)
        case happened.TournamentClosed():
            return replace(state, is_closed=True)
        case happened.StageCut():
            made = [each.stage for each in state.last_cuts if each.after_round == len(state.rounds)]
            is_beside = bool(made) and state.stage_named(event.stage).beside and event.stage not in made
            state = state if is_beside else state.uncut
            # Qualified players count as present until a roll call records otherwise.
            state = _changed(state, (each.person for each in event.qualified), is_present=True)
            entry = StageEntry(**vars(event), after_round=len(state.rounds))
            return replace(state, cuts=(*state.cuts, entry))
        case happened.CutKept():
            [questioned] = [each for each in state.last_cuts if each.stage == event.stage]
            kept = replace(questioned, kept=event.ruled)
            return replace(state, cuts=tuple(kept if each is questioned else each for each in state.cuts))
    concerned = _with_judges(state, event) or _with_people(state, event) or _with_fees(state, event)
    concerned = concerned or _with_sanctions(state, event) or _with_tables(state, event)
    concerned = concerned or _with_papers(state, event) or _with_public(state, event)
    return concerned or _with_results(state, event)


def _with_public(state: Tournament, event: object) -> Tournament | None:
    """Apply an event about what the public sees; None for other events."""
    match event:
        case happened.StandingsPublished():
            return replace(state, published=event.round)
        case happened.VisibilityChanged():
            return replace(state, visibility=event)
        case happened.ScreenSet():
            return replace(state, screen=event)
    return None


def _with_papers(state: Tournament, event: object) -> Tournament | None:
    """Apply an event about what only papers carry; None for other events."""
    match event:
        case happened.LogoSet():
            return replace(state, logo=event.digest)
        case happened.LogoRemoved():
            return replace(state, logo="")
        case happened.WifiSet():
            return replace(state, wifi=event if event.network else None)
        case happened.CodeRevoked():
            revoked = state.entrants[event.person].codes_revoked
            return _changed(state, [event.person], codes_revoked=revoked + 1)
    return None


def _with_judges(state: Tournament, event: object) -> Tournament | None:
    """Apply an event about judges; None for other events."""
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
    """Apply an event about entrants; None for other events."""
    match event:
        case happened.EntrantEntered():
            return replace(state, entrants={**state.entrants, event.person: Entrant(**vars(event))})
        case happened.EntryCorrected():
            before = state.entrants[event.person]
            stays = before.is_captain and before.team == event.team
            return _changed(state, [event.person], **vars(event), is_captain=stays)
        case happened.CaptainNamed():
            team = state.entrants[event.person].team
            others = [who for who, each in state.entrants.items() if each.team == team]
            return _changed(_changed(state, others, is_captain=False), [event.person], is_captain=True)
        case happened.EntrantRemoved():
            return replace(state, entrants=_without(state.entrants, event.person))
        case happened.AcceptanceSigned():
            return _changed(state, event.people, signed_at=event.at)
        case happened.RulesHandedOut():
            return _changed(state, event.people, has_rules=True)
        case happened.RollCalled():
            return _roll_called(state, event)
        case happened.PlayerExpected():
            return _changed(state, [event.person], expected_at=event.at)
        case happened.PlayerWithdrawn():
            return _changed(state, [event.person], status="withdrawn", is_leaving=False)
        case happened.CheckInSet():
            return replace(state, checks_in=event.is_open)
        case happened.WithdrawalAsked() | happened.WithdrawalDropped():
            asked = isinstance(event, happened.WithdrawalAsked)
            return _changed(state, [event.person], is_leaving=asked)
        case happened.PlayerSubstituted():
            return _substituted(state, event)
    return None


def _with_fees(state: Tournament, event: object) -> Tournament | None:
    """Apply an event about entry fees; None for other events."""
    match event:
        case happened.FeePaid():
            return _changed(state, [event.person], paid=event.cents, is_member=event.member)
        case happened.OwnFeeSet():
            return _changed(state, [event.person], own_fee=event.cents)
    return None


def _with_sanctions(state: Tournament, event: object) -> Tournament | None:
    """Apply an event about warnings, penalties and exclusions; None for other events."""
    match event:
        case happened.PlayerWarned() | happened.PenaltyGiven() | happened.PlayerDisqualified():
            if isinstance(event, happened.PlayerDisqualified):
                state = _changed(state, [event.person], status="disqualified")
            given = (*state.sanctions, GivenSanction(event))
            counts = not isinstance(event, happened.PlayerWarned)
            return replace(state, sanctions=given, published=0 if counts else state.published)
        case happened.SanctionLifted():
            before, after = state.sanctions[: event.number - 1], state.sanctions[event.number :]
            lifted = state.sanctions[event.number - 1].event
            if isinstance(lifted, happened.PlayerDisqualified):
                state = _changed(state, [lifted.person], status="playing")
            counts = not isinstance(lifted, happened.PlayerWarned)
            given = (*before, GivenSanction(lifted, is_lifted=True), *after)
            return replace(state, sanctions=given, published=0 if counts else state.published)
    return None


def _roll_called(state: Tournament, event: happened.RollCalled) -> Tournament:
    """The state with who is present; the first roll call of a round resets it, where each round has one."""
    is_first = event.round == state.next_number and not state.has_roll_call
    if state.stage.rollcall == "each-round" and is_first:
        state = _changed(state, state.entrants, is_present=None, is_late=False, came_at="")
    state = _changed(state, event.present, is_present=True, is_late=False, came_at=event.at, expected_at="")
    state = _changed(state, event.absent, is_present=False, is_late=False)
    state = _changed(state, event.late, is_late=True)
    return replace(state, roll_calls=(*state.roll_calls, event))


def _substituted(state: Tournament, event: happened.PlayerSubstituted) -> Tournament:
    """The substitute takes over the seat and the qualification of the player who leaves."""
    state = _changed(state, [event.person], status="withdrawn")
    if not state.cuts:
        return state

    def taken_over(people: tuple[happened.Qualifier, ...]) -> tuple[happened.Qualifier, ...]:
        return tuple(
            replace(each, person=event.by, why="replaces") if each.person == event.person else each
            for each in people
        )

    last = state.last_cuts
    after = (replace(cut, qualified=taken_over(cut.qualified), direct=taken_over(cut.direct)) for cut in last)
    return replace(state, cuts=(*state.cuts[: -len(last)], *after))


def _with_tables(state: Tournament, event: object) -> Tournament | None:
    """Apply an event about rounds, tables or draws; None for other events."""
    match event:
        case happened.PairParted() | happened.PairJoined():
            pair = frozenset({frozenset(event.people)})
            is_parted = isinstance(event, happened.PairParted)
            return replace(state, apart=state.apart | pair if is_parted else state.apart - pair)
        case happened.ClubCodeSet():
            kept = {club: own for club, own in state.club_codes.items() if own != event.letters}
            return replace(state, club_codes={**kept, event.club: event.letters})
        case happened.SeasonPlanned():
            return replace(state, plan=event)
        case happened.RoundDrawn():
            return _drawn(state, event)
        case happened.SeatsChanged():
            return _with_round(state, _rearranged(state.rounds[event.round - 1], event))
        case happened.TablesPublished() | happened.TablesHidden():
            is_draft = isinstance(event, happened.TablesHidden)
            return _with_round(state, replace(state.rounds[event.round - 1], is_draft=is_draft))
        case happened.StageEnded():
            return replace(state, ended=state.ended | {event.stage})
        case happened.RoundClosed():
            return _with_round(state, replace(state.rounds[event.round - 1], is_closed=True))
        case happened.StartPlanned():
            return replace(state, start=event)
        case happened.TablesStarted() | happened.SeatsFixed():
            has_begun = isinstance(event, happened.TablesStarted)
            for number in event.tables:
                state = _table(state, event.round, number, is_started=True, has_begun=has_begun)
            return state
        case happened.VenueChanged():
            return _table(state, event.round, event.table, venue=event.venue)
    return None


def _with_results(state: Tournament, event: object) -> Tournament:
    """Apply an event about results."""
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
    """The result just sent, with differing unconfirmed results of other players."""
    result = TableResult(
        seats=event.seats, neutral=event.neutral, sent_by=event.sent_by, is_confirmed=event.is_confirmed
    )
    if before is None or before.is_confirmed or event.is_confirmed:
        return result
    others = (each for each in before.versions if each.sent_by != event.sent_by)
    differ = (each for each in others if not each.says_the_same(event.seats, event.neutral))
    return replace(result, others=tuple(replace(each, others=()) for each in differ))


def _drawn(state: Tournament, event: happened.RoundDrawn) -> Tournament:
    """The state with newly drawn tables; a redraw keeps the venue and start of each table."""
    before = state.rounds[-1] if len(state.rounds) == event.round else None
    known = before.tables if before else {}
    tables = {each.number: known.get(each.number, Table(seated=each)) for each in event.tables}
    here = frozenset(who for each in event.tables for who in each.seats)
    drawn = Round(
        number=event.round,
        stage=event.stage,
        tables={each.number: _drawn_at(tables[each.number], each) for each in event.tables},
        receipt=event.receipt,
        missing=event.missing,
        moved=before.moved & here if before else frozenset(),
        is_draft=event.is_draft,
    )
    return replace(state, rounds=(*state.rounds[: event.round - 1], drawn))


def _drawn_at(before: Table, seated: happened.SeatedTable) -> Table:
    """A table of a draw; one that keeps its people was not drawn again for them."""
    stays = before.drawn and set(before.seated.seats) == set(seated.seats)
    return replace(before, seated=seated, drawn=before.drawn if stays else seated.seats)


def _rearranged(found: Round, event: happened.SeatsChanged) -> Round:
    """The round with its tables changed by hand."""
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
