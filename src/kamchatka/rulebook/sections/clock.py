"""Time: how long a game lasts, when the clock starts, the penalty for lateness."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section

Minutes = Annotated[int, Field(ge=10, le=600)]
Starts = Literal["signal", "first-reinforcement"]
TurnLimit = Literal["none", "on-request"]
TimeOfDay = Annotated[str, Field(pattern=r"^(|([01][0-9]|2[0-3]):[0-5][0-9])$")]


class ClockSection(Section):
    """The clock of a table."""

    minutes: Minutes
    minutes_least: Minutes
    minutes_most: Minutes
    starts: Starts
    end_announced: bool
    turn_limit: TurnLimit
    present_by: TimeOfDay
    late_minutes: Count
    late_cards_forfeited: Count

    def cells(self) -> Cells:
        return {"late_cards_forfeited": self.late_cards_forfeited}
