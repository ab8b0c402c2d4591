"""What a ruling does, as plain data: the table acts on some kinds, keeps and shows the others."""

from dataclasses import dataclass
from typing import Literal

from kamchatka.ids import ClauseId

Scope = Literal["game", "next-game", "evening", "tournament"]
"""How long an effect is remembered; beyond the game it waits for the next table of whoever it hits."""


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One consequence of a ruling."""

    kind: str
    """Such as `remove-armies`, `army-limit`, `lose-card`, `warning`, `excluded`."""
    seat: str = ""
    """Whom it hits: somebody's id at a live table."""
    armies: int = 0
    limit: int = 0
    cards: int = 0
    count: int = 0
    seconds: int = 0
    points: int = 0
    scope: Scope = "game"
    clauses: tuple[ClauseId, ...] = ()


LEAVING = ("eliminated", "withdrawn", "excluded", "congelato")
"""Kinds after which a seat takes no more turns."""
TURN_ENDS = "turn-ends"
TURN_LIMIT = "turn-limit"
LOST_ROLL = "closing-roll-lost"
IN_TOURNAMENT = ("tournament-exclusion", "penalty-points")
"""Kinds that reach beyond the table: the tournament records them too."""
DISCIPLINE = (
    *("warning", "lose-card", "army-limit", "turn-ends", "excluded", "eliminated", "congelato"),
    *("defence-roller-attacker", *IN_TOURNAMENT),
)
"""Kinds that only the official judge may decide (000-2j)."""
