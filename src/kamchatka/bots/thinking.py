"""Bots that think: an answer takes thousands of playouts, so it is asked for outside the loops of games."""

from collections.abc import Callable

from kamchatka.bots import GENERALE
from kamchatka.bots.generale import decide_as_generale
from kamchatka.bots.notes import LAPS, Notes, new_notes
from kamchatka.bots.study import Dealt, new_study
from kamchatka.bots.weighing import begin_notes
from kamchatka.rulebook.tables import tables_over
from kamchatka.rules.layout import SEATS, Position, new_position, new_secrets

PLAYOUTS = 160
"""Playouts for each candidate of generale, on average."""

Thinker = Callable[[Position, int, int, Notes, int], int]
"""From the position, a seat's own hand and objective card, the game's notes and a stream to its move."""


def thinks(bot: int) -> bool:
    """Whether this bot is asked through a Thinker."""
    return bot >= GENERALE


def interpreted_thinker(packed: bytes, playouts: int = PLAYOUTS) -> Thinker:
    """Generale as plain Python, for games under these tables: minutes for a move."""
    tables, own, study = tables_over(packed), new_notes(packed), new_study(playouts)
    room, dealt = new_position(), Dealt(new_secrets())

    def think(pos: Position, hand: int, card: int, notes: Notes, state: int) -> int:
        remember(own, notes)
        _, coded = decide_as_generale(tables, pos, hand, card, state, own, study, room, dealt)
        return coded

    return think


def remember(own: Notes, notes: Notes) -> None:
    """Take over what the game's notes say, and forget the last position."""
    begin_notes(own, notes.cell[LAPS])
    for seat in range(SEATS):
        own.conquered[seat] = notes.conquered[seat]
