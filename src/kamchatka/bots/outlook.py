"""What may follow: chains of conquests from a territory, and how an own territory would stand.

Both are asked for the same territory and armies again and again within a turn, so they are noted with the
epoch in which they were worked out.
"""

from kamchatka.bots.chances import ARMIES, CHANCE_BITS, COST_SHIFT, LOST_BITS, LOST_SHIFT
from kamchatka.bots.notes import DEFENCE_WEIGHT, EPOCH, MOOD, Notes
from kamchatka.bots.traits import CHAIN, DEPTH, RESERVE
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import lowest
from kamchatka.rules.layout import Position

MOST = ARMIES - 1
"""Armies at which the tables end."""
NOTED_BITS = 0xFFFFFFFF
MIDDLE = 1 << 30
"""Added to a noted number, so that it is never negative: epoch << 32 | number + MIDDLE."""
HUNDRED_ONES = 102_400


def fight_at(pos: Position, notes: Notes, attackers: int, target: int) -> int:
    """The packed fight of so many armies (at most MOST) against a territory, in the mood of this turn."""
    return notes.odds[notes.cell[MOOD] + attackers * ARMIES + min(MOST, pos.armies[target])]


def chance_of(fight: int) -> int:
    """The chance to conquer in 1024ths; 0 if the attack is out of the question."""
    return fight & CHANCE_BITS


def gain_of(fight: int, worth: int) -> int:
    """What the fight brings on average: its chance of this worth, less what it costs."""
    return ((fight & CHANCE_BITS) * worth >> 10) + (fight >> COST_SHIFT)


def left_after(attackers: int, fight: int) -> int:
    """Armies in the conquered territory if all follow."""
    return attackers - 1 - ((fight >> LOST_SHIFT) & LOST_BITS)


def chain_gain(tables: Tables, pos: Position, attackers: int, target: int, own: int, notes: Notes) -> int:
    """Gain of conquering the target with so many armies and of what may follow, wherever they come from."""
    attackers = min(attackers, MOST)
    at = target * ARMIES + attackers
    noted = notes.chain[at]
    if noted >> 32 == notes.cell[EPOCH]:
        return (noted & NOTED_BITS) - MIDDLE
    gain = walk(tables, pos, attackers, target, own, notes)
    notes.chain[at] = (notes.cell[EPOCH] << 32) | (gain + MIDDLE)
    return gain


def walk(tables: Tables, pos: Position, attackers: int, target: int, own: int, notes: Notes) -> int:
    """Follow the best next conquest again and again, each counting less than the one before."""
    fight = fight_at(pos, notes, attackers, target)
    gain = gain_of(fight, notes.worth[target])
    if chance_of(fight) == 0:
        return gain
    patience = notes.trait[CHAIN]
    weight = chance_of(fight) * patience
    left = left_after(attackers, fight)
    for _ in range(notes.trait[DEPTH]):
        own |= 1 << target
        best, chosen = 0, 0
        row = notes.cell[MOOD] + left * ARMIES
        targets = tables.neighbours[target] & ~own
        while targets and left > 1:
            near = lowest(targets)
            targets &= targets - 1
            next_fight = notes.odds[row + min(MOST, pos.armies[near])]
            next_gain = gain_of(next_fight, notes.worth[near])
            if next_gain > best:
                best, target, chosen = next_gain, near, next_fight
        if best == 0:
            break
        gain += best * weight // HUNDRED_ONES
        weight = (weight * chance_of(chosen) >> 10) * patience // 100
        left = left_after(left, chosen)
    return gain


def strongest_near(tables: Tables, pos: Position, territory: int, own: int, notes: Notes) -> int:
    """Armies that the strongest hostile neighbour may bring; -1 if there is none."""
    around = tables.neighbours[territory] & ~own
    strongest = -1
    while around:
        near = lowest(around)
        around &= around - 1
        strongest = max(strongest, pos.armies[near] + notes.expected[pos.owner[near]])
    return strongest


def fear(territory: int, armies: int, strongest: int, notes: Notes) -> int:
    """The part of its worth (as a negative number) that a territory with so many armies risks to lose."""
    if strongest < 0:
        return 0
    attackers = min(MOST, strongest + notes.trait[RESERVE])
    risk = notes.risk[attackers * ARMIES + max(1, min(MOST, armies))]
    return -(risk * notes.hold[territory]) >> 10


def stand_of(tables: Tables, pos: Position, territory: int, armies: int, own: int, notes: Notes) -> int:
    """Worth of so many armies on an own territory: the best chain from there, less what it fears."""
    armies = min(armies, MOST)
    at = territory * ARMIES + armies
    noted = notes.stand[at]
    if noted >> 32 == notes.cell[EPOCH]:
        return (noted & NOTED_BITS) - MIDDLE
    if notes.threat_epoch[territory] != notes.cell[EPOCH]:
        notes.threat_epoch[territory] = notes.cell[EPOCH]
        notes.threat[territory] = strongest_near(tables, pos, territory, own, notes)
    feared = fear(territory, armies, notes.threat[territory], notes)
    stand = (
        best_chain(tables, pos, territory, armies, own, notes) + feared * notes.cell[DEFENCE_WEIGHT] // 100
    )
    notes.stand[at] = (notes.cell[EPOCH] << 32) | (stand + MIDDLE)
    return stand


def best_chain(tables: Tables, pos: Position, territory: int, armies: int, own: int, notes: Notes) -> int:
    """Gain of the best chain that begins beside this territory; 0 if none is worth it."""
    best = 0
    if armies < 2:
        return best
    targets = tables.neighbours[territory] & ~own
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        if chance_of(fight_at(pos, notes, armies, target)) > 0:
            best = max(best, chain_gain(tables, pos, armies, target, own, notes))
    return best
