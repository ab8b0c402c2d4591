"""The official judge's bench: who waits, what the casebook says, and earlier decisions against players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from kamchatka.app.commands.reading import number_of
from kamchatka.app.tables.incidents import club_of, earlier_rulings, judge_of, official_judge
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.queue import asking_tables, closing
from kamchatka.app.tables.tables import OpenTable, QueueRow, live_in, ruled_in
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.clock import SECOND, minutes_and_seconds
from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.referee.casebook.answers import Answers
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.model import Case, Effect
from kamchatka.referee.casebook.rulings import (
    AMOUNTS,
    OFFICIAL_JUDGE,
    Author,
    UnfinishedRuling,
    written_effect,
)
from kamchatka.referee.casebook.views import AnsweredCase, QuestionView, answered_case, case_page
from kamchatka.referee.command import TableCommand
from kamchatka.referee.incidents import OFFENDER, RuleIncident
from kamchatka.referee.timing import ExtendClock, ResumeClock
from kamchatka.referee.views import RefereedTableView, letter
from kamchatka.scoring.numbers import whole
from kamchatka.store.log import LogReader

WARNING = "warning"
ANY_CASE = "other"
"""The case of a decision that no other case foresees."""
MEASURES = (
    *("play-resumes", WARNING, "turn-ends", "cards-denied", "army-limit", "turn-limit", "congelato"),
    *("excluded", "penalty-points", "tournament-exclusion"),
)
"""What a judge may decide instead of the regulation, the mildest first."""


@dataclass(frozen=True)
class BenchRow:
    """A call or forwarded incident, and the table that waits."""

    row: QueueRow
    case: str
    """Name of the case, if it is an incident."""
    by: str
    """The table judge who forwarded it."""
    stands: bool
    """Whether the game stands still."""
    is_over: bool
    """Whether the game has ended."""
    lap: int
    """0: no lap or turn was recorded."""
    waited: int
    """Milliseconds since the call."""

    @property
    def time(self) -> str:
        """How long it has been waiting, as people read it."""
        return minutes_and_seconds(self.waited)


@dataclass(frozen=True)
class BenchSeat:
    """A player of the table, with the decisions against the player in the whole event."""

    letter: str
    name: str
    warnings: int
    others: tuple[str, ...]
    """Names of the cases decided against the player without a warning."""


@dataclass(frozen=True)
class PreparedRuling:
    """A case with its answers, and the casebook's ruling once they are enough."""

    case: Case
    questions: tuple[QuestionView, ...]
    given: Mapping[str, str]
    """Answers by option, as written."""
    answered: AnsweredCase


@dataclass(frozen=True)
class BenchTable:
    """The table that the judge looks at."""

    row: BenchRow | None
    """None if nothing waits at the table."""
    view: RefereedTableView
    seats: tuple[BenchSeat, ...]
    prepared: PreparedRuling | None
    judges: tuple[str, ...]
    """Who may decide: the judges of the event who do not play here, the official judge first."""
    is_unsettled: bool
    """Whether a judge must say if the table played while the computer was stopped."""
    stopped: str
    """How long its clock has been stopped; given back when it goes on. Empty: it runs, or all stand."""


@dataclass(frozen=True)
class Decision:
    """What the judge decided, as written in the form."""

    case: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)
    measure: str = ""
    """One of MEASURES, in place of the casebook's ruling."""
    amount: str = ""
    conquests: str = ""
    """Territories conquered in the turn that the decision ends."""
    judge: str = ""
    """Name of the judge who decides; empty: the official judge."""
    offender: str = ""
    """The letter of the player that the measure concerns."""
    minutes: str = ""
    """Minutes to give to the table."""
    reason: str = ""
    call: int = 0
    incident: int = 0
    goes_on: bool = False
    """Whether the clock of the table, stopped for itself alone, goes on."""


def bench_rows(reading: LogReader, desk: OpenTournament, now: datetime, lang: Language) -> list[BenchRow]:
    """Who waits for the judge: tables that stand still first, then the longest wait."""
    found = [_row(live, row, now, lang) for live in asking_tables(reading, desk) for row in live.queue()]
    return sorted(found, key=lambda each: (not each.stands, each.row.at, each.row.table))


def standing_tables(rows: Sequence[BenchRow]) -> int:
    """How many tables stand still and wait."""
    return len({each.row.table for each in rows if each.stands})


def _row(live: OpenTable, row: QueueRow, now: datetime, lang: Language) -> BenchRow:
    forwarded = next((each for each in live.table.forwarded if each.number == row.number), None)
    author = forwarded.author if forwarded and row.incident else None
    waited = (now - datetime.fromisoformat(row.at)).total_seconds()
    return BenchRow(
        row,
        find_case(row.incident).name(lang) if row.incident else "",
        live.desk.names[author] if author else "",
        stands=bool(live.table.ends) and not live.table.clock.is_running and not live.table.course.is_over,
        is_over=live.table.course.is_over,
        lap=live.table.course.lap if live.table.knows_lap else 0,
        waited=max(0, int(waited)) * SECOND,
    )


