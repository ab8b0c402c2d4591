"""Positions, secrets and tables as records over the same bytes, and the loops that play many games on them.

`compiler` compiles the loops and all the rules they reach to machine code.
"""

from typing import Any

import numpy as np

from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import LAYOUT, pack
from kamchatka.rules.layout import POSITION_LAYOUT, SEATS, SECRETS_LAYOUT
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.simulate.checked import play_checked
from kamchatka.simulate.compiler.registry import compiled_batch
from kamchatka.simulate.playout import FIGURES, play_game, sit_down
from kamchatka.simulate.results import note_row
from kamchatka.simulate.rows import ROW, record_type
from kamchatka.simulate.stepping import step_on
from kamchatka.stream import seeded

POSITION = record_type(POSITION_LAYOUT)
SECRETS = record_type(SECRETS_LAYOUT)
TABLES = np.dtype([(name, "<i8") if count == 1 else (name, "<i8", (count,)) for name, count in LAYOUT])


FIGURE_ROW = np.dtype([("figures", "<i8", (FIGURES,))])
DESK = np.dtype(
    [("line_up", "<i8", (SEATS,)), ("bots", "<i8", (SEATS,)), ("found", "<i8", (3 * MOST_FAMILIES,))]
)
"""Working memory of a game. It is a record, since plain arrays would be reference-counted at every call."""


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
    """Play one game for each row of `positions`; game i has the stream (base, first + i)."""
    desk = desks[0]
    for game in range(len(positions)):
        here, hidden, figures = positions[game], secrets[game], rows[game].figures
        sit_down(desk.line_up, desk.bots, seats, rotate * (first + game))
        state = seeded(base, first + game)
        play_game(tables[0], here, hidden, seats, desk.bots, laps, state, desk.found, figures)


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
        play_checked(tables[0], here, hidden, seats, desk.bots, laps, state, desk.found, figures)


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


def desk_for(bots: list[int]) -> Any:
    """A desk with these policies."""
    desk = np.zeros(1, dtype=DESK)
    desk[0]["line_up"][: len(bots)] = bots
    return desk


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
    play(tables_record(rulebook), positions, secrets, rows, desk_for(bots), seats, laps, base, first, 0)
    return positions, secrets, rows["figures"]


def rows_compiled(
    tables: Any, bots: list[int], games: range, *, laps: int, base: int, rotate: bool
) -> np.ndarray[Any, Any]:
    """The result rows of the games with these numbers, compiled; thread-safe."""
    seats, desk = len(bots), desk_for(bots)
    positions = np.zeros(len(games), dtype=POSITION)
    secrets = np.zeros(len(games), dtype=SECRETS)
    figures = np.zeros(len(games), dtype=FIGURE_ROW)
    rows = np.zeros(len(games), dtype=ROW)
    play, note = compiled_batch(play_batch), compiled_batch(note_batch)
    play(tables, positions, secrets, figures, desk, seats, laps, base, games.start, int(rotate))
    note(tables, positions, secrets, figures, desk, rows, seats, (games.start, int(rotate)))
    return rows
