"""Territory cards: earning them, keeping them, losing the right to them."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section, position

LateCard = Literal["turn-passed", "next-has-placed", "next-attacks"]


class CardsSection(Section):
    """How a seat receives cards."""

    jolly: Annotated[int, Field(ge=0, le=2)]
    conquests_for_card: Annotated[int, Field(ge=1)]
    second_card_from: Count
    hand_limit: Count
    hand_size_public: bool
    late_card: LateCard

    def cells(self) -> Cells:
        return {
            "jolly_cards": self.jolly,
            "conquests_for_card": self.conquests_for_card,
            "second_card_from": self.second_card_from,
            "hand_limit": self.hand_limit,
            "late_card": position(self.late_card, LateCard),
        }