def bench_table(
    reading: LogReader,
    live: OpenTable,
    row: BenchRow | None,
    timer: Timer,
    lang: Language,
    *,
    asked: Decision,
) -> BenchTable:
    """The table, its players, and the ruling prepared for the case asked about, or the one that waits."""
    if row and row.row.incident:
        asked = replace(asked, case=row.row.incident, incident=row.row.number)
    since = live.table.stopped_at if live.table.stopped_for == "table" else None
    judges = [who for who in live.tournament.judges if who not in live.table.seats]
    judges.sort(key=lambda who: live.tournament.judges[who] != OFFICIAL_JUDGE)
    return BenchTable(
        row,
        live.view(timer),
        tuple(_seats(reading, live, lang)),
        _prepared(reading, live, asked, timer, lang) if asked.case else None,
        tuple(live.desk.names[who] for who in judges),
        bool(live.table.unsettled),
        minutes_and_seconds(timer().since(since)) if since else "",
    )


def _seats(reading: LogReader, live: OpenTable, lang: Language) -> Sequence[BenchSeat]:
    warned = {who: live.tournament.warnings_of(who) for who in live.table.seats}
    others: dict[PersonId, list[str]] = {who: [] for who in live.table.seats}
    for ruling, _ in ruled_in(reading, live.desk):
        for who in live.table.seats:
            scopes = {each.effect.scope for each in ruling.effects if each.effect.kind == WARNING}
            if scopes - {"tournament"} and who == ruling.offender:
                warned[who] += 1
            elif not scopes and who == ruling.offender:
                others[who].append(find_case(ruling.case).name(lang))
    return [
        BenchSeat(letter(seat), live.desk.names[who], warned[who], tuple(others[who]))
        for seat, who in enumerate(live.table.seats)
    ]


def _prepared(
    reading: LogReader, live: OpenTable, asked: Decision, timer: Timer, lang: Language
) -> PreparedRuling:
    case = find_case(asked.case)
    players = tuple((letter(seat), live.desk.names[who]) for seat, who in enumerate(live.table.seats))
    questions = tuple(
        replace(each, choices=players) if each.kind == "seat" else each
        for each in case_page(case, live.table.rulebook, lang).questions
    )
    return PreparedRuling(case, questions, asked.answers, _answered(reading, live, asked, timer, lang))


def _answered(
    reading: LogReader, live: OpenTable, asked: Decision, timer: Timer, lang: Language
) -> AnsweredCase:
    return answered_case(
        find_case(asked.case),
        live.table.rulebook,
        asked.answers,
        lang,
        ask=lambda given: _rule(reading, live, asked, given, timer).ruling(live.table),
        seats=lambda written: _seat(live, written),
        names=[live.desk.names[who] for who in live.table.seats],
    )


def _seat(live: OpenTable, written: str) -> int | None:
    return next((seat for seat in range(len(live.table.seats)) if letter(seat) == written), None)


def _rule(
    reading: LogReader,
    live: OpenTable,
    decision: Decision,
    answers: Answers,
    timer: Timer,
    *,
    author: Author | None = None,
) -> RuleIncident:
    offender = _seat(live, decision.offender)
    return RuleIncident(
        case=decision.case,
        answers=answers if offender is None else {**answers, OFFENDER: offender},
        effects=(_effect(decision),) if decision.measure else (),
        author=author,
        club=club_of(live.tournament),
        reason=decision.reason,
        number=decision.incident or None,
        earlier=earlier_rulings(reading, live, decision.case),
        conquests=whole(decision.conquests),
        now=timer(),
    )


def _effect(decision: Decision) -> Effect:
    measure = decision.measure
    if measure in AMOUNTS:
        if not whole(decision.amount):
            raise UnfinishedRuling("no_amount")
        return written_effect(f"{measure}={decision.amount}")
    return written_effect(measure, "tournament" if measure == WARNING else None)


def decided(
    reading: LogReader, live: OpenTable, decision: Decision, timer: Timer, lang: Language
) -> list[TableCommand]:
    """The commands of a decision: the ruling, time for the table, the call closed, the clock resumed."""
    live = live_in(reading, live.desk.id, live.table.opened.table)
    seconds = number_of(decision.minutes) * 60 if decision.minutes else 0
    ends = closing(live, decision.call, timer) if decision.call else []
    goes_on = decision.goes_on and live.table.stopped_for == "table"
    resumes = goes_on and not any(isinstance(each, ResumeClock) for each in ends)
    author = judge_of(live, decision.judge) if decision.judge else official_judge(live)
    answers = _answered(reading, live, decision, timer, lang).answers
    return [
        _rule(reading, live, decision, answers, timer, author=author),
        *([ExtendClock(seconds)] if seconds else []),
        *ends,
        *([ResumeClock(timer())] if resumes else []),
    ]
