"""Every kind of event this installation keeps, and what it says to people on the page of the log."""

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction

from kamchatka.events import LoggedEvent
from kamchatka.ids import PersonId
from kamchatka.messages import Language, has_text, text
from kamchatka.referee import events as referee
from kamchatka.referee.casebook.views import what_happens
from kamchatka.store.codec import Codec, EventKind
from kamchatka.store.projections import PERSON
from kamchatka.tournament import events as tournament


class PersonEntered(LoggedEvent, subject="people"):
    """Somebody was written into the register."""

    person: PersonId


class PersonCorrected(LoggedEvent, subject="people"):
    """Some of a person's data were changed."""

    person: PersonId
    changed: tuple[str, ...]
    """Which fields: never what stands there."""


class PersonMerged(LoggedEvent, subject="people"):
    """Two entries turned out to be one person."""

    person: PersonId
    into: PersonId


class PersonErased(LoggedEvent, subject="people"):
    """Somebody asked to be forgotten."""

    person: PersonId


class PhoneJoined(LoggedEvent, subject="results"):
    """A phone may write the sheet of a table from now on."""

    round: int
    table: int
    device: str
    """An opaque id: the hash of what the phone alone holds."""


class PassRevoked(LoggedEvent, subject="results"):
    """The pass of a table opens nothing any more, nor do the phones it let in; another one does."""

    round: int
    table: int


EVENTS = tuple(LoggedEvent.__subclasses__())
"""A new one also needs its sentence, `log.<kind>` in both languages: a test asks for it."""
CODEC = Codec(EventKind(each.stored_as, each) for each in EVENTS)
MOST_NAMES = 8
"""Names that a sentence tells; of more it says how many they are."""

Naming = Callable[[PersonId], str]


def sentence(event: object, lang: Language, name: Naming) -> str:
    """What happened, for people; `name` says how somebody is called today."""
    values = {
        field.name: _said(getattr(event, field.name), lang, name)
        for field in fields(event)  # type: ignore[arg-type]
    }
    kind = CODEC.kind_of(event)
    match event:
        case tournament.RoundDrawn(is_draft=True):
            kind = "round-drafted"
        case tournament.VenueChanged(venue=""):
            kind = "venue-cleared"
        case tournament.PenaltyGiven():
            values["points"] = Fraction(event.points)
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
