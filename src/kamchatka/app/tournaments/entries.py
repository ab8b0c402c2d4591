"""Entering people into a tournament, one by one or from a list, and matching them with the register."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Office
from kamchatka.app.register import people as app_people
from kamchatka.app.register.people import person_of
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament, plain_name, stream_of
from kamchatka.ids import ActionId, PersonId
from kamchatka.near_names import near_names
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.results.csv_file import OpenQuote, rows_of
from kamchatka.scoring.results.source import CSV, NotWords, words_of
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.store import people
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import CallRoll, EnterPlayers, SignAcceptance
from kamchatka.tournament.events import Entry

COLUMNS = {
    "name": ("nome", "name", "giocatore", "player"),
    "surname": ("cognome", "surname"),
    "club": ("club",),
    "region": ("regione", "region"),
    "team": ("squadra", "team"),
    "family": ("famiglia", "family"),
    "email": ("email", "posta"),
    "phone": ("telefono", "phone"),
    "born": ("nascita", "data_di_nascita", "born"),
}
"""Headings of the columns in lists of entrants; other columns are ignored."""
ENTRY = ("region", "team", "family")
"""Fields that belong to this tournament only."""
MOST = 2000
PLAIN = ("name", "club")
"""Columns of a list without headings."""
NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.)-]\s*")
"""The number before a name in a numbered list."""
SEPARATOR = re.compile(r"[,;\t]")


@dataclass(frozen=True)
class ListedPlayer:
    """A line of a list of entrants."""

    person: Person
    said: Mapping[str, str] = field(default_factory=dict)
    line: int = 0
    known_as: PersonId | None = None
    """The entry of the register that the organiser chose."""
    is_new: bool = False
    """Whether the organiser said that the person is not in the register."""


@dataclass(frozen=True)
class Entered:
    """The outcome of entering a list."""

    entered: int
    present: int
    doubts: tuple[Notice, ...]


def read_list(source: str) -> list[ListedPlayer]:
    """Parse a CSV list of people; NotUnderstood names the first invalid line."""
    (_, heading), *others = _rows(source)
    columns = _columns(heading)
    if "name" not in columns:
        raise NotUnderstood("list_columns", found=", ".join(cell.strip() for cell in heading))
    return _listed(columns, others)


def read_pasted(source: str) -> list[ListedPlayer]:
    """Parse pasted text: a CSV list with headings, or one name per line, optionally followed by a club."""
    lines = source.removeprefix("\ufeff").splitlines()
    first = next((line for line in lines if line.strip()), "")
    if "name" in _columns(SEPARATOR.split(first)):
        return read_list(source)
    named = [(at, NUMBERED.sub("", line)) for at, line in enumerate(lines, 1) if line.strip()]
    return _listed(PLAIN, [(at, SEPARATOR.split(line, maxsplit=1)) for at, line in named])


def _rows(source: str) -> Sequence[tuple[int, list[str]]]:
    """Number and cells of each line that is not empty."""
    try:
        rows = rows_of(source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    except OpenQuote as error:
        raise NotUnderstood("list_quote", line=error.line) from error
    if not rows:
        raise NotUnderstood("list_empty")
    return rows


def _columns(heading: Sequence[str]) -> Sequence[str]:
    words = ("_".join(cell.strip().lower().split()) for cell in heading)
    return [next((name for name, said in COLUMNS.items() if word in said), "") for word in words]


def _listed(columns: Sequence[str], others: Sequence[tuple[int, list[str]]]) -> list[ListedPlayer]:
    if len(others) > MOST:
        raise NotUnderstood("list_too_long", most=MOST)
    found = []
    for line, row in others:
        cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
        cells["name"] = cells.get("name") or cells.get("surname", "")
        said = {key: cells.pop(key, "") for key in ENTRY}
        try:
            found.append(ListedPlayer(person_of(cells), said, line))
        except NotUnderstood as refusal:
            raise NotUnderstood("list_line", line=line, said=refusal.sentence) from refusal
    if not found:
        raise NotUnderstood("list_empty")
    return found


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
) -> Entered:
    """Enter these people, all or none; skip those entered already. `also` runs in the same transaction.

    With `only_new` they are not matched with the register, since invented people are not real ones. With
    `among` they are matched only with people of these tournaments, so that an organiser learns of no others.
    """
    desk = open_tournament(office, id)
    register = known_people(office, desk, among)
    if only_new:
        register = [row for row in register if row["person"] in desk.tournament.entrants]
    matched = list(_matched(desk, players, register))
    new = [each for each in matched if each[0] not in desk.tournament.entrants]
    if not new:
        return Entered(0, 0, tuple(_doubts(desk, players)))
    entries = tuple(_entry(who, player) for who, player, _ in new)
    who = tuple(entry.person for entry in entries)
    commands: list[TournamentCommand] = [EnterPlayers(entries)]
    if signed:
        commands.append(SignAcceptance(who, office.now()))
    if present:
        commands.append(CallRoll(present=who))

    def before(writing: LogWriter) -> None:
        for who, player, is_new in sorted(new, key=lambda each: each[0]):
            if is_new:
                app_people.enter_in(writing, who, player.person)
        if also:
            also(writing)

    after = execute(office, actor, id, *commands, action=action, before=before).desk
    return Entered(len(new), len(new) if present else 0, tuple(_doubts(after, players)))


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
        rows = [row for row in people.rows(reading.connection) if not row["merged_into"]]
        roots = people.merged(reading.connection)
        if among is not None:
            named = reading.people_in([stream_of(id) for id in (*among, desk.id)])
            own = {roots.get(PersonId(who), who) for who in named}
            rows = [row for row in rows if row["person"] in own]
    entered = {roots.get(who, who): who for who in desk.tournament.entrants}
    return [{**row, "person": entered.get(PersonId(row["person"]), row["person"])} for row in rows]


def _entry(who: PersonId, player: ListedPlayer) -> Entry:
    return Entry(who, club=player.person.club, **player.said)


def _matched(
    desk: OpenTournament, players: Iterable[ListedPlayer], register: Sequence[Mapping[str, str]]
) -> Iterator[tuple[PersonId, ListedPlayer, bool]]:
    """Each player with an id, and whether it is new: the id of the only matching entry, else a new one."""
    by_name: dict[str, list[Mapping[str, str]]] = {}
    for row in register:
        by_name.setdefault(plain_name(row["name"]), []).append(row)
    taken: set[str] = set()
    for player in players:
        person = player.person
        if player.known_as is not None or player.is_new:
            yield player.known_as or people.new_person_id(), player, player.known_as is None
            continue
        found = [
            row
            for row in by_name.get(plain_name(person.name), ())
            if row["person"] not in taken
            and _same(row["club"], person.club)
            and _same(row["born"], person.born)
        ]
        found = [row for row in found if row["person"] in desk.tournament.entrants] or found
        if len(found) == 1 or (found and found[0]["person"] in desk.tournament.entrants):
            taken.add(found[0]["person"])
            yield PersonId(found[0]["person"]), player, False
        else:
            yield people.new_person_id(), player, True


def _same(one: str, other: str) -> bool:
    """Whether two values do not contradict each other: equal, or one is empty."""
    return not one or not other or plain_name(one) == plain_name(other)


def _doubts(desk: OpenTournament, players: Sequence[ListedPlayer]) -> Iterator[Notice]:
    """Notices of lines that repeat a person, and of names that may be one person."""
    names = [desk.names[each] for each in desk.tournament.entrants]
    seen: dict[tuple[str, str], int] = {}
    for player in players:
        key = plain_name(player.person.name), plain_name(player.person.club)
        if key in seen:
            said: Values = {"name": player.person.name, "line": player.line, "first": seen[key]}
            yield Notice("tournament.notice.listed_twice", said)
        seen.setdefault(key, player.line)
    for group in near_names([frozenset([name]) for name in names]):
        yield Notice("tournament.notice.near_names", {"names": " · ".join(group)})


def read_text(path: Path) -> str:
    """Read a list saved by a spreadsheet, also in an old Windows encoding."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotUnderstood("unreadable", path=path, error=error) from error
    return decoded(data, path.name)


def decoded(data: bytes, name: str) -> str:
    """The text of a list; NotUnderstood if it is not text."""
    try:
        return words_of(data, CSV).words
    except NotWords as wrong:
        raise NotUnderstood("not_a_list", path=name) from wrong
