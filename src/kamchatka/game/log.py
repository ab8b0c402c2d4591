"""The log of a game: actions, luck, events, and a digest after each turn."""

import hashlib
from dataclasses import dataclass

from kamchatka.game.actions import Action
from kamchatka.game.chance import Luck
from kamchatka.game.events import Event
from kamchatka.ids import Seat
from kamchatka.rules.layout import (
    CLOSING_ROUND,
    DISCARD,
    ENDING,
    LAP,
    LAST_LAP,
    PHASE,
    SEAT,
    SEATS_AT_TABLE,
    TURN,
    Position,
    Secrets,
)


@dataclass(frozen=True)
class Acted:
    """An accepted action and its actor (None: a judge)."""

    by: Seat | None
    action: Action


@dataclass(frozen=True)
class TurnClosed:
    """The digest of all public and hidden state at the end of this turn."""

    turn: int
    digest: str


@dataclass(frozen=True)
class Rewound:
    """A typing error crossed out by the record keeper of a real table: the removed lines."""

    lines: tuple[str, ...]


Entry = Acted | Luck | Event | TurnClosed | Rewound


def state_digest(pos: Position, secrets: Secrets) -> str:
    """SHA-256 of the facts of a table, listed by name, so that cells added later do not change it."""
    cells = (PHASE, SEATS_AT_TABLE, SEAT, LAP, TURN, LAST_LAP, CLOSING_ROUND, ENDING)
    facts = (
        [pos.now[cell] for cell in cells],
        [list(row) for row in (pos.owner, pos.armies, pos.hand, pos.status, pos.out_order, pos.place)],
        [pos.masks[DISCARD], *secrets.hands, *secrets.piles, *secrets.gone, *secrets.objective],
    )
    return hashlib.sha256(repr(facts).encode("ascii")).hexdigest()
