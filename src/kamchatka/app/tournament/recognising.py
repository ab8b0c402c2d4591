"""Who somebody may be: people an organiser knows whose name is nearly the one that was typed."""

from collections.abc import Collection
from dataclasses import dataclass

from kamchatka.app.office import Office
from kamchatka.app.tournament.desk import Desk
from kamchatka.app.tournament.entering import ListedPlayer, known_people
from kamchatka.ids import PersonId
from kamchatka.near_names import may_be_one
from kamchatka.refusals import NotUnderstood
from kamchatka.store.people import Person, person_in

LEAST_LETTERS = 3
"""Fewer are no name yet."""
MOST_SHOWN = 4

Known = Collection[str] | None
"""Tournaments whose people an organiser knows; None: everybody of the register."""


@dataclass(frozen=True)
class Candidate:
    """Somebody who may be the one that was typed."""

    person: PersonId
    name: str
    club: str
    number: int
    """As an entrant of this tournament; 0: not entered."""
    is_present: bool


def candidates(office: Office, desk: Desk, name: str, known: Known) -> tuple[Candidate, ...]:
    """People whose name is nearly this one, those who are entered first."""
    words = " ".join(name.split())
    if len(words) < LEAST_LETTERS:
        return ()
    rows = known_people(office, desk, known)
    alike = [row for row in rows if may_be_one(words, row["name"])]
    found = [_candidate(desk, PersonId(row["person"]), row["name"], row["club"]) for row in alike]
    return tuple(sorted(found, key=lambda each: (not each.number, each.name.casefold()))[:MOST_SHOWN])


def _candidate(desk: Desk, who: PersonId, name: str, club: str) -> Candidate:
    entrant = desk.tournament.entrants.get(who)
    if entrant is None:
        return Candidate(who, name, club, 0, is_present=False)
    return Candidate(who, name, entrant.club or club, entrant.number, is_present=bool(entrant.is_present))


def recognised(office: Office, desk: Desk, who: str, player: ListedPlayer, known: Known) -> ListedPlayer:
    """What was typed, as said of somebody the organiser knows; NotUnderstood if they do not."""
    row = next((row for row in known_people(office, desk, known) if row["person"] == who), None)
    if row is None:
        raise NotUnderstood("unknown_person", who=who)
    registered = person_in(row)
    club = player.person.club or registered.club
    person = Person.model_construct(None, **{**registered.model_dump(), "club": club})
    return ListedPlayer(person, player.said, known_as=PersonId(who))
