"""What the log keeps of an online table.

No event holds the secret of the dice before `OnlineGameClosed`; each action holds the luck that followed it.
Names and free talk are words that stand outside the log, so that they can be erased.
"""

from dataclasses import dataclass
from typing import Literal

from kamchatka.app.games.online.envelope import Reason
from kamchatka.events import LoggedEvent

Away = Literal["passive", "bot", "wait"]
"""Who plays for a seat that is away: the server passes for it, a bot plays, or everybody waits."""


@dataclass(frozen=True, kw_only=True)
class TableTerms:
    """What was chosen when the table was opened; 0: no such limit."""

    rulebook: str
    digest: str
    """Of the regulation, whose text the table has pinned."""
    pinned: str
    """The digest under which the log keeps that text."""
    chairs: tuple[str, ...]
    """By chair: empty for a person, else a bot by its name."""
    turn_seconds: int = 0
    reserve_seconds: int = 0
    minutes: int = 0
    laps: int = 0
    public: bool = True
    spectators: bool = True
    odds: bool = True
    free_talk: bool = False
    away: Away = "passive"
    event: str = ""
    """The tournament whose table it is, with round and table; empty: none."""
    round: int = 0
    table: int = 0


class OnlineTableOpened(LoggedEvent, subject="tables", words={"title": "person"}):
    """A table was opened, with the promise of its dice."""

    terms: TableTerms
    title: str
    commitment: str
    rematch_of: str = ""


class ChairTaken(LoggedEvent, subject="tables", words={"name": "person"}):
    """A person took a chair."""

    chair: int
    name: str
    device: str
    """An opaque id: the hash of what the browser holds."""
    account: str = ""


class ChairMoved(LoggedEvent, subject="tables"):
    """A person went on from another device."""

    chair: int
    device: str


class ChairLeft(LoggedEvent, subject="tables"):
    """A person left before the start."""

    chair: int


class DiceWordGiven(LoggedEvent, subject="tables"):
    """A person added a word to the dice, in hexadecimal."""

    chair: int
    entropy: str


class ReadinessSet(LoggedEvent, subject="tables"):
    """A person is ready, or not any more."""

    chair: int
    is_ready: bool


class OnlineGameStarted(LoggedEvent, subject="tables"):
    """The game started, with its opening luck."""

    luck: tuple[str, ...]


class ActionPlayed(LoggedEvent, subject="tables"):
    """An action of a seat or of a judge, and the luck that followed it, in notation."""

    action: str
    """With its author: “A passa”, “giudice tempo scaduto”."""
    luck: tuple[str, ...]
    spent: int
    """Milliseconds that the clock of this seat ran before it."""
    reason: Reason = ""


class OnlineTableStopped(LoggedEvent, subject="tables"):
    """A person stopped the game."""

    chair: int


class OnlineTableResumed(LoggedEvent, subject="tables"):
    """A person resumed the game."""

    chair: int


class PhraseSaid(LoggedEvent, subject="tables", words={"said": "person"}):
    """A person said something at the table: a fixed phrase by its code, or free text."""

    chair: int
    phrase: str = ""
    said: str = ""


class CloseAsked(LoggedEvent, subject="tables"):
    """A person wants to abandon the game, which all must want."""

    chair: int


class RematchAnswered(LoggedEvent, subject="tables"):
    """A person wants a rematch, or not."""

    chair: int
    wants: bool


class RematchOpened(LoggedEvent, subject="tables"):
    """The rematch has a table of its own."""

    table: str


class OnlineGameClosed(LoggedEvent, subject="tables"):
    """The game is over, or abandoned: the secret of its dice is revealed."""

    secret: str
    is_abandoned: bool = False
