"""A compiled game for programs that choose moves in Python: list the moves, make one step at a time."""

from typing import Any

import numpy as np

from kamchatka.rulebook.model import Rulebook
from kamchatka.simulate.compiled import DESK, POSITION, SECRETS, step_batch, tables_record
from kamchatka.simulate.compiler.registry import compiled_batch
from kamchatka.simulate.stepping import BEGIN
from kamchatka.stream import seeded


class SteppedGame:
    """One game; the caller plays all seats with listed moves, luck comes from the stream."""

    def __init__(self, rulebook: Rulebook, seats: int) -> None:
        rulebook.require_seats(seats)
        self._tables = tables_record(rulebook)
        self._positions, self._secrets = np.zeros(1, dtype=POSITION), np.zeros(1, dtype=SECRETS)
        self._desk = np.zeros(1, dtype=DESK)
        self._families: np.ndarray[Any, Any] = self._desk[0]["found"].reshape(-1, 3)
        self._seats, self._step = seats, compiled_batch(step_batch)
        self._state = self._found = 0

    def begin(self, base: int, index: int = 0) -> None:
        """Start a new game with the stream (base, index)."""
        self._state = seeded(base, index)
        self.step(BEGIN)

    def step(self, coded: int) -> int:
        """Make a listed move; returns the number of move families then, 0 if the game is over."""
        self._state, self._found = self._step(
            self._tables, self._positions, self._secrets, self._desk, self._seats, coded, self._state
        )
        return self._found

    @property
    def families(self) -> np.ndarray[Any, Any]:
        """Rows of (move without its number, least, most); overwritten by the next step."""
        return self._families[: self._found]

    @property
    def position(self) -> Any:
        """The public state of the table."""
        return self._positions[0]
