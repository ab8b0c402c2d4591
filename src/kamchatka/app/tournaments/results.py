"""History of results, penalties and fees, with reasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from kamchatka import ledger
from kamchatka.app.history import log_lines
from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import OpenTournament, stream_of
from kamchatka.ids import ClauseId, PersonId
from kamchatka.messages import Language, text
from kamchatka.referee.casebook.discipline import SanctionKind
from kamchatka.store.chain import StoredEvent
from kamchatka.tournament.events import (
    GameVoided,
    OwnFeeSet,
    PenaltyGiven,
    PlayerDisqualified,
    PlayerWarned,
    ResultConfirmed,
    ResultCorrected,
    ResultKept,
    ResultRecorded,
    SanctionLifted,
)
from kamchatka.tournament.views.cash import CashView, cash
from kamchatka.tournament.views.sheets import seat_in_words

OF_RESULTS = (ResultRecorded, ResultConfirmed, ResultCorrected, ResultKept, GameVoided)
OF_SANCTIONS = (PlayerWarned, PenaltyGiven, PlayerDisqualified, SanctionLifted)


@dataclass(frozen=True)
class SeatChange:
    """A seat's result in words, and the one before."""

    name: str
    before: str
    """Empty unless it is a correction."""
    now: str


@dataclass(frozen=True)
class TrailEntry:
    """An event about a result or a penalty: time, author, reason and changes."""

    at: str
    who: str
    said: str
    reason: str
    changes: tuple[SeatChange, ...] = ()
    is_undone: bool = False
    event: object = None


def result_trail(
    office: Office, desk: OpenTournament, round: int, table: int, lang: Language
) -> list[TrailEntry]:
    """All events about the result of a table, in order."""
    kept = [
        (stored, event)
        for stored, event in _stored(office, desk)
        if isinstance(event, OF_RESULTS) and (event.round, event.table) == (round, table)
    ]
    return list(_trail(office, desk, kept, lang))


def cash_view(office: Office, desk: OpenTournament) -> CashView:
    """The cash, with the reasons for lower fees."""
    kept = [
        (stored, event)
        for stored, event in _stored(office, desk)
        if isinstance(event, OwnFeeSet) and stored.action not in desk.undone
    ]
    with office.reading() as reading:
        lines = log_lines(reading, [stored for stored, _ in kept], "it")
        reasons = {event.person: line.note for line, (_, event) in zip(lines, kept, strict=True)}
    return cash(desk.tournament, desk.names, reasons)


@dataclass(frozen=True, kw_only=True)
class SanctionEntry:
    """A warning, a penalty or an exclusion, and how it was taken back."""

    number: int
    """Counted from 1; 0: undone."""
    person: PersonId
    kind: SanctionKind
    given: TrailEntry
    said: str
    """What it is, without the name of the person."""
    clause: ClauseId | None
    rule: str
    """The clause in words; empty: none was cited."""
    lifted: TrailEntry | None = None


def sanction_trail(office: Office, desk: OpenTournament, lang: Language) -> list[SanctionEntry]:
    """Every warning, penalty and exclusion, in order, with its reason and that of taking it back."""
    kept = [(stored, event) for stored, event in _stored(office, desk) if isinstance(event, OF_SANCTIONS)]
    trail = list(_trail(office, desk, kept, lang))
    standing = [each for each in trail if not each.is_undone]
    lifts = {each.event.number: each for each in standing if isinstance(each.event, SanctionLifted)}
    found: list[SanctionEntry] = []
    number = 0
    for entry in trail:
        event = entry.event
        if isinstance(event, PlayerWarned | PenaltyGiven | PlayerDisqualified):
            number += not entry.is_undone
            own = 0 if entry.is_undone else number
            clause = event.clause
            rule = ledger.clause(clause).rule(lang) if clause and ledger.known(clause) else ""
            found.append(
                SanctionEntry(
                    number=own,
                    person=event.person,
                    kind=_kind_of(event),
                    given=entry,
                    said=_said(event, lang),
                    clause=clause,
                    rule=rule,
                    lifted=lifts.get(own),
                )
            )
    return found


def _said(event: PlayerWarned | PenaltyGiven | PlayerDisqualified, lang: Language) -> str:
    kind = _kind_of(event)
    if not isinstance(event, PenaltyGiven):
        return text(f"tournament.sanction.{kind}", lang)
    return text(f"tournament.sanction.{kind}", lang, points=Fraction(event.points), places=event.places)


def _kind_of(event: PlayerWarned | PenaltyGiven | PlayerDisqualified) -> SanctionKind:
    match event:
        case PlayerWarned():
            return "warning"
        case PlayerDisqualified():
            return "exclusion"
    return "places" if event.places else "points"


def _stored(office: Office, desk: OpenTournament) -> list[tuple[StoredEvent, object]]:
    with office.reading() as reading:
        stored = reading.stream(stream_of(desk.id))[: desk.version]
    return list(zip(stored, (each.event for each in desk.occurrences), strict=True))


def _trail(
    office: Office, desk: OpenTournament, kept: Sequence[tuple[StoredEvent, object]], lang: Language
) -> Iterator[TrailEntry]:
    with office.reading() as reading:
        entries = list(log_lines(reading, [stored for stored, _ in kept], lang))
    before: dict[PersonId, str] = {}
    for entry, (stored, event) in zip(entries, kept, strict=True):
        is_undone = stored.action in desk.undone
        now = (
            {seat.person: seat_in_words(seat.cells, lang) for seat in event.seats}
            if isinstance(event, ResultRecorded | ResultCorrected)
            else {}
        )
        is_correction = isinstance(event, ResultCorrected)
        yield TrailEntry(
            entry.event.at,
            entry.who,
            entry.sentence,
            entry.note,
            tuple(
                SeatChange(desk.names[who], before.get(who, "") if is_correction else "", said)
                for who, said in now.items()
            ),
            is_undone,
            event,
        )
        if now and not is_undone:
            before = now
