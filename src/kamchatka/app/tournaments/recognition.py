"""People known to an organiser whose name is similar to a typed one."""

from collections.abc import Collection, Sequence

from kamchatka.app.office import Office
from kamchatka.app.tournaments.entries import ListedPlayer, known_people
from kamchatka.app.tournaments.opening import OpenTournament
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
    """The same for each of several names; reads the register once."""
    words = [" ".join(name.split()) for name in names]
    index = NameIndex([each if len(each) >= LEAST_LETTERS else "" for each in words])
    found: list[list[EntrantRow]] = [[] for _ in names]
    for row in known_people(office, desk, known) if any(words) else ():
        for at in index.places(row["name"]):
            found[at].append(_candidate(desk, PersonId(row["person"]), row["name"], row["club"]))
    return [
        tuple(sorted(each, key=lambda row: (not row.number, row.full_name.order))[:MOST_SHOWN])
        for each in found
    ]


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
