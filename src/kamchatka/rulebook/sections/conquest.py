"""Occupying a conquered territory."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section

TooFew = Literal["refused", "is-the-move"]


class ConquestSection(Section):
    """Armies that must stay behind, and armies that must advance."""

    garrison: Annotated[int, Field(ge=1, le=10)]
    garrison_waived_up_to: Count
    too_few: TooFew

    def cells(self) -> Cells:
        return {
            "conquest_garrison": self.garrison,
            "conquest_garrison_waived_up_to": self.garrison_waived_up_to,
        }
