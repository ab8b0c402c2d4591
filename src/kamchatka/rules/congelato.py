"""Congelato: a seat with too many single armies keeps its territories but only defends until the end."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count
from kamchatka.rules.cards import put_underneath
from kamchatka.rules.hold import add_armies
from kamchatka.rules.layout import (
    CONGELATO,
    CONGELATO_IN_EXTRA_LAPS,
    LAP,
    LAST_LAP,
    PLAYING,
    STRONG,
    TERRITORIES,
    Position,
    Secrets,
)


def is_spread_thin(tables: Tables, pos: Position, seat: int) -> bool:
    """Whether the seat holds enough single-army territories to be frozen."""
    if tables.congelato_from == 0 or pos.status[seat] != PLAYING:
        return False
    return count(pos.owned[seat] & ~pos.masks[STRONG]) >= tables.congelato_from


def freeze(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """Freeze the seat: raise its thin territories to the minimum, put its cards under the deck."""
    in_extra_laps = pos.now[LAST_LAP] > 0 and pos.now[LAP] > pos.now[LAST_LAP]
    pos.status[seat] = CONGELATO_IN_EXTRA_LAPS if in_extra_laps else CONGELATO
    for territory in range(TERRITORIES):
        if pos.owner[territory] == seat:
            missing = tables.congelato_raise_to - pos.armies[territory]
            if missing > 0 and (pos.armies[territory] == 1 or tables.congelato_raises_all):
                add_armies(pos, territory, missing)
    put_underneath(pos, secrets, seat)
