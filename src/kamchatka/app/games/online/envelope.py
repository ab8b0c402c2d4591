"""What one viewer gets of a table: `{version, view, table}`; docs/online.md shows it as JSON.

Every field is put there one by one, for this viewer. What is unknown or hidden is None.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from kamchatka.game.codec import Plain

State = Literal["waiting", "ready", "playing", "stopped", "over"]
"""`ready`: all chairs are taken and everybody is ready, so the game can start."""
Reason = Literal["", "bot", "time", "away", "defence", "judge"]
"""Who chose an action: the player, a bot, a judge, or the server: no time, nobody there."""


@dataclass(frozen=True)
class Me:
    """The viewer's own place; spectators have none."""

    chair: int
    seat: str | None
    """None before the opening dice turned chairs into seats."""


@dataclass(frozen=True, kw_only=True)
class PlayerView:
    """One chair; `name` is None while the chair is free."""

    chair: int
    seat: str | None
    name: str | None
    bot: str | None
    grade: str | None
    """What the bot's grade means, in words."""
    is_me: bool
    connected: bool
    since: str | None
    """When it was connected or disconnected last."""
    away: bool
    """Whether the server plays for it at present."""
    word: str | None
    """The word for the dice as hexadecimal, once it is given."""
    ready: bool
    rematch: bool | None


@dataclass(frozen=True, kw_only=True)
class ClockView:
    """The time of whoever must act; seconds. The page counts from `server_now` to `expires_at`."""

    server_now: str
    laps: int
    """Laps after which time is over; 0: no such limit."""
    seat: str | None = None
    running: bool = False
    turn_left: float | None = None
    reserve_left: Mapping[str, float] = field(default_factory=dict)
    expires_at: str | None = None
    minutes_left: float | None = None


@dataclass(frozen=True)
class Say:
    """The command for this viewer now: code, sentence, and the codes of its buttons, the primary first."""

    code: str
    sentence: str
    detail: str
    buttons: tuple[str, ...]


@dataclass(frozen=True)
class AttackView:
    """An attack that the viewer may choose; odds are None where the table hides them."""

    action: str
    source: str
    target: str
    least: int
    most: int
    win: float | None
    losses: tuple[float, float] | None
    """Mean losses of attacker and defender, fought to the end."""
    proposed: bool
    """Whether this is the source proposed for its target."""
    suggested: int | None
    """Its place among at most four suggestions, from 1."""


@dataclass(frozen=True)
class RefusalView:
    """Why something is refused."""

    code: str
    clause: str
    message: str


@dataclass(frozen=True)
class TrisView:
    """A tris in the viewer's hand, what it brings, and why it cannot be played now."""

    cards: tuple[str, ...]
    armies: int
    action: str
    why_not: RefusalView | None


@dataclass(frozen=True)
class ReinforcementView:
    """The reinforcements of the seat in turn, term by term."""

    armies: int
    terms: tuple[str, ...]


@dataclass(frozen=True)
class GoalView:
    """The viewer's objective; `points` and `of` in half points."""

    id: str | None
    title: str
    territories: tuple[str, ...]
    held: int
    points: int
    of: int


@dataclass(frozen=True)
class ClosingView:
    """The closing dice of the turn: the totals that end the game, and how many of the ways give one."""

    round: int
    dice: int
    totals: tuple[int, ...]
    ways: int
    among: int
    excused: bool


@dataclass(frozen=True)
class Happening:
    """One action with its events as this viewer may see them."""

    version: int
    by: str | None
    """None: the opening of the game."""
    reason: Reason
    events: tuple[dict[str, Plain], ...]


@dataclass(frozen=True)
class DiaryTurn:
    """A turn in sentences; turn 0 is the preparation."""

    turn: int
    lap: int
    seat: str | None
    at: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class SinceView:
    """What happened to the viewer's seat since the version that the page showed last."""

    version: int
    turns: int
    lost: tuple[str, ...]
    taken: tuple[str, ...]
    points_before: int
    points: int
    lines: tuple[str, ...]


@dataclass(frozen=True)
class TalkLine:
    """Something said at the table."""

    chair: int
    at: str
    text: str


@dataclass(frozen=True)
class PromiseView:
    """The promise of the dice; `secret` is None until the game is over."""

    table: str
    commitment: str
    entropy: tuple[str, ...]
    secret: str | None


@dataclass(frozen=True, kw_only=True)
class TermsView:
    """What was agreed when the table was opened."""

    rulebook: str
    title: str
    digest: str
    turn_seconds: int
    reserve_seconds: int
    minutes: int
    laps: int
    moves_any_time: bool
    """Whether a seat may attack again after its strategic move."""
    public: bool
    spectators: bool
    odds: bool
    free_talk: bool
    away: str
    event: str | None


@dataclass(frozen=True, kw_only=True)
class TableView:
    """Everything of a table but the board."""

    id: str
    code: str
    """The short code to join, while the table waits; also the beginning of the private link."""
    name: str
    state: State
    stopped_because: str | None
    """`no_people`, or the name of who stopped it."""
    me: Me | None
    terms: TermsView
    players: tuple[PlayerView, ...]
    clock: ClockView
    say: Say = Say("", "", "", ())
    attacks: tuple[AttackView, ...] = ()
    tris: tuple[TrisView, ...] = ()
    reinforcement: ReinforcementView | None = None
    goal: GoalView | None = None
    continents: tuple[tuple[str, str | None], ...] = ()
    """Each continent with the seat that holds all of it."""
    closing: ClosingView | None = None
    happened: tuple[Happening, ...] = ()
    diary: tuple[DiaryTurn, ...] = ()
    since: SinceView | None = None
    talk: tuple[TalkLine, ...]
    phrases: tuple[tuple[str, str], ...]
    """The fixed phrases that the viewer may say: code and text."""
    watchers: int
    promise: PromiseView
    rematch: str | None
    """The id of the table where the rematch is played."""
    replay: str | None
    """The address of the replay, once the game is over."""
    delayed: bool = False
    """Whether this view is one lap late, as for spectators of an event's table."""


@dataclass(frozen=True)
class Envelope:
    """The whole table for one viewer; `view` is None before the game starts."""

    version: int
    view: dict[str, Plain] | None
    table: TableView
