"""A game with every invariant checked after every step, and unusual events mixed in.

Occasionally a seat withdraws, is excluded or congelata, also while luck is awaited; a judge ends the game;
a seat passes without its card. The stream decides.
"""

from kamchatka.bots.dispatch import decide
from kamchatka.bots.notes import Notes
from kamchatka.bots.weighing import begin_notes
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.elimination import seats_playing
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import (
    ATTACK_DICE,
    BATTLE,
    BY_OBJECTIVE,
    CARD_LEFT_BY,
    COMBAT,
    CONQUESTS,
    DEFENCE_DICE,
    ENDING,
    MOVED,
    NOBODY,
    OVER,
    PHASE,
    PLACEMENT,
    PLAYING,
    REINFORCEMENT,
    ROLL_OFF,
    SEAT,
    SEATS_AT_TABLE,
    TURN,
    Cells,
    Position,
    Secrets,
)
from kamchatka.rules.legality import check, list_moves
from kamchatka.rules.moves import (
    END_GAME,
    EXCLUDE,
    FREEZE,
    LATE_CARD,
    PASS_WITHOUT_CARD,
    PLACE,
    PLACE_FIRST,
    TAKE_BACK,
    TIME_EXPIRED,
    WITHDRAW,
    kind_of,
    move,
    number_of,
)
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.rules.victory import has_won
from kamchatka.simulate.invariants import (
    ARMIES_FROM_NOWHERE,
    FINE,
    LISTED_BUT_REFUSED,
    MOVE_OUT_OF_TURN,
    NEVER_ENDS,
    NO_LEGAL_MOVE,
    PHASE_WENT_BACK,
    WINNER_WITHOUT_GOAL,
    broken_invariant,
)
from kamchatka.simulate.playout import (
    AT_STEP,
    CHECKSUM,
    CONQUERED,
    FIGURES,
    MOST_STEPS,
    ROLLS,
    STEPS,
    VIOLATION,
)
from kamchatka.stream import below

CALM, STORMY = 1000, 120
"""A judge decides once in this many steps; one game in four is stormy and loses most of its seats."""
CARD_LEFT_ONE_IN = 35
NO_MOVE = 0


def armies_in_play(pos: Position) -> int:
    """All armies on the board."""
    total = 0
    for armies in pos.armies:
        total += armies
    return total


def armies_added(coded: int) -> int:
    """The change in the number of armies on the board by a seat's move."""
    kind = kind_of(coded)
    if kind in (PLACE, PLACE_FIRST):
        return number_of(coded)
    return -number_of(coded) if kind == TAKE_BACK else 0


def armies_lost(pos: Position) -> int:
    """Armies the awaited roll will remove from the board."""
    return min(pos.now[ATTACK_DICE], pos.now[DEFENCE_DICE]) if pos.now[PHASE] == BATTLE else 0


def unusual_move(pos: Position, state: int) -> tuple[int, int]:
    """Rarely a card left on the deck or taken late; else NO_MOVE."""
    if pos.now[PHASE] < REINFORCEMENT:
        return state, NO_MOVE
    if pos.now[CARD_LEFT_BY] > 0:
        state, takes = below(state, 3)
        return state, move(LATE_CARD) if takes == 0 else NO_MOVE
    state, chosen = below(state, CARD_LEFT_ONE_IN)
    if chosen == 0 and pos.now[PHASE] == COMBAT:
        return state, move(PASS_WITHOUT_CARD)
    return state, NO_MOVE


def judges_decision(pos: Position, state: int, one_in: int) -> tuple[int, int]:
    """Occasionally, whatever is awaited: a seat withdraws, is excluded or congelata, or the game ends."""
    if not REINFORCEMENT <= pos.now[PHASE] < ROLL_OFF:
        return state, NO_MOVE
    state, chosen = below(state, one_in)
    if chosen > 3:
        return state, NO_MOVE
    state, seat = below(state, pos.now[SEATS_AT_TABLE])
    if chosen == 3:
        return state, move(END_GAME) if seat == 0 else NO_MOVE
    if pos.status[seat] != PLAYING:
        return state, NO_MOVE
    if chosen == 2:
        return state, move(FREEZE, seat)
    return state, move(WITHDRAW if chosen == 0 else EXCLUDE, seat)


