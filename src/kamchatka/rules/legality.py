"""The legal moves: `check` returns why a move is refused, `list_moves` lists all legal ones."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count, lowest
from kamchatka.rules.combat import check_attack, is_superior, least_attack_dice, most_attack_dice
from kamchatka.rules.layout import (
    ADVANCE,
    CARD,
    CARD_LEFT_BY,
    CLOSING_CHOICE,
    COLOURS,
    COMBAT,
    DECK_SIZE,
    DEFENCE,
    DEFENCE_DICE,
    DISCARD,
    DRAFT,
    LAST_LAP,
    MOST_ADVANCE,
    MOVED,
    MOVES_MADE,
    NEUTRAL,
    NOBODY,
    OVER,
    PHASE,
    PLACED_IN_PASS,
    PLACEMENT,
    PLAYING,
    REINFORCEMENT,
    ROLL_OFF,
    SEAT,
    SEATS_AT_TABLE,
    STRIPS,
    STRONG,
    TAKEN_BACK,
    TERRITORIES,
    TO_PLACE,
    Cells,
    Position,
)
from kamchatka.rules.movement import check_move, check_undo_move, must_stay
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
    NO_CARD,
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
    is_well_formed,
    kind_of,
    move,
    number_of,
    second_of,
)
from kamchatka.rules.opening import COLOURS_IN_THE_BOX, check_colour
from kamchatka.rules.reinforcement import MOST_TAKE_BACKS, check_place, check_take_back
from kamchatka.rules.setup import check_late, check_pick, check_place_first, check_strip
from kamchatka.rules.step import to_act
from kamchatka.rules.tris import armies_for, check_tris, no_tris_left, too_late
from kamchatka.rules.violations import (
    ALLOWED,
    ALREADY_EXPIRED,
    ARMIES_STILL_TO_PLACE,
    CARD_LOST,
    COMBAT_CLOSED,
    GAME_OVER,
    NO_SUCH_SEAT,
    NO_SUCH_TERRITORY,
    NOT_YOUR_TURN,
    NOTHING_TO_CORRECT,
    SEAT_NOT_PLAYING,
    TOO_MANY_ARMIES,
    UNKNOWN_MOVE,
    WAITING_FOR_LUCK,
    WRONG_DICE,
    WRONG_NUMBER_OF_ARMIES,
    WRONG_PHASE,
)

MOST_CORRECTED = 500
"""Limit of armies in a correction of one territory: far above any game, and their sum fits its cell."""

MOST_FAMILIES = 14_000
"""Size of the longest list: every three cards of a hand of 44, and the rest."""


def check(tables: Tables, pos: Position, hand: int, seat: int, coded: int) -> int:
    """0 if this seat (holding this hand) may make this move now, else the violation code."""
    if pos.now[PHASE] == OVER:
        return GAME_OVER
    kind = kind_of(coded)
    a, b, n = first_of(coded), second_of(coded), number_of(coded)
    if kind >= LATE_CARD:
        if not is_well_formed(coded):
            return UNKNOWN_MOVE
        if kind == COME_LATE:
            return check_late(tables, pos, a)
        return check_from_outside(pos, seat, kind, a, b, n)
    if to_act(pos) == NOBODY:
        return WAITING_FOR_LUCK
    if to_act(pos) != seat:
        return NOT_YOUR_TURN
    if not is_well_formed(coded):
        return UNKNOWN_MOVE
    if kind in (PICK, PLACE_FIRST, PLACE, TAKE_BACK, ATTACK, MOVE) and a >= TERRITORIES:
        return NO_SUCH_TERRITORY
    if kind in (ATTACK, MOVE) and b >= TERRITORIES:
        return NO_SUCH_TERRITORY
    if pos.now[PHASE] < REINFORCEMENT or kind < TRIS:
        return check_setup(tables, pos, kind, a, n)
    if kind == TRIS:
        return check_tris(tables, pos, hand, a, b, n)
    if kind == PLACE:
        return check_place(pos, a, n)
    if kind == TAKE_BACK:
        return check_take_back(tables, pos, a, n)
    return check_in_turn(tables, pos, kind, a, b, n)


def check_setup(tables: Tables, pos: Position, kind: int, a: int, n: int) -> int:
    """Check moves before the first turn."""
    phase = pos.now[PHASE]
    if phase == COLOURS and kind == COLOUR:
        return check_colour(tables, pos, a)
    if phase == DRAFT and kind == PICK:
        return check_pick(pos, a)
    if phase == STRIPS and kind == STRIP:
        return check_strip(tables, a)
    if phase == PLACEMENT and kind == PLACE_FIRST:
        return check_place_first(pos, a, n)
    return WRONG_PHASE


def check_in_turn(tables: Tables, pos: Position, kind: int, a: int, b: int, n: int) -> int:
    """Check combat, move and the end of a turn."""
    phase = pos.now[PHASE]
    if kind == ADVANCE_WITH:
        if phase != ADVANCE:
            return WRONG_PHASE
        return ALLOWED if n <= pos.now[MOST_ADVANCE] else TOO_MANY_ARMIES
    if kind == DEFEND:
        if phase != DEFENCE:
            return WRONG_PHASE
        return ALLOWED if 1 <= n <= pos.now[DEFENCE_DICE] else WRONG_DICE
    if kind == ROLL:
        if phase != CLOSING_CHOICE:
            return WRONG_PHASE
        return ALLOWED if n <= 1 else UNKNOWN_MOVE
    if kind == UNDO_MOVE:
        return check_undo_move(tables, pos)
    if kind not in (ATTACK, MOVE, END_TURN, PASS_WITHOUT_CARD):
        return UNKNOWN_MOVE
    if phase not in (REINFORCEMENT, COMBAT, MOVED):
        return WRONG_PHASE
    if pos.now[TO_PLACE] > 0:
        return ARMIES_STILL_TO_PLACE
    if kind == ATTACK:
        return COMBAT_CLOSED if phase == MOVED else check_attack(tables, pos, a, b, n)
    return check_move(tables, pos, a, b, n) if kind == MOVE else ALLOWED


def check_from_outside(pos: Position, seat: int, kind: int, a: int, b: int, n: int) -> int:
    """Check the late card and judges' decisions: allowed from the start of play to its end."""
    if pos.now[PHASE] < REINFORCEMENT:
        return WRONG_PHASE
    if pos.now[PHASE] == ROLL_OFF:
        return GAME_OVER
    if kind == LATE_CARD:
        if pos.now[CARD_LEFT_BY] != seat + 1 or pos.now[PHASE] == CARD:
            return CARD_LOST
        return ALLOWED if pos.now[DECK_SIZE] > 0 or pos.masks[DISCARD] != 0 else CARD_LOST
    if kind == TIME_EXPIRED:
        return ALREADY_EXPIRED if pos.now[LAST_LAP] > 0 else ALLOWED
    if kind in (WITHDRAW, EXCLUDE, FREEZE):
        if a >= pos.now[SEATS_AT_TABLE]:
            return NO_SUCH_SEAT
        return ALLOWED if pos.status[a] == PLAYING else SEAT_NOT_PLAYING
    if kind == CORRECT:
        return check_correction(pos, a, b, n)
    return ALLOWED if kind == END_GAME else UNKNOWN_MOVE


