"""The online tables of this installation: in memory while somebody needs them, in the log always.

A table is locked while it changes. What its viewers see is committed before; if a commit fails, the table is
forgotten here and folded anew from the log.
"""

import hashlib
import secrets as system
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, timedelta

from kamchatka.app.games.bots import Bots, ThinkerMaker, bot_seed, no_thinkers
from kamchatka.app.games.online import events as ev
from kamchatka.app.games.online.live import LiveTable, Pace
from kamchatka.app.games.online.refusals import NotNow, Unknown
from kamchatka.app.games.online.table import PREFIX, OnlineTable
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tournaments.passes import SHORT_SIGNS
from kamchatka.bots import bot_number
from kamchatka.events import LoggedEvent
from kamchatka.game.record import rulebook_played
from kamchatka.ids import ActionId, RulebookId
from kamchatka.rulebook import Rulebook
from kamchatka.store import accounts
from kamchatka.store.group_commit import GroupCommit
from kamchatka.store.log import LogReader, LogWriter, Stamp

Timer = Callable[[], int]
Work = Callable[[LogWriter, str], list[LoggedEvent]]
"""What a request does at the given time; the events it appends. It may play actions of the game."""
ID_LENGTH, CODE_LENGTH = 10, 6
MOST_OPEN = 1000
"""Tables that are not over."""
PREPARATION = 200
"""Events read of a table that is not in memory: more than people need before the start."""
LONG_AGO = 60 * 24 * 60 * 60
"""Seconds after which a game that nobody looks at gives way to a new table."""
MOST_IN_MEMORY = 400
"""Tables kept although nobody follows them."""
SECRET = "dice:"  # a prefix
SERVER = Actor(Role.PLAYER, "server")


