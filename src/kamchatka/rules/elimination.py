"""Leaving the game: by elimination, by withdrawal, by exclusion."""

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
    """Eliminate the loser if it holds no territory; its cards go where the regulation says."""
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
    """Withdraw the seat: it keeps its territories, which only defend."""
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
    """Exclude the seat (a judge's decision): it counts as the first one out, earlier ones shift by one."""
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
    """Raise the territories of an absent seat to the required minimum of armies."""
    for territory in range(TERRITORIES):
        if pos.owner[territory] == seat:
            missing = tables.withdrawn_minimum_armies - pos.armies[territory]
            if missing > 0:
                add_armies(pos, territory, missing)


def is_decided(tables: Tables, pos: Position) -> bool:
    """Whether no opponent is left, so that the game ends by itself.

    Absent seats with armies on the board are opponents: the remaining seat may attack them or wait for the
    closing dice, so that an early count of points cannot rank it behind those who left.
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
    """Number of seats that still take turns."""
    playing = 0
    for seat in range(pos.now[SEATS_AT_TABLE]):
        if pos.status[seat] == PLAYING:
            playing += 1
    return playing
