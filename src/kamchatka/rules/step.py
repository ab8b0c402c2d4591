"""The core's entry points: who acts, the awaited luck, applying a move, applying luck.

`apply` trusts that `legality.check` allowed the move; `apply_luck` takes a number from 0 to
`luck_outcomes` - 1, each equally likely.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count
from kamchatka.rules.cards import refresh_deck, take_card
from kamchatka.rules.combat import THROWS, declare_attack, fight
from kamchatka.rules.congelato import freeze
from kamchatka.rules.conquest import advance, occupy
from kamchatka.rules.deal import deal_unseen_card
from kamchatka.rules.elimination import eliminate_if_empty, exclude, is_decided, withdraw
from kamchatka.rules.ending import closes, expire, has_slot, total_of
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import (
    ADVANCE,
    ATTACK_DICE,
    BATTLE,
    BY_CLOSING,
    BY_JUDGE,
    BY_OBJECTIVE,
    CARD,
    CARD_LEFT_BY,
    CARDS_LEFT,
    CARDS_TO_TAKE,
    CLOSING,
    CLOSING_CHOICE,
    CLOSING_ROUND,
    CLOSING_SLOT,
    COMBAT,
    DEAL,
    DECK_SIZE,
    DEFENCE,
    DEFENCE_DICE,
    LAST_SEAT,
    MOST_ADVANCE,
    NOBODY,
    OBJECTIVES,
    ORDER,
    OVER,
    PHASE,
    PLACEMENT,
    RETURN_PHASE,
    ROLL_OFF,
    ROLLING,
    SEAT,
    SEATS_AT_TABLE,
    TO,
    TO_PLACE,
    Position,
    Secrets,
)
from kamchatka.rules.movement import make_move, undo_move
from kamchatka.rules.moves import (
    ADVANCE_WITH,
    ATTACK,
    COLOUR,
    COME_LATE,
    CORRECT,
    DEFEND,
    END_GAME,
    END_TURN,
    EXCLUDE,
    FREEZE,
    LATE_CARD,
    MOVE,
    PASS_WITHOUT_CARD,
    PICK,
    PLACE,
    PLACE_FIRST,
    ROLL,
    STRIP,
    TAKE_BACK,
    TIME_EXPIRED,
    TRIS,
    UNDO_MOVE,
    WITHDRAW,
    first_of,
    kind_of,
    number_of,
    second_of,
)
from kamchatka.rules.opening import refine, still_rolling, take_seats
from kamchatka.rules.reinforcement import end_reinforcement, forget_placed, place, take_back
from kamchatka.rules.setup import (
    after_colours,
    begin_colours,
    come_late,
    declare_strip,
    go_on_dealing,
    objective_outcomes,
    pick,
    place_first,
    take_objective,
)
from kamchatka.rules.tris import play_tris
from kamchatka.rules.turn import (
    close_slot,
    end_game,
    end_if_decided,
    end_turn,
    first_turn,
    go_on_after_turn,
    next_seat,
    pass_without_card,
    settle_places,
)
from kamchatka.rules.victory import has_won

LATE_CARD_UNTIL_PLACED = 1
LATE_CARD_UNTIL_ATTACK = 2


def to_act(pos: Position) -> int:
    """The seat that must decide now; NOBODY while luck is awaited and after the end."""
    phase = pos.now[PHASE]
    if phase == DEFENCE:
        return pos.owner[pos.now[TO]]
    if phase == CLOSING_CHOICE:
        return pos.now[CLOSING_SLOT]
    if phase in (ORDER, OBJECTIVES, DEAL, BATTLE, CARD, CLOSING, ROLL_OFF, OVER):
        return NOBODY
    return pos.now[SEAT]


def luck_dice(tables: Tables, pos: Position) -> int:
    """Number of dice awaited; 0 if luck is needed for something else, or not at all."""
    phase = pos.now[PHASE]
    if phase == BATTLE:
        return pos.now[ATTACK_DICE] + pos.now[DEFENCE_DICE]
    if phase in (ORDER, ROLL_OFF):
        return count(pos.now[ROLLING])
    return tables.closing_dice if phase == CLOSING else 0


def luck_outcomes(tables: Tables, pos: Position, secrets: Secrets) -> int:
    """Number of equally likely outcomes of the awaited luck; 0 if a seat decides or the game is over."""
    phase = pos.now[PHASE]
    dice = luck_dice(tables, pos)
    if dice > 0:
        return THROWS[dice]
    if phase in (DEAL, CARD):
        return count(secrets.piles[0])
    return objective_outcomes(tables, pos, secrets) if phase == OBJECTIVES else 0


def apply_luck(tables: Tables, pos: Position, secrets: Secrets, outcome: int) -> None:
    """Apply the outcome of luck."""
    phase = pos.now[PHASE]
    if phase == BATTLE:
        resolve_battle(tables, pos, secrets, outcome)
    elif phase == CARD:
        resolve_card(tables, pos, secrets, outcome)
    elif phase == CLOSING:
        resolve_closing(tables, pos, secrets, outcome)
    elif phase == DEAL:
        deal_unseen_card(tables, pos, secrets, outcome)
        go_on_dealing(tables, pos, secrets)
        start_if_nothing_to_place(tables, pos, secrets)
    elif phase == OBJECTIVES:
        take_objective(tables, pos, secrets, outcome)
        start_if_nothing_to_place(tables, pos, secrets)
    elif phase == ORDER:
        refine(pos, pos.now[ROLLING], outcome)
        pos.now[ROLLING] = still_rolling(tables, pos)
        if pos.now[ROLLING] == 0:
            take_seats(tables, pos)
            begin_colours(pos)
    elif phase == ROLL_OFF:
        refine(pos, pos.now[ROLLING], outcome)
        settle_places(tables, pos, secrets)


def start_if_nothing_to_place(tables: Tables, pos: Position, secrets: Secrets) -> None:
    """Start the first turn at once if no seat has initial armies to place."""
    if pos.now[PHASE] == PLACEMENT and pos.to_place[pos.now[SEAT]] == 0:
        first_turn(tables, pos, secrets)


def resolve_battle(tables: Tables, pos: Position, secrets: Secrets, throw: int) -> None:
    """Apply the battle dice: losses, perhaps a conquest, an elimination, a victory."""
    pos.now[PHASE] = COMBAT
    if not fight(pos, throw):
        return
    loser = occupy(tables, pos)
    seat = pos.now[SEAT]
    eliminated = eliminate_if_empty(tables, pos, secrets, loser, seat)
    if has_won(tables, pos, secrets, seat):
        end_game(tables, pos, secrets, BY_OBJECTIVE, seat)
    elif eliminated and is_decided(tables, pos):
        end_game(tables, pos, secrets, LAST_SEAT, NOBODY)
    elif pos.now[MOST_ADVANCE] > 0:
        pos.now[PHASE] = ADVANCE


def resolve_card(tables: Tables, pos: Position, secrets: Secrets, which: int) -> None:
    """Take the card: for the seat that ends its turn, or late for one that left it."""
    late = pos.now[RETURN_PHASE] != NOBODY
    taker = pos.now[CARD_LEFT_BY] - 1 if late else pos.now[SEAT]
    take_card(pos, secrets, taker, which)
    pos.now[CARDS_TO_TAKE] -= 1
    if not late:
        go_on_after_turn(tables, pos, secrets)
        return
    if pos.now[CARDS_TO_TAKE] > 0:
        refresh_deck(pos, secrets)
        if pos.now[DECK_SIZE] > 0:
            return
    pos.now[CARD_LEFT_BY] = 0
    pos.now[PHASE] = pos.now[RETURN_PHASE]
    pos.now[RETURN_PHASE] = NOBODY


def resolve_closing(tables: Tables, pos: Position, secrets: Secrets, throw: int) -> None:
    """Apply the closing dice: the game ends or the next seat plays."""
    if closes(tables, pos.now[CLOSING_ROUND], total_of(tables, throw)):
        end_game(tables, pos, secrets, BY_CLOSING, NOBODY)
    else:
        next_seat(tables, pos, secrets)


def apply(tables: Tables, pos: Position, secrets: Secrets, coded: int) -> None:
    """Apply a legal move."""
    kind = kind_of(coded)
    a, b, n = first_of(coded), second_of(coded), number_of(coded)
    if kind >= LATE_CARD:
        apply_from_outside(tables, pos, secrets, kind, a, b, n)
        return
    if pos.now[CARD_LEFT_BY] > 0:
        forget_late_card(tables, pos, kind, n)
    if kind == PLACE:
        place(pos, a, n)
    elif kind == ATTACK:
        end_reinforcement(pos)
        declare_attack(tables, pos, a, b, n)
    elif kind == ADVANCE_WITH:
        advance(pos, n)
        pos.now[PHASE] = COMBAT
    elif kind == END_TURN:
        end_turn(tables, pos, secrets)
    elif kind == MOVE:
        end_reinforcement(pos)
        make_move(tables, pos, a, b, n)
    elif kind == TRIS:
        play_tris(tables, pos, secrets, a, b, n)
    elif kind == TAKE_BACK:
        take_back(pos, a, n)
    elif kind == DEFEND:
        pos.now[DEFENCE_DICE] = n
        pos.now[PHASE] = BATTLE
    elif kind == UNDO_MOVE:
        undo_move(pos)
    elif kind == PASS_WITHOUT_CARD:
        pass_without_card(tables, pos, secrets)
    else:
        apply_before_play(tables, pos, secrets, kind, a, n)


def apply_before_play(tables: Tables, pos: Position, secrets: Secrets, kind: int, a: int, n: int) -> None:
    """Apply moves of the setup, and the choice to roll the closing dice."""
    if kind == PLACE_FIRST:
        if place_first(tables, pos, a, n):
            first_turn(tables, pos, secrets)
    elif kind == PICK:
        pick(tables, pos, secrets, a)
        start_if_nothing_to_place(tables, pos, secrets)
    elif kind == STRIP:
        declare_strip(tables, pos, secrets, a)
    elif kind == COLOUR:
        pos.colour[pos.now[SEAT]] = a
        pos.now[SEAT] += 1
        if pos.now[SEAT] == pos.now[SEATS_AT_TABLE]:
            after_colours(tables, pos, secrets)
    elif kind == ROLL:
        if n == 1:
            pos.now[PHASE] = CLOSING
        else:
            next_seat(tables, pos, secrets)


def apply_from_outside(
    tables: Tables, pos: Position, secrets: Secrets, kind: int, a: int, b: int, n: int
) -> None:
    """Apply the late card and judges' decisions."""
    if kind == LATE_CARD:
        refresh_deck(pos, secrets)
        pos.now[CARDS_TO_TAKE] = pos.now[CARDS_LEFT]
        pos.now[RETURN_PHASE] = pos.now[PHASE]
        pos.now[PHASE] = CARD
    elif kind == TIME_EXPIRED:
        expire(tables, pos)
    elif kind == CORRECT:
        hand_over(pos, a, b)
        add_armies(pos, a, n - pos.armies[a])
    elif kind == WITHDRAW:
        withdraw(tables, pos, secrets, a)
        leave_table(tables, pos, secrets, a)
    elif kind == EXCLUDE:
        exclude(tables, pos, secrets, a)
        leave_table(tables, pos, secrets, a)
    elif kind == FREEZE:
        freeze(tables, pos, secrets, a)
        leave_table(tables, pos, secrets, a)
    elif kind == END_GAME:
        end_game(tables, pos, secrets, BY_JUDGE, NOBODY)
    elif kind == COME_LATE:
        come_late(tables, pos, a)


