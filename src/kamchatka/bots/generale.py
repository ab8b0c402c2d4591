"""Generale: tries its candidates in playouts of one lap and keeps the one that promises most.

A candidate is a move and the temperament that finishes the turn after it. In every playout the hidden facts
are dealt anew, opponents play as they seem to be, and the position at its next turn is judged by what was
learnt from games. The worse half of the candidates is dropped after each round of playouts; all candidates
meet the same deals and dice. Small decisions are sergente's.
"""

from kamchatka.bots.assault import may_attack
from kamchatka.bots.chances import ARMIES
from kamchatka.bots.dealing import copy_position, deal_anew
from kamchatka.bots.deployment import is_inland, strategic_move
from kamchatka.bots.notes import LAPS, Notes
from kamchatka.bots.outlook import MOST, chain_gain, stand_of
from kamchatka.bots.sergente import choose, temperament
from kamchatka.bots.soldato import decide_as_soldato
from kamchatka.bots.study import CERTAIN, MOST_CANDIDATES, SOLDATO_MODEL, TRIALS, Dealt, Study
from kamchatka.bots.valuing import chance_to_win
from kamchatka.bots.weighing import forget, ready
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import lowest
from kamchatka.rules.combat import most_attack_dice
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import (
    ADVANCE,
    COMBAT,
    FROM,
    LAP,
    MOST_ADVANCE,
    NOBODY,
    OVER,
    PHASE,
    REINFORCEMENT,
    SEAT,
    SEATS_AT_TABLE,
    STRONG,
    TO,
    TO_PLACE,
    TURN,
    Position,
)
from kamchatka.rules.moves import (
    ADVANCE_WITH,
    ATTACK,
    PLACE,
    TIME_EXPIRED,
    TRIS,
    first_of,
    kind_of,
    move,
    second_of,
)
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.rules.victory import goal_of
from kamchatka.stream import below, seeded

EQUILIBRATO = 0
"""The character it thinks of first, and takes careful opponents for."""
STYLES_TRIED = 5
"""The first temperaments, each of which may finish a turn."""
TARGETS = 4
"""Targets whose best attack is tried."""
LEAST_CHANCE = 300
"""Least chance of such an attack, in 1024ths."""
HASTY_CONQUESTS = 2
"""Conquests a turn from which an opponent is taken for a soldato."""
WORST = -100_000_000


def decide_as_generale(
    tables: Tables,
    pos: Position,
    hand: int,
    card: int,
    state: int,
    notes: Notes,
    study: Study,
    room: Position,
    dealt: Dealt,
) -> tuple[int, int]:
    """The move of the seat to act, which holds this hand and this objective card.

    `room` and `dealt` are where playouts happen: their cells hold nothing before.
    """
    goal = tables.objectives[card] if card >= 0 else 0
    row = temperament(tables, pos, pos.now[SEAT], EQUILIBRATO, notes)
    plain = choose(tables, pos, hand, goal, row, notes)
    if is_small(pos, plain):
        return state, plain
    candidates = gather(tables, pos, hand, goal, row, plain, notes, study)
    if candidates == 1:
        return state, plain
    model_opponents(tables, pos, notes, study)
    state, luck = below(state, 1 << 30)
    chosen = best_of(tables, pos, hand, card, row, luck, candidates, notes, study, room, dealt)
    forget(notes)
    return state, study.candidate[chosen]


def is_small(pos: Position, plain: int) -> bool:
    """Whether a decision is left to sergente: not in a turn, cards to play, a fight that goes on."""
    phase = pos.now[PHASE]
    if phase not in (REINFORCEMENT, COMBAT, ADVANCE) or kind_of(plain) == TRIS:
        return True
    if kind_of(plain) != ATTACK:
        return False
    return pos.now[FROM] == first_of(plain) and pos.now[TO] == second_of(plain)


# Candidates