def checked_move(
    tables: Tables, pos: Position, secrets: Secrets, bots: Cells, laps: int, state: int, notes: Notes
) -> tuple[int, int, int]:
    """The next move, with all checks before it; and the invariant it breaks, if any."""
    seat = to_act(pos)
    hand = secrets.hands[seat]
    if time_is_over(pos, laps):
        return state, move(TIME_EXPIRED), FINE
    state, coded = unusual_move(pos, state)
    if coded != NO_MOVE:
        who = pos.now[CARD_LEFT_BY] - 1 if kind_of(coded) == LATE_CARD else seat
        if check(tables, pos, secrets.hands[who], who, coded) == 0:
            return state, coded, FINE
    if list_moves(tables, pos, hand, notes.found) == 0:
        return state, NO_MOVE, NO_LEGAL_MOVE
    state, coded = decide(tables, pos, secrets, seat, bots[seat], state, notes)
    if check(tables, pos, hand, seat, coded) != 0:
        return state, coded, LISTED_BUT_REFUSED
    other = (seat + 1) % pos.now[SEATS_AT_TABLE]
    if check(tables, pos, secrets.hands[other], other, coded) == 0:
        return state, coded, MOVE_OUT_OF_TURN
    return state, coded, FINE


def broken_by_step(
    pos: Position, phase: int, turn: int, expected: int, had_reached: bool, fewer_play: bool
) -> int:
    """The invariant a transition breaks: armies accounted for, phases in order, no victory claimed late."""
    if phase >= PLACEMENT and armies_in_play(pos) != expected:
        # Only a seat that leaves or is frozen has its territories raised to the minimum.
        if not fewer_play or armies_in_play(pos) < expected:
            return ARMIES_FROM_NOWHERE
    same_turn = pos.now[TURN] == turn
    if same_turn and COMBAT <= phase <= MOVED and pos.now[PHASE] == REINFORCEMENT:
        return PHASE_WENT_BACK
    if same_turn and had_reached and pos.now[ENDING] == BY_OBJECTIVE:
        return WINNER_WITHOUT_GOAL
    return FINE


def checked_step(
    tables: Tables,
    pos: Position,
    secrets: Secrets,
    bots: Cells,
    laps: int,
    state: int,
    notes: Notes,
    figures: Cells,
    one_in: int,
) -> int:
    """One move or one piece of luck, with all checks; `figures` records what broke."""
    turn, phase = pos.now[TURN], pos.now[PHASE]
    had_reached = REINFORCEMENT <= phase < ROLL_OFF and has_won(tables, pos, secrets, pos.now[SEAT])
    expected = armies_in_play(pos)
    broken = FINE
    playing = seats_playing(pos)
    outcomes = luck_outcomes(tables, pos, secrets)
    state, coded = judges_decision(pos, state, one_in)
    if coded != NO_MOVE:
        if check(tables, pos, 0, NOBODY, coded) != 0:
            broken = LISTED_BUT_REFUSED
        else:
            apply(tables, pos, secrets, coded)
    elif outcomes > 0:
        expected -= armies_lost(pos)
        before = pos.now[CONQUESTS]
        state, coded = below(state, outcomes)
        apply_luck(tables, pos, secrets, coded)
        if phase == BATTLE:
            figures[ROLLS] += 1
            figures[CONQUERED + pos.now[SEAT]] += pos.now[CONQUESTS] - before
            notes.conquered[pos.now[SEAT]] += pos.now[CONQUESTS] - before
    else:
        state, coded, broken = checked_move(tables, pos, secrets, bots, laps, state, notes)
        expected += armies_added(coded)
        if broken == FINE:
            apply(tables, pos, secrets, coded)
    figures[CHECKSUM] = (figures[CHECKSUM] * 69069 + coded + 1) & 0x7FFFFFFF
    if broken == FINE:
        broken = broken_invariant(tables, pos, secrets)
    if broken == FINE:
        fewer = seats_playing(pos) < playing
        broken = broken_by_step(pos, phase, turn, expected, had_reached, fewer)
    figures[VIOLATION] = broken
    return state


def play_checked(
    tables: Tables,
    pos: Position,
    secrets: Secrets,
    seats: int,
    bots: Cells,
    laps: int,
    state: int,
    notes: Notes,
    figures: Cells,
) -> int:
    """A whole game; stops at the first broken invariant, which `figures` records with its step."""
    start(tables, pos, secrets, seats)
    begin_notes(notes, laps)
    for figure in range(FIGURES):
        figures[figure] = 0
    state, mood = below(state, 4)
    one_in = STORMY if mood == 0 else CALM
    while pos.now[PHASE] != OVER and figures[VIOLATION] == FINE:
        figures[STEPS] += 1
        figures[AT_STEP] = figures[STEPS]
        state = checked_step(tables, pos, secrets, bots, laps, state, notes, figures, one_in)
        if figures[STEPS] == MOST_STEPS:
            figures[VIOLATION] = NEVER_ENDS
    return state
