"""People known to an organiser whose name is similar to a typed one."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.app.office import Office
from kamchatka.app.register.merging import Distinct
from kamchatka.app.tournaments.entries import is_same, known_people
from kamchatka.app.tournaments.lists import ListedPlayer, ListLine
from kamchatka.app.tournaments.opening import OpenTournament, plain_name
from kamchatka.ids import PersonId
from kamchatka.near_names import NameIndex
from kamchatka.refusals import NotUnderstood
from kamchatka.store.people import Person, person_in
from kamchatka.tournament.state import Entrant
from kamchatka.tournament.views.people import EntrantRow

LEAST_LETTERS = 3
"""Least letters of a name to search for."""
MOST_SHOWN = 4

Known = Collection[str] | None
"""Tournaments whose people an organiser knows; None: the whole register."""


def candidates(office: Office, desk: OpenTournament, name: str, known: Known) -> tuple[EntrantRow, ...]:
    """People with a similar name, entrants first; others have no number."""
    [found] = candidates_of_each(office, desk, [name], known)
    return found


def candidates_of_each(
    office: Office, desk: OpenTournament, names: Sequence[str], known: Known
) -> list[tuple[EntrantRow, ...]]:
    """The same for each of several names; reads the register once.

    Beside a person of just this name, those who are known to be another are left out.
    """
    words = [" ".join(name.split()) for name in names]
    index = NameIndex([each if len(each) >= LEAST_LETTERS else "" for each in words])
    found: list[list[EntrantRow]] = [[] for _ in names]
    for row in known_people(office, desk, known) if any(words) else ():
        for at in index.places(row["name"]):
            found[at].append(_candidate(desk, PersonId(row["person"]), row["name"], row["club"]))
    if any(len(each) > 1 for each in found):
        with office.reading() as reading:
            distinct = Distinct(reading)
        found = [list(_meant(name, each, distinct)) for name, each in zip(words, found, strict=True)]
    return [
        tuple(sorted(each, key=lambda row: (not row.number, row.full_name.order))[:MOST_SHOWN])
        for each in found
    ]


def _meant(name: str, alike: Sequence[EntrantRow], distinct: Distinct) -> Iterator[EntrantRow]:
    """These people without those who are distinct from one with exactly this name."""
    own = [
        row for row in alike if plain_name(name) in (plain_name(row.name), plain_name(row.full_name.listed))
    ]
    for row in alike:
        if row in own or not any(distinct.all((row.person, each.person)) for each in own):
            yield row


def _candidate(desk: OpenTournament, who: PersonId, name: str, club: str) -> EntrantRow:
    entrant = desk.tournament.entrants.get(who) or Entrant(person=who, number=0)
    return EntrantRow(who, entrant.number, name, entrant.club or club, None, entrant=entrant, lacks=())


def recognised(
    office: Office, desk: OpenTournament, who: str, player: ListedPlayer, known: Known
) -> ListedPlayer:
    """The typed player as this known person; NotUnderstood if the organiser does not know them."""
    row = next((row for row in known_people(office, desk, known) if row["person"] == who), None)
    if row is None:
        raise NotUnderstood("unknown_person", who=who)
    registered = person_in(row)
    club = player.person.club or registered.club
    person = Person.model_construct(None, **{**registered.model_dump(), "club": club})
    return ListedPlayer(person, player.said, known_as=PersonId(who))


@dataclass(frozen=True)
class ListPreview:
    """A line of a list, and what entering it would do."""

    line: ListLine
    state: Literal["new", "known", "maybe", "out"]
    why: str = ""
    """Code of the reason to leave it out, or of the doubt."""
    twin: int = 0
    """The line with the same name, if that is the reason."""
    alike: tuple[EntrantRow, ...] = ()
    chosen: str = ""
    """The known person it is unless the organiser says otherwise; empty: a new one."""


def preview(
    office: Office, desk: OpenTournament, lines: Sequence[ListLine], known: Known
) -> list[ListPreview]:
    """What entering each line would do; nothing is written."""
    people = [line.player.person if line.player else None for line in lines]
    similar = candidates_of_each(office, desk, [each.name if each else "" for each in people], known)
    found: list[ListPreview] = []
    first: dict[str, ListLine] = {}
    for line, person, alike in zip(lines, people, similar, strict=True):
        if line.why or person is None or line.player is None:
            found.append(ListPreview(line, "out", line.why))
            continue
        twin = first.setdefault(plain_name(person.full_name.listed), line)
        twins = twin.player.person.club if twin.player else ""
        if twin is not line and is_same(twins, person.club):
            found.append(ListPreview(line, "out", "twice", twin.number))
            continue
        near = _near(line, person, alike)
        is_twin = twin is not line and near.state == "new"
        found.append(ListPreview(line, "maybe", "namesake", twin.number) if is_twin else near)
    return found


def _near(line: ListLine, person: Person, alike: tuple[EntrantRow, ...]) -> ListPreview:
    """What entering a line would do, by the known people with a similar name."""
    own = {plain_name(person.name), plain_name(person.full_name.listed)}
    same = [each for each in alike if plain_name(each.name) in own and is_same(each.club, person.club)]
    if any(each.number for each in same):
        return ListPreview(line, "out", "entered")
    if len(same) == 1:
        return ListPreview(line, "known", alike=tuple(same), chosen=same[0].person)
    if not alike:
        return ListPreview(line, "new")
    clubmates = [
        each.person for each in alike if person.club and plain_name(each.club) == plain_name(person.club)
    ]
    return ListPreview(line, "maybe", "alike", alike=alike, chosen=next(iter(clubmates), ""))
