"""Table passes: a paper QR code lets phones of one table in until the end of its round.

The code is derived from a secret of the installation, so none is stored. The first phone joins with the code
alone; further phones also need the joining number, shown on the first phone and at the desk. The events of a
pass have a stream of their own in the feed of the tournament, which an undo at the desk does not touch.
A short code on the same paper leads phones without a camera to the table.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from kamchatka.app.commands.execution import execute
from kamchatka.app.events import PassRevoked, PhoneJoined, PhoneNamed
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.register.accounts import installation_secret
from kamchatka.app.tournaments.listing import open_listed_in
from kamchatka.app.tournaments.opening import OpenTournament, fold_in, stream_of, tournament_in
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.events import ResultRecorded, SeatResult
from kamchatka.tournament.recording import ConfirmResult, RecordSheet
from kamchatka.tournament.state import Table

CODE_BYTES = 20
"""160 bits: 32 letters in a URL."""
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


@dataclass(frozen=True)
class TablePass:
    """The current state of a pass."""

    generation: int = 0
    """Number of passes revoked before this one."""
    devices: tuple[str, ...] = ()
    """The phones that joined."""
    holders: Mapping[str, PhoneHolder] = field(default_factory=dict)
    """Who holds each phone that said so."""
    version: int = 0


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
        return f"/t/{place}/{_code(secret, place, _pass(reading, place).generation)}"


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
    with office.reading() as reading:
        found = _pass(reading, place)
    return [found.holders.get(device) for device in found.devices]


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
    """Whether the code is valid now. A wrong code, which anybody may send, folds no event."""
    secret = installation_secret(office)
    with office.reading() as reading:
        wanted = _code(secret, place, _pass(reading, place).generation)
        is_right = hmac.compare_digest(wanted.encode(), code.lower().encode("utf-8", "replace"))
        return is_right and _table(reading, place) is not None


def needs_number(office: Office, place: TablePlace) -> bool:
    """Whether a phone has joined already, so that another one needs the joining number."""
    return bool(phones_at(office, place))


def join(office: Office, place: TablePlace, code: str, number: str = "") -> str:
    """Let a phone join; returns its token. Refused without the code, or without a needed joining number."""
    token, secret = secrets.token_urlsafe(TOKEN_BYTES), installation_secret(office)
    if not has_code(office, place, code):
        raise NotPossibleNow("pass_over")

    def work(writing: LogWriter) -> None:
        if _table(writing, place) is None:
            raise NotPossibleNow("pass_over")
        now = _pass(writing, place)
        right = _joining(secret, place, now.generation)
        if now.devices and not number:
            raise NotPossibleNow("no_joining")
        if now.devices and not hmac.compare_digest(right.encode(), number.encode("utf-8", "replace")):
            raise NotAllowed("wrong_joining")
        event = PhoneJoined(place.round, place.table, _kept(token))
        writing.append(place.stream, now.version, event, feed=stream_of(place.id))

    office.carry_out(READERS, new_action(), ["join", str(place), _kept(token)], work)
    return token


def name_phone(office: Office, phone: Phone, holder: PhoneHolder, action: ActionId) -> None:
    """Record who holds a phone: a player of the table, or its judge."""

    def work(writing: LogWriter) -> None:
        require_joined(writing, phone)
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


def require_joined(reading: LogReader, phone: Phone) -> None:
    """NotAllowed if the phone has lost its access to the table."""
    if phone.device not in _pass(reading, phone.place).devices or _table(reading, phone.place) is None:
        raise NotAllowed("no_pass")


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
    """The phone with this token, if it joined this table and the round is being played."""
    if not token:
        return None
    device = _kept(token)
    with office.reading() as reading:
        found = _pass(reading, place)
        if device not in found.devices or _table(reading, place) is None:
            return None
    return Phone(place, device, found.holders.get(device))


def _pass(reading: LogReader, place: TablePlace) -> TablePass:
    stored = reading.stream(place.stream)
    generation = 0
    devices: list[str] = []
    holders: dict[str, PhoneHolder] = {}
    for event in map(reading.decode, stored):
        if isinstance(event, PassRevoked):
            generation, devices, holders = generation + 1, [], {}
        elif isinstance(event, PhoneJoined):
            devices.append(event.device)
        elif isinstance(event, PhoneNamed):
            holders[event.device] = PhoneHolder(event.person, event.is_judge)
    return TablePass(generation, tuple(devices), holders, len(stored))


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
    drawn = _mac(secret, "table pass", place, generation)[:CODE_BYTES]
    return base64.b32encode(drawn).decode().lower()


def _short(secret: bytes, place: TablePlace, generation: int) -> str:
    drawn = _mac(secret, "short code", place, generation)
    return "".join(SHORT_SIGNS[each % len(SHORT_SIGNS)] for each in drawn[:SHORT_LENGTH])


def _joining(secret: bytes, place: TablePlace, generation: int) -> str:
    drawn = int.from_bytes(_mac(secret, "joining number", place, generation)[:8])
    return f"{drawn % JOINING:04d}"


def _mac(secret: bytes, what: str, place: TablePlace, generation: int) -> bytes:
    key = hmac.digest(secret, what.encode(), "sha256")
    return hmac.digest(key, f"{place}/{generation}".encode(), "sha256")


def _kept(token: str) -> str:
    """The hash of a token, as stored in the log."""
    return f"d-{hashlib.sha256(token.encode('utf-8', 'replace')).hexdigest()[:32]}"


# --- writing from it ---


def send_sheet(
    office: Office, phone: Phone, seats: tuple[SeatResult, ...], by: PersonId, action: ActionId
) -> None:
    """Send the sheet of the phone's table in the name of one of its players.

    Two players who send equal sheets confirm each other, so one phone may send for one player only.
    """
    with office.reading() as reading:
        if any(device == phone.device and who != by for device, who in sent_sheets(reading, phone.place)):
            raise NotAllowed("same_phone")
    _carry_out(office, phone, RecordSheet(table=phone.place.table, seats=seats, sent_by=by), action)


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


def _carry_out(office: Office, phone: Phone, command: TournamentCommand, action: ActionId) -> None:
    """Execute a command; the same transaction checks that the phone still has access."""

    def still_in(writing: LogWriter) -> None:
        require_joined(writing, phone)

    execute(office, phone.actor, phone.place.id, command, action=action, before=still_in)
