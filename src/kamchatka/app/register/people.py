"""The register of people: enter, correct, export and erase."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from unicodedata import normalize

from pydantic import ValidationError

from kamchatka.app.events import PersonCorrected, PersonEntered, PersonErased
from kamchatka.app.history import LogLine, entries_of
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.faults import findings
from kamchatka.full_name import FullName, fitted
from kamchatka.ids import ActionId, PersonId
from kamchatka.messages import Language, text
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import erasure, people
from kamchatka.store.chain import PEOPLE
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.store.people import Person
from kamchatka.store.projections import PERSON

MANAGERS = (Role.ORGANISER,)


@dataclass(frozen=True)
class RegisterEntry:
    """A person in the register."""

    id: PersonId
    person: Person


@dataclass(frozen=True)
class Dossier:
    """Everything stored about a person: what privacy law calls access."""

    registered: RegisterEntry
    entries: tuple[LogLine, ...]
    """The log's events that mention them."""
    merged: tuple[RegisterEntry, ...]
    """The entries merged into this one, with the data they had."""
    traces: tuple[erasure.Trace, ...]
    """What stands elsewhere: all that erasing them would remove, and texts with their name that it leaves."""


def person_of(data: Mapping[str, str]) -> Person:
    """Validate typed data of a person; NotUnderstood names the field and its allowed values.

    Beside a surname, the name may be the given name alone, or the full name in any order.
    """
    try:
        person = Person.model_validate(dict(data))
        if not person.surname:
            return person
        name = fitted(person.name, person.surname) or FullName("", person.name, person.surname)
        both = {"name": f"{name.given} {name.surname}", "surname": name.surname}
        return Person.model_validate({**person.model_dump(), **both})
    except ValidationError as error:
        found = next(findings(Person, error))
        field = f"log.words.{found.path[0]}"
        raise NotUnderstood(
            "person_field", field=lambda lang: text(field, lang), wanted=found.wanted
        ) from None


def registered(reading: LogReader, whom: Iterable[PersonId]) -> dict[PersonId, Person]:
    """The register's data of these people, after merges; erased people are left out."""
    rows = people.final_rows(reading.connection, whom)
    return {PersonId(who): people.person_in(row) for who, row in rows.items() if row}


def register(office: Office) -> list[RegisterEntry]:
    """All people, sorted by surname."""
    with office.reading() as reading:
        found = [_registered(row) for row in people.rows(reading.connection) if not row["merged_into"]]
    return sorted(found, key=lambda each: (each.person.full_name.order, each.id))


def merged_entries(office: Office) -> list[RegisterEntry]:
    """The entries merged into others, with the data they had."""
    with office.reading() as reading:
        return [_registered(row) for row in people.rows(reading.connection) if row["merged_into"]]


def find(office: Office, who: str, among: Iterable[RegisterEntry] | None = None) -> PersonId:
    """A person by id, or by name if it is unique, in the register or among these; NotUnderstood otherwise."""
    everybody = register(office) if among is None else among
    wanted = normalize("NFC", " ".join(who.split())).casefold()
    found = [
        each
        for each in everybody
        if each.id == who or wanted in (each.person.name.casefold(), each.person.full_name.listed.casefold())
    ]
    if not found and PERSON.fullmatch(who):
        with office.reading() as reading:
            if reading.version(people.stream_of(PersonId(who))):
                return PersonId(who)  # merged or erased: the use case will refuse it
    if len(found) > 1:
        raise NotUnderstood("several_people", who=who, ids=", ".join(each.id for each in found))
    if not found:
        raise NotUnderstood("unknown_person", who=who)
    return found[0].id


def enter(office: Office, actor: Actor, person: Person, action: ActionId | None = None) -> PersonId:
    """Enter a person into the register."""
    actor.must_be(*MANAGERS)

    def work(writing: LogWriter) -> None:
        enter_in(writing, people.new_person_id(), person)

    content = ["enter", person.model_dump()]
    [event] = office.carry_out(actor, action or new_action(), content, work)
    return PersonId(event.stream.removeprefix(PEOPLE))


def enter_in(writing: LogWriter, who: PersonId, person: Person) -> None:
    """Enter a person into the register as part of another request."""
    sealed = people.put(writing.connection, who, person)
    writing.append(people.stream_of(who), 0, PersonEntered(who), sealed=sealed)


