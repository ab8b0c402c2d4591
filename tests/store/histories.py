"""Random work of an installation, the same for the same luck: people, tables, notes and texts."""

from random import Random

from sqlalchemy import delete, select

from kamchatka.app.events import PersonEntered
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.register.merging import merge
from kamchatka.app.register.people import correct, enter, erase, register
from kamchatka.ids import ActionId, PersonId
from kamchatka.store import schema
from kamchatka.store.archive import Archive
from kamchatka.store.chain import Head, StoredEvent
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person

NAMES = ("Anna Bianchi", "Bruno D'Amico", "Çelik Öğe", "Dario Verdi", "Elena Šimić")
NOTES = ("", "", "Dado caduto", "Reclamo di Anna Bianchi\nrespinto", "È arrivato tardi")
WORK = ("enter", "enter", "correct", "correct", "merge", "play", "play", "play", "play", "erase")


def live(office: Office, luck: Random, steps: int) -> None:
    """So many steps of work, of all kinds; what makes no sense at the moment is left out."""
    for number in range(steps):
        work, action = luck.choice(WORK), ActionId(f"h-{number:04}")
        everybody = sorted(each.id for each in register(office))
        person = Person(name=luck.choice(NAMES), club=luck.choice(("", "Il Gufo")), phone=str(number))
        if work == "enter" or len(everybody) < 2:
            enter(office, TERMINAL, person, action)
        elif work == "correct":
            correct(office, TERMINAL, luck.choice(everybody), person.model_dump(), action)
        elif work == "merge" and len(everybody) > 2:
            kept, other = luck.sample(everybody, 2)
            merge(office, TERMINAL, kept, other, action)
        elif work == "erase" and len(everybody) > 2:
            erase(office, TERMINAL, luck.choice(everybody), action)
        else:
            play(office, luck, luck.choice(everybody), action)


def play(office: Office, luck: Random, who: PersonId, action: ActionId) -> None:
    """Something happens at a table of one of two tournaments, or at one of no tournament."""
    table = luck.randint(1, 6)
    stream, feed = f"table/{table}", ("", "raduno", "coppa")[table % 3]
    with office.store.writing(Stamp(office.now(), f"organiser/{who}", action)) as writing:
        writing.is_repeated([])
        events = [PersonEntered(who)] * luck.randint(1, 2)
        writing.append(stream, writing.version(stream), *events, feed=feed, note=luck.choice(NOTES))
        writing.pin(feed or stream, "formula", f"id = '{table % 2}'")


def events_of(office: Office) -> list[StoredEvent]:
    """The whole log, stream by stream."""
    table = schema.events
    with office.reading() as reading:
        return [
            StoredEvent(*row)
            for row in reading.connection.execute(select(table).order_by(*table.primary_key))
        ]


def heads_of(office: Office) -> list[Head]:
    """The last event of every stream."""
    last = {event.stream: event for event in events_of(office)}
    return [Head(event.stream, event.sequence, event.hash) for event in last.values()]


def archive_of(office: Office) -> bytes:
    """The installation as a file, always of the same moment."""
    with office.reading() as reading:
        return b"".join(Archive(reading, made="2026-11-21T10:00:00.000000Z"))


def empty(office: Office) -> None:
    """Take everything away, so that the next history finds nothing."""
    with office.store.database.writing() as connection:
        for table in schema.metadata.sorted_tables:
            if table is not schema.projections:
                connection.execute(delete(table))
