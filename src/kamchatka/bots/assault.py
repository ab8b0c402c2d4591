"""Which attack sergente makes: the best chain, weighed with how source and target stand afterwards."""

from kamchatka.bots.notes import IS_AHEAD, LACKS, Notes
from kamchatka.bots.outlook import MOST, chain_gain, chance_of, fear, fight_at, left_after, strongest_near
from kamchatka.bots.traits import ALL_IN_FROM, EXPOSURE, LEAST_GAIN, WAITING
from kamchatka.bots.weighing import is_closing
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, lowest
from kamchatka.rules.combat import is_superior, least_attack_dice, most_attack_dice
from kamchatka.rules.layout import CONQUESTS, FROM, LAP, SEAT, STRONG, TO, Position

NO_PAIR = -1
WALL = 3
"""Armies that already make a territory hard to take."""


def best_attack(tables: Tables, pos: Position, notes: Notes) -> int:
    """Source * 64 + target, or NO_PAIR; an attack begun goes on while it is still worth it."""
    own = pos.owned[pos.now[SEAT]]
    least = notes.trait[LEAST_GAIN]
    if rests(tables, pos, notes):
        return NO_PAIR
    if goes_on(tables, pos, own, least, notes):
        return pos.now[FROM] * 64 + pos.now[TO]
    best, pair = least, NO_PAIR
    sources = own & pos.masks[STRONG]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        targets = tables.neighbours[source] & ~own
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            gain = attack_gain(tables, pos, source, target, own, best, notes)
            if gain > best and may_attack(tables, pos, source, target):
                best, pair = gain, source * 64 + target
    return pair


def rests(tables: Tables, pos: Position, notes: Notes) -> bool:
    """Whether it attacks no more this turn: early on to wait, in the closing laps to roll if ahead."""
    if pos.now[LAP] <= notes.trait[WAITING] and pos.now[CONQUESTS] > 0:
        return True
    if not is_closing(pos) or notes.cell[IS_AHEAD] == 0 or notes.cell[LACKS] <= notes.trait[ALL_IN_FROM]:
        return False
    return 0 < tables.closing_excused_from <= pos.now[CONQUESTS] + 1


def goes_on(tables: Tables, pos: Position, own: int, least: int, notes: Notes) -> bool:
    """Whether the fight of the last roll is still worth it."""
    source, target = pos.now[FROM], pos.now[TO]
    if source < 0 or not contains(own, source) or contains(own, target):
        return False
    armies = min(MOST, pos.armies[source])
    if chance_of(fight_at(pos, notes, armies, target)) == 0 or not may_attack(tables, pos, source, target):
        return False
    return chain_gain(tables, pos, armies, target, own, notes) > least


def may_attack(tables: Tables, pos: Position, source: int, target: int) -> bool:
    """Whether the regulation allows this attack with all dice."""
    least = least_attack_dice(tables, pos, source, target)
    return least <= most_attack_dice(tables, pos, source) and is_superior(tables, pos, source, target)


def attack_gain(
    tables: Tables, pos: Position, source: int, target: int, own: int, best: int, notes: Notes
) -> int:
    """Gain of an attack; one whose chain alone does not beat the best is not looked at further."""
    armies = min(MOST, pos.armies[source])
    fight = fight_at(pos, notes, armies, target)
    if chance_of(fight) == 0:
        return best
    gain = chain_gain(tables, pos, armies, target, own, notes)
    if gain <= best:
        return gain
    return gain + exposure(tables, pos, source, target, fight, own, notes)


def exposure(
    tables: Tables, pos: Position, source: int, target: int, fight: int, own: int, notes: Notes
) -> int:
    """How much worse source and target stand after the conquest, by the better of two ways to follow it."""
    armies = pos.armies[source]
    left = max(2, left_after(armies, fight) + 1)
    held = own | (1 << target)
    at_source = strongest_near(tables, pos, source, held, notes)
    at_target = strongest_near(tables, pos, target, held, notes)
    attacked = pos.armies[target] + notes.expected[pos.owner[target]]
    before = fear(source, armies, max(at_source, attacked), notes)
    all_follow = fear(source, 1, at_source, notes) + fear(target, left - 1, at_target, notes)
    few = min(WALL, left - 1)
    few_follow = fear(source, left - few, at_source, notes) + fear(target, few, at_target, notes)
    change = max(all_follow, few_follow) - before
    return (change * chance_of(fight) >> 10) * notes.trait[EXPOSURE] // 100
