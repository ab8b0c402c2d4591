"""The log of a game: what was wanted, what luck said, what happened, how each turn left the table."""

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
    """An action that was allowed, and whose it was (None: a judge's)."""

    by: Seat | None
    action: Action


@dataclass(frozen=True)
class TurnClosed:
    """The digest of everything on the table and hidden as this turn gave way to the next, or to the end."""

    turn: int
    digest: str


@dataclass(frozen=True)
class Rewound:
    """Whoever keeps the record of a real table crossed out a slip of typing: the lines that stood there."""

    lines: tuple[str, ...]


Entry = Acted | Luck | Event | TurnClosed | Rewound


def state_digest(pos: Position, secrets: Secrets) -> str:
    """SHA-256 of the facts of a table, named one by one: cells added later do not change it."""
    cells = (PHASE, SEATS_AT_TABLE, SEAT, LAP, TURN, LAST_LAP, CLOSING_ROUND, ENDING)
    facts = (
        [pos.now[cell] for cell in cells],
        [list(row) for row in (pos.owner, pos.armies, pos.hand, pos.status, pos.out_order, pos.place)],
        [pos.masks[DISCARD], *secrets.hands, *secrets.piles, *secrets.gone, *secrets.objective],
    )
    return hashlib.sha256(repr(facts).encode("ascii")).hexdigest()
