"""Table passes: a paper QR code lets phones of one table in until the end of its round.

The code is derived from a secret of the installation, so none is stored: its first letters are those of the
table, the last ones those of the people drawn there. A draw that brings other people ends the pass and the
access of its phones; a swap by hand does not, as the paper stays with the others. The first phone joins with
the code alone; further phones also need the joining number, shown on the first phone and at the desk. The
events of a pass have a stream of their own in the feed of the tournament, which an undo at the desk does not
touch. A short code on the same paper leads phones without a camera to the table.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from kamchatka.app.commands.execution import execute
from kamchatka.app.events import PassRevoked, PhoneJoined, PhoneNamed
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.register.accounts import installation_secret
from kamchatka.app.tournaments.listing import open_listed_in
from kamchatka.app.tournaments.opening import OpenTournament, fold_in, stream_of, tournament_in
from kamchatka.ids import ActionId, PersonId
from kamchatka.messages import Language, text
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.events import ResultRecorded
from kamchatka.tournament.recording import ConfirmResult
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.sheets import sheet

CODE_BYTES = 15
"""120 bits: 24 letters in a URL."""
DRAWN_BYTES = 5
"""40 bits, only for holders of the other letters: 8 letters more."""
CODE_LETTERS = (CODE_BYTES + DRAWN_BYTES) * 8 // 5
JOINING = 10_000
"""Number of possible joining numbers; a limit on attempts makes up for the few digits."""
SHORT_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Signs of a short code: none looks like another."""
SHORT_LENGTH = 6
TOKEN_BYTES = 16
READERS = Actor(Role.SPECTATOR, "phone")


@dataclass(frozen=True)
class TablePlace:
    """A table of a round of a tournament."""

    id: str
    round: int
    table: int

    @property
    def stream(self) -> str:
        """The stream of its pass."""
        return f"pass/{self.id}/{self.round}/{self.table}"

    def __str__(self) -> str:
        return f"{self.id}/{self.round}/{self.table}"


@dataclass(frozen=True)
class PhoneHolder:
    """Who a phone at a table says they are."""

    person: PersonId | None
    """None: a judge who is not on the event's list."""
    is_judge: bool = False

    def said(self, names: Mapping[PersonId, str], lang: Language) -> str:
        """Who it is, for people."""
        name = names[self.person] if self.person else ""
        code = ("judge" if self.is_judge else "player") if name else "unnamed"
        return text(f"follow_page.holder.{code}", lang, name=name)


@dataclass(frozen=True)
class TablePass:
    """The current state of a pass."""

    generation: int = 0
    """Number of passes revoked before this one."""
    joined: tuple[PhoneJoined, ...] = ()
    holders: Mapping[str, PhoneHolder] = field(default_factory=dict)
    """Who holds each phone that said so."""
    version: int = 0

    def devices(self, drawn: str) -> list[str]:
        """The phones that joined the people drawn; earlier versions did not note which they were."""
        return [each.device for each in self.joined if each.drawn in ("", drawn)]

    def has_left(self, device: str, drawn: str) -> bool:
        """Whether a phone joined people who were drawn at this table before."""
        known = {each.device for each in self.joined}
        return device in known and device not in self.devices(drawn)


@dataclass(frozen=True)
class Phone:
    """A phone at a table."""

    place: TablePlace
    device: str
    holder: PhoneHolder | None = None
    """None before the holder said who they are."""

    @property
    def is_judge(self) -> bool:
        """Whether its holder judges the table."""
        return self.holder is not None and self.holder.is_judge

    @property
    def actor(self) -> Actor:
        """The holder of the phone, as the actor in the log."""
        return Actor(Role.TABLE_JUDGE if self.is_judge else Role.SCOREKEEPER, self.device)


# --- the pass itself ---


def pass_path(office: Office, place: TablePlace) -> str:
    """The path of the URL in a table's QR code."""
    secret = installation_secret(office)
    with office.reading() as reading:
        code = _code(secret, place, _pass(reading, place).generation)
        return f"/t/{place}/{code}{_drawn(secret, place, _table(reading, place))}"


def pass_paths(office: Office, desk: OpenTournament, round: int) -> dict[int, str]:
    """The paths of a round's passes, by table; empty while the round is a draft, or once it is closed."""
    played = desk.tournament.rounds[round - 1]
    if played.is_draft or played.is_closed:
        return {}
    tables = [each.number for each in played.tables.values() if each.seated.kind != "bye"]
    return {number: pass_path(office, TablePlace(desk.id, round, number)) for number in tables}


def joining_number(office: Office, place: TablePlace) -> str:
    """The joining number for further phones, shown on the first phone and at the desk."""
    secret = installation_secret(office)
    with office.reading() as reading:
        return _joining(secret, place, _pass(reading, place).generation)


def phones_at(office: Office, place: TablePlace) -> list[PhoneHolder | None]:
    """The holders of the phones that joined; None for each that has not said who they are."""
    secret = installation_secret(office)
    with office.reading() as reading:
        found, table = _pass(reading, place), _table(reading, place)
    return [found.holders.get(device) for device in found.devices(_drawn(secret, place, table))]


