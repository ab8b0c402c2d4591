"""What people and files call the numbers of the layout: how a seat stands, what is going on, how it ended.

Records, sheets, tables and pages all use these words; once written down they never change.
"""

from typing import Final, Literal, get_args

LeavingName = Literal["eliminated", "withdrawn", "excluded", "congelato", "congelato-in-extra-laps"]
EndingName = Literal["objective", "closing", "last-seat", "bound", "judge"]

LEAVING_NAMES: Final[tuple[LeavingName, ...]] = get_args(LeavingName)
"""By the number of the status, from 1."""
STATUS_NAMES: Final = ("playing", *LEAVING_NAMES)
"""By the number of the status."""
ENDING_NAMES: Final[tuple[EndingName, ...]] = get_args(EndingName)
"""By the number of the ending, from 1."""
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
"""By the number of the phase."""
