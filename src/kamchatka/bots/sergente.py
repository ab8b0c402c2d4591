"""Sergente: weighs every territory, attack and placement by the parameters of its temperament.

It plays calmly or hastily by the table's temper: how many territories the others have conquered a turn so
far. It uses no luck and no other memory. `weighing` says what territories are worth, `outlook` what may
follow, `assault` and `deployment` choose.
"""

from kamchatka.bots.assault import NO_PAIR, best_attack
from kamchatka.bots.characters import CALM, CHARACTER_CELLS, HASTY, OPENING, PLAIN, SWITCH
from kamchatka.bots.deployment import NUMBERS, armies_to_follow, best_place, strategic_move
from kamchatka.bots.notes import IS_AHEAD, PRIOR_RATE, PRIOR_TURNS, Notes
from kamchatka.bots.traits import TRIS_ARMIES, TRIS_HAND
from kamchatka.bots.weighing import ready
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count
from kamchatka.rules.combat import most_attack_dice
from kamchatka.rules.layout import (
    ADVANCE,
    CLOSING_CHOICE,
    COLOURS,
    COMBAT,
    DEFENCE,
    DEFENCE_DICE,
    DRAFT,
    HAS_PLACED,
    LAP,
    LAST_LAP,
    NOBODY,
    PHASE,
    PLACED_IN_PASS,
    PLACEMENT,
    REINFORCEMENT,
    SEAT,
    SEATS_AT_TABLE,
    STRIPS,
    TERRITORIES,
    TO_PLACE,
    TURN,
    Position,
)
from kamchatka.rules.legality import list_moves, list_tris
from kamchatka.rules.moves import (
    ADVANCE_WITH,
    ATTACK,
    DEFEND,
    END_TURN,
    PICK,
    PLACE,
    PLACE_FIRST,
    ROLL,
    first_of,
    move,
    second_of,
)
from kamchatka.rules.tris import armies_for

NO_TRIS = -1
WORST_PICK = -1000


def decide_as_sergente(
    tables: Tables, pos: Position, hand: int, goal: int, character: int, state: int, notes: Notes
) -> tuple[int, int]:
    """The move of the seat to act, played by this character."""
    row = temperament(tables, pos, pos.now[SEAT], character, notes)
    return state, choose(tables, pos, hand, goal, row, notes)


def temperament(tables: Tables, pos: Position, seat: int, character: int, notes: Notes) -> int:
    """The row of parameters for this moment of the game."""
    at = character * CHARACTER_CELLS
    has_objectives = tables.objective_count > 0
    if pos.now[PHASE] == PLACEMENT:
        return notes.characters[at + (OPENING if has_objectives else PLAIN)]
    if others_rate(pos, seat, notes) >= notes.characters[at + SWITCH]:
        return notes.characters[at + HASTY]
    return notes.characters[at + (CALM if has_objectives else PLAIN)]


def others_rate(pos: Position, seat: int, notes: Notes) -> int:
    """Hundredths of a territory that the others have conquered a turn so far."""
    turns = notes.cell[PRIOR_TURNS] + max(0, pos.now[TURN] - pos.now[LAP])  # a lap is one own turn
    conquered = notes.cell[PRIOR_TURNS] * notes.cell[PRIOR_RATE]
    for other in range(pos.now[SEATS_AT_TABLE]):
        if other != seat:
            conquered += 100 * notes.conquered[other]
    return conquered // turns


def choose(tables: Tables, pos: Position, hand: int, goal: int, row: int, notes: Notes) -> int:
    """The move that this temperament makes."""
    phase = pos.now[PHASE]
    if phase == DEFENCE:
        return move(DEFEND, 0, 0, pos.now[DEFENCE_DICE])
    if phase == DRAFT:
        return move(PICK, best_pick(tables, pos, goal))
    if phase in (COLOURS, STRIPS):
        list_moves(tables, pos, hand, notes.found)
        return notes.found[0]
    ready(tables, pos, goal, row, notes)
    if phase == COMBAT:
        return fight_or_stop(tables, pos, notes)
    if phase == REINFORCEMENT:
        return reinforce(tables, pos, hand, notes)
    if phase == ADVANCE:
        return move(ADVANCE_WITH, 0, 0, armies_to_follow(tables, pos, notes))
    if phase == PLACEMENT:
        place = best_place(tables, pos, pos.now[PLACED_IN_PASS], notes)
        return move(PLACE_FIRST, place // NUMBERS, 0, place % NUMBERS)
    if phase == CLOSING_CHOICE:
        return move(ROLL, 0, 0, notes.cell[IS_AHEAD])
    return move(END_TURN)


def reinforce(tables: Tables, pos: Position, hand: int, notes: Notes) -> int:
    """Play a good tris, place what there is to place, then fight."""
    if pos.now[HAS_PLACED] == 0 and hand != 0:
        cards = best_tris(tables, pos, hand, notes)
        if cards != NO_TRIS:
            return cards
    if pos.now[TO_PLACE] > 0:
        place = best_place(tables, pos, pos.now[TO_PLACE], notes)
        return move(PLACE, place // NUMBERS, 0, place % NUMBERS)
    return fight_or_stop(tables, pos, notes)


def best_tris(tables: Tables, pos: Position, hand: int, notes: Notes) -> int:
    """The tris that brings most armies, or NO_TRIS while it pays to wait for a better one."""
    best, most = NO_TRIS, 0
    for way in range(list_tris(tables, pos, hand, notes.found)):
        third = notes.found[3 * way + 1]
        coded = notes.found[3 * way] + third
        armies = armies_for(tables, pos, first_of(coded), second_of(coded), third)
        if armies > most:
            best, most = coded, armies
    many_cards = count(hand) >= notes.trait[TRIS_HAND]
    if most >= notes.trait[TRIS_ARMIES] or many_cards or pos.now[LAST_LAP] > 0:
        return best
    return NO_TRIS


def fight_or_stop(tables: Tables, pos: Position, notes: Notes) -> int:
    """The best attack with all dice; without one the strategic move, or the end of the turn."""
    pair = best_attack(tables, pos, notes)
    if pair == NO_PAIR:
        return strategic_move(tables, pos, notes)
    return move(ATTACK, pair // 64, pair % 64, most_attack_dice(tables, pos, pair // 64))


def best_pick(tables: Tables, pos: Position, goal: int) -> int:
    """The free territory to choose: in the objective, beside own ones, in a continent free of rivals."""
    own = pos.owned[pos.now[SEAT]]
    best, chosen = WORST_PICK, 0
    rivals = 0
    for seat in range(pos.now[SEATS_AT_TABLE]):
        if seat != pos.now[SEAT]:
            rivals |= pos.owned[seat]
    for territory in range(TERRITORIES):
        if pos.owner[territory] != NOBODY:
            continue
        around = tables.neighbours[territory]
        worth = 8 * int(contains(goal, territory)) + 3 * count(around & own) - count(around & rivals)
        worth += continent_pick(tables, territory, own, rivals)
        if worth > best:
            best, chosen = worth, territory
    return chosen


def continent_pick(tables: Tables, territory: int, own: int, rivals: int) -> int:
    """What its continent adds to a territory: no rival there yet, and the share already held."""
    for continent in range(len(tables.continent_masks)):
        mask = tables.continent_masks[continent]
        if contains(mask, territory):
            return 2 * int(mask & rivals == 0) + 4 * count(mask & own) // count(mask)
    return 0
