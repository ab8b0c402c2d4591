"""Armies received at the start of a turn, without cards."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section

MinimumOn = Literal["total", "territories"]
Reposition = Literal["until-attack", "never"]


class ReinforcementSection(Section):
    """Number of armies received in a turn, and when it is computed."""

    territories_per_army: Annotated[int, Field(ge=1, le=42)]
    minimum: Count
    minimum_on: MinimumOn
    continents: dict[str, Count]
    on_first_turn: bool
    reposition: Reposition
    forgotten_are_lost: bool

    def cells(self) -> Cells:
        return {
            "territories_per_army": self.territories_per_army,
            "reinforcement_minimum": self.minimum,
            "minimum_on_territories": int(self.minimum_on == "territories"),
            "reinforcement_on_first_turn": int(self.on_first_turn),
            "may_reposition": int(self.reposition == "until-attack"),
        }