def short_codes(office: Office, desk: OpenTournament, round: int) -> dict[int, str]:
    """The short codes of a round's tables that have a pass."""
    secret = installation_secret(office)
    places = [TablePlace(desk.id, round, number) for number in pass_paths(office, desk, round)]
    with office.reading() as reading:
        return {each.table: _short(secret, each, _pass(reading, each).generation) for each in places}


def path_by_short_code(office: Office, typed: str) -> str:
    """The path of the pass with this short code; NotPossibleNow if no table being played has it."""
    code = "".join(each for each in typed.upper() if each.isalnum())
    if len(code) != SHORT_LENGTH:
        raise NotUnderstood("short_code_length", count=SHORT_LENGTH)
    with office.reading() as reading:
        desks = [each for each in open_listed_in(reading).desks if each.tournament.open_round]
    for desk in desks:
        codes = short_codes(office, desk, len(desk.tournament.rounds))
        number = next((each for each, known in codes.items() if known == code), None)
        if number is not None:
            return pass_path(office, TablePlace(desk.id, len(desk.tournament.rounds), number))
    raise NotPossibleNow("short_code_unknown")


def has_code(office: Office, place: TablePlace, code: str) -> bool:
    """Whether the code is valid now; NotPossibleNow if the table has been drawn again since.

    A wrong code, which anybody may send, folds no event.
    """
    secret = installation_secret(office)
    with office.reading() as reading:
        wanted = _code(secret, place, _pass(reading, place).generation)
        own, drawn = code[: len(wanted)].lower(), code[len(wanted) :].lower()
        if not _is_same(wanted, own) or len(code) != CODE_LETTERS:
            return False
        table = _table(reading, place)
        if table is not None and not _is_same(_drawn(secret, place, table), drawn):
            raise NotPossibleNow("table_redrawn", table=place.table)
        return table is not None


def needs_number(office: Office, place: TablePlace) -> bool:
    """Whether a phone has joined already, so that another one needs the joining number."""
    return bool(phones_at(office, place))


def join(office: Office, place: TablePlace, code: str, number: str = "") -> str:
    """Let a phone join; returns its token. Refused without the code, or without a needed joining number."""
    token, secret = secrets.token_urlsafe(TOKEN_BYTES), installation_secret(office)
    if not has_code(office, place, code):
        raise NotPossibleNow("pass_over")

    def work(writing: LogWriter) -> None:
        table = _table(writing, place)
        if table is None:
            raise NotPossibleNow("pass_over")
        now, drawn = _pass(writing, place), _drawn(secret, place, table)
        right, others = _joining(secret, place, now.generation), now.devices(drawn)
        if others and not number:
            raise NotPossibleNow("no_joining")
        if others and not _is_same(right, number):
            raise NotAllowed("wrong_joining")
        event = PhoneJoined(place.round, place.table, _kept(token), drawn)
        writing.append(place.stream, now.version, event, feed=stream_of(place.id))

    office.carry_out(READERS, new_action(), ["join", str(place), _kept(token)], work)
    return token


def name_phone(office: Office, phone: Phone, holder: PhoneHolder, action: ActionId) -> None:
    """Record who holds a phone: a player of the table, or its judge."""

    check = still_in(office, phone)

    def work(writing: LogWriter) -> None:
        check(writing)
        place, judges = phone.place, tournament_in(writing, phone.place.id).tournament.judges
        table = _table(writing, place)
        assert table is not None, "a joined phone has its table"
        seated = holder.person in table.seated.seats
        if holder.is_judge:
            if holder.person is not None and (seated or holder.person not in judges):
                raise NotUnderstood("who_are_you")
        elif not seated:
            raise NotUnderstood("who_are_you")
        event = PhoneNamed(place.round, place.table, phone.device, holder.person, holder.is_judge)
        writing.append(place.stream, _pass(writing, place).version, event, feed=stream_of(place.id))

    office.carry_out(phone.actor, action, ["name", str(phone.place), repr(holder)], work)


def revoke(office: Office, actor: Actor, place: TablePlace, action: ActionId) -> None:
    """Revoke a pass and the access of its phones; the next pass has another code."""
    actor.must_be(Role.ORGANISER, Role.OFFICIAL_JUDGE)

    def work(writing: LogWriter) -> None:
        if _table(writing, place) is None:
            raise NotPossibleNow("pass_over")
        event = PassRevoked(place.round, place.table)
        writing.append(place.stream, _pass(writing, place).version, event, feed=stream_of(place.id))

    office.carry_out(actor, action, ["revoke", str(place)], work)


def phone_at(office: Office, place: TablePlace, token: str) -> Phone | None:
    """The phone with this token, if it joined this table and the round is being played.

    NotPossibleNow if the table has been drawn again since.
    """
    if not token:
        return None
    phone, secret = Phone(place, _kept(token)), installation_secret(office)
    with office.reading() as reading:
        if not _is_in(reading, phone, secret):
            return None
        return replace(phone, holder=_pass(reading, place).holders.get(phone.device))


