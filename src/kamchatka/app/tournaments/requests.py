"""Requests to enter, sent by players and stored apart until an organiser decides on them."""

from dataclasses import dataclass
from datetime import timedelta

from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.register.consent import (
    NOTICE_VERSION,
    Agreement,
    Consent,
    age_of,
    agreed,
    consents_of,
    day_in_rome,
    needs_parent,
    with_consents,
)
from kamchatka.app.register.people import correct_in
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.app.tournaments.recognition import Known, candidates, candidates_of_each, recognised
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.store import people, requests
from kamchatka.store.database import take_turn
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person
from kamchatka.store.requests import RequestRow
from kamchatka.tournament.settings import rules_digest
from kamchatka.tournament.views.people import EntrantRow

MOST_WAITING = 500
"""Most pending requests of one event, against spam."""
MOST_SHOWN = 50
"""Most pending requests on one page; deciding on them brings up the others."""
LASTS = timedelta(days=90)
LONGEST_AGE = 120


@dataclass(frozen=True)
class EntryRequest:
    """A pending request, with people of a similar name."""

    row: RequestRow
    parent: str
    """The parent who consents, for a person under fourteen."""
    alike: tuple[EntrantRow, ...]


def ask_to_enter(
    office: Office, desk: OpenTournament, person: Person, *, parent: str = "", accepts: bool, consents: bool
) -> None:
    """Store a request to enter, if the form is open and all required answers were given."""
    if not desk.tournament.takes_requests:
        raise NotPossibleNow("form_closed", name=desk.tournament.settings.name)
    if not accepts or not consents:
        raise NotAllowed("not_accepted")
    day = day_in_rome(office.clock())
    age = age_of(person, day)
    if age is not None and not 0 <= age < LONGEST_AGE:
        raise NotUnderstood("birth_date")
    given = [Consent(Agreement.NOTICE, NOTICE_VERSION, day)]
    if parent:
        given.append(Consent(Agreement.PARENT, NOTICE_VERSION, day, parent))
    person = with_consents(person, *given)
    if needs_parent(person, day):
        raise NotAllowed("parent_missing")
    row = RequestRow(
        request=requests.new_request_id(),
        tournament=desk.id,
        at=office.now(),
        rules=rules_digest(desk.tournament.settings),
        **person.model_dump(),
    )
    with office.store.database.writing() as connection:
        take_turn(connection)
        cutoff = (office.clock() - LASTS).strftime("%Y-%m-%dT%H:%M:%S")
        requests.forget_before(connection, cutoff)
        if requests.count(connection, desk.id) >= MOST_WAITING:
            raise NotPossibleNow("requests_full")
        requests.add(connection, row)


def waiting(office: Office, actor: Actor, desk: OpenTournament, known: Known) -> tuple[EntryRequest, ...]:
    """The oldest pending requests, at most MOST_SHOWN, each with people of a similar name."""
    actor.must_be(Role.ORGANISER)
    with office.reading() as reading:
        rows = requests.waiting(reading.connection, desk.id, MOST_SHOWN)
    alike = candidates_of_each(office, desk, [row.name for row in rows], known)
    return tuple(EntryRequest(row, _parent(row.person), near) for row, near in zip(rows, alike, strict=True))


def count_waiting(office: Office, desk: OpenTournament) -> int:
    """Number of pending requests."""
    with office.reading() as reading:
        return requests.count(reading.connection, desk.id)


def _parent(person: Person) -> str:
    given = [each.by for each in consents_of(person) if each.kind is Agreement.PARENT]
    return given[-1] if given else ""


def approve(
    office: Office,
    actor: Actor,
    desk: OpenTournament,
    request: str,
    *,
    same_as: str = "",
    is_signed: bool = False,
    known: Known = None,
    action: ActionId | None = None,
) -> str:
    """Enter the sender of a request, as a known or a new person; returns the name."""
    actor.must_be(Role.ORGANISER)
    row = _found(office, desk, request)
    if same_as:
        player = recognised(office, desk, same_as, ListedPlayer(row.person), known)
    else:
        unlike = tuple(each.person for each in candidates(office, desk, row.name, known))
        player = ListedPlayer(row.person, is_new=True, unlike=unlike)
    is_entered = player.known_as in desk.tournament.entrants

    def also(writing: LogWriter) -> None:
        if not requests.remove(writing.connection, request):
            raise NotPossibleNow("request_gone")
        if player.known_as:
            _complete(writing, people.root_of(writing.connection, player.known_as), row.person)

    if is_entered:
        office.carry_out(actor, action or new_action(), ["approve", request], also)
    else:
        enter(office, actor, desk.id, [player], signed=is_signed, among=known, action=action, also=also)
    return player.person.name


def _complete(writing: LogWriter, who: PersonId, told: Person) -> None:
    """Add missing data and new consents to a known person in the register."""
    row = next(people.rows(writing.connection, [who]), None)
    if row is None:
        return
    had = people.person_in(row)
    more = {
        name: getattr(told, name)
        for name in ("club", "email", "phone", "born")
        if getattr(told, name) and not getattr(had, name)
    }
    correct_in(writing, who, {**more, "consent": agreed(had, consents_of(told))})


def refuse(office: Office, actor: Actor, desk: OpenTournament, request: str) -> None:
    """Delete a request."""
    actor.must_be(Role.ORGANISER)
    _found(office, desk, request)
    with office.store.database.writing() as connection:
        take_turn(connection)
        requests.remove(connection, request)


def _found(office: Office, desk: OpenTournament, request: str) -> RequestRow:
    with office.reading() as reading:
        row = requests.find(reading.connection, desk.id, request)
    if row is None:
        raise NotPossibleNow("request_gone")
    return row
