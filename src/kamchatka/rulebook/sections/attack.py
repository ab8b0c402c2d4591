"""Attacking: dice, conditions on strength, required announcements."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section, position

Dice = Literal["choice", "maximum"]
Superiority = Literal["none", "every-roll", "declaration"]
Announcement = Literal["defender-may-repeat", "void", "void-outside-a-series", "target-opens", "free"]


class AttackSection(Section):
    """Who may attack whom, and with how many dice."""

    most_dice: Annotated[int, Field(ge=1, le=3)]
    dice: Dice
    fewer_dice_than_defence: bool
    superiority: Superiority
    superiority_waived_from: Count
    announcement: Announcement
    declared_is_binding: bool

    def cells(self) -> Cells:
        return {
            "attack_most_dice": self.most_dice,
            "attack_maximum_dice": int(self.dice == "maximum"),
            "attack_fewer_dice": int(self.fewer_dice_than_defence),
            "superiority": position(self.superiority, Superiority),
            "superiority_waived_from": self.superiority_waived_from,
        }
