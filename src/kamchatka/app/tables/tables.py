"""Live tables of a tournament: opened, changed by one command in one transaction, and viewed.

A table has its own stream in the feed of its tournament. Results and penalties belong to the stream of the
tournament: what a signature or a ruling means there is recorded in the same transaction.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Literal

from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tournaments.opening import OpenTournament, decoded, named, record, stream_of, tournament_in
from kamchatka.command import fingerprint
from kamchatka.ids import ActionId, PersonId
from kamchatka.referee.casebook.model import Effect
from kamchatka.referee.command import TableCommand, decide
from kamchatka.referee.counting import Scorer, sheet_data
from kamchatka.referee.events import (
    ClockStopped,
    Consequence,
    IncidentForwarded,
    IncidentRuled,
    JudgeCalled,
    SheetSigned,
    TableOpened,
)
from kamchatka.referee.folding import evolve, folded
from kamchatka.referee.playing import SetOrder
from kamchatka.referee.state import RefereedTable, opened
from kamchatka.referee.views import Audience, RefereedTableView, letter, table_view
from kamchatka.refusals import NotAllowed, NotPossibleNow, Refusal
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import decided_places
from kamchatka.scoring.views.notices import Notice
from kamchatka.store.chain import StoredEvent
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.arranging import FixSeats
from kamchatka.tournament.command import TournamentCommand, open_round, public_round, table_of
from kamchatka.tournament.entries import DisqualifyPlayer
from kamchatka.tournament.events import ActionUndone, SeatResult
from kamchatka.tournament.folding import not_undone
from kamchatka.tournament.officials import ties_of
from kamchatka.tournament.recording import GivePenalty, RecordSheet, winners_wanted
from kamchatka.tournament.sanctions import WarnPlayer
from kamchatka.tournament.state import Occurrence, Tournament

IN_TOURNAMENT = ("tournament-exclusion", "penalty-points")
"""Effects recorded in the stream of the tournament."""
REWRITING = (ActionUndone, TableOpened)
"""Events after which a table is folded again from its opening."""
NIGHT_ENDS = timedelta(hours=6)
"""Time of day at which an evening ends and a new day begins."""


@dataclass(frozen=True)
class QueueRow:
    """A table waiting for a judge: a player's call, or an incident for the official judge."""

    table: int
    number: int
    at: str
    player: str
    seat: str = ""
    """The letter of the caller's seat."""
    call: str = ""
    """The phase of the game at the call."""
    incident: str = ""
    answered: bool = False


@dataclass(frozen=True)
class OpenTable:
    """A live table with its tournament."""

    desk: OpenTournament
    table: RefereedTable
    stream: str
    version: int
    occurrences: tuple[Occurrence, ...]
    taps: tuple[ActionId, ...]
    """The requests at the table that were not undone, in order, without the one that opened it."""
    stands_with_all: bool = False
    """Whether a stop of all clocks applies although this clock was never started (000-2e)."""

    @property
    def tournament(self) -> Tournament:
        """The tournament it belongs to."""
        return self.desk.tournament

    @property
    def is_confirmed(self) -> bool:
        """Whether the tournament has its confirmed result."""
        round = self.tournament.rounds[self.table.opened.round - 1]
        result = round.tables[self.table.opened.table].result
        return result is not None and result.is_confirmed

    @property
    def scorer(self) -> Scorer:
        """Scores a sheet as the tournament does; raises an error if a tie needs more numbers."""
        formula = self.tournament.setup.formula
        played = self.tournament.rounds[self.table.opened.round - 1]
        stage = played.stage_of(played.tables[self.table.opened.table])
        wanted = winners_wanted(self.tournament, stage)

        def score(sheet: TableSheet) -> None:
            formula.cards(sheet)
            if wanted:
                decided_places(sheet)

        return score

    def view(self, timer: Timer, audience: Audience = "judges") -> RefereedTableView:
        """The table as this audience sees it."""
        found = table_view(
            self.table,
            self.desk.names,
            timer(),
            is_confirmed=self.is_confirmed,
            scorer=self.scorer,
            audience=audience,
        )
        stopped = [Notice("referee.notice.all_stopped", {})] if self.stands_with_all else []
        return replace(found, notices=(*stopped, *found.notices, *self._ties()))

    @property
    def last_tap(self) -> tuple[object, ...]:
        """The events of the last request that was not undone; empty if there is none."""
        last = self.taps[-1] if self.taps else None
        return tuple(each.event for each in self.occurrences if each.action == last)

    @property
    def stands_for_call(self) -> bool:
        """Whether its clock is stopped because of a call for the judge."""
        if self.table.stopped_for != "table":
            return False
        stops = [
            each.action
            for each in self.occurrences
            if isinstance(each.event, ClockStopped) and each.event.reading == self.table.stopped_at
        ]
        return any(
            isinstance(each.event, JudgeCalled) and each.action == stops[-1] for each in self.occurrences
        )

    def queue(self) -> Iterator[QueueRow]:
        """The open calls and forwarded incidents of this table."""
        names, table = self.desk.names, self.table.opened.table
        open_calls = {each.number: each for each in self.table.open_calls}
        for each in self.occurrences:
            match each.event:
                case JudgeCalled(number=number, person=who) if number in open_calls:
                    found = open_calls[number]
                    yield QueueRow(
                        *(table, number, each.at, names[who]),
                        seat=letter(self.table.seat_of(who)),
                        call=found.phase,
                        answered=found.is_answered,
                    )
                case IncidentForwarded() as event if event in self.table.forwarded:
                    player = names[event.offender] if event.offender else ""
                    yield QueueRow(table, event.number, each.at, player, incident=event.case)

    def _ties(self) -> Iterator[Notice]:
        """Notices of ties that the judge declared to players of the table (001-J2)."""
        judge = self.table.opened.judge
        if judge is None:
            return
        for who in ties_of(self.tournament, judge, self.table.seats):
            values = {"judge": self.desk.names[judge], "player": self.desk.names[who], "clause": "001-J2"}
            yield Notice("referee.notice.conflict", values)


