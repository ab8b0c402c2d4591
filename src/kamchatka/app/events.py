"""Every kind of event this installation keeps, and what it says to people on the page of the log."""

from collections.abc import Callable
from dataclasses import dataclass, fields

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.store.codec import Codec, EventKind


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


CODEC = Codec(
    [
        EventKind("person-entered", PersonEntered),
        EventKind("person-corrected", PersonCorrected),
        EventKind("person-merged", PersonMerged),
        EventKind("person-erased", PersonErased),
    ]
)
"""A new kind also needs its sentence, `log.<kind>` in both languages: a test asks for it."""


def sentence(kind: str, event: object, lang: Language, name: Callable[[PersonId], str]) -> str:
    """What happened, for people; `name` says how somebody is called today."""
    values: dict[str, object] = {}
    for field in fields(event):  # type: ignore[arg-type]
        value = getattr(event, field.name)
        if field.type is PersonId:
            value = name(value)
        elif isinstance(value, tuple):
            value = ", ".join(text(f"log.words.{each}", lang) for each in value)
        values[field.name] = value
    return text(f"log.{kind}", lang, **values)
