"""The entrants with their data in the register: the list, one entrant's card, and changes to both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.register.consent import (
    FULL_NAME_FROM,
    Agreement,
    Consent,
    age_of,
    consents_of,
    day_in_rome,
    in_force,
    needs_parent,
    public_name,
)
from kamchatka.app.register.people import correct_in, registered
from kamchatka.app.tournaments.entries import enter, enter_new
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.app.tournaments.recognition import Known
from kamchatka.full_name import FullName
from kamchatka.ids import ActionId, PersonId
from kamchatka.store import people
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person, new_person_id
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import CorrectEntry, SubstitutePlayer
from kamchatka.tournament.events import Entry
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.people import EntrantRow, People, PersonRow, by_name, entrants

ROSTER_FILTERS = ("all", "unsigned", "owing", "rules", "minors", "out")


@dataclass(frozen=True)
class EntryCard:
    """All data about an entrant, for the desk."""

    row: EntrantRow
    person: Person | None
    """None: erased."""
    age: int | None
    consents: tuple[Consent, ...]
    now: frozenset[Agreement]
    shown_as: str
    """The public name; empty: none is shown."""
    apart: tuple[EntrantRow, ...]
    """Entrants who must not sit with them."""


def entry_fields(tournament: Tournament) -> tuple[str, ...]:
    """Which of region, team and family are asked for: those that draw or standings use."""
    format = tournament.format
    wishes = [*format.wishes, *(wish for stage in format.stages for wish in stage.wishes or ())]
    kinds = {wish.kind for wish in wishes}
    found = ["region"] if "region" in kinds else []
    if format.teams or format.standings.teams or "team" in kinds:
        found.append("team")
    if any(stage.heeds_pairs for stage in format.stages):
        found.append("family")
    return tuple(found)


def roster(office: Office, desk: OpenTournament) -> tuple[EntrantRow, ...]:
    """All entrants, sorted by surname."""
    with office.reading() as reading:
        found = registered(reading, desk.tournament.entrants)
    return tuple(_rows(desk, found, day_in_rome(office.clock())))


def _rows(desk: OpenTournament, known: Mapping[PersonId, Person], day: date) -> list[EntrantRow]:
    return [_with_age(row, known.get(row.person), day) for row in entrants(desk.tournament, desk.names)]


def _with_age(row: EntrantRow, person: Person | None, day: date) -> EntrantRow:
    """The row with what follows from the entrant's age."""
    age = age_of(person, day) if person else None
    is_minor = age is not None and age < FULL_NAME_FROM
    if person and row.entrant.status == "playing" and needs_parent(person, day):
        return replace(row, is_minor=is_minor, lacks=("parent", *row.lacks))
    return replace(row, is_minor=is_minor)


def guessed_names(office: Office, desk: OpenTournament) -> dict[int, FullName]:
    """The names, by entrant number, whose surname is still a guess; sorted by it."""
    with office.reading() as reading:
        found = registered(reading, desk.tournament.entrants)
    rows = (row for row in entrants(desk.tournament, desk.names) if row.person in found)
    people = ((row.number, found[row.person]) for row in rows)
    return {number: each.full_name for number, each in people if not each.surname and " " in each.name}


def say_surnames(
    office: Office,
    actor: Actor,
    desk: OpenTournament,
    said: Mapping[int, Mapping[str, str]],
    *,
    action: ActionId | None = None,
) -> None:
    """Write name and surname of these entrants, by number, into the register, where they are still a guess;
    all or none.
    """
    actor.must_be(Role.ORGANISER)
    chosen = guessed_names(office, desk).keys() & said.keys()
    whom = {
        each.person: said[each.number] for each in desk.tournament.entrants.values() if each.number in chosen
    }

    def work(writing: LogWriter) -> None:
        for who in sorted(whom):
            correct_in(writing, people.root_of(writing.connection, who), whom[who])

    office.carry_out(actor, action or new_action(), ["surnames", sorted(said.items())], work)


def entry_card(office: Office, desk: OpenTournament, who: PersonId) -> EntryCard:
    """The card of an entrant."""
    with office.reading() as reading:
        found = registered(reading, desk.tournament.entrants)
    day = day_in_rome(office.clock())
    rows = {row.person: row for row in _rows(desk, found, day)}
    pairs = [pair - {who} for pair in desk.tournament.apart if who in pair]
    others = [rows[other] for pair in pairs for other in pair if other in rows]
    person = found.get(who)
    return EntryCard(
        row=rows[who],
        person=person,
        age=age_of(person, day) if person else None,
        consents=consents_of(person) if person else (),
        now=in_force(person) if person else frozenset(),
        shown_as=public_name(person, day) if person else "",
        apart=tuple(by_name(others)),
    )


def correct_entry(
    office: Office,
    actor: Actor,
    id: str,
    entry: Entry,
    data: Mapping[str, str],
    *,
    action: ActionId | None = None,
) -> None:
    """Correct an entrant's data in the register and in this tournament, both or neither."""
    actor.must_be(Role.ORGANISER)
    before = open_tournament(office, id).tournament.entrants.get(entry.person)
    is_same = before is not None and vars(entry).items() <= vars(before).items()

    def register(writing: LogWriter) -> None:
        correct_in(writing, people.root_of(writing.connection, entry.person), data)

    commands: list[TournamentCommand] = [] if is_same else [CorrectEntry(entry)]
    execute(office, actor, id, *commands, action=action, before=register)


def substitute(
    office: Office,
    actor: Actor,
    desk: OpenTournament,
    leaving: PersonId,
    player: ListedPlayer,
    *,
    is_signed: bool = False,
    reason: str = "",
    action: ActionId | None = None,
) -> None:
    """Replace an entrant by another person, who is entered into the register if new."""
    who = player.known_as or new_person_id()
    entry = Entry(who, player.person.club, **player.said)
    command = SubstitutePlayer(leaving, entry, office.now() if is_signed else "")

    def register(writing: LogWriter) -> None:
        if player.known_as is None:
            enter_new(writing, who, player)

    execute(office, actor, desk.id, command, note=reason, action=action, before=register)


def entrants_elsewhere(
    office: Office, desk: OpenTournament, source: OpenTournament
) -> list[tuple[PersonRow, bool]]:
    """The entrants of another tournament by surname, and whether they are entered here already."""
    with office.reading() as reading:
        found, roots = registered(reading, source.tournament.entrants), people.merged(reading.connection)
    here = {roots.get(who, who) for who in desk.tournament.entrants}
    rows = by_name(map(People(source.tournament, source.names), found))
    return [(row, roots.get(row.person, row.person) in here) for row in rows]


def enter_from(
    office: Office,
    actor: Actor,
    desk: OpenTournament,
    source: OpenTournament,
    chosen: Iterable[str],
    *,
    among: Known = None,
    action: ActionId | None = None,
) -> int:
    """Enter chosen people of another tournament with their data there; returns how many are new."""
    wanted = set(chosen)
    with office.reading() as reading:
        found, roots = registered(reading, source.tournament.entrants), people.merged(reading.connection)
    here = {roots.get(who, who) for who in desk.tournament.entrants}
    players = []
    for who, person in found.items():
        if who in wanted and roots.get(who, who) not in here:
            there = source.tournament.entrants[who]
            said = {"region": there.region, "team": there.team, "family": there.family}
            as_there = person.model_copy(update={"club": there.club or person.club})
            players.append(ListedPlayer(as_there, said, known_as=roots.get(who, who)))
    return enter(office, actor, desk.id, players, among=among, action=action).entered if players else 0
