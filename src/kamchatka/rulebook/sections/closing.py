"""Closing the game when time is over: laps left, closing dice (sdadata), the totals that close."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section

ExpiryUnit = Literal["lap", "turn"]
Roller = Literal["each-seat", "once-a-lap"]
Mode = Literal["exact", "at-most"]
Step = Literal["round-of-rolls", "game-lap"]
Starter = Literal["last-seat", "first-seat"]
Roll = Literal["compulsory", "optional"]


class ClosingSection(Section):
    """The end of a game by time."""

    laps_after_expiry: Count
    expiry_unit: ExpiryUnit
    roller: Roller
    dice: Annotated[int, Field(ge=1, le=2)]
    mode: Mode
    first: Annotated[int, Field(ge=1, le=12)]
    cap: Annotated[int, Field(ge=0, le=12)]
    step: Step
    starter: Starter
    excused_by_conquests: Count
    roll: Roll
    late_roll_rewinds: bool
    omissions_to_exclude: Count

    def cells(self) -> Cells:
        return {
            "closing_laps_after": self.laps_after_expiry,
            "closing_expiry_turn": int(self.expiry_unit == "turn"),
            "closing_once_a_lap": int(self.roller == "once-a-lap"),
            "closing_dice": self.dice,
            "closing_exact": int(self.mode == "exact"),
            "closing_first": self.first,
            "closing_last": self.cap or 6 * self.dice,
            "closing_step_lap": int(self.step == "game-lap"),
            "closing_from_first_seat": int(self.starter == "first-seat"),
            "closing_excused_from": self.excused_by_conquests,
            "closing_optional": int(self.roll == "optional"),
        }