def table_stream(id: str, round: int, table: int | Literal[""]) -> str:
    """The stream of a table, or the prefix of those of a round."""
    return f"{stream_of(id)}/{round}/{table}"


def open_live(office: Office, id: str, number: int) -> OpenTable:
    """A live table of the current round; NotPossibleNow if it is not followed."""
    with office.reading() as reading:
        return live_in(reading, id, number)


def live_in(reading: LogReader, id: str, number: int) -> OpenTable:
    """The same, within a transaction."""
    desk = tournament_in(reading, id)
    found = find_live(reading, desk, number)
    if found is None:
        raise NotPossibleNow("table_not_open", table=number, round=len(desk.tournament.rounds), id=id)
    return found


def find_live(reading: LogReader, desk: OpenTournament, number: int) -> OpenTable | None:
    """A live table of the current round; None if it is not followed."""
    played = desk.tournament.rounds[-1] if desk.tournament.rounds else open_round(desk.tournament)
    table_of(played, number)
    found = _read(reading, desk, played.number, number)
    if found is None or found.table.ends:
        return found
    return next(each for each in open_tables(reading, desk) if each.stream == found.stream)


@dataclass(frozen=True)
class TableFold:
    """The state folded from the stream of a table."""

    table: RefereedTable | None
    """None if it was never opened, or the opening was undone."""
    occurrences: tuple[Occurrence, ...]
    stand: tuple[Occurrence, ...]
    """The occurrences that were not undone, from the opening on."""


def _read(reading: LogReader, desk: OpenTournament, round: int, number: int) -> OpenTable | None:
    stream, rulebook = table_stream(desk.id, round, number), desk.tournament.setup.rulebook
    key = (desk.tournament.settings.rulebook.digest, desk.undone)
    fold = reading.state(stream, partial(_carried, reading, rulebook, desk.undone), key)
    if fold is None or fold.table is None:
        return None
    if sorted(fold.table.seats) != sorted(desk.tournament.rounds[round - 1].tables[number].seated.seats):
        return None  # drawn again since
    taps = dict.fromkeys(each.action for each in fold.stand if each.action != fold.stand[0].action)
    return OpenTable(desk, fold.table, stream, len(fold.occurrences), fold.occurrences, tuple(taps))


def _carried(
    reading: LogReader,
    rulebook: Rulebook,
    gone: frozenset[ActionId],
    before: TableFold | None,
    stored: Sequence[StoredEvent],
) -> TableFold:
    """Fold more events into a table; from its opening if they reopen it or undo something.

    A request that was undone in the tournament is undone here too.
    """
    new = tuple(Occurrence(reading.decode(each), ActionId(each.action), each.at) for each in stored)
    if before and before.table and not any(isinstance(each.event, REWRITING) for each in new):
        table = before.table
        for each in new:
            table = evolve(table, each.event)
        return TableFold(table, (*before.occurrences, *new), (*before.stand, *new))
    occurrences = (*before.occurrences, *new) if before else new
    stand = [each for each in not_undone(occurrences) if each.action not in gone]
    begins = [at for at, each in enumerate(stand) if isinstance(each.event, TableOpened)]
    if not begins:
        return TableFold(None, occurrences, ())
    stand = stand[begins[-1] :]
    return TableFold(folded(rulebook, [each.event for each in stand]), occurrences, tuple(stand))


