"""Every kind of event this installation keeps, and what it says to people on the page of the log."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from kamchatka.ids import PersonId
from kamchatka.messages import Language, has_text, text
from kamchatka.referee import events as referee
from kamchatka.referee.casebook.views import what_happens
from kamchatka.store.codec import Codec, EventKind
from kamchatka.store.projections import PERSON
from kamchatka.tournament import events as tournament


@dataclass(frozen=True)
class PersonEntered:
    """Somebody was written into the register."""

    person: PersonId


@dataclass(frozen=True)
class PersonCorrected:
    """Some of a person's data were changed."""

    person: PersonId
    changed: tuple[str, ...]
    """Which fields: never what stands there."""


@dataclass(frozen=True)
class PersonMerged:
    """Two entries turned out to be one person."""

    person: PersonId
    into: PersonId


@dataclass(frozen=True)
class PersonErased:
    """Somebody asked to be forgotten."""

    person: PersonId


@dataclass(frozen=True)
class PhoneJoined:
    """A phone may write the sheet of a table from now on."""

    round: int
    table: int
    device: str
    """An opaque id: the hash of what the phone alone holds."""


@dataclass(frozen=True)
class PassRevoked:
    """The pass of a table opens nothing any more, nor do the phones it let in; another one does."""

    round: int
    table: int


CODEC = Codec(
    [
        EventKind("person-entered", PersonEntered),
        EventKind("person-corrected", PersonCorrected),
        EventKind("person-merged", PersonMerged),
        EventKind("person-erased", PersonErased),
        EventKind("tournament-created", tournament.TournamentCreated),
        EventKind("settings-changed", tournament.SettingsChanged),
        EventKind("judge-named", tournament.JudgeNamed),
        EventKind("judge-removed", tournament.JudgeRemoved),
        EventKind("session-planned", tournament.SessionPlanned),
        EventKind("judge-rostered", tournament.JudgeRostered),
        EventKind("conflict-declared", tournament.ConflictDeclared),
        EventKind("entrant-entered", tournament.EntrantEntered),
        EventKind("entry-corrected", tournament.EntryCorrected),
        EventKind("entrant-removed", tournament.EntrantRemoved),
        EventKind("acceptance-signed", tournament.AcceptanceSigned),
        EventKind("rules-handed-out", tournament.RulesHandedOut),
        EventKind("fee-paid", tournament.FeePaid),
        EventKind("roll-called", tournament.RollCalled),
        EventKind("player-expected", tournament.PlayerExpected),
        EventKind("player-withdrawn", tournament.PlayerWithdrawn),
        EventKind("player-substituted", tournament.PlayerSubstituted),
        EventKind("player-disqualified", tournament.PlayerDisqualified),
        EventKind("pair-parted", tournament.PairParted),
        EventKind("pair-joined", tournament.PairJoined),
        EventKind("seed-announced", tournament.SeedAnnounced),
        EventKind("season-planned", tournament.SeasonPlanned),
        EventKind("round-drawn", tournament.RoundDrawn),
        EventKind("tables-published", tournament.TablesPublished),
        EventKind("tables-hidden", tournament.TablesHidden),
        EventKind("seats-changed", tournament.SeatsChanged),
        EventKind("venue-changed", tournament.VenueChanged),
        EventKind("tables-started", tournament.TablesStarted),
        EventKind("result-recorded", tournament.ResultRecorded),
        EventKind("result-confirmed", tournament.ResultConfirmed),
        EventKind("result-corrected", tournament.ResultCorrected),
        EventKind("result-kept", tournament.ResultKept),
        EventKind("game-voided", tournament.GameVoided),
        EventKind("penalty-given", tournament.PenaltyGiven),
        EventKind("round-closed", tournament.RoundClosed),
        EventKind("lots-drawn", tournament.LotsDrawn),
        EventKind("stage-cut", tournament.StageCut),
        EventKind("rules-published", tournament.RulesPublished),
        EventKind("standings-published", tournament.StandingsPublished),
        EventKind("visibility-changed", tournament.VisibilityChanged),
        EventKind("tournament-closed", tournament.TournamentClosed),
        EventKind("file-attached", tournament.FileAttached),
        EventKind("action-undone", tournament.ActionUndone),
        EventKind("phone-joined", PhoneJoined),
        EventKind("pass-revoked", PassRevoked),
        EventKind("table-opened", referee.TableOpened),
        EventKind("order-set", referee.OrderSet),
        EventKind("clock-started", referee.ClockStarted),
        EventKind("clock-stopped", referee.ClockStopped),
        EventKind("clock-resumed", referee.ClockResumed),
        EventKind("clock-extended", referee.ClockExtended),
        EventKind("clock-interrupted", referee.ClockInterrupted),
        EventKind("interruption-settled", referee.InterruptionSettled),
        EventKind("turn-ended", referee.TurnEnded),
        EventKind("turn-set", referee.TurnSet),
        EventKind("lap-recorded", referee.LapRecorded),
        EventKind("pass-asked", referee.PassAsked),
        EventKind("time-expired", referee.TimeExpired),
        EventKind("closing-rolled", referee.ClosingRolled),
        EventKind("closing-excused", referee.ClosingExcused),
        EventKind("closing-declined", referee.ClosingDeclined),
        EventKind("closing-forgotten", referee.ClosingForgotten),
        EventKind("player-eliminated", referee.PlayerEliminated),
        EventKind("objective-declared", referee.ObjectiveDeclared),
        EventKind("game-ended", referee.GameEnded),
        EventKind("incident-ruled", referee.IncidentRuled),
        EventKind("incident-forwarded", referee.IncidentForwarded),
        EventKind("judge-called", referee.JudgeCalled),
        EventKind("call-answered", referee.CallAnswered),
        EventKind("call-closed", referee.CallClosed),
        EventKind("board-counted", referee.BoardCounted),
        EventKind("sheet-signed", referee.SheetSigned),
    ]
)
"""A new kind also needs its sentence, `log.<kind>` in both languages: a test asks for it."""
MOST_NAMES = 8
"""Names that a sentence tells; of more it says how many they are."""

