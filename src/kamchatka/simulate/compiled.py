"""Positions, secrets and tables as records over the same bytes, and the loops that play many games on them.

`compiler` compiles the loops and all the rules they reach to machine code.
"""

from typing import Any

import numpy as np

from kamchatka.bots.characters import Characters
from kamchatka.bots.generale import decide_as_generale
from kamchatka.bots.notes import ANSWER, NO_ANSWER, NOTES_LAYOUT, STREAM, blank_notes
from kamchatka.bots.study import STUDY_LAYOUT
from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import LAYOUT, pack
from kamchatka.rules.layout import POSITION_LAYOUT, SEATS, SECRETS_LAYOUT
from kamchatka.simulate.checked import play_checked
from kamchatka.simulate.compiler.registry import compiled_batch
from kamchatka.simulate.playout import FIGURES, play_game, play_on, sit_down
from kamchatka.simulate.results import note_row
from kamchatka.simulate.rows import ROW, record_type
from kamchatka.simulate.stepping import step_on
from kamchatka.stream import seeded

POSITION = record_type(POSITION_LAYOUT)
SECRETS = record_type(SECRETS_LAYOUT)
TABLES = np.dtype([(name, "<i8") if count == 1 else (name, "<i8", (count,)) for name, count in LAYOUT])


FIGURE_ROW = np.dtype([("figures", "<i8", (FIGURES,))])
STUDY = record_type(STUDY_LAYOUT)
NOTES = record_type(NOTES_LAYOUT)
DESK = record_type((("line_up", "q", SEATS), ("bots", "q", SEATS), *NOTES_LAYOUT))
"""Working memory of a game: its bots and their notes. Arrays would be reference-counted at every call."""


def tables_record(rulebook: Rulebook) -> Any:
    """The integer tables as a record for the compiled rules."""
    return np.frombuffer(pack(rulebook), dtype=TABLES).copy()


def play_batch(
    tables: Any,
    positions: Any,
    secrets: Any,
    rows: Any,
    desks: Any,
    seats: int,
    laps: int,
    base: int,
    first: int,
    rotate: int,
) -> None:
    """Play one game for each row of `positions`; game i has the stream (base, first + i).

    If a thinker's answer lies on the desk, the only game goes on with it.
    """
    desk = desks[0]
    for game in range(len(positions)):
        here, hidden, figures = positions[game], secrets[game], rows[game].figures
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        if desk.cell[ANSWER] == NO_ANSWER:
            state = seeded(base, first + game)
            state = play_game(tables[0], here, hidden, seats, desk.bots, laps, state, desk, figures)
        else:
            state = desk.cell[STREAM]
            state = play_on(tables[0], here, hidden, desk.bots, laps, state, desk, figures)
        desk.cell[STREAM] = state


def check_batch(
    tables: Any,
    positions: Any,
    secrets: Any,
    rows: Any,
    desks: Any,
    seats: int,
    laps: int,
    base: int,
    first: int,
    rotate: int,
) -> None:
    """Play one game for each row of `positions`, with every invariant checked after every step."""
    desk = desks[0]
    for game in range(len(positions)):
        here, hidden, figures = positions[game], secrets[game], rows[game].figures
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        state = seeded(base, first + game)
        play_checked(tables[0], here, hidden, seats, desk.bots, laps, state, desk, figures)


def think_batch(
    tables: Any, positions: Any, desks: Any, studies: Any, rooms: Any, dealt: Any, own: Any, state: int
) -> tuple[int, int]:
    """Generale's move in the first position; `own` are its hand and its objective card."""
    here, desk = positions[0], desks[0]
    hand, card = own
    return decide_as_generale(tables[0], here, hand, card, state, desk, studies[0], rooms[0], dealt[0])


def note_batch(
    tables: Any, positions: Any, secrets: Any, figures: Any, desks: Any, rows: Any, seats: int, shifts: Any
) -> None:
    """Write the row of each finished game; `shifts` is the first game number and the seat shift per game."""
    desk = desks[0]
    first, rotate = shifts
    for game in range(len(positions)):
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        row = rows[game]
        row.game[0] = first + game
        note_row(tables[0], positions[game], secrets[game], seats, desk.bots, figures[game].figures, row)


def step_batch(
    tables: Any, positions: Any, secrets: Any, desks: Any, seats: int, coded: int, state: int
) -> tuple[int, int]:
    """One step of the first game, for callers that choose moves in Python."""
    return step_on(tables[0], positions[0], secrets[0], seats, coded, state, desks[0].found)


def desk_for(tables: Any, bots: list[int], characters: Characters | None = None) -> Any:
    """A desk with these policies, for games under these tables; the shipped characters if none are given."""
    seats = np.zeros((2, SEATS), dtype=np.int64)
    seats[0, : len(bots)] = bots
    return np.frombuffer(bytearray(seats.tobytes() + blank_notes(tables.tobytes(), characters)), dtype=DESK)


def play_compiled(
    rulebook: Rulebook,
    seats: int,
    bots: list[int],
    games: int,
    *,
    laps: int,
    base: int,
    first: int = 0,
    checked: bool = False,
) -> tuple[Any, Any, Any]:
    """Positions, secrets and figures of this many games, compiled."""
    rulebook.require_seats(seats)
    positions = np.zeros(games, dtype=POSITION)
    secrets = np.zeros(games, dtype=SECRETS)
    rows = np.zeros(games, dtype=FIGURE_ROW)
    play = compiled_batch(check_batch, checked=True) if checked else compiled_batch(play_batch)
    tables = tables_record(rulebook)
    play(tables, positions, secrets, rows, desk_for(tables, bots), seats, laps, base, first, 0)
    return positions, secrets, rows["figures"]


def rows_compiled(
    tables: Any,
    bots: list[int],
    games: range,
    *,
    laps: int,
    base: int,
    rotate: bool = False,
    characters: Characters | None = None,
) -> np.ndarray[Any, Any]:
    """The result rows of the games with these numbers, compiled; thread-safe."""
    seats, desk = len(bots), desk_for(tables, bots, characters)
    positions = np.zeros(len(games), dtype=POSITION)
    secrets = np.zeros(len(games), dtype=SECRETS)
    figures = np.zeros(len(games), dtype=FIGURE_ROW)
    rows = np.zeros(len(games), dtype=ROW)
    play, note = compiled_batch(play_batch), compiled_batch(note_batch)
    play(tables, positions, secrets, figures, desk, seats, laps, base, games.start, int(rotate))
    note(tables, positions, secrets, figures, desk, rows, seats, (games.start, int(rotate)))
    return rows