def steady() -> int:
    """Milliseconds of a clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


class TableHall:
    """All online tables."""

    def __init__(
        self,
        office: Office,
        timer: Timer = steady,
        pace: Pace | None = None,
        thinkers: ThinkerMaker = no_thinkers,
    ) -> None:
        self.office = office
        self.thinkers = thinkers
        self.timer = timer
        self.pace = pace or Pace()
        self.prepare: Callable[[LiveTable], None] = lambda live: None
        """Called when a table has changed, before its followers are told: makes what they are sent."""
        self.wake: Callable[[str], None] = lambda id: None
        """Called when a table changed: its next bot or end of time may have moved."""
        self.closed: Callable[[OnlineTable], None] = lambda table: None
        """Called when a table is closed, and when a closed one is read."""
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._together = GroupCommit(office.store)
        self._lock = threading.Lock()
        self._loading = threading.Lock()
        with office.reading() as reading:
            names = accounts.secret_names(reading.connection, SECRET)
        self.open_ids = {name.removeprefix(SECRET) for name in names}
        """Tables that are not closed."""
        self._at_events: dict[str, ev.TableTerms] | None = None
        """Terms of the tables of events; None: not read since one was opened."""
        self._asleep: dict[str, LiveTable] = {}
        """Of those, the ones not in memory, without their games: for the lobby."""

    def at_in(self, seconds: float) -> str:
        """The time of day in so many seconds, as written in the log."""
        at = self.office.clock().astimezone(UTC) + timedelta(seconds=seconds)
        return at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    # Finding

    def live(self, id: str) -> LiveTable:
        """A table; NotUnderstood if there is none."""
        found = self.in_memory(id)
        if found is not None:
            return found
        with self._loading:
            found = self.in_memory(id)
            if found is None:
                now = self.timer()
                found = LiveTable(self._load(id), opened=now, acted=now, turn_began=now)
                self._keep(id, found)
                if found.table.is_closed:
                    self.closed(found.table)
            return found

    def in_memory(self, id: str) -> LiveTable | None:
        """A table, if it is in memory."""
        with self._lock:
            if id in self._live:
                self._live.move_to_end(id)
            return self._live.get(id)

    def all_live(self) -> list[LiveTable]:
        """The tables in memory."""
        with self._lock:
            return list(self._live.values())

    def of_code(self, code: str) -> str:
        """The id of the table that waits under a short code; NotUnderstood if there is none."""
        wanted = code.replace(" ", "").replace("-", "").lower()
        for id in sorted(self.open_ids):
            if len(wanted) == CODE_LENGTH and id.startswith(wanted):
                return id
        raise Unknown("no_table")

    def open_tables(self) -> Iterator[LiveTable]:
        """All tables in memory, then those that are not closed, without their games."""
        live = {each.table.id: each for each in self.all_live()}
        yield from live.values()
        for id in self.open_ids - live.keys():
            if id not in self._asleep:
                self._asleep[id] = LiveTable(self._load(id, most=PREPARATION))
            yield self._asleep[id]

    def of_event(self, event: str, round: int, table: int) -> list[str]:
        """The online tables opened for a table of an event, but for those that were abandoned."""
        if self._at_events is None:
            with self.office.reading() as reading:
                first = reading.first_events(PREFIX)
                opened = [(each.stream.removeprefix(PREFIX), reading.decode(each)) for each in first]
            self._at_events = {
                id: each.terms
                for id, each in opened
                if isinstance(each, ev.OnlineTableOpened) and each.terms.event
            }
        place = event, round, table
        found = [id for id, each in self._at_events.items() if (each.event, each.round, each.table) == place]
        return [id for id in found if not self.live(id).table.is_abandoned]

    def _keep(self, id: str, live: LiveTable) -> None:
        with self._lock:
            self._asleep.pop(id, None)
            self._live[id] = live
            idle = [key for key, each in self._live.items() if not each.listeners]
            for key in idle[: max(0, len(self._live) - MOST_IN_MEMORY)]:
                if key != id:
                    del self._live[key]

    def forget(self, id: str) -> None:
        """Drop a table from memory, to be folded anew."""
        with self._lock:
            self._live.pop(id, None)

    def _load(self, id: str, most: int = 0) -> OnlineTable:
        """A table from its events; if a number is given, from the first `most` without what was played."""
        stream = f"{PREFIX}{id}"
        with self.office.reading() as reading:
            rows = reading.feed(stream, most=most) if most else reading.stream(stream)
            if not rows:
                raise Unknown("no_table")
            opened = reading.decode(rows[0])
            assert isinstance(opened, ev.OnlineTableOpened)
            secret = accounts.secret(reading.connection, f"{SECRET}{id}")
            table = OnlineTable(id, book_of(reading, id, opened), opened, rows[0].at, secret)
            for row in rows[1:]:
                event = reading.decode(row)
                if not (most and isinstance(event, ev.ActionPlayed)):
                    table.evolve(event, row.sequence, row.at)
        return table

    def bots_at(self, live: LiveTable) -> Bots:
        """The bots of a table whose game has begun."""
        table = live.table
        assert table.game is not None
        if live.bots is None:
            bots = Bots(bot_seed(table.promise, table.name), table.terms.laps, self.thinkers)
            bots.sit_down(table.game, [bot_number(chair.bot) for chair in table.chairs if chair.bot])
            live.bots = bots
        return live.bots

    # Writing

    def open_new(self, actor: Actor, action: ActionId, opening: "Opening") -> str:
        """Open a table; returns its id. Sent again, the table opened before is the answer."""
        if opening.has_thinkers and self.thinkers is no_thinkers:
            raise NotNow("no_thinkers")
        if len(self.open_ids) >= MOST_OPEN and not self._make_room():
            raise NotNow("too_many_tables", most=MOST_OPEN)
        id = new_id(ID_LENGTH)

        def work(writing: LogWriter) -> None:
            stream = f"{PREFIX}{id}"
            accounts.make_secret(writing.connection, f"{SECRET}{id}")
            secret = accounts.secret(writing.connection, f"{SECRET}{id}")
            assert secret is not None
            pinned = writing.pin(stream, "rulebook", opening.text)
            writing.append(stream, 0, *opening.events(hashlib.sha256(secret).hexdigest(), pinned))

        stored = self.office.carry_out(actor, action, opening.content, work)
        opened = stored[0].stream.removeprefix(PREFIX)
        self.open_ids.add(opened)
        if opening.event:
            self._at_events = None
        return opened

    def _make_room(self) -> bool:
        """Close the oldest table without viewers: one that waits for people, else a game begun long ago."""
        long_ago = self.at_in(-LONG_AGO)
        unseen = [live.table for live in self.open_tables() if not (live.listeners or live.table.is_over)]
        waiting = [table for table in unseen if table.game is None]
        found = waiting or [table for table in unseen if table.at < long_ago]
        if found:
            live = self.live(min(found, key=lambda each: each.at).id)
            ended = closing(live.table, is_abandoned=True)
            self.change(live, SERVER, new_action(), [], lambda _, __: [ended])
        return bool(found)

    def change(
        self,
        live: LiveTable,
        actor: Actor,
        action: ActionId,
        content: object,
        work: Work,
        *,
        note: str = "",
    ) -> bool:
        """Change a table, once for each action id; False if it was done before.

        Events that the work did not play itself are applied after the commit.
        """
        table = live.table
        with live.lock:
            if self.in_memory(table.id) is not live:
                raise NotNow("stale")
            before, was_closed = table.version, table.is_closed
            appended: list[LoggedEvent] = []
            at = self.office.now()

            def write(writing: LogWriter) -> None:
                appended.extend(work(writing, at))
                if table.is_over and not was_closed:
                    appended.append(closing(table))
                if appended:
                    writing.append(table.stream, before, *appended, note=note)
                if any(isinstance(each, ev.OnlineGameClosed) for each in appended):
                    accounts.drop_secret(writing.connection, f"{SECRET}{table.id}")

            try:
                self._together.carry_out(Stamp(at, str(actor), action), content, write)
            except BaseException:
                if table.version != before:
                    self.forget(table.id)
                    live.tell()
                raise
            if not appended:
                return False
            for event in appended[table.version - before :]:
                table.evolve(event, table.version + 1, at)
            live.restart(self.timer())
            if table.is_closed and not was_closed:
                self.open_ids.discard(table.id)
                self.closed(table)
        self.prepare(live)
        live.tell()
        self.wake(table.id)
        return True

    # Who is there

    def is_away(self, live: LiveTable, chair: int) -> bool:
        """Whether nobody was at this chair for a while, so that the server plays for it."""
        table = live.table
        if table.terms.away == "wait" or live.streams.get(chair) or chair not in table.people:
            return False
        return self.timer() - live.gone.get(chair, live.opened) >= self.pace.away

    def come(self, live: LiveTable, chair: int | None, listener: Callable[[], None]) -> None:
        """A stream begins to follow the table, as the seat of a chair or as a watcher."""
        self._come(live, chair, listener, +1)

    def leave(self, live: LiveTable, chair: int | None, listener: Callable[[], None]) -> None:
        """A stream ends."""
        self._come(live, chair, listener, -1)

    def _come(self, live: LiveTable, chair: int | None, listener: Callable[[], None], more: int) -> None:
        with live.lock:
            (live.listeners.add if more > 0 else live.listeners.discard)(listener)
            if chair is None:
                live.watchers += more  # told with the next change: a crowd of watchers is no news
                return
            before = live.streams.get(chair, 0)
            live.streams[chair] = before + more
            if before and before + more:
                return  # another page of the same seat
            live.since[chair] = self.office.now()
            live.gone[chair] = self.timer()
            live.presence += 1
            live.run(self.timer())
        self.prepare(live)
        live.tell()
        self.wake(live.table.id)


@dataclass(frozen=True)
class Opening:
    """A table about to be opened."""

    text: str
    """Its regulation as TOML."""
    content: object
    """What was asked, to recognise a repeated request."""
    events: Callable[[str, str], list[LoggedEvent]]
    """Its first events, for a commitment and the digest of the pinned text."""
    has_thinkers: bool = False
    """Whether one of its bots thinks, which needs the simulator."""
    event: str = ""
    """The tournament whose table it is, if any."""


def book_of(reading: LogReader, id: str, opened: ev.OnlineTableOpened) -> Rulebook:
    """The regulation of a table: the shipped one if it is still the same, else the pinned text."""
    terms = opened.terms
    text = reading.pinned(f"{PREFIX}{id}", terms.pinned)
    return rulebook_played(RulebookId(terms.rulebook), terms.digest, text)


def closing(table: OnlineTable, *, is_abandoned: bool = False) -> ev.OnlineGameClosed:
    """The end of a table, which reveals the secret of its dice."""
    return ev.OnlineGameClosed((table.secret or b"").hex(), is_abandoned)


def new_id(length: int) -> str:
    """A random id or code of signs that look like no other."""
    return "".join(system.choice(SHORT_SIGNS) for _ in range(length)).lower()
