"""Leaving the game: by losing everything, by withdrawing, by exclusion."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.cards import discard_hand, put_underneath, remove_hand, take_hand
from kamchatka.rules.hold import add_armies
from kamchatka.rules.layout import (
    ELIMINATED,
    EXCLUDED,
    NEUTRAL,
    OUT_COUNT,
    PLAYING,
    SEATS_AT_TABLE,
    TERRITORIES,
    WITHDRAWN,
    Position,
    Secrets,
)

HAND_WAITS = 0
HAND_UNDERNEATH = 1


def eliminate_if_empty(tables: Tables, pos: Position, secrets: Secrets, loser: int, conqueror: int) -> bool:
    """If the loser holds no territory any more it is out, and its cards go where the regulation says."""
    if loser == NEUTRAL or pos.owned[loser] != 0:
        return False
    if tables.eliminated_cards_taken:
        take_hand(pos, secrets, loser, conqueror)
    else:
        put_underneath(pos, secrets, loser)
    if pos.out_order[loser] == 0:
        pos.now[OUT_COUNT] += 1
        pos.out_order[loser] = pos.now[OUT_COUNT]
    if pos.status[loser] != EXCLUDED:
        pos.status[loser] = ELIMINATED
    return True


def withdraw(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """The seat leaves: its territories stay, in its name, and only defend."""
    pos.status[seat] = WITHDRAWN
    raise_armies(tables, pos, seat)
    if tables.withdrawn_hand == HAND_UNDERNEATH:
        put_underneath(pos, secrets, seat)
    elif tables.withdrawn_hand != HAND_WAITS:
        remove_hand(pos, secrets, seat)
    if tables.withdrawn_counts_eliminated:
        pos.now[OUT_COUNT] += 1
        pos.out_order[seat] = pos.now[OUT_COUNT]


def exclude(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """A judge excludes the seat: it counts as the first eliminated, earlier ones shift by one."""
    pos.status[seat] = EXCLUDED
    raise_armies(tables, pos, seat)
    if tables.withdrawn_hand == HAND_UNDERNEATH:
        put_underneath(pos, secrets, seat)
    else:
        discard_hand(pos, secrets, seat)
    pos.now[OUT_COUNT] += 1
    if not tables.exclusion_rank_shared:
        for other in range(pos.now[SEATS_AT_TABLE]):
            if pos.out_order[other] > 0:
                pos.out_order[other] += 1
    pos.out_order[seat] = 1


def raise_armies(tables: Tables, pos: Position, seat: int) -> None:
    """Bring the territories of an absent seat up to the least armies they must have."""
    for territory in range(TERRITORIES):
        if pos.owner[territory] == seat:
            missing = tables.withdrawn_minimum_armies - pos.armies[territory]
            if missing > 0:
                add_armies(pos, territory, missing)


def is_decided(tables: Tables, pos: Position) -> bool:
    """Whether nobody is left to play against, so that the game ends by itself.

    Absent seats whose armies still stand are opponents: the one who stayed may attack them or wait for the
    closing dice, and is not put behind those who left by points counted too early.
    """
    playing = seats_playing(pos)
    if playing > 1:
        return False
    if playing == 0 or tables.lone_seat_counted:
        return True
    on_board = 0
    for seat in range(pos.now[SEATS_AT_TABLE]):
        if pos.owned[seat] != 0:
            on_board += 1
    return on_board == 1


def seats_playing(pos: Position) -> int:
    """How many seats still take turns."""
    playing = 0
    for seat in range(pos.now[SEATS_AT_TABLE]):
        if pos.status[seat] == PLAYING:
            playing += 1
    return playing