def leave_table(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> None:
    """End the unfinished turn of a seat that left; luck awaited for it is void."""
    if end_if_decided(tables, pos, secrets):
        return
    if pos.now[CARD_LEFT_BY] == seat + 1:
        pos.now[CARD_LEFT_BY] = 0
        if pos.now[PHASE] == CARD and pos.now[RETURN_PHASE] != NOBODY:
            pos.now[PHASE] = pos.now[RETURN_PHASE]
            pos.now[RETURN_PHASE] = NOBODY
    if pos.now[PHASE] == DEFENCE and pos.owner[pos.now[TO]] == seat:
        pos.now[PHASE] = BATTLE
    elif pos.now[SEAT] == seat and pos.now[PHASE] not in (CLOSING, CLOSING_CHOICE):
        pos.now[CARDS_TO_TAKE] = 0
        forget_placed(pos)
        close_slot(tables, pos, secrets, seat)
    elif pos.now[CLOSING_SLOT] == seat and closing_roll_is_void(tables, pos, seat):
        next_seat(tables, pos, secrets)


def closing_roll_is_void(tables: Tables, pos: Position, seat: int) -> bool:
    """Whether the closing roll of a seat that left is dropped; others roll for an absent seat."""
    if pos.now[PHASE] == CLOSING:
        return not tables.closing_once_a_lap and not has_slot(tables, pos, seat)
    return pos.now[PHASE] == CLOSING_CHOICE


def forget_late_card(tables: Tables, pos: Position, kind: int, n: int) -> None:
    """End the right to a card left on the deck if this move continues the next seat's turn."""
    if pos.now[CARD_LEFT_BY] == pos.now[SEAT] + 1:
        return
    gone_on = kind in (ATTACK, MOVE, END_TURN, PASS_WITHOUT_CARD)
    if tables.late_card == LATE_CARD_UNTIL_ATTACK:
        gone_on = kind in (ATTACK, END_TURN, PASS_WITHOUT_CARD)
    elif kind == PLACE and n == pos.now[TO_PLACE]:
        gone_on = True
    if gone_on:
        pos.now[CARD_LEFT_BY] = 0
