"""The register as an organiser sees it: people with their events, and entries that may be one person."""

from collections.abc import Iterable
from dataclasses import dataclass

from kamchatka.app.office import Actor, Office
from kamchatka.app.register.merging import Distinct
from kamchatka.app.register.people import MANAGERS
from kamchatka.app.tournaments.entries import is_same, rows_among
from kamchatka.app.tournaments.listing import open_listed_in
from kamchatka.app.tournaments.recognition import Known
from kamchatka.full_name import FullName
from kamchatka.ids import PersonId
from kamchatka.near_names import NameIndex, plain_words
from kamchatka.refusals import NotUnderstood
from kamchatka.store import people
from kamchatka.store.people import Person, person_in


@dataclass(frozen=True)
class DirectoryRow:
    """A person of the register, with the tournaments they were entered in."""

    id: PersonId
    person: Person
    events: dict[str, str]
    """Names of the tournaments by id, in the order of the list; only those the organiser knows."""
    merged: dict[PersonId, str]
    """The names of the entries that were merged into this one, by id."""

    @property
    def full_name(self) -> FullName:
        """The name with its surname, by which the list is sorted."""
        return self.person.full_name


Pair = tuple[DirectoryRow, DirectoryRow]


@dataclass(frozen=True)
class Directory:
    """The people an organiser knows, by surname, and pairs that may be one person."""

    rows: tuple[DirectoryRow, ...]
    alike: tuple[Pair, ...]

    def found(self, words: str) -> list[DirectoryRow]:
        """The rows with all these words in name or club."""
        sought = plain_words(words)
        return [row for row in self.rows if all(word in _searched(row) for word in sought)]

    def row(self, who: str) -> DirectoryRow:
        """A person by id, also one merged into another; NotUnderstood if the organiser knows none."""
        found = next((row for row in self.rows if who == row.id or who in row.merged), None)
        if found is None:
            raise NotUnderstood("unknown_person", who=who)
        return found

    def pair(self, whom: Iterable[str]) -> Pair:
        """Two people by id, first the one with more events; NotUnderstood if they are not two."""
        rows = [self.row(who) for who in whom]
        if len({row.id for row in rows}) != 2:
            raise NotUnderstood("two_people")
        first, second = sorted(rows, key=lambda row: (-len(row.events), row.full_name.order))
        return first, second


def _searched(row: DirectoryRow) -> str:
    return " ".join(plain_words(f"{row.full_name.listed} {row.person.club}"))


def directory(office: Office, actor: Actor, known: Known) -> Directory:
    """The people of these tournaments, or of the whole register."""
    actor.must_be(*MANAGERS)
    with office.reading() as reading:
        rows = rows_among(reading, known)
        roots = people.merged(reading.connection)
        names = {each["person"]: each["name"] for each in people.rows(reading.connection, roots)}
        opened = open_listed_in(reading, only=None if known is None else set(known).__contains__)
        distinct = Distinct(reading)
    events: dict[PersonId, dict[str, str]] = {}
    for desk in opened.desks:
        for who in desk.tournament.entrants:
            events.setdefault(roots.get(who, who), {})[desk.id] = desk.tournament.settings.name
    merged: dict[PersonId, dict[PersonId, str]] = {}
    for who, root in roots.items():
        merged.setdefault(root, {})[who] = names[who]
    found = [
        DirectoryRow(who, person_in(row), events.get(who, {}), merged.get(who, {}))
        for row in rows
        for who in [PersonId(row["person"])]
    ]
    found.sort(key=lambda row: (row.full_name.order, row.id))
    return Directory(tuple(found), tuple(_alike(found, distinct)))


def _alike(rows: list[DirectoryRow], distinct: Distinct) -> list[Pair]:
    """Pairs with similar names that nothing tells apart: another birthday, an event of both, or a person."""
    near = NameIndex([row.person.name for row in rows]).pairs()
    pairs = [(rows[one], rows[other]) for one, other in near]
    return [
        (one, other)
        for one, other in pairs
        if is_same(one.person.born, other.person.born)
        and not one.events.keys() & other.events.keys()
        and not distinct.all((one.id, other.id))
    ]
