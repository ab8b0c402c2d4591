"""An online table as its events left it: the waiting room, then the game.

The luck of past actions comes from the log; that of the next ones from the secret, which only the server has.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kamchatka.app.games.online import events as ev
from kamchatka.app.games.online.envelope import DiaryTurn, Happening, Reason, State
from kamchatka.app.games.online.refusals import NotNow
from kamchatka.app.games.online.turn_clock import TurnClock
from kamchatka.app.games.players import player_of
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.bots import bot_number
from kamchatka.clock import SECOND
from kamchatka.game.chance import Luck, Scripted
from kamchatka.game.codec import Plain
from kamchatka.game.events import Event, TurnBegan
from kamchatka.game.fair import Fair, Promise
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, Entry
from kamchatka.game.notation import acted_from_text, acted_to_text, luck_from_text, luck_to_text
from kamchatka.game.publicity import CONCERNED
from kamchatka.game.record import Record, record_of
from kamchatka.game.view import Viewer, view
from kamchatka.ids import Seat
from kamchatka.messages import Language
from kamchatka.rulebook import Rulebook
from kamchatka.rules.layout import DEFENCE, ORDER, PHASE, PLAYING, TURN
from kamchatka.rules.tally import table_points
from kamchatka.rules.victory import goal_of

PREFIX = "play/"
"""Before the id of a table, in the name of its stream."""
MOST_TALK = 50


@dataclass
class Chair:
    """A chair of the table; `name` is empty while it is free."""

    bot: str
    name: str = ""
    device: str = ""
    account: str = ""
    word: bytes = b""
    is_ready: bool = False
    rematch: bool | None = None
    asks_to_close: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether a person or a bot sits here."""
        return bool(self.bot or self.name)


class Step(NamedTuple):
    """An action, or the opening: its entries in the log of the game."""

    version: int
    at: str
    by: Seat | None
    reason: Reason
    first: int
    last: int
    """The entry after its last one."""
    turn: int
    is_private: bool
    """Whether a seat may see more of it than the public."""

    def eyes(self, viewer: Viewer) -> Viewer:
        """Whose view of it this viewer has: the public's, unless somebody sees more."""
        return viewer if self.is_private else "public"


class TurnStart(NamedTuple):
    """The beginning of a turn, and the half points of every seat then."""

    turn: int
    lap: int
    seat: Seat
    first: int
    """Its first step."""
    version: int
    points: tuple[int, ...]


class PastView(NamedTuple):
    """What the public could see at the beginning of a turn."""

    turn: int
    version: int
    view: dict[str, Plain]


class Said(NamedTuple):
    """Something said at the table: a phrase by its code, or text."""

    chair: int
    at: str
    phrase: str
    text: str


