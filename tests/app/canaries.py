"""Invented people whose every word can be found again, wherever it was kept."""

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sqlalchemy import select, text

from kamchatka.app.archive.copier import Copier, copy_name
from kamchatka.app.commands.execution import execute
from kamchatka.app.events import PersonCorrected
from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.register import people
from kamchatka.app.register.accounts.links import invite
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.requests import ask_to_enter
from kamchatka.app.tournaments.settings import save_settings
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.ids import PersonId
from kamchatka.store.database import WIPED
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person
from kamchatka.store.schema import metadata
from kamchatka.tournament.arranging import SetVenue
from kamchatka.tournament.entries import CorrectEntry, SetClubCode
from kamchatka.tournament.events import Entry
from kamchatka.tournament.settings import SetScreen, SetWifi
from tests.app.forgeries import archived
from tests.app.online_table import Evening
from tests.web import played


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
        name, earlier = f"Ugo Can{mark}", f"Vecchio{mark}"
        person = people.person_of(
            {
                "name": name,
                "club": f"Club{mark}",
                "email": f"posta{mark}@example.org",
                "phone": f"+39 {int(mark, 16)}",
                "born": "1990-05-31",
                "consent": f"informativa {mark}",
                "surname": f"Can{mark}",
            }
        )
        who = people.enter(office, TERMINAL, person.model_copy(update={"club": earlier}))
        people.correct(office, TERMINAL, who, person.model_dump())
        with office.store.writing(Stamp(office.now(), f"player/{who}", new_action())) as writing:
            writing.is_repeated(["seat", name])
            event = PersonCorrected(who, ("club",))
            writing.append("table/1", writing.version("table/1"), event, feed="raduno", note=f"Chiede {mark}")
            event = PersonCorrected(PersonId("p-" + "0" * 16), ())
            for note in (f"Secondo  {name.upper()} era tardi", f"Visto Can{mark} Ugo in sala"):
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
        place = Path(office.store.database.name)
        yield from (path.read_bytes() for path in place.parent.glob(f"{place.name}*"))
        return
    assert home is not None
    with office.store.database.writing() as connection:
        connection.execute(text("CHECKPOINT"))
        for table in WIPED:
            path = connection.execute(text(f"SELECT pg_relation_filepath('{table}')")).scalar_one()
            yield (home / str(path)).read_bytes()


def logged(office: Office) -> str:
    """Every event, a line each, without what stands beside the log."""
    lines = (json.loads(line) for line in archived(office).splitlines())
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines if "event" in line)


@dataclass(frozen=True)
class Event:
    """A tournament full of a canary's words, and the folder of its copies."""

    id: str
    canary: Canary
    clubmates: tuple[PersonId, ...]
    relative: PersonId
    folder: Path
    online: str
    """The stream of a table in the browser, where they sat."""

    def copies(self) -> list[Path]:
        """The newest copy and those of rounds."""
        return sorted(self.folder.iterdir())


def take_part(office: Office, canary: Canary, folder: Path) -> Event:
    """Enter a canary into a tournament, with words of theirs wherever a program or a page takes any.

    Three share their club, so that a draw of two tables says that it is crowded; the relative and two others
    are of Aosta, where they go later.
    """
    mark, name = canary.marks[0], canary.person.name
    id = create(
        office,
        TERMINAL,
        name=f"Raduno {mark[:4]}",
        texts=texts_of("open"),
        demo=True,
        judge_gate="open",
        entry_form=True,
        contact=f"{name}, via Roma",
    )
    club, family = f"Circolo{mark}", f"Fam{mark}"
    own = {"region": f"Regione{mark}", "team": f"Squadra{mark}", "family": family}
    first = ListedPlayer(canary.person.model_copy(update={"club": club}), own, known_as=canary.id)
    others = [
        ListedPlayer(Person(name=f"Altro {each}", club=theirs), {"family": family if each == 1 else ""})
        for each, theirs in enumerate(("Aosta", "Aosta", "Aosta", "", "", club, club), 1)
    ]
    ask_to_enter(office, open_tournament(office, id), canary.person, accepts=True, consents=True)
    invite(office, TERMINAL, name, id, "official-judge")
    enter(office, TERMINAL, id, [first, *others], signed=True, only_new=True)
    save_settings(office, TERMINAL, open_tournament(office, id), {"contact": f"{canary.person.email} {name}"})
    copier = Copier(office, folder, list)
    copier.choose(TERMINAL, id, folder / "copie", at_the_computer=True)
    execute(
        office, TERMINAL, id, SetClubCode(club, "CAN"), SetWifi(name, f"casa-{name}"), SetScreen(message=name)
    )
    online = Evening(office).open(nome=name, tavolo=f"Da {name}", pubblico="", libero="si")
    online.ask(0, "parla", testo=f"Sono {name}")
    played.go_on(office, id, "record")
    execute(office, TERMINAL, id, SetVenue(1, f"Casa di {name}"))
    played.go_on(office, id, "draw", rounds=1)
    copier.look()
    again = {key: f"Poi{said}" for key, said in own.items()}
    entrants = list(open_tournament(office, id).tournament.entrants)
    execute(office, TERMINAL, id, CorrectEntry(Entry(canary.id, "Aosta", **again)))
    execute(office, TERMINAL, id, CorrectEntry(Entry(canary.id, f"Solo{mark}", **again)))
    played.go_on(office, id, "draw", rounds=2)
    copier.look()
    assert [path.name for path in sorted((folder / "copie").iterdir())] == [
        *(copy_name(id, round) for round in (1, 2)),
        copy_name(id),
    ]
    return Event(id, canary, tuple(entrants[6:]), entrants[1], folder / "copie", online.table.stream)


def planted(office: Office, canary: Canary) -> set[str]:
    """The personal columns and the fields of events in which words of a canary stand."""
    found = set()
    with office.reading() as reading:
        for table in metadata.sorted_tables:
            for row in reading.connection.execute(select(table)).mappings():
                if any(mark in str(value) for mark in canary.marks for value in row.values()):
                    found |= {str(table.c[name]) for name, value in row.items() if value}
        for feed in reading.feeds():
            for event in reading.feed(feed):
                decoded = dataclasses.asdict(reading.decode(event))  # type: ignore[call-overload]
                found |= {f"{event.kind}.{name}" for name in _marked(decoded, canary.marks)}
    return found


def _marked(data: object, marks: tuple[str, ...], name: str = "") -> Iterator[str]:
    """The fields of an event, at any depth, that hold one of these."""
    match data:
        case dict():
            for key, value in data.items():
                yield from _marked(value, marks, str(key))
        case list() | tuple():
            for each in data:
                yield from _marked(each, marks, name)
        case str() if any(mark in data for mark in marks):
            yield name