def check_correction(pos: Position, territory: int, owner: int, armies: int) -> int:
    """Check a judge's correction of one territory: between moves, to an owner still on the board."""
    if territory >= TERRITORIES:
        return NO_SUCH_TERRITORY
    if owner > NEUTRAL or (owner != NEUTRAL and owner >= pos.now[SEATS_AT_TABLE]):
        return NO_SUCH_SEAT
    if pos.now[PHASE] not in (REINFORCEMENT, COMBAT, MOVED):
        return WRONG_PHASE
    if not 1 <= armies <= MOST_CORRECTED:
        return WRONG_NUMBER_OF_ARMIES
    before = pos.owner[territory]
    if before == owner and pos.armies[territory] == armies:
        return NOTHING_TO_CORRECT
    # A correction repairs a board; it neither eliminates a seat nor brings one back.
    if before != owner and pos.owned[before] == 1 << territory:
        return NOTHING_TO_CORRECT
    if owner != NEUTRAL and pos.owned[owner] == 0:
        return SEAT_NOT_PLAYING
    return ALLOWED


def add_family(found: Cells, at: int, coded: int, least: int, most: int) -> int:
    """Write one family of moves, from n = least to n = most."""
    found[3 * at] = coded
    found[3 * at + 1] = least
    found[3 * at + 2] = most
    return at + 1


def list_moves(tables: Tables, pos: Position, hand: int, found: Cells) -> int:
    """Write every family of moves of the seat to act, sorted; returns their number."""
    phase = pos.now[PHASE]
    if phase == REINFORCEMENT:
        return list_reinforcement(tables, pos, hand, found)
    if phase == COMBAT:
        at = list_attacks(tables, pos, found, 0)
        at = list_transfers(tables, pos, found, at)
        return add_family(found, at, move(END_TURN), 0, 0)
    if phase == MOVED:
        at = list_transfers(tables, pos, found, 0)
        at = add_family(found, at, move(END_TURN), 0, 0)
        if check_undo_move(tables, pos) == ALLOWED:
            at = add_family(found, at, move(UNDO_MOVE), 0, 0)
        return at
    if phase == ADVANCE:
        return add_family(found, 0, move(ADVANCE_WITH), 0, pos.now[MOST_ADVANCE])
    if phase == DEFENCE:
        return add_family(found, 0, move(DEFEND), 1, pos.now[DEFENCE_DICE])
    if phase == CLOSING_CHOICE:
        return add_family(found, 0, move(ROLL), 0, 1)
    return list_setup(tables, pos, found)


