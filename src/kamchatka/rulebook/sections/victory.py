"""Reaching the goal of the game (RisiKo!)."""

from typing import Literal

from kamchatka.rulebook.sections.base import BySize, Cells, Count, Section, row_by_size

Goal = Literal["objective", "points"]
Declaration = Literal["automatic", "declared"]
FalseClaim = Literal["play-on", "turn-ends"]


class VictorySection(Section):
    """The goal that wins at once, and how it is claimed."""

    goal: Goal
    others_per_missing: Count
    points: BySize
    declaration: Declaration
    false_claim: FalseClaim

    def cells(self) -> Cells:
        return {
            "victory_by_points": int(self.goal == "points"),
            "others_per_missing": self.others_per_missing,
            "victory_points": row_by_size(self.points),
        }
