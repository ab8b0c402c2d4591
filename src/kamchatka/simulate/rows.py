"""The result row of a game: fixed size, the same bytes from interpreted and compiled code."""

from typing import Any, NamedTuple

import numpy as np

from kamchatka.rules.layout import SEATS, Cells, parts_of, size_of, views

ROW_LAYOUT: tuple[tuple[str, str, int], ...] = (
    ("game", "q", 1),
    ("checksum", "q", 1),
    ("steps", "q", 1),
    ("rolls", "q", 1),
    ("turns", "h", 1),
    ("laps", "h", 1),
    ("closing_round", "h", 1),
    ("points", "h", SEATS),
    ("conquests", "h", SEATS),
    ("ending", "b", 1),
    ("winner", "b", 1),
    ("eliminations", "b", 1),
    ("bot", "b", SEATS),
    ("place", "b", SEATS),
    ("status", "b", SEATS),
    ("objective", "b", SEATS),
)
"""Name, format and number of cells of each field.

`game` is its number, `checksum` covers every move and piece of luck, `winner` is the seat on place 1 (NOBODY
if the regulation leaves all on a worse place), `closing_round` the round of closing rolls it reached.
By seat, in the order of play: table `points` in half points, territories conquered, number of its `bot`,
`place`, `status`, number of its `objective` (-1 for none). Unused seats hold zeros.
"""


class GameRow(NamedTuple):
    """One game's result."""

    game: Cells
    checksum: Cells
    steps: Cells
    rolls: Cells
    turns: Cells
    laps: Cells
    closing_round: Cells
    points: Cells
    conquests: Cells
    ending: Cells
    winner: Cells
    eliminations: Cells
    bot: Cells
    place: Cells
    status: Cells
    objective: Cells


ROW_BYTES = size_of(ROW_LAYOUT)
ROW_PARTS = parts_of(ROW_LAYOUT)
FORMATS = {"b": "<i1", "h": "<i2", "i": "<i4", "q": "<i8"}


def record_type(layout: tuple[tuple[str, str, int], ...]) -> np.dtype[Any]:
    """The NumPy record type of a layout."""
    return np.dtype([(name, FORMATS[kind], (count,)) for name, kind, count in layout])


ROW = record_type(ROW_LAYOUT)
Rows = np.ndarray[Any, np.dtype[np.void]]


def row_over(buffer: bytearray) -> GameRow:
    """A GameRow over these bytes."""
    return GameRow(*views(ROW_PARTS, buffer))
