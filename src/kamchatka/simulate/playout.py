"""One game from the opening dice to the final places, played by the policies of its seats.

Plain functions like those of `rules`: the same source runs interpreted and compiled.
"""

from kamchatka.bots import GENERALE
from kamchatka.bots.dispatch import decide
from kamchatka.bots.notes import ANSWER, NO_ANSWER, Notes
from kamchatka.bots.weighing import begin_notes
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import (
    BATTLE,
    CONQUESTS,
    NOBODY,
    OVER,
    PHASE,
    SEAT,
    SEATS,
    Cells,
    Position,
    Secrets,
)
from kamchatka.rules.moves import TIME_EXPIRED, move
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.stream import below

# Cells of a game's row of figures
STEPS = 0
ROLLS = 1
CHECKSUM = 2
VIOLATION = 3
"""The first invariant broken in a checked game, by its number in `invariants`; 0 if none."""
AT_STEP = 4
CONQUERED = 5
"""Territories conquered in the whole game, one cell for each seat."""
FIGURES = CONQUERED + SEATS

MOST_STEPS = 1_000_000
"""Upper bound, many times what 400 laps take: a game that reaches it is left unfinished."""


def sit_down(line_up: Cells, bots: Cells, seats: int, shift: int) -> None:
    """Give each seat its policy: those of the line-up in order, shifted by this many seats."""
    for seat in range(seats):
        bots[seat] = line_up[(seat + shift) % seats]


def play_on(
    tables: Tables,
    pos: Position,
    secrets: Secrets,
    bots: Cells,
    laps: int,
    state: int,
    notes: Notes,
    figures: Cells,
) -> int:
    """Play until the game is over or a thinker must answer; returns the stream's last state.

    `figures` counts steps, rolls and conquests, and holds a checksum of every choice of a seat or of luck.
    """
    steps, checksum = figures[STEPS], figures[CHECKSUM]
    while pos.now[PHASE] != OVER and steps < MOST_STEPS:
        seat = to_act(pos)
        if seat == NOBODY:
            rolled = pos.now[PHASE] == BATTLE
            before = pos.now[CONQUESTS]
            state, coded = below(state, luck_outcomes(tables, pos, secrets))
            apply_luck(tables, pos, secrets, coded)
            if rolled:
                figures[ROLLS] += 1
                figures[CONQUERED + pos.now[SEAT]] += pos.now[CONQUESTS] - before
                notes.conquered[pos.now[SEAT]] += pos.now[CONQUESTS] - before
        else:
            if time_is_over(pos, laps):
                apply(tables, pos, secrets, move(TIME_EXPIRED))
            if bots[seat] >= GENERALE:
                coded = notes.cell[ANSWER]
                if coded == NO_ANSWER:
                    break
                notes.cell[ANSWER] = NO_ANSWER
            else:
                state, coded = decide(tables, pos, secrets, seat, bots[seat], state, notes)
            apply(tables, pos, secrets, coded)
        steps += 1
        checksum = (checksum * 69069 + coded + 1) & 0x7FFFFFFF
    figures[STEPS] = steps
    figures[CHECKSUM] = checksum
    return state


def play_game(
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
    """A whole game on a cleared table, or its first part if a thinker sits at it."""
    start(tables, pos, secrets, seats)
    begin_notes(notes, laps)
    for figure in range(FIGURES):
        figures[figure] = 0
    return play_on(tables, pos, secrets, bots, laps, state, notes, figures)
