"""Check that the C kernel, the compiled rules and the interpreted rules play the same games."""

from typing import Any

import numpy as np

from bench.kernel import RESULT
from kamchatka.rules.layout import ENDING, LAP, TURN, WINNER
from kamchatka.simulate.playout import CHECKSUM, ROLLS, STEPS


def results_of(positions: Any, figures: Any) -> np.ndarray[Any, Any]:
    """Final positions and figures, in the kernel's row format."""
    rows = np.zeros(len(positions), dtype=RESULT)
    rows["steps"] = figures[:, STEPS]
    rows["rolls"] = figures[:, ROLLS]
    rows["checksum"] = figures[:, CHECKSUM]
    for name, cell in (("ending", ENDING), ("winner", WINNER), ("turns", TURN), ("laps", LAP)):
        rows[name] = positions["now"][:, cell]
    rows["place"] = positions["place"]
    rows["decided"] = positions["decided"]
    return rows


def first_difference(ours: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> int | None:
    """The number of the first game that differs; None if all are equal."""
    different = np.flatnonzero(ours != theirs)
    return int(different[0]) if len(different) else None