def correct(
    office: Office, actor: Actor, who: PersonId, new: Mapping[str, str], action: ActionId | None = None
) -> None:
    """Change data of a person; the log names the fields and the actor, never the values."""
    actor.must_be(*MANAGERS)

    def work(writing: LogWriter) -> None:
        correct_in(writing, who, new)

    office.carry_out(actor, action or new_action(), ["correct", who, dict(new)], work)


def correct_in(writing: LogWriter, who: PersonId, new: Mapping[str, str]) -> None:
    """Change data of a person as part of another request; a new name without a surname has none yet."""
    writing.hold(people.stream_of(who))
    row = row_in(writing, who)
    had = people.person_in(row)
    if "surname" not in new and new.get("name", had.name) != had.name:
        new = {**new, "surname": ""}
    elif "name" not in new and new.get("surname") and not fitted(had.name, new["surname"]):
        new = {**new, "name": had.full_name.given or had.name}
    change_in(writing, who, row, person_of({**had.model_dump(), **new}))


def erase(office: Office, actor: Actor, who: PersonId, action: ActionId | None = None) -> None:
    """Erase a person: data, words in events, notes that mention them, requests and links to enter, and
    remains in free pages of the database. `renew_copies` erases them from the copies.

    The log keeps the opaque id and still verifies; standings show a neutral name. A repeat only wipes pages.
    """
    actor.must_be()

    def work(writing: LogWriter) -> None:
        connection, everyone = writing.connection, _held(writing, who)
        if not any(people.rows(connection, everyone)):
            return
        erasure.erase_traces(writing, erasure.subject_of(writing, everyone))
        people.forget(connection, everyone)
        for each in everyone:
            append_in(writing, each, PersonErased(each))

    with office.reading() as reading:
        if not reading.version(people.stream_of(who)):
            raise NotUnderstood("unknown_person", who=who)
    office.carry_out(actor, action or new_action(), ["erase", who], work)
    if not office.store.database.wipe():
        raise NotPossibleNow("still_read", who=who)


def dossier(office: Office, actor: Actor, who: PersonId, lang: Language) -> Dossier:
    """Everything stored about a person."""
    actor.must_be(*MANAGERS)
    with office.reading() as reading:
        row = row_in(reading, who)
        everyone = people.aliases(reading.connection, who)
        traces = tuple(erasure.traces(reading, everyone))
        merged = tuple(_registered(each) for each in people.rows(reading.connection, everyone[1:]))
        return Dossier(_registered(row), tuple(entries_of(reading, everyone, lang)), merged, traces)


def row_in(reading: LogReader, who: PersonId) -> dict[str, str]:
    """The row of a person; refused if there is none, or it was erased or merged into another."""
    row = next(people.rows(reading.connection, [who]), None)
    if row is None:
        if reading.version(people.stream_of(who)):
            raise NotPossibleNow("erased_person", who=who)
        raise NotUnderstood("unknown_person", who=who)
    if row["merged_into"]:
        raise NotPossibleNow("merged_person", who=who, into=row["merged_into"])
    return row


def _held(writing: LogWriter, who: PersonId) -> list[PersonId]:
    """All ids of a person, merged ones included, locked until the transaction ends."""
    held: list[PersonId] = []
    while True:
        everyone = sorted(people.aliases(writing.connection, people.root_of(writing.connection, who)))
        if everyone == held:  # no merge while we waited for the lock
            return held
        writing.hold(*map(people.stream_of, everyone))
        held = everyone


def change_in(writing: LogWriter, who: PersonId, row: Mapping[str, str], person: Person) -> None:
    """Store other data of a person as part of another request; the log names the fields that differ."""
    changed = tuple(name for name, value in person.model_dump().items() if value != row[name])
    if changed:
        sealed = people.put(writing.connection, who, person)
        append_in(writing, who, PersonCorrected(who, changed), sealed)


def append_in(writing: LogWriter, who: PersonId, event: object, sealed: str = "") -> None:
    """Append an event to the stream of a person, with the seal of their row after it."""
    stream = people.stream_of(who)
    writing.append(stream, writing.version(stream), event, sealed=sealed)


def _registered(row: Mapping[str, str]) -> RegisterEntry:
    return RegisterEntry(PersonId(row["person"]), people.person_in(row))
