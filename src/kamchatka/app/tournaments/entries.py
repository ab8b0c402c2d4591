"""Entering people into a tournament, one by one or from a list, and matching them with the register."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Office
from kamchatka.app.register import people as app_people
from kamchatka.app.register.merging import Distinct, distinguish_in
from kamchatka.app.register.people import person_of
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament, plain_name, stream_of
from kamchatka.full_name import full_name
from kamchatka.ids import ActionId, PersonId
from kamchatka.near_names import near_names
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.store import people
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import CallRoll, EnterPlayers, SignAcceptance
from kamchatka.tournament.events import EntrantEntered, Entry


@dataclass(frozen=True)
class Entered:
    """The outcome of entering a list."""

    entered: int
    present: int
    doubts: tuple[Notice, ...]


def enter(
    office: Office,
    actor: Actor,
    id: str,
    players: Sequence[ListedPlayer],
    *,
    present: bool = False,
    signed: bool = False,
    only_new: bool = False,
    among: Collection[str] | None = None,
    action: ActionId | None = None,
    also: Callable[[LogWriter], None] | None = None,
    form: object = None,
) -> Entered:
    """Enter these people, all or none; skip those entered already. `also` runs in the same transaction.

    With `only_new` they are not matched with the register, since invented people are not real ones. With
    `among` they are matched only with people of these tournaments, so that an organiser learns of no others.
    A repeated `form` has the outcome of the first.
    """
    desk = open_tournament(office, id)
    register = known_people(office, desk, among)
    if only_new:
        register = [row for row in register if row["person"] in desk.tournament.entrants]
    matched = list(_matched(desk, players, register))
    new = [each for each in matched if each[0] not in desk.tournament.entrants]
    if not new and not form:
        return Entered(0, 0, tuple(_doubts(office, desk, players)))
    entries = tuple(_entry(who, player) for who, player, _ in new)
    who = tuple(entry.person for entry in entries)
    commands: list[TournamentCommand] = [EnterPlayers(entries)] if new else []
    if signed:
        commands.append(SignAcceptance(who, office.now()))
    if present:
        commands.append(CallRoll(present=who))

    def before(writing: LogWriter) -> None:
        for who, player, is_new in sorted(new, key=lambda each: each[0]):
            if is_new:
                enter_new(writing, who, player)
        if also:
            also(writing)

    done = execute(office, actor, id, *commands, action=action, before=before, form=form)
    count = sum(isinstance(event, EntrantEntered) for event in done.events)
    return Entered(count, count if present else 0, tuple(_doubts(office, done.desk, players)))


def enter_new(writing: LogWriter, who: PersonId, player: ListedPlayer) -> None:
    """Enter a new person into the register, distinct from those they were said not to be."""
    app_people.enter_in(writing, who, player.person)
    if player.unlike:
        distinguish_in(writing, who, player.unlike)


def register_person(
    office: Office,
    actor: Actor,
    desk: OpenTournament,
    name: str,
    club: str = "",
    *,
    among: Collection[str] | None = None,
) -> PersonId:
    """The person of the register with this name, or a new entry: for judges and substitutes."""
    register = known_people(office, desk, among)
    player = ListedPlayer(person_of({"name": name, "club": club}))
    [(who, _, is_new)] = _matched(desk, [player], register)
    return app_people.enter(office, actor, player.person) if is_new else who


def known_people(
    office: Office, desk: OpenTournament, among: Collection[str] | None = None
) -> list[Mapping[str, str]]:
    """The people of the register, or only those of these tournaments and this one.

    A person entered in this tournament under a merged id keeps that id.
    """
    with office.reading() as reading:
        rows = rows_among(reading, among if among is None else (*among, desk.id))
        roots = people.merged(reading.connection)
    entered = {roots.get(who, who): who for who in desk.tournament.entrants}
    return [{**row, "person": entered.get(PersonId(row["person"]), row["person"])} for row in rows]


def rows_among(reading: LogReader, among: Collection[str] | None) -> list[dict[str, str]]:
    """The rows of the register, or only those of people whom these tournaments mention."""
    rows = [row for row in people.rows(reading.connection) if not row["merged_into"]]
    if among is None:
        return rows
    roots, named = people.merged(reading.connection), reading.people_in([stream_of(id) for id in among])
    own = {roots.get(PersonId(who), who) for who in named}
    return [row for row in rows if row["person"] in own]


def _entry(who: PersonId, player: ListedPlayer) -> Entry:
    return Entry(who, club=player.person.club, **player.said)


def _matched(
    desk: OpenTournament, players: Iterable[ListedPlayer], register: Sequence[Mapping[str, str]]
) -> Iterator[tuple[PersonId, ListedPlayer, bool]]:
    """Each player with an id, and whether it is new: the id of the only matching entry, else a new one."""
    by_name: dict[str, list[Mapping[str, str]]] = {}
    for row in register:
        by_name.setdefault(plain_name(full_name(row["name"], row["surname"]).listed), []).append(row)
    taken: set[str] = set()
    for player in players:
        person = player.person
        if player.known_as is not None or player.is_new:
            yield player.known_as or people.new_person_id(), player, player.known_as is None
            continue
        found = [
            row
            for row in by_name.get(plain_name(person.full_name.listed), ())
            if row["person"] not in taken
            and is_same(row["club"], person.club)
            and is_same(row["born"], person.born)
        ]
        found = [row for row in found if row["person"] in desk.tournament.entrants] or found
        if len(found) == 1 or (found and found[0]["person"] in desk.tournament.entrants):
            taken.add(found[0]["person"])
            yield PersonId(found[0]["person"]), player, False
        else:
            yield people.new_person_id(), player, True


def is_same(one: str, other: str) -> bool:
    """Whether two values do not contradict each other: equal, or one is empty."""
    return not one or not other or plain_name(one) == plain_name(other)


def _doubts(office: Office, desk: OpenTournament, players: Sequence[ListedPlayer]) -> Iterator[Notice]:
    """Notices of lines that repeat a person, and of names that may be one person."""
    named = {desk.names[each]: each for each in desk.tournament.entrants}
    seen: dict[tuple[str, str], int] = {}
    for player in players:
        key = plain_name(player.person.name), plain_name(player.person.club)
        if key in seen:
            said: Values = {"name": player.person.name, "line": player.line, "first": seen[key]}
            yield Notice("tournament.notice.listed_twice", said)
        seen.setdefault(key, player.line)
    near = near_names([frozenset([name]) for name in named])
    with office.reading() as reading:
        distinct = Distinct(reading) if near else None
    for group in near:
        if distinct and not distinct.all(named[name] for name in group):
            yield Notice("tournament.notice.near_names", {"names": " · ".join(group)})
