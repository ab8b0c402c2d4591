"""Where sergente puts armies: placing them, following a conquest, the strategic move.

Each maximises how the territories concerned stand afterwards.
"""

from kamchatka.bots.notes import Notes
from kamchatka.bots.outlook import stand_of
from kamchatka.bots.traits import DISTANCE
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import lowest
from kamchatka.rules.layout import FROM, MOST_ADVANCE, MOVES_MADE, SEAT, STRONG, TO, Position
from kamchatka.rules.movement import must_stay
from kamchatka.rules.moves import END_TURN, MOVE, move

WORST = -1_000_000
NUMBERS = 1 << 10
"""Room for a number of armies beside a territory in one number."""
FURTHEST = 6
"""Steps to the front that are told apart."""


def best_place(tables: Tables, pos: Position, armies: int, notes: Notes) -> int:
    """Territory * NUMBERS + armies with the best gain per army; tried with 1, 2, 5, 11, … and all armies."""
    own = pos.owned[pos.now[SEAT]]
    best, share, chosen = WORST, 1, lowest(own) * NUMBERS + armies
    rest = own
    while rest:
        territory = lowest(rest)
        rest &= rest - 1
        if is_inland(tables, territory, own):
            continue
        there = pos.armies[territory]
        before = stand_of(tables, pos, territory, there, own, notes)
        more = 1
        while True:
            gain = stand_of(tables, pos, territory, there + more, own, notes) - before
            if gain * share > best * more:  # gains per army, compared crosswise
                best, share, chosen = gain, more, territory * NUMBERS + more
            if more == armies:
                break
            more = min(armies, 2 * more + 1 if more > 1 else 2)
    return chosen


def is_inland(tables: Tables, territory: int, own: int) -> bool:
    """Whether a territory borders no enemy."""
    return tables.neighbours[territory] & ~own == 0


def armies_to_follow(tables: Tables, pos: Position, notes: Notes) -> int:
    """Further armies that follow a conquest: about every sixth number is tried, the larger wins ties."""
    most = pos.now[MOST_ADVANCE]
    step = max(1, most // 6)
    best, chosen, armies = WORST, 0, 0
    while True:
        worth = worth_of_following(tables, pos, armies, notes)
        if worth >= best:
            best, chosen = worth, armies
        if armies == most:
            return chosen
        armies = min(most, armies + step)


def worth_of_following(tables: Tables, pos: Position, armies: int, notes: Notes) -> int:
    """How source and target stand if so many armies follow; armies that border no enemy are idle."""
    own = pos.owned[pos.now[SEAT]]
    source, target = pos.now[FROM], pos.now[TO]
    worth = stand_of(tables, pos, source, pos.armies[source] - armies, own, notes)
    worth += stand_of(tables, pos, target, pos.armies[target] + armies, own, notes)
    nearer = int(is_inland(tables, source, own)) - int(is_inland(tables, target, own))
    return worth + nearer * armies * notes.trait[DISTANCE]


def steps_to_front(tables: Tables, own: int, territory: int) -> int:
    """Steps through own territory to one that borders an enemy."""
    reached = 1 << territory
    for steps in range(FURTHEST):
        rest = reached
        while rest:
            near = lowest(rest)
            rest &= rest - 1
            if not is_inland(tables, near, own):
                return steps
            reached |= tables.neighbours[near]
    return FURTHEST


def note_standing(tables: Tables, pos: Position, own: int, notes: Notes) -> None:
    """Note how every own territory stands now, and how far it is from the front."""
    rest = own
    while rest:
        territory = lowest(rest)
        rest &= rest - 1
        notes.standing[territory] = notes.away[territory] = 0
        if is_inland(tables, territory, own):
            notes.away[territory] = steps_to_front(tables, own, territory)
        else:
            notes.standing[territory] = stand_of(tables, pos, territory, pos.armies[territory], own, notes)


def strategic_move(tables: Tables, pos: Position, notes: Notes) -> int:
    """The best strategic move, or the end of the turn if none is worth it."""
    if pos.now[MOVES_MADE] >= tables.moves_per_turn:
        return move(END_TURN)
    own = pos.owned[pos.now[SEAT]]
    note_standing(tables, pos, own, notes)
    best, chosen = 0, move(END_TURN)
    sources = own & pos.masks[STRONG]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        most = pos.armies[source] - must_stay(tables, pos, source)
        goals = tables.neighbours[source] & own
        while goals and most > 0:
            goal = lowest(goals)
            goals &= goals - 1
            armies = most
            while armies > 0 and notes.away[goal] <= notes.away[source]:
                gain = gain_of_moving(tables, pos, source, goal, armies, notes)
                if gain > best:
                    best, chosen = gain, move(MOVE, source, goal, armies)
                # From the front all or half are tried, from inland all.
                if notes.away[source] > 0 or armies < most:
                    break
                armies //= 2
    return chosen


def gain_of_moving(tables: Tables, pos: Position, source: int, goal: int, armies: int, notes: Notes) -> int:
    """How much better both territories stand after the move, and how much nearer to the front armies are."""
    own = pos.owned[pos.now[SEAT]]
    gain = (notes.away[source] - notes.away[goal]) * armies * notes.trait[DISTANCE]
    gain -= notes.standing[source] + notes.standing[goal]
    if notes.away[source] == 0:
        gain += stand_of(tables, pos, source, pos.armies[source] - armies, own, notes)
    if notes.away[goal] == 0:
        gain += stand_of(tables, pos, goal, pos.armies[goal] + armies, own, notes)
    return gain
