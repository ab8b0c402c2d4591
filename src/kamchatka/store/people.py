"""People, outside the log: it knows them by an opaque id and seals what it may not say."""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Annotated
from unicodedata import normalize

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from sqlalchemy import Connection, delete, insert, select, update

from kamchatka.faults import AllowedWords, refusal
from kamchatka.ids import PersonId
from kamchatka.store import schema
from kamchatka.store.chain import PEOPLE, new_salt, seal
from kamchatka.store.codec import canonical


def _plain(words: object) -> object:
    """The words without spaces too many, letters and accents joined; what cannot be shown stays, refused."""
    if not isinstance(words, str) or not words.isprintable():
        return words
    return " ".join(normalize("NFC", words).split())


def _printable(words: str) -> str:
    if not words.isprintable():
        raise refusal("out_of_range")
    return words


def _date(words: str) -> str:
    try:
        return date.fromisoformat(words).isoformat() if words else ""
    except ValueError:
        raise refusal("out_of_range") from None


Text = Annotated[str, BeforeValidator(_plain), AfterValidator(_printable)]
Line = Annotated[Text, Field(max_length=200), AllowedWords("refused.wanted.line")]
Name = Annotated[Text, Field(min_length=1, max_length=200), AllowedWords("refused.wanted.name")]
Email = Annotated[
    Text, Field(pattern=r"^([^@\s]{1,64}@[^@\s]{1,180})?$"), AllowedWords("refused.wanted.email")
]
Phone = Annotated[Text, Field(pattern=r"^[+0-9 ()./-]{0,30}$"), AllowedWords("refused.wanted.phone")]
BirthDate = Annotated[Text, AfterValidator(_date), AllowedWords("refused.wanted.born")]


class Person(BaseModel):
    """What we keep of somebody; everything but the name may be empty."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    club: Line = ""
    email: Email = ""
    phone: Phone = ""
    born: BirthDate = ""
    consent: Line = ""
    """Which notice they accepted, and when."""


def new_person_id() -> PersonId:
    """An id that says nothing."""
    return PersonId(f"p-{secrets.token_hex(8)}")


def stream_of(person: PersonId) -> str:
    """The stream that tells what was done with somebody's data, never the data."""
    return f"{PEOPLE}{person}"


def put(connection: Connection, who: PersonId, person: Person | None, merged_into: str = "") -> str:
    """Keep somebody's data, or only whom they turned out to be; gives the seal for the log."""
    forget(connection, [who])
    data = person.model_dump() if person else dict.fromkeys(Person.model_fields, "")
    row = {"person": who, "salt": new_salt(), "merged_into": merged_into, **data}
    connection.execute(insert(schema.people).values(**row))
    return seal_of(row)


def seal_of(row: Mapping[str, str]) -> str:
    """What the log keeps of a row."""
    return seal(row["salt"], canonical([row[c.name] for c in schema.people.c if c.name != "salt"]))


def forget(connection: Connection, whom: Iterable[PersonId]) -> None:
    """Remove rows of people."""
    connection.execute(delete(schema.people).where(schema.people.c.person.in_(list(whom))))


def rows(connection: Connection, whom: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
    """The rows of these people, or of everybody, by id."""
    table = schema.people
    wanted = select(table) if whom is None else select(table).where(table.c.person.in_(list(whom)))
    for row in connection.execute(wanted.order_by(table.c.person)):
        yield dict(zip(table.c.keys(), row, strict=True))


def person_in(row: Mapping[str, str]) -> Person:
    """The data in a row, as they were checked when they came in."""
    return Person.model_construct(None, **{name: row[name] for name in Person.model_fields})


def root_of(connection: Connection, who: PersonId) -> PersonId:
    """Who this person turned out to be. ValueError if two entries were each merged into the other."""
    seen = [who]
    while (row := next(rows(connection, [who]), None)) and row["merged_into"]:
        who = PersonId(row["merged_into"])
        if who in seen:
            raise ValueError(who)
        seen.append(who)
    return who


def merged(connection: Connection) -> dict[PersonId, PersonId]:
    """Everybody who turned out to be somebody else, and who."""
    table = schema.people
    wanted = select(table.c.person).where(table.c.merged_into != "")
    found = [PersonId(person) for person in connection.execute(wanted).scalars()]
    return {who: root_of(connection, who) for who in found}


def aliases(connection: Connection, who: PersonId) -> list[PersonId]:
    """This person and everybody who turned out to be them."""
    table = schema.people
    found, new = [who], [who]
    while new:
        wanted = select(table.c.person).where(table.c.merged_into.in_(new)).order_by(table.c.person)
        new = [PersonId(person) for person in connection.execute(wanted).scalars() if person not in found]
        found += new
    return found


def erase_notes(connection: Connection, whom: Iterable[str], names: Iterable[str]) -> None:
    """Empty every note to an event about these people, or that calls one by a name of several words.

    A single word such as Rosa would empty too much; reasons that somebody only wrote stay.
    """
    notes, events = schema.notes, schema.events
    ids = [*whom]
    patterns = [
        re.compile(rf"(?i)(?<!\w){re.escape(normalize('NFC', name))}(?!\w)") for name in names if " " in name
    ]
    same = (events.c.stream == notes.c.stream) & (events.c.sequence == notes.c.sequence)
    written = select(notes, events.c.payload).join(events, same).where(notes.c.content != "")
    emptied = update(notes).values(salt="", content="")
    for row in connection.execute(written).all():
        said = normalize("NFC", " ".join(row.content.split()))
        is_about = any(who in row.stream or who in row.payload for who in ids)
        if is_about or any(pattern.search(said) for pattern in patterns):
            place = (notes.c.stream == row.stream) & (notes.c.sequence == row.sequence)
            connection.execute(emptied.where(place))
    # A request may have held the name: nobody shall find out by trying.
    connection.execute(update(schema.actions).values(fingerprint=""))
