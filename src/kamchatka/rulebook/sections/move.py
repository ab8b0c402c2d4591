"""The strategic move."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section

When = Literal["end", "any-time"]


class MoveSection(Section):
    """Number of moves, when they happen, and the armies that must stay behind next to an enemy."""

    per_turn: Count
    when: When
    garrison: Annotated[int, Field(ge=1, le=10)]
    editable_until_turn_ends: bool

    def cells(self) -> Cells:
        return {
            "moves_per_turn": self.per_turn,
            "move_any_time": int(self.when == "any-time"),
            "move_garrison": self.garrison,
            "move_editable": int(self.editable_until_turn_ends),
        }
