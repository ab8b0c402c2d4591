"""Who somebody may be: people an organiser knows whose name is nearly the one that was typed."""

from collections.abc import Collection

from kamchatka.app.office import Office
from kamchatka.app.tournaments.entries import ListedPlayer, known_people
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.ids import PersonId
from kamchatka.near_names import may_be_one
from kamchatka.refusals import NotUnderstood
from kamchatka.store.people import Person, person_in
from kamchatka.tournament.state import Entrant
from kamchatka.tournament.views.people import EntrantRow

LEAST_LETTERS = 3
"""Fewer are no name yet."""
MOST_SHOWN = 4

Known = Collection[str] | None
"""Tournaments whose people an organiser knows; None: everybody of the register."""


def candidates(office: Office, desk: OpenTournament, name: str, known: Known) -> tuple[EntrantRow, ...]:
    """People whose name is nearly this one, those who are entered first; others have no number."""
    words = " ".join(name.split())
    if len(words) < LEAST_LETTERS:
        return ()
    rows = known_people(office, desk, known)
    alike = [row for row in rows if may_be_one(words, row["name"])]
    found = [_candidate(desk, PersonId(row["person"]), row["name"], row["club"]) for row in alike]
    return tuple(sorted(found, key=lambda each: (not each.number, each.name.casefold()))[:MOST_SHOWN])


def _candidate(desk: OpenTournament, who: PersonId, name: str, club: str) -> EntrantRow:
    entrant = desk.tournament.entrants.get(who) or Entrant(person=who, number=0)
    return EntrantRow(who, entrant.number, name, entrant.club or club, None, entrant=entrant, lacks=())


def recognised(
    office: Office, desk: OpenTournament, who: str, player: ListedPlayer, known: Known
) -> ListedPlayer:
    """What was typed, as said of somebody the organiser knows; NotUnderstood if they do not."""
    row = next((row for row in known_people(office, desk, known) if row["person"] == who), None)
    if row is None:
        raise NotUnderstood("unknown_person", who=who)
    registered = person_in(row)
    club = player.person.club or registered.club
    person = Person.model_construct(None, **{**registered.model_dump(), "club": club})
    return ListedPlayer(person, player.said, known_as=PersonId(who))
