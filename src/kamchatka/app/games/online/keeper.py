"""Keeps online tables going: bots at a human pace, defenders, ends of time, seats that are away.

`due` says when a table next needs something, `attend` does it. One thread waits, a few do the work; a table
without people needs nothing.
"""

import heapq
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.playing import MOST_PASSIVE, expire, passive_action, play_for
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.app.games.online.turn_clock import DEFENCE as DEFENCE_TIME
from kamchatka.bots import SOLDATO
from kamchatka.bots.thinking import thinks
from kamchatka.clock import SECOND
from kamchatka.game.actions import Action
from kamchatka.game.game import Game
from kamchatka.ids import Seat
from kamchatka.refusals import Refusal
from kamchatka.rules.layout import DEFENCE, PHASE

logger = logging.getLogger("uvicorn.error")
WORKERS = 2
"""Eight were slower: threads that wait for the interpreter delay each other more than the disk delays two."""
AGAIN = 5 * SECOND
"""When a table that could not be attended is tried again."""
LONGEST_SLEEP = 60 * SECOND


class TableKeeper:
    """Attends to the tables of a hall when they need it."""

    def __init__(self, hall: TableHall) -> None:
        self.hall, self.pace = hall, hall.pace
        self._due: list[tuple[int, str]] = []
        self._at: dict[str, int] = {}
        """When each table is due: other entries in the list are out of date."""
        self._busy: set[str] = set()
        self._changed = threading.Condition()
        self._stops = False

    def due(self, live: LiveTable) -> int | None:
        """When the table needs something next, by the steady clock; None if not by itself."""
        table, now = live.table, self.hall.timer()
        game = table.game
        if table.state != "playing" or game is None or not live.has_people:
            return None
        seat = game.to_act
        if seat is None:
            return None
        chair, ahead = table.chair_at(seat) if table.is_seated else 0, live.spent(now)
        if table.bot_of(seat) is not None:
            return self._bot_at(live)
        times = []
        if game.position.now[PHASE] == DEFENCE:
            times.append(now + DEFENCE_TIME - ahead)
        elif (left := table.clock.left(seat)) is not None:
            times.append(now + left - ahead)
        if (ends := minutes_end(table)) is not None:
            times.append(now + ends - ahead)
        if table.terms.away != "wait" and not live.streams.get(chair):
            gone = live.gone.get(chair, live.opened) + self.pace.away
            times.append(max(gone, self._bot_at(live)) if table.terms.away == "bot" else gone)
        return min(times, default=None)

    def _bot_at(self, live: LiveTable) -> int:
        is_long = live.acted - live.turn_began >= self.pace.turn
        return live.acted if is_long else live.acted + self.pace.action

    def attend(self, live: LiveTable) -> None:
        """Do what is due at a table; a bot that thinks does not hold it up meanwhile."""
        with live.lock:
            game, at = live.table.game, self.due(live)
            if at is None or at > self.hall.timer() or game is None or game.to_act is None:
                return
            seat, moved = game.to_act, live.table.moved
            bot = live.table.bot_of(seat)
            if bot is None or not thinks(bot):
                self._act(live, game, seat)
                return
            bots, twin = self.hall.bots_at(live), game.twin()
        action = bots.decide(twin, seat, bot)
        with live.lock:
            if live.table.moved == moved and live.table.state == "playing":
                play_for(self.hall, live, "bot", lambda _, __: action)

    def _act(self, live: LiveTable, game: Game, seat: Seat) -> None:
        table, ahead = live.table, live.spent(self.hall.timer())
        bot = table.bot_of(seat)
        is_away = self.hall.is_away(live, table.chair_at(seat))
        left = table.clock.left(seat)
        ends = minutes_end(table)
        if bot is not None:
            play_for(self.hall, live, "bot", partial(self._bot, live, bot))
        elif ends is not None and ends <= ahead:
            expire(self.hall, live)
        elif game.position.now[PHASE] == DEFENCE and ahead >= DEFENCE_TIME:
            play_for(self.hall, live, "defence", passive_action)
        elif left is not None and left <= ahead:
            play_for(self.hall, live, "time", passive_action, MOST_PASSIVE)
        elif is_away and table.terms.away == "bot":
            play_for(self.hall, live, "away", partial(self._bot, live, SOLDATO))
        elif is_away:
            play_for(self.hall, live, "away", passive_action, MOST_PASSIVE)

    def _bot(self, live: LiveTable, bot: int, game: Game, seat: Seat) -> Action:
        return self.hall.bots_at(live).decide(game, seat, bot)

    def _has_thinker(self, id: str) -> bool:
        """Whether a bot that thinks is to act at a table."""
        live = self.hall.in_memory(id)
        game = live.table.game if live is not None else None
        if live is None or game is None or game.to_act is None or not live.table.is_seated:
            return False
        bot = live.table.bot_of(game.to_act)
        return bot is not None and thinks(bot)

    # The threads

    @contextmanager
    def running(self) -> Iterator[None]:
        """While the site runs."""
        self.hall.wake = self.wake
        with (
            ThreadPoolExecutor(WORKERS, thread_name_prefix="tables") as pool,
            ThreadPoolExecutor(1, thread_name_prefix="thinking") as thinking,
        ):
            waiting = threading.Thread(target=self._wait, args=(pool, thinking), name="keeper", daemon=True)
            waiting.start()
            try:
                yield
            finally:
                with self._changed:
                    self._stops = True
                    self._changed.notify()
                waiting.join()

    def wake(self, id: str) -> None:
        """A table changed: see when it needs something."""
        live = self.hall.in_memory(id)
        if live is None:
            return
        with live.lock:
            at = self.due(live)
        self._plan(id, at)

    def _plan(self, id: str, at: int | None) -> None:
        with self._changed:
            if at is None:
                self._at.pop(id, None)
            elif self._at.get(id) != at:
                self._at[id] = at
                heapq.heappush(self._due, (at, id))
                self._changed.notify()

    def _wait(self, pool: ThreadPoolExecutor, thinking: ThreadPoolExecutor) -> None:
        while True:
            with self._changed:
                if self._stops:
                    return
                ahead = self._due[0][0] - self.hall.timer() if self._due else LONGEST_SLEEP
                if ahead > 0:
                    self._changed.wait(ahead / SECOND)
                    continue
                at, id = heapq.heappop(self._due)
                if self._at.get(id) != at:
                    continue
                del self._at[id]
                if id in self._busy:
                    continue  # whoever is busy looks again
                self._busy.add(id)
            (thinking if self._has_thinker(id) else pool).submit(self._work, id)

    def _work(self, id: str) -> None:
        is_done = self._attend(id)
        with self._changed:
            self._busy.discard(id)
        if is_done:
            self.wake(id)
        else:
            self._plan(id, self.hall.timer() + AGAIN)

    def _attend(self, id: str) -> bool:
        """Attend to a table; False if that failed."""
        live = self.hall.in_memory(id)
        try:
            if live is not None:
                self.attend(live)
        except Refusal as refusal:
            logger.warning("Table %s not attended: %s", id, refusal)
            return False
        except Exception:
            logger.exception("Table %s not attended", id)
            return False
        return True


def minutes_end(table: OnlineTable) -> int | None:
    """Milliseconds of play until the time of the game is over; None without such a limit, or once it is."""
    assert table.game is not None
    left = table.limit.seconds_left(table.game)
    return None if left is None else round(left * SECOND)
