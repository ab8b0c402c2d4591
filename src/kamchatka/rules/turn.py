"""From one turn to the next: its start, the card, the closing roll, the next seat."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.cards import refresh_deck, settle_cards_due
from kamchatka.rules.congelato import freeze, is_spread_thin
from kamchatka.rules.elimination import is_decided
from kamchatka.rules.ending import open_slot, rolls_though_congelata
from kamchatka.rules.layout import (
    BY_BOUND,
    BY_OBJECTIVE,
    CARD,
    CARD_LEFT_BY,
    CARDS_LEFT,
    CARDS_TO_TAKE,
    CLOSING,
    CLOSING_CHOICE,
    CLOSING_SLOT,
    CONQUESTS,
    DECK_SIZE,
    ENDING,
    FIRST_SEAT,
    FROM,
    HAS_PLACED,
    LAP,
    LAST_SEAT,
    MOST_LAPS,
    MOVES_MADE,
    NOBODY,
    OVER,
    PHASE,
    PLAYING,
    REINFORCEMENT,
    RETURN_PHASE,
    ROLL_OFF,
    ROLLING,
    SEAT,
    SEATS_AT_TABLE,
    STARTED_EXCHANGE_WITH,
    TAKEN_BACK,
    TO,
    TO_PLACE,
    TRIS_PLAYED,
    TURN,
    WINNER,
    WITHDRAWN,
    Position,
    Secrets,
)
from kamchatka.rules.places import place_seats
from kamchatka.rules.reinforcement import forget_placed, receive, reinforcements_due
from kamchatka.rules.victory import has_won


def first_turn(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Start lap 1 with the first seat."""
    pos.now[LAP] = 1
    begin_turn(tables, pos, secrets, 0)


def begin_turn(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """Start the seat's turn with its reinforcements; a goal already reached wins at once."""
    pos.now[SEAT] = seat
    pos.now[TURN] += 1
    pos.now[PHASE] = REINFORCEMENT
    for cell in (HAS_PLACED, TRIS_PLAYED, TAKEN_BACK, CONQUESTS, MOVES_MADE, TO_PLACE, STARTED_EXCHANGE_WITH):
        pos.now[cell] = 0
    pos.now[FROM] = NOBODY
    pos.now[TO] = NOBODY
    forget_placed(pos)
    if has_won(tables, pos, secrets, seat):
        end_game(tables, pos, secrets, BY_OBJECTIVE, seat)
        return
    receive(pos, reinforcements_due(tables, pos, seat))


def end_turn(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """End the turn: the earned card, then the closing roll, then the next seat."""
    settle_cards_due(tables, pos, pos.now[SEAT])
    go_on_after_turn(tables, pos, secrets)


def pass_without_card(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """End the turn without the earned cards: the seat may still take them for a while."""
    settle_cards_due(tables, pos, pos.now[SEAT])
    if pos.now[CARDS_TO_TAKE] > 0 and tables.late_card > 0:
        pos.now[CARD_LEFT_BY] = pos.now[SEAT] + 1
        pos.now[CARDS_LEFT] = pos.now[CARDS_TO_TAKE]
    pos.now[CARDS_TO_TAKE] = 0
    go_on_after_turn(tables, pos, secrets)


def go_on_after_turn(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Take the cards due, one at a time, then close the turn."""
    if pos.now[CARDS_TO_TAKE] > 0:
        refresh_deck(pos, secrets)
        if pos.now[DECK_SIZE] > 0:
            pos.now[PHASE] = CARD
            pos.now[RETURN_PHASE] = NOBODY
            return
        pos.now[CARDS_TO_TAKE] = 0
    pos.last_turn[pos.now[SEAT]] = pos.now[TURN]
    if not tables.congelato_after_roll and freeze_if_thin(tables, pos, secrets):
        return
    close_slot(tables, pos, secrets, pos.now[SEAT])


def freeze_if_thin(tables: Tables, pos: Position, secrets: Secrets) -> bool:
    """Freeze the seat that ends its turn if it spread too thin; returns whether that ended the game."""
    seat = pos.now[SEAT]
    if not is_spread_thin(tables, pos, seat):
        return False
    freeze(tables, pos, secrets, seat)
    if pos.now[CARD_LEFT_BY] == seat + 1:
        pos.now[CARD_LEFT_BY] = 0
    return end_if_decided(tables, pos, secrets)


def close_slot(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """Request the closing roll of this seat if it has one; otherwise go on to the next seat."""
    pos.now[CLOSING_SLOT] = seat
    if open_slot(tables, pos, seat):
        chooses = pos.status[seat] == PLAYING or rolls_though_congelata(pos, seat)
        pos.now[PHASE] = CLOSING_CHOICE if tables.closing_optional and chooses else CLOSING
    else:
        next_seat(tables, pos, secrets)


def next_seat(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Go on from the slot just closed: to the next seat that plays, or to an absent seat's closing roll."""
    seats = pos.now[SEATS_AT_TABLE]
    seat = pos.now[CLOSING_SLOT]
    if tables.congelato_after_roll and freeze_if_thin(tables, pos, secrets):
        return
    for _ in range(seats):
        seat = (seat + 1) % seats
        if seat == pos.now[FIRST_SEAT]:
            pos.now[LAP] += 1
            if pos.now[LAP] > MOST_LAPS:
                end_game(tables, pos, secrets, BY_BOUND, NOBODY)
                return
        if pos.status[seat] == PLAYING:
            begin_turn(tables, pos, secrets, seat)
            return
        if pos.status[seat] == WITHDRAWN and tables.withdrawn_closing_rolls and pos.owned[seat] != 0:
            pos.now[CLOSING_SLOT] = seat
            if open_slot(tables, pos, seat):
                pos.now[PHASE] = CLOSING
                return


def end_if_decided(tables: Tables, pos: Position, secrets: Secrets) -> bool:
    """End and count the game if no opponent is left; returns whether it did."""
    if not is_decided(tables, pos):
        return False
    end_game(tables, pos, secrets, LAST_SEAT, NOBODY)
    return True


def end_game(tables: Tables, pos: Position, secrets: Secrets, ending: int, winner: int) -> None:
    """End the game: record why, place the seats, let ties that only dice can break be rolled off."""
    pos.now[ENDING] = ending
    pos.now[WINNER] = winner
    pos.now[CARDS_TO_TAKE] = 0
    pos.now[CARD_LEFT_BY] = 0
    for seat in range(pos.now[SEATS_AT_TABLE]):
        pos.rolls[seat] = 0
    settle_places(tables, pos, secrets)


def settle_places(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Place the seats; the game is over when no seat has to roll off."""
    place_seats(tables, pos, secrets)
    pos.now[PHASE] = ROLL_OFF if pos.now[ROLLING] else OVER
