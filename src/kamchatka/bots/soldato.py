"""Soldato: the greedy reference bot of all speed figures. Never change it.

It looks at pairs of an own territory and a hostile neighbour. A pair's worth is its own armies minus the
hostile ones, plus a little if the neighbour is in its objective. It reinforces the best pair, attacks while
the best pair is two armies ahead, follows a conquest with all or half of its armies, and brings one idle
stack towards the front. Ties go to the lower territory numbers. It uses no luck.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, lowest
from kamchatka.rules.combat import is_superior, least_attack_dice, most_attack_dice
from kamchatka.rules.hold import borders_enemy
from kamchatka.rules.layout import (
    ADVANCE,
    CLOSING_CHOICE,
    COLOURS,
    COMBAT,
    DEFENCE,
    DEFENCE_DICE,
    DRAFT,
    FROM,
    MOST_ADVANCE,
    MOVES_MADE,
    PHASE,
    PLACED_IN_PASS,
    PLACEMENT,
    REINFORCEMENT,
    SEAT,
    STRIPS,
    STRONG,
    TO_PLACE,
    Cells,
    Position,
)
from kamchatka.rules.legality import list_moves, list_tris
from kamchatka.rules.movement import must_stay
from kamchatka.rules.moves import ADVANCE_WITH, ATTACK, DEFEND, END_TURN, MOVE, PLACE, PLACE_FIRST, ROLL, move

GOAL_WORTH = 4
LEAD_TO_ATTACK = 2
NO_PAIR = -1
WORST = -1000


def decide_as_soldato(
    tables: Tables, pos: Position, hand: int, goal: int, state: int, found: Cells
) -> tuple[int, int]:
    """The greedy move of the seat to act."""
    phase = pos.now[PHASE]
    if phase == COMBAT:
        return state, fight_or_stop(tables, pos, goal)
    if phase == REINFORCEMENT:
        return state, reinforce(tables, pos, hand, goal, found)
    if phase == ADVANCE:
        return state, follow(tables, pos)
    if phase == PLACEMENT:
        return state, move(PLACE_FIRST, strongest_front(tables, pos, goal), 0, pos.now[PLACED_IN_PASS])
    if phase == DEFENCE:
        return state, move(DEFEND, 0, 0, pos.now[DEFENCE_DICE])
    if phase == CLOSING_CHOICE:
        return state, move(ROLL, 0, 0, 1)
    if phase in (COLOURS, STRIPS, DRAFT):
        list_moves(tables, pos, hand, found)
        return state, found[0]
    return state, move(END_TURN)


def best_pair(tables: Tables, pos: Position, goal: int, sources: int) -> tuple[int, int]:
    """The best own territory and hostile neighbour as one number (source * 64 + target), and their worth."""
    own = pos.owned[pos.now[SEAT]]
    pair, best = NO_PAIR, WORST
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        targets = tables.neighbours[source] & ~own
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            worth = pos.armies[source] - pos.armies[target]
            if contains(goal, target):
                worth += GOAL_WORTH
            if worth > best:
                pair, best = source * 64 + target, worth
    return pair, best


def strongest_front(tables: Tables, pos: Position, goal: int) -> int:
    """The own territory of the best pair; any own one if none borders an enemy."""
    own = pos.owned[pos.now[SEAT]]
    pair, _ = best_pair(tables, pos, goal, own)
    return lowest(own) if pair == NO_PAIR else pair // 64


def reinforce(tables: Tables, pos: Position, hand: int, goal: int, found: Cells) -> int:
    """Play the first available tris, put all armies on the best front, then fight."""
    if list_tris(tables, pos, hand, found) > 0:
        return found[0] + found[1]
    if pos.now[TO_PLACE] > 0:
        return move(PLACE, strongest_front(tables, pos, goal), 0, pos.now[TO_PLACE])
    return fight_or_stop(tables, pos, goal)


def fight_or_stop(tables: Tables, pos: Position, goal: int) -> int:
    """Attack with all dice if the lead is large enough; otherwise move and end the turn."""
    sources = pos.owned[pos.now[SEAT]] & pos.masks[STRONG]
    pair, worth = best_pair(tables, pos, goal, sources)
    if pair != NO_PAIR and worth >= LEAD_TO_ATTACK:
        source, target = pair // 64, pair % 64
        dice = most_attack_dice(tables, pos, source)
        if least_attack_dice(tables, pos, source, target) <= dice and is_superior(
            tables, pos, source, target
        ):
            return move(ATTACK, source, target, dice)
    return bring_up(tables, pos)


def follow(tables: Tables, pos: Position) -> int:
    """Follow a conquest with half of the movable armies, or with all if nothing threatens the source."""
    most = pos.now[MOST_ADVANCE]
    if borders_enemy(tables, pos, pos.now[FROM]):
        most //= 2
    return move(ADVANCE_WITH, 0, 0, most)


def bring_up(tables: Tables, pos: Position) -> int:
    """Move the largest stack that borders no enemy to a neighbour that does; otherwise end the turn."""
    if pos.now[MOVES_MADE] >= tables.moves_per_turn:
        return move(END_TURN)
    own = pos.owned[pos.now[SEAT]]
    sources = own & pos.masks[STRONG]
    source, armies = -1, 1
    while sources:
        territory = lowest(sources)
        sources &= sources - 1
        if pos.armies[territory] > armies and tables.neighbours[territory] & ~own == 0:
            source, armies = territory, pos.armies[territory]
    if source < 0:
        return move(END_TURN)
    goals = tables.neighbours[source] & own
    goal = lowest(goals)
    while goals:
        near = lowest(goals)
        goals &= goals - 1
        if tables.neighbours[near] & ~own != 0:
            goal = near
            break
    return move(MOVE, source, goal, armies - must_stay(tables, pos, source))