Naming = Callable[[PersonId], str]


def sentence(kind: str, event: object, lang: Language, name: Naming) -> str:
    """What happened, for people; `name` says how somebody is called today."""
    values = {
        field.name: _said(getattr(event, field.name), lang, name)
        for field in fields(event)  # type: ignore[arg-type]
    }
    match event:
        case referee.ClosingRolled(by=None):
            kind = "lap-rolled"
        case tournament.ResultRecorded(sent_by=str()):
            kind = "result-sent"
        case tournament.ResultConfirmed(by=str()):
            kind = "result-confirmed-by"
    return text(f"log.{kind}", lang, **values)


def _said(value: object, lang: Language, name: Naming) -> object:
    """A value of an event in words: people by name, things that have a name by it, lists as lists."""
    match value:
        case None:
            return ""
        case bool():
            return text(f"log.words.{'yes' if value else 'no'}", lang)
        case str() if PERSON.fullmatch(value):
            return name(PersonId(value))
        case tournament.Settings():
            return value.name
        case tournament.Qualifier() | tournament.SeatResult():
            return name(value.person)
        case referee.SeatCount():
            return name(value.person)
        case referee.Consequence():
            said = what_happens(value.effect, lang)
            return f"{name(value.person)}: {said}" if value.person else said
        case tournament.SeatedTable():
            return str(value.number)
        case tuple():
            return _list(value, lang, name)
        case str() if has_text(f"log.words.{value}", lang):
            return text(f"log.words.{value}", lang)
    return value


def _list(values: tuple[object, ...], lang: Language, name: Naming) -> str:
    """Several of them; of many the first, and how many there are."""
    if not values:
        return text("log.nobody", lang)
    said = ", ".join(str(_said(each, lang, name)) for each in values[:MOST_NAMES])
    return said if len(values) <= MOST_NAMES else text("log.and_more", lang, some=said, count=len(values))
