"""What territories are worth to sergente this turn: as targets, and to hold.

`ready` works it out when anything it depends on has changed. A territory's worth is the sum of what applies;
`characters.toml` says what each parameter means.
"""

from kamchatka.bots.chances import ALL_IN, IN_CLOSING, LATE, MOODS, PAIRS, USUAL
from kamchatka.bots.notes import (
    DEFENCE_WEIGHT,
    EPOCH,
    HOSTILE,
    IS_AHEAD,
    KEY,
    LACKS,
    LAPS,
    MOOD,
    ROW,
    Notes,
)
from kamchatka.bots.traits import (
    ALL_IN_FROM,
    BREAK_CONTINENT,
    CARD,
    CONTINENT,
    CONTINENT_FAR,
    CONTINENT_NEAR,
    DANGER,
    DANGER_FROM,
    DEFENCE,
    ELIMINATE,
    ENEMY,
    EXCUSE,
    EXPECTED,
    FIRST_DEFENCE,
    FRIEND,
    HOLD,
    HOLD_CONTINENT,
    HOLD_OBJECTIVE,
    LATE_BORDER,
    LATE_DENIAL,
    LEAD,
    LEADER,
    NEAR_FROM,
    NEARER,
    OBJECTIVE,
    OBJECTIVE_BORDER,
    PATH,
    RAMP,
    RAMP_LAPS,
    TERRITORY,
    TRAITS,
)
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count, lowest
from kamchatka.rules.layout import (
    CLOSING_CHOICE,
    CONQUESTS,
    LAP,
    LAST_LAP,
    PHASE,
    PLACEMENT,
    PLAYING,
    SEAT,
    SEATS,
    SEATS_AT_TABLE,
    TERRITORIES,
    TURN,
    Position,
)

LARGE_OWNER = 10
"""Territories from which an opponent counts as large."""


def ready(tables: Tables, pos: Position, goal: int, row: int, notes: Notes) -> None:
    """Bring the notes up to date for this temperament.

    Within a turn worths change with conquests alone; what was noted about fights also with hostile armies.
    """
    key = ((pos.now[TURN] * 8 + pos.now[SEAT]) * 64 + pos.now[CONQUESTS]) * 1024 + pos.now[LAST_LAP]
    key = (key * 2 + int(pos.now[PHASE] == PLACEMENT)) * 2 + int(pos.now[PHASE] == CLOSING_CHOICE)
    key = key * 8 + row
    hostile = -pos.on_board[pos.now[SEAT]]
    for seat in range(pos.now[SEATS_AT_TABLE]):
        hostile += pos.on_board[seat]
    if key != notes.cell[KEY]:
        notes.cell[KEY] = key
        take_on(row, notes)
        weigh(tables, pos, goal, notes)
    elif hostile == notes.cell[HOSTILE]:
        return
    notes.cell[HOSTILE] = hostile
    notes.cell[EPOCH] += 1


def forget(notes: Notes) -> None:
    """Void everything noted about the position: another game begins, or this one has leapt."""
    notes.cell[KEY] = -1


def begin_notes(notes: Notes, laps: int) -> None:
    """Begin the notes of a game whose time expires after these laps."""
    forget(notes)
    notes.cell[LAPS] = laps
    for seat in range(SEATS):
        notes.conquered[seat] = 0


def take_on(row: int, notes: Notes) -> None:
    """Put this temperament's parameters in force."""
    if row != notes.cell[ROW]:
        notes.cell[ROW] = row
        for trait in range(TRAITS):
            notes.trait[trait] = notes.rows[row * TRAITS + trait]


def weigh(tables: Tables, pos: Position, goal: int, notes: Notes) -> None:
    """Weigh every territory, as a target and to hold."""
    trait = notes.trait
    placing = pos.now[PHASE] == PLACEMENT
    notes.cell[DEFENCE_WEIGHT] = trait[FIRST_DEFENCE] if placing else trait[DEFENCE]
    notes.cell[LACKS] = count(goal & ~pos.owned[pos.now[SEAT]])
    notes.cell[MOOD] = (notes.cell[ROW] * MOODS + mood_of(pos, goal, notes)) * PAIRS
    notes.cell[IS_AHEAD] = int(not is_closing(pos) or is_ahead(tables, pos, goal, notes))
    expect_reinforcements(tables, pos, notes)
    weigh_territories(tables, pos, goal, notes)
    weigh_continents(tables, pos, notes)
    weigh_owners(tables, pos, goal, notes)
    if pos.now[LAST_LAP] > 0 and trait[LATE_DENIAL] > 0:
        weigh_likely_points(tables, pos, goal, notes)


