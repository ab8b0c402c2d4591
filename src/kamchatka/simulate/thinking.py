"""Games at which a thinker sits, and generale's answers in machine code."""

from collections.abc import Callable
from typing import Any

import numpy as np

from kamchatka.bots.characters import Characters
from kamchatka.bots.notes import ANSWER, STREAM, Notes, blank_notes, notes_over
from kamchatka.bots.study import TRIALS, blank_study
from kamchatka.bots.thinking import PLAYOUTS, Thinker, remember
from kamchatka.rulebook.tables import pack, tables_over
from kamchatka.rules.layout import (
    OVER,
    PHASE,
    POSITION_LAYOUT,
    SEATS,
    SECRETS_LAYOUT,
    Position,
    position,
    secrets,
    size_of,
)
from kamchatka.rules.step import to_act
from kamchatka.simulate.compiled import (
    DESK,
    FIGURE_ROW,
    NOTES,
    POSITION,
    SECRETS,
    STUDY,
    TABLES,
    desk_for,
    play_batch,
    think_batch,
)
from kamchatka.simulate.compiler.registry import compiled_batch
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.playout import FIGURES, MOST_STEPS, STEPS
from kamchatka.simulate.results import note_row
from kamchatka.simulate.rows import ROW, ROW_BYTES, Rows, row_over


def compiled_thinker(packed: bytes, playouts: int = PLAYOUTS) -> Thinker:
    """Generale in machine code, for games under these tables."""
    decide = compiled_batch(think_batch)
    tables = np.frombuffer(packed, dtype=TABLES)
    buffer = bytearray(blank_notes(packed))
    own, desk = notes_over(buffer), np.frombuffer(buffer, dtype=NOTES)
    study = np.frombuffer(bytearray(blank_study()), dtype=STUDY)
    study["plan"][0, TRIALS] = playouts
    room, dealt = np.zeros(1, dtype=POSITION), np.zeros(1, dtype=SECRETS)

    def think(pos: Position, hand: int, card: int, notes: Notes, state: int) -> int:
        remember(own, notes)
        here = np.frombuffer(bytearray(b"".join(pos)), dtype=POSITION)
        _, coded = decide(tables, here, desk, study, room, dealt, (hand, card), state)
        return int(coded)

    return think


def thinking_player(plan: SimulationPlan) -> Callable[[range], Rows]:
    """A player of a plan in which somebody thinks: in machine code, a second or so for a game."""
    tables, bots = np.frombuffer(bytearray(pack(plan.rulebook)), dtype=TABLES), plan.bot_numbers()

    def play(games: range) -> Rows:
        return thinking_rows(tables, bots, games, laps=plan.laps, base=plan.seed, rotate=plan.rotate)

    return play


def thinking_rows(
    tables: Any,
    numbers: list[int],
    games: range,
    *,
    laps: int,
    base: int,
    rotate: bool = False,
    characters: Characters | None = None,
) -> Rows:
    """The result rows of the games with these numbers; generale knows the shipped characters only."""
    packed, seats, go_on = tables.tobytes(), len(numbers), compiled_batch(play_batch)
    integers = tables_over(packed)
    # Position, secrets, figures and desk, as records for the loop and as cells for this one.
    here, hidden = bytearray(size_of(POSITION_LAYOUT)), bytearray(size_of(SECRETS_LAYOUT))
    counted, desk = bytearray(8 * FIGURES), bytearray(desk_for(tables, numbers, characters))
    buffers = ((here, POSITION), (hidden, SECRETS), (counted, FIGURE_ROW), (desk, DESK))
    records = [np.frombuffer(buffer, dtype=kind) for buffer, kind in buffers]
    pos, kept, figures = position(here), secrets(hidden), memoryview(counted).cast("q")
    bots = memoryview(desk)[8 * SEATS : 16 * SEATS].cast("q")
    notes = notes_over(memoryview(desk)[16 * SEATS :])
    think, written = compiled_thinker(packed), bytearray()
    for game in games:
        where = (seats, laps, base, game, int(rotate))
        go_on(tables, *records, *where)
        while pos.now[PHASE] != OVER and figures[STEPS] < MOST_STEPS:
            seat = to_act(pos)
            hand, card = kept.hands[seat], kept.objective[seat]
            notes.cell[ANSWER] = think(pos, hand, card, notes, notes.cell[STREAM])
            go_on(tables, *records, *where)
        row = bytearray(ROW_BYTES)
        row_over(row).game[0] = game
        note_row(integers, pos, kept, seats, bots, figures, row_over(row))
        written += row
    return np.frombuffer(bytes(written), dtype=ROW)
