"""Personal data, outside the log: the log holds only an opaque id and a seal of the data."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Annotated
from unicodedata import normalize

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from sqlalchemy import Connection, delete, insert, select

from kamchatka.faults import AllowedWords, refusal
from kamchatka.full_name import FullName, full_name
from kamchatka.ids import PersonId
from kamchatka.store import schema
from kamchatka.store.chain import PEOPLE, new_salt, seal
from kamchatka.store.codec import canonical


def _plain(words: object) -> object:
    """The text with single spaces and composed accents; unprintable text stays, to be refused later."""
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
    """Data of a person; every field but the name may be empty."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Name
    club: Line = ""
    email: Email = ""
    phone: Phone = ""
    born: BirthDate = ""
    consent: Line = ""
    """The consents given, with their dates."""
    surname: Line = ""
    """The words of the name that are the surname; empty until somebody has said so."""

    @property
    def full_name(self) -> FullName:
        """The name with its surname, by a guess if nobody has said it."""
        return full_name(self.name, self.surname)


def new_person_id() -> PersonId:
    """A random opaque id."""
    return PersonId(f"p-{secrets.token_hex(8)}")


def stream_of(person: PersonId) -> str:
    """The stream of changes to a person's data; it never contains the data."""
    return f"{PEOPLE}{person}"


def put(connection: Connection, who: PersonId, person: Person, merged_into: str = "") -> str:
    """Store a person's data, and the id they were merged into; returns the seal for the log."""
    forget(connection, [who])
    row = {"person": who, "salt": new_salt(), "merged_into": merged_into, **person.model_dump()}
    connection.execute(insert(schema.people).values(**row))
    return seal_of(row)


def seal_of(row: Mapping[str, str]) -> str:
    """The seal of a row, for the log; rows of earlier versions, without a surname, keep theirs."""
    sealed = [row[c.name] for c in schema.people.c if c.name not in ("salt", "surname")]
    return seal(row["salt"], canonical([*sealed, row["surname"]] if row["surname"] else sealed))


def forget(connection: Connection, whom: Iterable[PersonId]) -> None:
    """Delete the rows of these people."""
    connection.execute(delete(schema.people).where(schema.people.c.person.in_(list(whom))))


def rows(connection: Connection, whom: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
    """The rows of these people, or of all, ordered by id."""
    table = schema.people
    wanted = select(table) if whom is None else select(table).where(table.c.person.in_(list(whom)))
    for row in connection.execute(wanted.order_by(table.c.person)):
        yield dict(zip(table.c.keys(), row, strict=True))


def final_rows(connection: Connection, whom: Iterable[str]) -> dict[str, dict[str, str] | None]:
    """The row of each of these people, or of whom they were merged into; None if it was erased."""
    wanted = list(whom)
    found: dict[str, dict[str, str]] = {}
    new = set(wanted)
    while new:
        found |= {row["person"]: row for row in rows(connection, new)}
        new = {row["merged_into"] for row in found.values() if row["merged_into"]} - found.keys() - new

    def final(who: str) -> dict[str, str] | None:
        row = found.get(who)
        while row and row["merged_into"]:
            row = found.get(row["merged_into"])
        return row

    return {who: final(who) for who in wanted}


def person_in(row: Mapping[str, str]) -> Person:
    """The data in a row; they were validated before they were stored."""
    return Person.model_construct(None, **{name: row[name] for name in Person.model_fields})


def root_of(connection: Connection, who: PersonId) -> PersonId:
    """The id that this person was finally merged into. ValueError if merges form a circle."""
    return lineage(connection, who)[-1]


def lineage(connection: Connection, who: PersonId) -> list[PersonId]:
    """This id and those it was merged into, one after the other. ValueError if they form a circle."""
    seen = [who]
    while (row := next(rows(connection, [who]), None)) and row["merged_into"]:
        who = PersonId(row["merged_into"])
        if who in seen:
            raise ValueError(who)
        seen.append(who)
    return seen


def merged(connection: Connection) -> dict[PersonId, PersonId]:
    """Every merged id, with the id it was finally merged into."""
    table = schema.people
    wanted = select(table.c.person).where(table.c.merged_into != "")
    found = [PersonId(person) for person in connection.execute(wanted).scalars()]
    return {who: root_of(connection, who) for who in found}


def aliases(connection: Connection, who: PersonId) -> list[PersonId]:
    """This person's id and every id merged into it."""
    table = schema.people
    found, new = [who], [who]
    while new:
        wanted = select(table.c.person).where(table.c.merged_into.in_(new)).order_by(table.c.person)
        new = [PersonId(person) for person in connection.execute(wanted).scalars() if person not in found]
        found += new
    return found
