"""What generale thinks of a position: the chance of a seat to come first, learnt from games.

Twenty-two features of each seat, each about a hundred, go through a small network to a prospect; a seat's
chance is the share of its power of e among those still on the board. All whole numbers, so that every machine
judges alike. The opponents' hidden facts in it are those of a deal made anew, never the real ones.
"""

from kamchatka.bots.chances import ARMIES
from kamchatka.bots.notes import LAPS, Notes
from kamchatka.bots.outlook import MOST
from kamchatka.bots.study import (
    CERTAIN,
    FEATURES,
    HIDDEN,
    PROSPECT_SHIFT,
    STEP_SHIFT,
    STEPS,
    SUM_SHIFT,
    WEIGHT_SHIFT,
    Dealt,
    Study,
)
from kamchatka.bots.weighing import armies_due, points_in
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import contains, count, lowest
from kamchatka.rules.layout import (
    CLOSING_ROUND,
    LAP,
    LAST_LAP,
    SEAT,
    SEATS_AT_TABLE,
    Position,
)
from kamchatka.rules.victory import goal_of

# Features that others are compared with
ARMIES_DUE = 2
POINTS = 3
WORST = -1_000_000
LAPS_SEEN = 10
"""Laps before the end of time beyond which all games look alike."""


def chance_to_win(tables: Tables, pos: Position, dealt: Dealt, seat: int, notes: Notes, study: Study) -> int:
    """The seat's chance to come first, in parts of CERTAIN."""
    see(tables, pos, dealt, notes, study)
    best = WORST
    for other in range(pos.now[SEATS_AT_TABLE]):
        study.prospect[other] = prospect_of(study, other)
        if pos.owned[other] != 0:
            best = max(best, study.prospect[other])
    total, mine = 1, 0
    for other in range(pos.now[SEATS_AT_TABLE]):
        if pos.owned[other] != 0:
            step = max(0, best - study.prospect[other]) >> STEP_SHIFT
            power = study.power[min(STEPS - 1, step)]
            total += power
            if other == seat:
                mine = power
    return mine * CERTAIN // total


def prospect_of(study: Study, seat: int) -> int:
    """The network's output for a seat's features."""
    prospect = 0
    for cell in range(HIDDEN):
        excitement = study.bias[cell]
        for feature in range(FEATURES):
            excitement += study.seen[cell * FEATURES + feature] * study.feature[seat * FEATURES + feature]
        if excitement > 0:
            prospect += (excitement >> (WEIGHT_SHIFT - PROSPECT_SHIFT)) * study.sum[cell]
    return prospect >> SUM_SHIFT


def see(tables: Tables, pos: Position, dealt: Dealt, notes: Notes, study: Study) -> None:
    """Note the features of every seat."""
    seats = pos.now[SEATS_AT_TABLE]
    total = 1
    for seat in range(seats):
        goal = goal_of(tables, dealt, seat)
        total += pos.on_board[seat]
        study.feature[seat * FEATURES + ARMIES_DUE] = 10 * armies_due(tables, pos.owned[seat])
        study.feature[seat * FEATURES + POINTS] = 2 * points_in(pos.owned[seat] & goal, notes)
    for seat in range(seats):
        see_strength(pos, seat, total, notes, study)
        see_rivals(pos, seat, total, study)
        see_board(tables, pos, seat, goal_of(tables, dealt, seat), notes, study)


def see_strength(pos: Position, seat: int, total: int, notes: Notes, study: Study) -> None:
    """Features of a seat by itself, and of the moment."""
    at = seat * FEATURES
    late = int(pos.now[LAST_LAP] > 0)
    after = (seat - pos.now[SEAT]) % pos.now[SEATS_AT_TABLE]
    study.feature[at] = 400 * pos.on_board[seat] // total
    study.feature[at + 1] = 8 * count(pos.owned[seat])
    study.feature[at + 6] = 30 * min(6, pos.hand[seat])
    study.feature[at + 8] = 100 * int(after == 0)
    study.feature[at + 9] = 25 * after
    study.feature[at + 10] = 100 * int(pos.owned[seat] == 0)
    study.feature[at + 19] = 10 * max(0, min(LAPS_SEEN, notes.cell[LAPS]) - pos.now[LAP]) * (1 - late)
    study.feature[at + 20] = 100 * late
    study.feature[at + 21] = 50 * pos.now[CLOSING_ROUND]


def see_rivals(pos: Position, seat: int, total: int, study: Study) -> None:
    """Features of a seat against the best of the others."""
    at = seat * FEATURES
    points, due, armies = 0, 0, 0
    for other in range(pos.now[SEATS_AT_TABLE]):
        if other != seat:
            points = max(points, study.feature[other * FEATURES + POINTS])
            due = max(due, study.feature[other * FEATURES + ARMIES_DUE])
            armies = max(armies, pos.on_board[other])
    ahead = study.feature[at + POINTS] - points
    study.feature[at + 7] = max(0, ahead)
    study.feature[at + 14] = 400 * armies // total
    study.feature[at + 15] = max(0, study.feature[at + ARMIES_DUE] - due)
    study.feature[at + 16] = min(0, ahead)


def see_board(tables: Tables, pos: Position, seat: int, goal: int, notes: Notes, study: Study) -> None:
    """Features of a seat's territories: exposed ones, and how safe and how near the objective is."""
    at = seat * FEATURES
    owned = pos.owned[seat]
    lacks = count(goal & ~owned)
    armies, thin, exposed, fear, hope = 0, 0, 0, 0, 0
    rest = owned | goal
    while rest:
        territory = lowest(rest)
        rest &= rest - 1
        around = tables.neighbours[territory]
        value = tables.values[territory]
        if not contains(owned, territory):
            hope += chance_against(pos, around & owned, territory, notes) * value
            continue
        exposed += int(around & ~owned != 0)
        if contains(goal, territory):
            armies += pos.armies[territory]
            thin += value * int(pos.armies[territory] == 1)
            fear += chance_against(pos, around & ~owned, territory, notes) * value
    study.feature[at + 4] = 100 * max(0, 4 - lacks)
    study.feature[at + 5] = 50 * max(0, 8 - lacks)
    study.feature[at + 11] = armies
    study.feature[at + 12] = 3 * thin
    study.feature[at + 13] = 10 * exposed
    study.feature[at + 17] = 2 * fear >> 10
    study.feature[at + 18] = 2 * hope >> 10


def chance_against(pos: Position, attackers: int, target: int, notes: Notes) -> int:
    """The chance of the strongest of these territories to take the target, in 1024ths."""
    strongest = 0
    while attackers:
        strongest = max(strongest, pos.armies[lowest(attackers)])
        attackers &= attackers - 1
    return notes.risk[min(MOST, strongest) * ARMIES + min(MOST, pos.armies[target])]
