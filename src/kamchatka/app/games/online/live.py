"""A table in memory: its lock, who is there, and how long the clock of whoever acts has run."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from kamchatka.app.games.bots import Bots
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.clock import SECOND
from kamchatka.rules.layout import TURN


@dataclass(frozen=True)
class Pace:
    """How fast bots play, in milliseconds; and after how long a seat without a page is away."""

    action: int = 600
    turn: int = 4 * SECOND
    """After so long in one turn a bot plays the rest at once."""
    away: int = 60 * SECOND


@dataclass
class LiveTable:
    """A table in memory, with what no event says: who is there, and how long the clock has run."""

    table: OnlineTable
    lock: threading.RLock = field(default_factory=threading.RLock)
    streams: dict[int, int] = field(default_factory=dict)
    """Open streams by chair."""
    since: dict[int, str] = field(default_factory=dict)
    """When a chair was connected or disconnected last."""
    gone: dict[int, int] = field(default_factory=dict)
    """When a chair was connected or disconnected last, by the steady clock."""
    watchers: int = 0
    banked: int = 0
    """Milliseconds that the clock ran since the last action, before `running`."""
    running: int | None = None
    """Since when the clock runs, by the steady clock; None while it stands."""
    opened: int = 0
    """When it came into memory, by the steady clock."""
    acted: int = 0
    """When the last action was played, by the steady clock."""
    turn: tuple[int, int | None] = (0, None)
    """The turn, and the seat to act."""
    turn_began: int = 0
    """When that turn began, by the steady clock."""
    presence: int = 0
    """Number of changes of who is there."""
    listeners: set[Callable[[], None]] = field(default_factory=set)
    codes: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Codes that move a seat: its chair, and until when."""
    bots: Bots | None = None
    """They sit down with the first action of one of them."""

    @property
    def has_people(self) -> bool:
        """Whether a seat of a person is connected."""
        return any(self.streams.get(chair) for chair in self.table.people)

    def spent(self, now: int) -> int:
        """Milliseconds that the clock has run since the last action."""
        return self.banked + (now - self.running if self.running is not None else 0)

    def restart(self, now: int) -> None:
        """The clock of the next action begins."""
        self.banked, self.running = 0, None
        self.acted = now
        game = self.table.game
        turn = (game.position.now[TURN], game.to_act) if game else (0, None)
        if turn != self.turn:
            self.turn, self.turn_began = turn, now
        self.run(now)

    def run(self, now: int) -> None:
        """Let the clock run while the game goes on and somebody is there."""
        runs = self.table.state == "playing" and self.has_people
        if runs and self.running is None:
            self.running = now
        elif not runs and self.running is not None:
            self.banked, self.running = self.spent(now), None

    def tell(self) -> None:
        """Tell everybody who follows that something changed."""
        for listener in [*self.listeners]:
            listener()
