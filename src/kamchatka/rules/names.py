"""Names of the layout's numbers for people and files: statuses, phases, endings.

Records, sheets, tables and pages all use these words; they are stored, so they never change.
"""

from typing import Final, Literal, get_args

LeavingName = Literal["eliminated", "withdrawn", "excluded", "congelato", "congelato-in-extra-laps"]
EndingName = Literal["objective", "closing", "last-seat", "bound", "judge"]

LEAVING_NAMES: Final[tuple[LeavingName, ...]] = get_args(LeavingName)
"""Names by status number, from 1."""
STATUS_NAMES: Final = ("playing", *LEAVING_NAMES)
"""Names by status number."""
ENDING_NAMES: Final[tuple[EndingName, ...]] = get_args(EndingName)
"""Names by ending number, from 1."""
PHASE_NAMES: Final = (
    "order",
    "colours",
    "strips",
    "objectives",
    "deal",
    "draft",
    "placement",
    "reinforcement",
    "combat",
    "defence",
    "battle",
    "advance",
    "moved",
    "card",
    "closing",
    "closing-choice",
    "roll-off",
    "over",
)
"""Names by phase number."""
