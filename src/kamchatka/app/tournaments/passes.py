"""Table passes: a paper QR code lets phones of one table write its sheet until the end of its round.

The code is derived from a secret of the installation, so none is stored: its first letters are those of the
table, the last ones those of the people drawn there. A draw that brings other people ends the pass and the
access of its phones; a swap by hand does not, as the paper stays with the others. The first phone joins with
the code alone; further phones also need the joining number, shown on the first phone and at the desk. The
events of a pass have a stream of their own in the feed of the tournament, which an undo at the desk does not
touch.
"""

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import partial

from kamchatka.app.commands.execution import execute
from kamchatka.app.events import PassRevoked, PhoneJoined
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.register.accounts import installation_secret
from kamchatka.app.tournaments.opening import OpenTournament, fold_in, stream_of, tournament_in
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.events import ResultRecorded
from kamchatka.tournament.recording import ConfirmResult
from kamchatka.tournament.state import Table

CODE_BYTES = 15
"""120 bits: 24 letters in a URL."""
DRAWN_BYTES = 5
"""40 bits, only for holders of the other letters: 8 letters more."""
CODE_LETTERS = (CODE_BYTES + DRAWN_BYTES) * 8 // 5
JOINING = 10_000
"""Number of possible joining numbers; a limit on attempts makes up for the few digits."""
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
class TablePass:
    """The current state of a pass."""

    generation: int = 0
    """Number of passes revoked before this one."""
    joined: tuple[PhoneJoined, ...] = ()
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

    @property
    def actor(self) -> Actor:
        """The holder of the phone, as the actor in the log."""
        return Actor(Role.SCOREKEEPER, self.device)


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


def phones_at(office: Office, place: TablePlace) -> int:
    """Number of phones that joined."""
    secret = installation_secret(office)
    with office.reading() as reading:
        return len(_pass(reading, place).devices(_drawn(secret, place, _table(reading, place))))


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
    return phones_at(office, place) > 0


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
        return phone if _is_in(reading, phone, secret) else None


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
    for event in map(reading.decode, stored):
        if isinstance(event, PassRevoked):
            generation, joined = generation + 1, []
        elif isinstance(event, PhoneJoined):
            joined.append(event)
    return TablePass(generation, tuple(joined), len(stored))


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


def confirm_sheet(office: Office, phone: Phone, by: PersonId, action: ActionId) -> None:
    """Confirm the sheet in the name of another player, from another phone than the one that sent it."""
    with office.reading() as reading:
        if any(device == phone.device for device, _ in sent_sheets(reading, phone.place)[-1:]):
            raise NotAllowed("same_phone")
    _carry_out(office, phone, ConfirmResult(phone.place.table, by), action)


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


def check_phone(reading: LogReader, phone: Phone, secret: bytes) -> None:
    """Raises NotAllowed unless the phone still has access, by the secret of the installation."""
    if not _is_in(reading, phone, secret):
        raise NotAllowed("no_pass")


def _carry_out(office: Office, phone: Phone, command: TournamentCommand, action: ActionId) -> None:
    """Execute a command; the same transaction checks that the phone still has access."""
    still_in = partial(check_phone, phone=phone, secret=installation_secret(office))
    execute(office, phone.actor, phone.place.id, command, action=action, before=still_in)