def open_tables(
    reading: LogReader, desk: OpenTournament, only: Container[int] | None = None
) -> list[OpenTable]:
    """The live tables of the last round, or some of them; a stop of all applies to those opened later."""
    played = desk.tournament.round
    if played is None:
        return []
    known = reading.streams(table_stream(desk.id, played.number, ""))
    read = (
        _read(reading, desk, played.number, number)
        for number in played.tables
        if table_stream(desk.id, played.number, number) in known and (only is None or number in only)
    )
    found = [live for live in read if live is not None]
    stand = any(live.table.stopped_for == "all" for live in found)
    return [replace(live, stands_with_all=stand and not live.table.ends) for live in found]


def open_table(
    office: Office,
    actor: Actor,
    id: str,
    number: int,
    *,
    minutes: int | None = None,
    order: tuple[PersonId, ...] = (),
    objectives: dict[PersonId, str] | None = None,
    judge: PersonId | None = None,
    warn: int = 0,
) -> OpenTable:
    """Begin to follow a table, with its regulation pinned and earlier sanctions applied."""
    actor.must_be(Role.ORGANISER, Role.OFFICIAL_JUDGE, Role.TABLE_JUDGE)

    def work(writing: LogWriter) -> None:
        begin_to_follow(
            writing,
            tournament_in(writing, id),
            number,
            evening_of(office.clock()),
            minutes=minutes,
            order=order,
            objectives=objectives or {},
            judge=judge,
            warn=warn,
        )

    content = [id, "open", number, minutes, list(order), objectives, judge, warn]
    office.carry_out(actor, new_action(), content, work)
    return open_live(office, id, number)


def begin_to_follow(
    writing: LogWriter,
    desk: OpenTournament,
    number: int,
    evening: date,
    *,
    minutes: int | None = None,
    order: tuple[PersonId, ...] = (),
    objectives: Mapping[PersonId, str] = MappingProxyType({}),
    judge: PersonId | None = None,
    warn: int = 0,
) -> None:
    """Open a table as part of a request."""
    played = public_round(desk.tournament)
    table = table_of(played, number)
    if not table.awaits:
        raise NotPossibleNow("recorded_already", table=number, round=played.number)
    if _read(writing, desk, played.number, number) is not None:
        raise NotPossibleNow("table_open_already", table=number)
    clock = desk.tournament.setup.rulebook.clock
    chosen = clock.minutes if minutes is None else minutes
    if minutes is not None and not clock.minutes_least <= minutes <= clock.minutes_most:
        clause = next(iter(desk.tournament.setup.rulebook.entry("clock.minutes").clauses), "")
        least, most = clock.minutes_least, clock.minutes_most
        raise NotAllowed("playing_time", clause=clause, least=least, most=most)
    event = TableOpened(
        round=played.number,
        table=number,
        seats=table.seated.seats,
        rulebook=desk.tournament.settings.rulebook.digest,
        minutes=chosen,
        objectives=dict(objectives),
        cases_off=desk.tournament.settings.cases_off,
        sanctions=tuple(_pending(writing, desk, table.seated.seats, evening)),
        judge=judge,
        warn=warn,
    )
    if judge in table.seated.seats:
        raise named(NotAllowed("judge_seated", clause="001-J2", who=judge), desk.names)
    live = opened(desk.tournament.setup.rulebook, event)
    more = decide(live, SetOrder(order)) if order else []
    stream = table_stream(desk.id, played.number, number)
    writing.append(stream, writing.version(stream), event, *more, feed=stream_of(desk.id))
    record(writing, desk.id, FixSeats(number))


def evening_of(at: datetime) -> date:
    """The day of the evening in local time: play past midnight counts for the day before."""
    return (at.astimezone() - NIGHT_ENDS).date()


def _pending(
    reading: LogReader, desk: OpenTournament, people: tuple[PersonId, ...], evening: date
) -> Iterator[Consequence]:
    """Sanctions still in force for people of a table: for lateness, or from earlier tables."""
    cards = desk.tournament.setup.rulebook.clock.late_cards_forfeited
    for who in people:
        if desk.tournament.entrants[who].is_late and cards:
            yield Consequence(Effect(kind="cards-denied", who="offender", cards=cards), who)
    for ruling, at in ruled_in(reading, desk):
        for each in ruling.effects:
            scope = each.effect.scope
            lasts = scope == "tournament" or (scope == "evening" and evening_of(at) == evening)
            if lasts and each.person in people and each.effect.kind not in IN_TOURNAMENT:
                yield each


def ruled_in(reading: LogReader, desk: OpenTournament) -> Iterator[tuple[IncidentRuled, datetime]]:
    """Every ruling at a table of the tournament, and when it was given."""
    for live in followed_tables(reading, desk):
        for each in live.occurrences:
            if isinstance(each.event, IncidentRuled) and each.event in live.table.rulings:
                yield each.event, datetime.fromisoformat(each.at)


