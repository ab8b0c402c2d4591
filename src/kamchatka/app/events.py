"""Every kind of event in the log, and its sentence on the log page."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from fractions import Fraction

from kamchatka.app.games.online import events as online
from kamchatka.events import LoggedEvent
from kamchatka.ids import PersonId
from kamchatka.messages import Language, has_text, text
from kamchatka.messages.moments import time_of
from kamchatka.referee import events as referee
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.views import what_happens
from kamchatka.store.codec import Codec, EventKind
from kamchatka.store.projections import PERSON
from kamchatka.tournament import events as tournament
from kamchatka.tournament.fees import money
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.views.naming import towards


class PersonEntered(LoggedEvent, subject="people"):
    """A person was entered into the register."""

    person: PersonId


class PersonCorrected(LoggedEvent, subject="people"):
    """Data of a person were changed."""

    person: PersonId
    changed: tuple[str, ...]
    """Names of the fields, never their values."""


class PersonMerged(LoggedEvent, subject="people"):
    """Two entries turned out to be one person."""

    person: PersonId
    into: PersonId


class PersonUnmerged(LoggedEvent, subject="people"):
    """Two entries that had been merged are two people."""

    person: PersonId
    kept: PersonId
    """The entry it had been merged into."""


class PeopleDistinguished(LoggedEvent, subject="people"):
    """Two entries with similar names are two people: no longer proposed as one."""

    person: PersonId
    other: PersonId


class PersonErased(LoggedEvent, subject="people"):
    """A person's data were erased."""

    person: PersonId


class TournamentRemoved(LoggedEvent, subject="event"):
    """A tournament made to try things out was deleted, with all its events."""

    tournament: str
    """Its id."""


class PhoneJoined(LoggedEvent, subject="results"):
    """A phone may write the sheet of a table."""

    round: int
    table: int
    device: str
    """An opaque id: the hash of the phone's token."""
    drawn: str = ""
    """Letters that stand for the people drawn at the table; empty in earlier versions."""


class PhoneNamed(LoggedEvent, subject="results"):
    """The holder of a phone at a table said who they are: a player, or who judges the table."""

    round: int
    table: int
    device: str
    person: PersonId | None
    """None: a judge who is not on the event's list."""
    is_judge: bool = False


class PassRevoked(LoggedEvent, subject="results"):
    """The pass of a table and its phones lost access; the table has a new pass."""

    round: int
    table: int


class PaperPrinted(LoggedEvent, subject="event"):
    """A paper was printed at the desk."""

    paper: str
    round: int
    """0: the paper is not of a round."""
    version: int
    """Number of events of the tournament at that time."""


EVENTS = tuple(LoggedEvent.__subclasses__())
"""A new kind also needs a sentence, `log.<kind>` in both languages: a test checks it."""
CODEC = Codec(EventKind(each.stored_as, each, words=each.words) for each in EVENTS)
MOST_NAMES = 8
"""Most names in a sentence; longer lists end with their count."""
EMPTIED: Mapping[type, tuple[str, str]] = {
    tournament.StartPlanned: ("at", "start-unplanned"),
    tournament.CheckInSet: ("is_open", "check-in-closed"),
    tournament.VenueChanged: ("venue", "venue-cleared"),
    tournament.WifiSet: ("network", "wifi-cleared"),
    tournament.OwnFeeSet: ("cents", "own-fee-waived"),
    online.OnlineGameClosed: ("is_abandoned", "online-game-over"),
}
"""Events that take something away if a field is empty: the field, and the sentence they have then."""

Naming = Callable[[PersonId], str]


def sentence(event: object, lang: Language, name: Naming, stages: Iterable[Stage] = ()) -> str:
    """The sentence of an event; `name` gives the current name of a person, a stage is named if given."""
    values = {
        field.name: _said(getattr(event, field.name), lang, name)
        for field in fields(event)  # type: ignore[arg-type]
    }
    kind = _kind(event)
    match event:
        case PaperPrinted():
            values["paper"] = text(f"papers.title.{event.paper}", lang)
        case tournament.StartPlanned():
            values["at"] = time_of(event.at) if event.at else ""
        case tournament.OwnFeeSet():
            values["cents"] = money(event.cents, lang)
        case tournament.PenaltyGiven():
            values["points"] = Fraction(event.points)
            if not event.places or not values["points"]:
                kind = "penalty-points" if values["points"] else "penalty-places"
        case referee.IncidentRuled() | referee.IncidentForwarded():
            values["case"] = find_case(event.case).name(lang)
        case referee.ClosingRolled():
            values["dice"] = values["dice"] if event.dice else event.total
        case tournament.StageCut() | tournament.CutKept():
            known = (stage for stage in stages if stage.id == event.stage)
            values["stage"] = towards(next(known, event.stage), lang)
    return text(f"log.{kind}", lang, **values)


def _kind(event: object) -> str:
    """The kind of an event, or the variant of it that has a sentence of its own."""
    emptied = EMPTIED.get(type(event))
    if emptied and not getattr(event, emptied[0]):
        return emptied[1]
    match event:
        case PaperPrinted(round=int(round)) if round:
            return "paper-printed-of"
        case tournament.RoundDrawn(is_draft=True):
            return "round-drafted"
        case tournament.ScreenSet(frozen=int()):
            return "screen-frozen" if event.message else "screen-frozen-silent"
        case tournament.ScreenSet(message=""):
            return "screen-silent"
        case PhoneNamed(is_judge=True):
            return "phone-judges" if event.person else "phone-judges-unnamed"
        case referee.TableOpened(sanctions=(_, *_)):
            return "table-opened-serving"
        case referee.ClosingRolled(by=None):
            return "lap-rolled"
        case referee.ClosingForgotten(slot=str()):
            return "closing-forgotten-for"
        case tournament.StageCut(is_by_hand=True):
            return "stage-cut-by-hand"
        case tournament.ResultRecorded(sent_by=str()):
            return "result-sent"
        case tournament.ResultConfirmed(by=str()):
            return "result-confirmed-by"
    return CODEC.kind_of(event)


def _said(value: object, lang: Language, name: Naming) -> object:
    """A field of an event for its sentence: people and named things by name, lists joined with commas."""
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
    """A list in words; a long one is cut and ends with its count."""
    if not values:
        return text("log.nobody", lang)
    said = ", ".join(str(_said(each, lang, name)) for each in values[:MOST_NAMES])
    return said if len(values) <= MOST_NAMES else text("log.and_more", lang, some=said, count=len(values))