def _is_in(reading: LogReader, phone: Phone, secret: bytes) -> bool:
    now, table = _pass(reading, phone.place), _table(reading, phone.place)
    drawn = _drawn(secret, phone.place, table)
    if table is not None and now.has_left(phone.device, drawn):
        raise NotPossibleNow("table_redrawn", table=phone.place.table)
    return table is not None and phone.device in now.devices(drawn)


def _pass(reading: LogReader, place: TablePlace) -> TablePass:
    stored = reading.stream(place.stream)
    generation = 0
    joined: list[PhoneJoined] = []
    holders: dict[str, PhoneHolder] = {}
    for event in map(reading.decode, stored):
        if isinstance(event, PassRevoked):
            generation, joined, holders = generation + 1, [], {}
        elif isinstance(event, PhoneJoined):
            joined.append(event)
        elif isinstance(event, PhoneNamed):
            holders[event.device] = PhoneHolder(event.person, event.is_judge)
    return TablePass(generation, tuple(joined), holders, len(stored))


def _table(reading: LogReader, place: TablePlace) -> Table | None:
    """The table, if its round is public and being played."""
    if not reading.version(stream_of(place.id)):
        return None
    played = tournament_in(reading, place.id).tournament.open_round
    if played is None or played.is_draft or played.number != place.round:
        return None
    found = played.tables.get(place.table)
    return found if found and found.seated.kind != "bye" else None


def _code(secret: bytes, place: TablePlace, generation: int) -> str:
    return _letters(_mac(secret, "table pass", place, str(generation))[:CODE_BYTES])


def _drawn(secret: bytes, place: TablePlace, table: Table | None) -> str:
    """Letters for the people drawn at the table, in whatever order."""
    people = ",".join(sorted(table.drawn)) if table else ""
    return _letters(_mac(secret, "drawn people", place, people)[:DRAWN_BYTES])


def _short(secret: bytes, place: TablePlace, generation: int) -> str:
    drawn = _mac(secret, "short code", place, str(generation))
    return "".join(SHORT_SIGNS[each % len(SHORT_SIGNS)] for each in drawn[:SHORT_LENGTH])


def _joining(secret: bytes, place: TablePlace, generation: int) -> str:
    found = int.from_bytes(_mac(secret, "joining number", place, str(generation))[:8])
    return f"{found % JOINING:04d}"


def _mac(secret: bytes, what: str, place: TablePlace, of: str) -> bytes:
    key = hmac.digest(secret, what.encode(), "sha256")
    return hmac.digest(key, f"{place}/{of}".encode(), "sha256")


def _letters(data: bytes) -> str:
    return base64.b32encode(data).decode().lower()


def _is_same(wanted: str, given: str) -> bool:
    """Whether the words are equal; takes as long for any wrong ones."""
    return hmac.compare_digest(wanted.encode(), given.encode("utf-8", "replace"))


def _kept(token: str) -> str:
    """The hash of a token, as stored in the log."""
    return f"d-{hashlib.sha256(token.encode('utf-8', 'replace')).hexdigest()[:32]}"


# --- writing from it ---


def confirm_sheet(office: Office, phone: Phone, by: PersonId, action: ActionId, seen: str) -> None:
    """Confirm the sheet in the name of another player, from another phone than the one that sent it.

    `seen` is the mark of the numbers on the page: NotPossibleNow if others were sent meanwhile.
    """
    check, place = still_in(office, phone), phone.place

    def before(reading: LogReader) -> None:
        check(reading)
        desk = tournament_in(reading, place.id)
        shown = sheet(desk.tournament, desk.names, place.round, place.table, "it")
        if not shown.stands and shown.mark != seen:
            raise NotPossibleNow("changed_on_page")
        if any(device == phone.device for device, _ in sent_sheets(reading, place)[-1:]):
            raise NotAllowed("same_phone")

    execute(office, phone.actor, place.id, ConfirmResult(place.table, by), action=action, before=before)


def sent_sheets(reading: LogReader, place: TablePlace) -> list[tuple[str, PersonId | None]]:
    """The phone and the sender of each sheet of a table; the last one is the current."""
    fold = fold_in(reading, place.id)
    return [
        (stored.actor.partition("/")[2], each.event.sent_by)
        for stored, each in zip(reading.stream(stream_of(place.id)), fold.occurrences, strict=True)
        if isinstance(each.event, ResultRecorded)
        and (each.event.round, each.event.table) == (place.round, place.table)
        and each.action not in fold.undone
    ]


def still_in(office: Office, phone: Phone) -> Callable[[LogReader], None]:
    """A check inside a transaction: NotAllowed unless the phone still has access."""
    secret = installation_secret(office)

    def check(reading: LogReader) -> None:
        if not _is_in(reading, phone, secret):
            raise NotAllowed("no_pass")

    return check