def is_closing(pos: Position) -> bool:
    """Whether the closing rolls have begun or begin in this lap."""
    return 0 < pos.now[LAST_LAP] <= pos.now[LAP]


def mood_of(pos: Position, goal: int, notes: Notes) -> int:
    """What armies cost now: less once time has expired, nearly nothing when the objective is within reach."""
    if goal != 0 and notes.cell[LACKS] <= notes.trait[ALL_IN_FROM]:
        return ALL_IN
    if is_closing(pos):
        return IN_CLOSING
    return LATE if pos.now[LAST_LAP] > 0 else USUAL


def is_ahead(tables: Tables, pos: Position, goal: int, notes: Notes) -> bool:
    """Whether it has more points than every opponent is likely to have in its objective."""
    mine = points_in(pos.owned[pos.now[SEAT]] & goal, notes)
    for other in range(pos.now[SEATS_AT_TABLE]):
        if other == pos.now[SEAT] or pos.owned[other] == 0:
            continue
        best, total = 0, 0
        for card in range(tables.objective_count):
            if tables.objectives[card] != goal:
                points = points_in(tables.objectives[card] & pos.owned[other], notes)
                total += points
                best = max(best, points)
        likely = (total // max(1, tables.objective_count - 1) + best) // 2
        if mine * 100 < likely * notes.trait[LEAD]:
            return False
    return True


def points_in(territories: int, notes: Notes) -> int:
    """Borders printed on these territories."""
    points = count(territories & notes.plane[0]) + 2 * count(territories & notes.plane[1])
    return points + 4 * count(territories & notes.plane[2])


def expect_reinforcements(tables: Tables, pos: Position, notes: Notes) -> None:
    """Note the armies each opponent may add before it attacks."""
    share = notes.trait[EXPECTED]
    for seat in range(pos.now[SEATS_AT_TABLE]):
        notes.expected[seat] = armies_due(tables, pos.owned[seat]) * share // 100 if share > 0 else 0


def armies_due(tables: Tables, owned: int) -> int:
    """About the reinforcements that these territories bring."""
    armies = count(owned) // 3
    for continent in range(len(tables.continent_masks)):
        if tables.continent_masks[continent] & ~owned == 0:
            armies += tables.continent_bonus[continent]
    return armies


def ramp_of(pos: Position, notes: Notes) -> int:
    """Worth that the objective has gained as the end comes nearer."""
    laps = notes.trait[RAMP_LAPS]
    if pos.now[LAST_LAP] == 0:
        laps = max(0, laps - max(0, notes.cell[LAPS] - pos.now[LAP]))
    return notes.trait[RAMP] * laps


def first_worth(tables: Tables, pos: Position, notes: Notes) -> int:
    """Worth of the next conquest, wherever it is: for the card, or to be excused from the closing roll."""
    worth = 0
    if pos.now[CONQUESTS] == 0:
        worth += notes.trait[CARD]
    if notes.cell[IS_AHEAD] == 0 and pos.now[CONQUESTS] < tables.closing_excused_from:
        worth += notes.trait[EXCUSE]
    return worth


def weigh_territories(tables: Tables, pos: Position, goal: int, notes: Notes) -> None:
    """Begin every territory's worth with what it is by itself: its place, its neighbours, the objective."""
    trait = notes.trait
    own = pos.owned[pos.now[SEAT]]
    missing = goal & ~own
    late = trait[LATE_BORDER] if pos.now[LAST_LAP] > 0 else 0
    ramp = ramp_of(pos, notes)
    nearer = max(0, trait[NEAR_FROM] + 1 - notes.cell[LACKS]) * trait[NEARER]
    first = first_worth(tables, pos, notes)
    hold, friend, enemy = trait[HOLD], trait[FRIEND], trait[ENEMY]
    hold_goal = trait[HOLD_OBJECTIVE] + ramp // 2
    target, border = trait[OBJECTIVE] + nearer + ramp, trait[OBJECTIVE_BORDER] + late
    path = trait[PATH]
    for territory in range(TERRITORIES):
        in_goal = contains(goal, territory)
        notes.hold[territory] = hold
        if in_goal:
            notes.hold[territory] += hold_goal + late * tables.values[territory]
        if contains(own, territory):
            notes.worth[territory] = first
            continue
        around = tables.neighbours[territory]
        friends = count(around & own)
        worth = first + trait[TERRITORY] + friend * friends - enemy * (count(around) - friends)
        if in_goal:
            worth += target + border * tables.values[territory]
        elif path != 0:
            worth += path * min(2, count(around & missing))
        notes.worth[territory] = worth


def add_worth(territories: int, worth: int, notes: Notes) -> None:
    """Add to the worth of these territories as targets."""
    while territories:
        notes.worth[lowest(territories)] += worth
        territories &= territories - 1


def weigh_continents(tables: Tables, pos: Position, notes: Notes) -> None:
    """Add what continents make territories worth: own ones to hold or complete, others' to break."""
    own = pos.owned[pos.now[SEAT]]
    for continent in range(len(tables.continent_masks)):
        mask = tables.continent_masks[continent]
        bonus = tables.continent_bonus[continent]
        missing = mask & ~own
        lacks = count(missing)
        if lacks <= 1:
            kept = mask if lacks == 0 else missing
            while kept:
                notes.hold[lowest(kept)] += notes.trait[HOLD_CONTINENT] * bonus
                kept &= kept - 1
        if lacks == 0:
            continue
        worth = continent_worth(notes, mask, own, lacks)
        holder = pos.owner[lowest(missing)]
        if holder >= 0 and mask & ~pos.owned[holder] == 0:
            worth += notes.trait[BREAK_CONTINENT]
        if worth != 0:
            add_worth(missing, worth * bonus, notes)


def continent_worth(notes: Notes, mask: int, own: int, lacks: int) -> int:
    """Worth of the next territory of a continent, per bonus army."""
    if lacks == 1:
        return notes.trait[CONTINENT]
    if lacks <= 3:
        return notes.trait[CONTINENT_NEAR]
    return notes.trait[CONTINENT_FAR] * count(mask & own) // count(mask)


def weigh_owners(tables: Tables, pos: Position, goal: int, notes: Notes) -> None:
    """Add what makes an opponent's territories worth taking: its size, its last ones, its objective."""
    trait = notes.trait
    for other in range(pos.now[SEATS_AT_TABLE]):
        theirs = pos.owned[other]
        if other == pos.now[SEAT] or theirs == 0:
            continue
        held = count(theirs)
        worth = trait[LEADER] * max(0, held - LARGE_OWNER)
        if held <= 2:
            worth += trait[ELIMINATE] * (1 + pos.hand[other]) // (1 if held == 1 else 3)
        if worth != 0:
            add_worth(theirs, worth, notes)
        if pos.status[other] == PLAYING and held >= LARGE_OWNER:
            weigh_dangers(tables, theirs, goal, notes)


def weigh_dangers(tables: Tables, theirs: int, goal: int, notes: Notes) -> None:
    """Add to the territories of every objective that this opponent may be near."""
    nearest = notes.trait[DANGER_FROM]
    for card in range(tables.objective_count):
        mask = tables.objectives[card]
        lacks = count(mask & ~theirs)
        if lacks <= nearest and mask != goal:
            steps = nearest + 1 - lacks
            add_worth(mask & theirs, notes.trait[DANGER] * steps * steps, notes)


def weigh_likely_points(tables: Tables, pos: Position, goal: int, notes: Notes) -> None:
    """Add the points an opponent is likely to count on a territory, by how well each objective fits it."""
    for other in range(pos.now[SEATS_AT_TABLE]):
        theirs = pos.owned[other]
        if other == pos.now[SEAT] or theirs == 0:
            continue
        total = 0
        for card in range(tables.objective_count):
            notes.share[card] = 0
            if tables.objectives[card] != goal:
                points = points_in(theirs & tables.objectives[card], notes)
                notes.share[card] = points * points
                total += points * points
        scale = (notes.trait[LATE_DENIAL] << 20) // max(1, total)
        while theirs:
            territory = lowest(theirs)
            theirs &= theirs - 1
            needed = 0
            for card in range(tables.objective_count):
                needed += notes.share[card] * ((tables.objectives[card] >> territory) & 1)
            notes.worth[territory] += (needed * scale * tables.values[territory]) >> 20