def followed_tables(reading: LogReader, desk: OpenTournament) -> Iterator[OpenTable]:
    """The live tables of all rounds."""
    known = reading.streams(f"{stream_of(desk.id)}/")
    for round in desk.tournament.rounds:
        for number in round.tables:
            if table_stream(desk.id, round.number, number) in known:
                live = _read(reading, desk, round.number, number)
                if live is not None:
                    yield live


@dataclass(frozen=True)
class TapOutcome:
    """The events caused by a request at a table, and the table after it."""

    events: tuple[object, ...]
    live: OpenTable


def execute_at(
    office: Office,
    actor: Actor,
    id: str,
    number: int,
    *commands: TableCommand,
    note: str = "",
    action: ActionId | None = None,
    before: Callable[[LogWriter], None] | None = None,
    form: object = None,
) -> TapOutcome:
    """Execute the commands of one request at a table, all or none.

    `before` comes first in the same transaction. `form` is what was sent, to recognise a repeated request
    whose commands depend on chance or on the state.
    """
    for command in commands:
        actor.must_be(*map(Role, command.roles))

    def work(writing: LogWriter) -> None:
        if before:
            before(writing)
        for command in commands:
            live = live_in(writing, id, number)
            record_at(writing, live, command, note)

    content = [id, number, form] if form else [id, number, *map(fingerprint, commands), note]
    stored = office.carry_out(actor, action or new_action(), content, work)
    with office.reading() as reading:
        return TapOutcome(tuple(decoded(reading, stored)), live_in(reading, id, number))


def record_at(writing: LogWriter, live: OpenTable, command: TableCommand, note: str) -> None:
    """Record the events of a command at the table, and its consequences in the tournament."""
    try:
        if live.stands_with_all and not command.during_stop:
            raise NotPossibleNow("all_stopped", clause="000-2e")
        events = decide(live.table, command)
        follow: list[TournamentCommand] = []
        for event in events:
            follow += _in_tournament(live, event, note)
        if events:
            feed = stream_of(live.desk.id)
            writing.append(live.stream, live.version, *events, feed=feed, note=note)
        for each in follow:
            record(writing, live.desk.id, each, note)
    except Refusal as refusal:
        raise named(refusal, live.desk.names) from refusal.__cause__


def _in_tournament(live: OpenTable, event: object, note: str) -> Iterator[TournamentCommand]:
    """The commands that an event of the table causes in the tournament."""
    match event:
        case SheetSigned() if live.table.cells:
            data = sheet_data(live.table)
            seats = tuple(
                SeatResult(
                    PersonId(seat["player"]),
                    {key: value for key, value in seat.items() if key != "player"},
                )
                for seat in data["seat"]
            )
            sender = event.by if event.how == "phone" else None
            neutral = dict(data.get("neutral", {}))
            yield RecordSheet(table=live.table.opened.table, seats=seats, neutral=neutral, sent_by=sender)
        case IncidentRuled():
            clause = next(iter(event.clauses), None)
            for who, effect in ((each.person, each.effect) for each in event.effects):
                if effect.kind == "tournament-exclusion" and who is not None:
                    yield DisqualifyPlayer(who, note, clause)
                elif effect.kind == "warning" and effect.scope == "tournament" and who is not None:
                    yield WarnPlayer(who, note, clause)
                elif effect.kind == "penalty-points" and who is not None:
                    points = effect.points or 0
                    yield GivePenalty(person=who, target="total", points=points, clause=clause, reason=note)


def undo(
    office: Office,
    actor: Actor,
    id: str,
    number: int,
    note: str = "",
    *,
    action: ActionId | None = None,
    wanted: str = "",
    before: Callable[[LogWriter], None] | None = None,
) -> list[object]:
    """Undo the last request at a table; NotPossibleNow if it must be undone in the tournament.

    With `wanted`, the id of a request, also NotPossibleNow if another one has followed it.
    """
    actor.must_be(Role.ORGANISER, Role.OFFICIAL_JUDGE, Role.TABLE_JUDGE)
    taken: list[object] = []

    def work(writing: LogWriter) -> None:
        if before:
            before(writing)
        live = live_in(writing, id, number)
        if not live.taps:
            raise NotPossibleNow("nothing_to_undo")
        last = live.taps[-1]
        if wanted and wanted != last:
            raise NotPossibleNow("tapped_since")
        taken.extend(each.event for each in live.occurrences if each.action == last)
        # A request with events in the tournament is undone there.
        if any(event.action == last for event in writing.stream(stream_of(id))):
            raise NotPossibleNow("undone_in_tournament", id=id)
        writing.append(live.stream, live.version, ActionUndone(last), feed=stream_of(id), note=note)

    office.carry_out(actor, action or new_action(), [id, number, "undo", wanted, note], work)
    return taken
