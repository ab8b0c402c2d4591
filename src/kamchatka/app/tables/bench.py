"""The official judge's bench: who waits, what the casebook says, and earlier decisions against players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from kamchatka.app.commands.reading import number_of, player_at
from kamchatka.app.tables.incidents import club_of, earlier_rulings, official_judge
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.queue import asking_tables, closing
from kamchatka.app.tables.tables import OpenTable, QueueRow, live_in, ruled_in
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.clock import SECOND, minutes_and_seconds
from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.referee.casebook.answers import Unanswered, option_of, read_answer
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.model import Case
from kamchatka.referee.casebook.rulings import AMOUNTS, written_effect
from kamchatka.referee.casebook.views import QuestionView, RulingSaid, case_page, ruling_said
from kamchatka.referee.command import TableCommand
from kamchatka.referee.incidents import OFFENDER, RuleIncident
from kamchatka.referee.timing import ExtendClock, ResumeClock
from kamchatka.referee.views import RefereedTableView, letter
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
    lap: int
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
    missing: str
    """The question that must be answered first."""
    ruling: RulingSaid | None


@dataclass(frozen=True)
class BenchTable:
    """The table that the judge looks at."""

    row: BenchRow | None
    """None if nothing waits at the table."""
    view: RefereedTableView
    seats: tuple[BenchSeat, ...]
    prepared: PreparedRuling | None
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


def _row(live: OpenTable, row: QueueRow, now: datetime, lang: Language) -> BenchRow:
    forwarded = next((each for each in live.table.forwarded if each.number == row.number), None)
    author = forwarded.author if forwarded and row.incident else None
    waited = (now - datetime.fromisoformat(row.at)).total_seconds()
    return BenchRow(
        row,
        find_case(row.incident).name(lang) if row.incident else "",
        live.desk.names[author] if author else "",
        stands=bool(live.table.ends) and not live.table.clock.is_running and not live.table.course.is_over,
        lap=live.table.course.lap,
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
    return BenchTable(
        row,
        live.view(timer),
        tuple(_seats(reading, live, lang)),
        _prepared(reading, live, asked, timer, lang) if asked.case else None,
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
    page = case_page(case, live.table.rulebook, lang)
    letters = tuple(
        (letter(seat), f"{letter(seat)} · {live.desk.names[who]}")
        for seat, who in enumerate(live.table.seats)
    )
    questions = tuple(
        replace(each, choices=letters) if each.kind == "seat" else each for each in page.questions
    )
    if OFFENDER not in {each.name for each in questions}:
        whole = next(each for each in case_page(case, None, lang).questions if each.name == OFFENDER)
        questions = (replace(whole, choices=letters), *questions)
    try:
        said, missing = ruling_said(_rule(reading, live, asked, timer).ruling(live.table), lang), ""
    except Unanswered as unanswered:
        said, missing = None, unanswered.question(lang)
    return PreparedRuling(case, questions, asked.answers, missing, said)


def _rule(reading: LogReader, live: OpenTable, decision: Decision, timer: Timer) -> RuleIncident:
    case = find_case(decision.case)

    def seats(words: str) -> int:
        return live.table.seat_of(player_at(live, words))

    answers: dict[str, Value] = {
        name: read_answer(name, question, said, seats)
        for name, question in case.question.items()
        if (said := decision.answers.get(option_of(name), "").strip())
    }
    if decision.offender:
        answers[OFFENDER] = seats(decision.offender)
    measure = decision.measure
    if measure and measure in AMOUNTS:
        measure = f"{measure}={decision.amount.strip() or '1'}"
    return RuleIncident(
        case=case.id,
        answers=answers,
        effects=(written_effect(measure, "tournament" if measure == WARNING else None),) if measure else (),
        author=official_judge(live),
        club=club_of(live.tournament),
        reason=decision.reason,
        number=decision.incident or None,
        earlier=earlier_rulings(reading, live, case.id),
        conquests=0 if decision.measure == "turn-ends" else None,
        now=timer(),
    )


def decided(reading: LogReader, live: OpenTable, decision: Decision, timer: Timer) -> list[TableCommand]:
    """The commands of a decision: the ruling, time for the table, the call closed, the clock resumed."""
    live = live_in(reading, live.desk.id, live.table.opened.table)
    seconds = number_of(decision.minutes) * 60 if decision.minutes else 0
    ends = closing(live, decision.call, timer) if decision.call else []
    goes_on = decision.goes_on and live.table.stopped_for == "table"
    resumes = goes_on and not any(isinstance(each, ResumeClock) for each in ends)
    return [
        _rule(reading, live, decision, timer),
        *([ExtendClock(seconds)] if seconds else []),
        *ends,
        *([ResumeClock(timer())] if resumes else []),
    ]
