"""Losing the last territory."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Section

EliminatedCards = Literal["taken", "bottom"]


class EliminationSection(Section):
    """What happens when a seat has lost its last territory."""

    cards: EliminatedCards
    from_lap: Annotated[int, Field(ge=1)]

    def cells(self) -> Cells:
        return {
            "eliminated_cards_taken": int(self.cards == "taken"),
            "elimination_from_lap": self.from_lap,
        }
