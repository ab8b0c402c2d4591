"""Invented people whose every word can be found again, wherever it was kept."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random

from sqlalchemy import select, text

from kamchatka.app.events import PersonCorrected
from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.register import people
from kamchatka.ids import PersonId
from kamchatka.store.archive import Archive
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person
from kamchatka.store.schema import metadata


@dataclass(frozen=True)
class Canary:
    """Somebody, and the words that are theirs alone."""

    id: PersonId
    person: Person
    marks: tuple[str, ...]


def settle(office: Office, rng: Random, count: int) -> list[Canary]:
    """Enter people, correct some, seat all of them in one feed with notes that name them."""
    found = []
    for _ in range(count):
        mark = f"{rng.getrandbits(48):012x}"
        name, earlier = f"Ugo Canarino{mark}", f"Vecchio{mark}"
        person = people.person_of(
            {
                "name": name,
                "club": f"Club{mark}",
                "email": f"posta{mark}@example.org",
                "phone": f"+39 {int(mark, 16)}",
                "born": "1990-05-31",
                "consent": f"informativa {mark}",
            }
        )
        who = people.enter(office, TERMINAL, person.model_copy(update={"club": earlier}))
        people.correct(office, TERMINAL, who, person.model_dump())
        with office.store.writing(Stamp(office.now(), f"player/{who}", new_action())) as writing:
            writing.is_repeated(["seat", name])
            event = PersonCorrected(who, ("club",))
            writing.append("table/1", writing.version("table/1"), event, feed="raduno", note=f"Chiede {mark}")
            event = PersonCorrected(PersonId("p-" + "0" * 16), ())
            note = f"Secondo  {name.upper()} era tardi"
            writing.append("table/2", writing.version("table/2"), event, feed="raduno", note=note)
        found.append(Canary(who, person, (mark, mark.upper(), str(int(mark, 16)))))
    return found


def kept_in_tables(office: Office) -> str:
    """Every row of every table, and what PostgreSQL remembers of them to plan its work."""
    with office.reading() as reading:
        rows = [reading.connection.execute(select(table)).all() for table in metadata.sorted_tables]
        if not office.store.database.is_sqlite:
            rows.append(reading.connection.execute(text("SELECT * FROM pg_stats")).all())
    return repr(rows)


def kept_on_disk(office: Office, home: Path | None) -> Iterator[bytes]:
    """The files of the database, journal included; of a server, the tables that held people."""
    if office.store.database.is_sqlite:
        yield from (path.read_bytes() for path in Path(office.store.database.name).parent.iterdir())
        return
    assert home is not None
    with office.store.database.writing() as connection:
        connection.execute(text("CHECKPOINT"))
        for table in ("people", "notes", "actions"):
            path = connection.execute(text(f"SELECT pg_relation_filepath('{table}')")).scalar_one()
            yield (home / str(path)).read_bytes()


def archived(office: Office) -> bytes:
    """A whole archive, in memory."""
    written = BytesIO()
    with office.reading() as reading:
        written.writelines(Archive(reading.connection, made="2026-11-21"))
    return written.getvalue()


def logged(office: Office) -> str:
    """Every event, a line each, without what stands beside the log."""
    lines = (json.loads(line) for line in archived(office).splitlines())
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines if "event" in line)