def gather(
    tables: Tables, pos: Position, hand: int, goal: int, row: int, plain: int, notes: Notes, study: Study
) -> int:
    """Note the candidates, sergente's own first; returns their number."""
    number = add(study, 0, plain, row)
    for style in range(STYLES_TRIED):
        coded = choose(tables, pos, hand, goal, style, notes)
        if kind_of(coded) != TRIS:
            number = add(study, number, coded, style)
    ready(tables, pos, goal, row, notes)
    if pos.now[PHASE] == ADVANCE:
        for halves in range(3):
            number = add(study, number, move(ADVANCE_WITH, 0, 0, pos.now[MOST_ADVANCE] * halves // 2), row)
        return number
    if pos.now[TO_PLACE] > 0:
        territory = best_for_all(tables, pos, notes)
        return add(study, number, move(PLACE, territory, 0, pos.now[TO_PLACE]), row)
    number = add(study, number, strategic_move(tables, pos, notes), row)
    return add_attacks(tables, pos, row, number, notes, study)


def add(study: Study, number: int, coded: int, style: int) -> int:
    """Note a candidate unless it is there already; returns the number of candidates."""
    for known in range(number):
        if study.candidate[known] == coded and study.style[known] == style:
            return number
    if number == MOST_CANDIDATES:
        return number
    study.candidate[number] = coded
    study.style[number] = style
    study.score[number] = 0
    study.alive[number] = 1
    return number + 1


def best_for_all(tables: Tables, pos: Position, notes: Notes) -> int:
    """The own territory where all armies together gain most."""
    own = pos.owned[pos.now[SEAT]]
    best, chosen = WORST, lowest(own)
    rest = own
    while rest:
        territory = lowest(rest)
        rest &= rest - 1
        if is_inland(tables, territory, own):
            continue
        armies = pos.armies[territory]
        gain = stand_of(tables, pos, territory, armies + pos.now[TO_PLACE], own, notes)
        gain -= stand_of(tables, pos, territory, armies, own, notes)
        if gain > best:
            best, chosen = gain, territory
    return chosen


def add_attacks(tables: Tables, pos: Position, row: int, number: int, notes: Notes, study: Study) -> int:
    """Note the best attack on each of the most promising targets."""
    tried = 0
    for _ in range(TARGETS):
        pair = next_attack(tables, pos, tried, notes)
        if pair < 0:
            break
        tried |= 1 << pair % 64
        dice = most_attack_dice(tables, pos, pair // 64)
        number = add(study, number, move(ATTACK, pair // 64, pair % 64, dice), row)
    return number


def next_attack(tables: Tables, pos: Position, tried: int, notes: Notes) -> int:
    """Source * 64 + target of the best attack on a target not tried yet; -1 if there is none."""
    own = pos.owned[pos.now[SEAT]]
    best, pair = WORST, -1
    sources = own & pos.masks[STRONG]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        armies = min(MOST, pos.armies[source])
        targets = tables.neighbours[source] & ~own & ~tried
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            if notes.risk[armies * ARMIES + min(MOST, pos.armies[target])] < LEAST_CHANCE:
                continue
            gain = chain_gain(tables, pos, armies, target, own, notes)
            if gain > best and may_attack(tables, pos, source, target):
                best, pair = gain, source * 64 + target
    return pair


# Playouts


def model_opponents(tables: Tables, pos: Position, notes: Notes, study: Study) -> None:
    """Choose who plays each seat in playouts: soldato if it conquers much, else sergente in its temper."""
    for seat in range(pos.now[SEATS_AT_TABLE]):
        turns = pos.now[LAP] + 1
        if notes.conquered[seat] > HASTY_CONQUESTS * turns:
            study.model[seat] = SOLDATO_MODEL
        else:
            study.model[seat] = temperament(tables, pos, seat, EQUILIBRATO, notes)


def best_of(
    tables: Tables,
    pos: Position,
    hand: int,
    card: int,
    row: int,
    luck: int,
    candidates: int,
    notes: Notes,
    study: Study,
    room: Position,
    dealt: Dealt,
) -> int:
    """The number of the most promising candidate: rounds of playouts, each of which drops the worse half."""
    rounds = 1
    while 1 << rounds < candidates:
        rounds += 1
    budget = study.plan[TRIALS] * candidates // rounds
    alive, first = candidates, 0
    while alive > 1:
        last = first + max(1, budget // alive)
        for candidate in range(candidates):
            if study.alive[candidate] == 1:
                for trial in range(first, last):
                    copy_position(pos, room)
                    state = seeded(luck, trial)
                    state = deal_anew(tables, room, pos.now[SEAT], hand, card, dealt, study, state)
                    study.score[candidate] += tried(tables, room, dealt, candidate, row, state, notes, study)
        first = last
        alive = drop_worse_half(study, candidates, alive)
    for candidate in range(candidates):
        if study.alive[candidate] == 1:
            return candidate
    return 0


def drop_worse_half(study: Study, candidates: int, alive: int) -> int:
    """Keep the better half of the candidates compared; of equal ones the earlier. Returns their number."""
    kept = (alive + 1) // 2
    for _ in range(alive - kept):
        worst = NOBODY
        for candidate in range(candidates):
            if study.alive[candidate] == 1 and (
                worst == NOBODY or study.score[candidate] <= study.score[worst]
            ):
                worst = candidate
        study.alive[worst] = 0
    return kept


def tried(
    tables: Tables,
    room: Position,
    dealt: Dealt,
    candidate: int,
    row: int,
    state: int,
    notes: Notes,
    study: Study,
) -> int:
    """The chance to win after this candidate in one playout."""
    seat, turn = room.now[SEAT], room.now[TURN]
    until = turn + room.now[SEATS_AT_TABLE]
    forget(notes)
    apply(tables, room, dealt, study.candidate[candidate])
    while room.now[PHASE] != OVER:
        actor = to_act(room)
        if actor == NOBODY:
            state, outcome = below(state, luck_outcomes(tables, room, dealt))
            apply_luck(tables, room, dealt, outcome)
            continue
        if time_is_over(room, notes.cell[LAPS]):
            apply(tables, room, dealt, move(TIME_EXPIRED))
        if room.now[PHASE] == REINFORCEMENT and room.now[TURN] >= until:
            return chance_to_win(tables, room, dealt, seat, notes, study)
        model = study.model[actor]
        if actor == seat:
            model = study.style[candidate] if room.now[TURN] == turn else row
        apply(tables, room, dealt, modelled_move(tables, room, dealt, actor, model, notes))
    return CERTAIN if room.place[seat] == 1 else 0


def modelled_move(tables: Tables, room: Position, dealt: Dealt, seat: int, model: int, notes: Notes) -> int:
    """The move of a seat in a playout, by its model."""
    hand, goal = dealt.hands[seat], goal_of(tables, dealt, seat)
    if model == SOLDATO_MODEL:
        _, coded = decide_as_soldato(tables, room, hand, goal, 0, notes.found)
        return coded
    return choose(tables, room, hand, goal, model, notes)