@dataclass
class OnlineTable:
    """One table; only `evolve` and `played` change it."""

    id: str
    book: Rulebook
    opened: ev.OnlineTableOpened
    at: str
    secret: bytes | None = None
    """Of its dice: known to the server until the end, then to everybody."""
    version: int = 1
    moved: int = 0
    """The version after the last action: what a player who acts must have seen."""
    chairs: list[Chair] = field(default_factory=list)
    game: Game | None = None
    clock: TurnClock = field(init=False)
    limit: TimeLimit = field(init=False)
    steps: list[Step] = field(default_factory=list)
    turns: list[TurnStart] = field(default_factory=list)
    past: deque[PastView] = field(default_factory=deque)
    """Of the turns of the last lap, at tables whose spectators see it late."""
    talk: list[Said] = field(default_factory=list)
    stopped_by: int | None = None
    is_closed: bool = False
    is_abandoned: bool = False
    rematch: str = ""
    told: dict[tuple[int, Viewer, Language], tuple[int, DiaryTurn]] = field(default_factory=dict)
    """Turns in words: the version of the last step in them, and the words."""
    shown: dict[tuple[int, Viewer], Happening] = field(default_factory=dict)
    """Steps as viewers may see them, by version."""

    def __post_init__(self) -> None:
        terms = self.terms
        self.chairs = [Chair(bot) for bot in terms.chairs]
        self.clock = TurnClock(terms.turn_seconds * SECOND, terms.reserve_seconds * SECOND)
        starts = self.book.clock.starts
        self.limit = TimeLimit(
            terms.minutes, terms.laps, starts=starts, now=lambda: self.clock.played / SECOND
        )

    @property
    def terms(self) -> ev.TableTerms:
        """What was chosen when it was opened."""
        return self.opened.terms

    @property
    def stream(self) -> str:
        """Its stream in the log."""
        return f"{PREFIX}{self.id}"

    @property
    def name(self) -> str:
        """The name under which its dice are promised and its record is kept."""
        return f"tavolo {self.id}"

    @property
    def is_ready(self) -> bool:
        """Whether all chairs are taken, and all people ready."""
        return all(chair.bot or (chair.name and chair.is_ready) for chair in self.chairs)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was abandoned."""
        return self.is_closed or (self.game is not None and self.game.is_over)

    @property
    def state(self) -> State:
        """Where the table stands, but for people who are not there."""
        if self.is_over:
            return "over"
        if self.game is None:
            return "ready" if self.is_ready else "waiting"
        return "stopped" if self.stopped_by is not None else "playing"

    @property
    def promise(self) -> Promise:
        """The promise of the dice; the secret is in it once the table is closed."""
        entropy = tuple(chair.word for chair in self.chairs)
        secret = self.secret if self.is_closed else None
        return Promise(self.name, bytes.fromhex(self.opened.commitment), entropy, secret)

    @property
    def players(self) -> tuple[str, ...]:
        """Names by chair for the record: bots of one kind are numbered."""
        met: dict[str, int] = {}
        names = []
        for chair in self.chairs:
            met[chair.bot] = met.get(chair.bot, 0) + 1
            again = f" {met[chair.bot]}" if met[chair.bot] > 1 else ""
            names.append(f"{chair.bot}{again}" if chair.bot else chair.name or "—")
        return tuple(names)

    def shown_name(self, chair: int) -> str | None:
        """The name of a chair on pages, a bot's like a name; None if the chair is free."""
        if self.chairs[chair].bot:
            return self.players[chair].replace(":", " ").capitalize()
        return self.chairs[chair].name or None

    @property
    def people(self) -> list[int]:
        """Chairs of people."""
        return [number for number, chair in enumerate(self.chairs) if chair.name]

    @property
    def is_seated(self) -> bool:
        """Whether the opening dice have turned chairs into seats."""
        return self.game is not None and self.game.position.now[PHASE] > ORDER

    def seat_of(self, chair: int) -> Seat | None:
        """The seat of a chair; None before the opening dice."""
        if self.game is None or not self.is_seated:
            return None
        return Seat(list(self.game.position.chair[: self.game.seats]).index(chair))

    def chair_at(self, seat: Seat) -> int:
        """The chair of a seat."""
        assert self.game is not None
        return self.game.position.chair[seat]

    def chair_of(self, device: str) -> int | None:
        """The chair that this device holds."""
        return next((at for at, chair in enumerate(self.chairs) if device and chair.device == device), None)

    def is_playing(self, chair: int) -> bool:
        """Whether the seat of this chair still takes turns."""
        seat = self.seat_of(chair)
        return self.game is None or seat is None or self.game.position.status[seat] == PLAYING

    def bot_of(self, seat: Seat) -> int | None:
        """The policy that plays this seat; None for a person."""
        bot = self.chairs[self.chair_at(seat)].bot
        return bot_number(bot) if bot else None

    def require_game(self) -> Game:
        """The game in progress; NotPossibleNow before its start and after its end."""
        if self.is_over:
            raise NotNow("table_over")
        if self.game is None:
            raise NotNow("table_waits")
        return self.game

    def record(self) -> Record:
        """The record, with the secret of the dice once it is revealed."""
        assert self.game is not None
        return record_of(self.game, table=self.name, players=self.players, reveal=self.is_closed)

    def steps_until(self, version: int | None = None) -> Sequence[Step]:
        """The actions so far, or up to a version."""
        return self.steps if version is None else [step for step in self.steps if step.version <= version]

    # Folding

    def evolve(self, event: object, version: int, at: str) -> None:
        """Apply the next event of the stream."""
        self.version = version
        match event:
            case ev.ChairTaken(chair, name, device, account):
                self.chairs[chair] = Chair("", name, device, account)
            case ev.ChairMoved(chair, device):
                self.chairs[chair].device = device
            case ev.ChairLeft(chair):
                self.chairs[chair] = Chair("")
            case ev.DiceWordGiven(chair, entropy):
                self.chairs[chair].word = bytes.fromhex(entropy)
            case ev.ReadinessSet(chair, is_ready):
                self.chairs[chair].is_ready = is_ready
            case ev.OnlineGameStarted(luck):
                self.game = started(self, Scripted(_numbers(luck)))
                self._go_on(at, None, "", 0)
            case ev.ActionPlayed(action, luck, spent, reason):
                self._replay(acted_from_text(action), luck, spent, reason, at)
            case _:
                self._note(event, at)

    def _note(self, event: object, at: str) -> None:
        match event:
            case ev.OnlineTableStopped(chair):
                self.stopped_by = chair
            case ev.OnlineTableResumed():
                self.stopped_by = None
            case ev.PhraseSaid(chair, phrase, said):
                self.talk = [*self.talk[1 - MOST_TALK :], Said(chair, at, phrase, said)]
            case ev.CloseAsked(chair):
                self.chairs[chair].asks_to_close = True
            case ev.RematchAnswered(chair, wants):
                self.chairs[chair].rematch = wants
            case ev.RematchOpened(table):
                self.rematch = table
            case ev.OnlineGameClosed(secret, is_abandoned):
                self.secret, self.is_closed = bytes.fromhex(secret) or None, True
                self.is_abandoned = is_abandoned
                self._arm()

    def _replay(self, acted: Acted, luck: Sequence[str], spent: int, reason: Reason, at: str) -> None:
        assert self.game is not None
        before, seat = len(self.game.entries), self.game.to_act
        of_turn = self.game.position.now[PHASE] != DEFENCE
        self.game.chance = Scripted(_numbers(luck))
        self.game.play(acted.action, acted.by)
        self._spend(seat, spent, of_turn=of_turn)
        self._go_on(at, acted.by, reason, before)

    def play(self, acted: Acted, spent: int, at: str, reason: Reason = "") -> ev.ActionPlayed:
        """Play the next action; raises what `Game.play` raises, and changes nothing then.

        The event must be committed before anybody sees the table; if that fails, the table is folded anew.
        """
        game = self.require_game()
        before, seat = len(game.entries), game.to_act
        of_turn = game.position.now[PHASE] != DEFENCE
        if not isinstance(game.chance, Fair):
            raise NotNow("dice_lost")
        game.play(acted.action, acted.by)
        self.version += 1
        self._spend(seat, spent, of_turn=of_turn)
        self._go_on(at, acted.by, reason, before)
        return ev.ActionPlayed(acted_to_text(acted), luck_of(game.entries[before:]), spent, reason)

    def _spend(self, seat: Seat | None, spent: int, *, of_turn: bool) -> None:
        if seat is not None:
            self.clock.spend(seat, spent, of_turn=of_turn)

    def _go_on(self, at: str, by: Seat | None, reason: Reason, before: int) -> None:
        """After an action or the opening: its step, the next clock, the points at the end of a turn."""
        assert self.game is not None
        game = self.game
        now = game.position.now
        entries = game.entries
        is_private = any(type(entry) in CONCERNED for entry in entries[before:])
        step = Step(self.version, at, by, reason, before, len(entries), now[TURN], is_private)
        self.steps.append(step)
        self.moved = self.version
        self.limit.starts_now(game)
        self.clock.follow(now[TURN], game.to_act)
        begun = next((entry for entry in entries[before:] if isinstance(entry, TurnBegan)), None)
        if begun is not None:
            points = tuple(self.points(Seat(seat)) for seat in range(game.seats))
            start = TurnStart(begun.turn, begun.lap, begun.seat, len(self.steps), self.version, points)
            self.turns.append(start)
            self._remember(begun.turn)
        if self.secret is not None:
            self._arm()

    def _remember(self, turn: int) -> None:
        """Keep what the public sees now, until a lap has passed."""
        assert self.game is not None
        if self.is_delayed:
            self.past.append(PastView(turn, self.version, view(self.game, "public").plain()))
            while self.past[0].turn < turn - self.game.seats:
                self.past.popleft()

    @property
    def is_delayed(self) -> bool:
        """Whether spectators see it one lap late."""
        return bool(self.terms.event) and not self.is_over

    def late_view(self) -> PastView | None:
        """What spectators of a delayed table see: one lap ago; None in the first lap."""
        assert self.game is not None
        turn = self.game.position.now[TURN] - self.game.seats
        return next((each for each in reversed(self.past) if each.turn <= turn), None)

    def _arm(self) -> None:
        """Take the next luck from the secret."""
        if self.game is not None and self.secret is not None:
            self.game.chance = Fair(self.name, self.secret, self.promise.entropy)

    def points(self, seat: Seat) -> int:
        """Half points of a seat on the board as it stands, by its own objective."""
        assert self.game is not None
        game = self.game
        return table_points(game.tables, game.position, seat, goal_of(game.tables, game.secrets, seat))


def started(table: OnlineTable, chance: Scripted | Fair) -> Game:
    """The game of a table at its start."""
    return Game.start(table.book, len(table.chairs), chance)


def luck_of(entries: Sequence[Entry]) -> tuple[str, ...]:
    """The luck among these entries, as lines."""
    return tuple(luck_to_text(entry) for entry in entries if isinstance(entry, Luck))


def _numbers(luck: Sequence[str]) -> list[tuple[int, ...]]:
    return [luck_from_text(line).numbers for line in luck]


def events_of(entries: Sequence[Entry]) -> Iterator[Event]:
    """The events among these entries."""
    return (entry for entry in entries if isinstance(entry, Event))


def is_bot_name(name: str) -> bool:
    """Whether a record would take this name for a bot's."""
    return player_of(name.casefold()).bot is not None
