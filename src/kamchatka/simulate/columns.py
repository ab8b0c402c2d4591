"""Convert result rows to a table with named columns and words instead of numbers, and back."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from kamchatka.bots import ALIASES, BOTS, bot_names
from kamchatka.rulebook.model import Rulebook
from kamchatka.simulate.objectives import objective_ids
from kamchatka.simulate.rows import ROW, Rows
from kamchatka.simulate.selfplay import ENDINGS, STATUSES

WHOLE = (
    ("game", "int64"),
    ("ending", "ending"),
    ("winner", "seat"),
    ("turns", "int16"),
    ("laps", "int16"),
    ("closing_round", "int16"),
    ("rolls", "int32"),
    ("steps", "int32"),
    ("eliminations", "int8"),
    ("checksum", "int64"),
)
BY_SEAT = (
    ("bot", "bot"),
    ("objective", "objective"),
    ("place", "int8"),
    ("points", "int16"),
    ("conquests", "int16"),
    ("status", "status"),
)
RENAMED = {"points": "half_points"}


class Columns:
    """The table format of one plan's rows: its seats and the words of its regulation."""

    def __init__(self, rulebook: Rulebook, seats: int) -> None:
        self.seats = seats
        self.words: dict[str, Sequence[str]] = {
            "ending": [ENDINGS[number] for number in range(len(ENDINGS))],
            "status": [STATUSES[number] for number in range(len(STATUSES))],
            "bot": bot_names(),
            # The last word stands for number -1.
            "objective": [*objective_ids(rulebook), ""],
        }
        self.fields = [(name, name, 0, kind) for name, kind in WHOLE]
        for name, kind in BY_SEAT:
            shown = RENAMED.get(name, name)
            self.fields += [(f"{shown}_{seat + 1}", name, seat, kind) for seat in range(seats)]
        self.schema = pa.schema([(column, self._type(kind)) for column, _, _, kind in self.fields])

    def _type(self, kind: str) -> Any:
        if kind in self.words:
            return pa.string()
        return pa.int8() if kind == "seat" else pa.type_for_alias(kind)

    def table(self, rows: Rows) -> Any:
        """The rows with words; seats count from 1, and a winner of 0 means none."""
        return pa.table(
            [self._written(rows[name][:, cell], kind) for _, name, cell, kind in self.fields],
            schema=self.schema,
        )

    def _written(self, numbers: Any, kind: str) -> Any:
        if kind in self.words:
            words = self.words[kind]
            codes = np.where(numbers < 0, len(words) - 1, numbers).astype(np.int32)
            return pa.DictionaryArray.from_arrays(codes, list(words)).cast(pa.string())
        return pa.array(
            (numbers + 1 if kind == "seat" else numbers).astype(kind if kind != "seat" else "int8")
        )

    def rows(self, table: Any) -> Rows:
        """The rows of a table; ValueError for a word that is not of this plan."""
        rows = np.zeros(len(table), dtype=ROW)
        for column, name, cell, kind in self.fields:
            read = table[column].combine_chunks()
            if kind in self.words:
                codes = {word: number for number, word in enumerate(self.words[kind])}
                if kind == "objective":
                    codes[""] = -1
                if kind == "bot":
                    codes |= {alias: BOTS[name] for alias, name in ALIASES.items()}
                words = read.dictionary_encode()
                try:
                    numbers = np.array([codes[word] for word in words.dictionary.to_pylist()], dtype=np.int64)
                except KeyError as error:
                    raise ValueError(f"{column}: {error.args[0]}") from error
                rows[name][:, cell] = numbers[words.indices.to_numpy()]
            else:
                rows[name][:, cell] = read.to_numpy() - (kind == "seat")
        return rows
