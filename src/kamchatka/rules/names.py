"""What people and files call the numbers of the layout: how a seat stands, what is going on, how it ended.

Records, sheets, tables and pages all use these words; once written down they never change.
"""

from typing import Final

STATUS_NAMES: Final = (
    "playing",
    "eliminated",
    "withdrawn",
    "excluded",
    "congelato",
    "congelato-in-extra-laps",
)
"""By the number of the status."""

ENDING_NAMES: Final = ("", "objective", "closing", "last-seat", "bound", "judge")
"""By the number of the ending; nothing while the game goes on."""

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
