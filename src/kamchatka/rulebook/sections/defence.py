"""Defending: dice, and who rolls them for a seat that cannot."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Section, position

Dice = Literal["maximum", "choice"]
PassiveRoller = Literal["attacker", "first-uninvolved", "next-uninvolved"]


class DefenceSection(Section):
    """How a territory is defended."""

    most_dice: Annotated[int, Field(ge=1, le=3)]
    dice: Dice
    passive_roller: PassiveRoller

    def cells(self) -> Cells:
        return {
            "defence_most_dice": self.most_dice,
            "defence_choice": int(self.dice == "choice"),
            "passive_roller": position(self.passive_roller, PassiveRoller),
        }