def list_setup(tables: Tables, pos: Position, found: Cells) -> int:
    """List colours, free territories, initial armies."""
    at = 0
    phase = pos.now[PHASE]
    if phase == COLOURS:
        for colour in range(COLOURS_IN_THE_BOX):
            if check_colour(tables, pos, colour) == ALLOWED:
                at = add_family(found, at, move(COLOUR, colour), 0, 0)
    elif phase == STRIPS:
        for row in range(tables.strip_count):
            at = add_family(found, at, move(STRIP, row), 0, 0)
    elif phase == DRAFT:
        for territory in range(TERRITORIES):
            if check_pick(pos, territory) == ALLOWED:
                at = add_family(found, at, move(PICK, territory), 0, 0)
    elif phase == PLACEMENT:
        own = pos.owned[pos.now[SEAT]]
        while own:
            at = add_family(found, at, move(PLACE_FIRST, lowest(own)), 1, pos.now[PLACED_IN_PASS])
            own &= own - 1
    return at


def list_reinforcement(tables: Tables, pos: Position, hand: int, found: Cells) -> int:
    """List cards, placements, armies to take back; if all are placed, also combat, move and the end."""
    at = list_tris(tables, pos, hand, found)
    own = pos.owned[pos.now[SEAT]]
    if pos.now[TO_PLACE] > 0:
        rest = own
        while rest:
            at = add_family(found, at, move(PLACE, lowest(rest)), 1, pos.now[TO_PLACE])
            rest &= rest - 1
    if tables.may_reposition and pos.now[TAKEN_BACK] < MOST_TAKE_BACKS:
        rest = own
        while rest:
            territory = lowest(rest)
            if pos.placed[territory] > 0:
                at = add_family(found, at, move(TAKE_BACK, territory), 1, pos.placed[territory])
            rest &= rest - 1
    if pos.now[TO_PLACE] > 0:
        return at
    at = list_attacks(tables, pos, found, at)
    at = list_transfers(tables, pos, found, at)
    return add_family(found, at, move(END_TURN), 0, 0)


def list_tris(tables: Tables, pos: Position, hand: int, found: Cells) -> int:
    """List every way to play cards of this hand now, in ascending order, while cards may be played."""
    at = 0
    fewest = 1 if tables.exchange_by_count else 3
    if count(hand) < fewest or too_late(tables, pos) or no_tris_left(tables, pos):
        return at
    first = hand
    while first:
        a = lowest(first)
        first &= first - 1
        second = first
        while second:
            b = lowest(second)
            second &= second - 1
            third = second
            while third:
                at = add_tris(tables, pos, found, at, a, b, lowest(third))
                third &= third - 1
            if tables.exchange_by_count:
                at = add_tris(tables, pos, found, at, a, b, NO_CARD)
        if tables.exchange_by_count:
            at = add_tris(tables, pos, found, at, a, NO_CARD, NO_CARD)
    return at


def add_tris(tables: Tables, pos: Position, found: Cells, at: int, a: int, b: int, c: int) -> int:
    """Write these cards as a family of one if they bring armies; the caller checked everything else."""
    if armies_for(tables, pos, a, b, c) == 0:
        return at
    return add_family(found, at, move(TRIS, a, b), c, c)


def list_attacks(tables: Tables, pos: Position, found: Cells, at: int) -> int:
    """List every attack, from the minimum number of dice to the maximum."""
    own = pos.owned[pos.now[SEAT]]
    sources = own & pos.masks[STRONG]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        most = most_attack_dice(tables, pos, source)
        targets = tables.neighbours[source] & ~own
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            least = least_attack_dice(tables, pos, source, target)
            if least <= most and is_superior(tables, pos, source, target):
                at = add_family(found, at, move(ATTACK, source, target), least, most)
    return at


def list_transfers(tables: Tables, pos: Position, found: Cells, at: int) -> int:
    """List every strategic move."""
    if pos.now[MOVES_MADE] >= tables.moves_per_turn:
        return at
    own = pos.owned[pos.now[SEAT]]
    sources = own & pos.masks[STRONG]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        most = pos.armies[source] - must_stay(tables, pos, source)
        goals = tables.neighbours[source] & own
        while goals and most > 0:
            at = add_family(found, at, move(MOVE, source, lowest(goals)), 1, most)
            goals &= goals - 1
    return at
