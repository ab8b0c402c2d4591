"""Ties on table points: the ordered criteria that break them."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section, position

Criterion = Literal[
    "value-outside",
    "armies-inside",
    "armies-outside",
    "armies",
    "cards",
    "territories-inside",
    "territories-outside",
    "territories",
    "missing-beside",
    "protected",
    "best-continent",
    "armies-and-cards",
    "earlier-last-turn",
    "die",
    "lot",
    "later-seat",
    "earlier-seat",
]
Zero = Literal["broken", "share-worst", "elimination-order"]
MOST_CRITERIA = 8


class TableTiesSection(Section):
    """How equal table points are ranked."""

    criteria: Annotated[list[Criterion], Field(min_length=1, max_length=MOST_CRITERIA)]
    armies_per_card: Count
    zero_points: Zero

    def cells(self) -> Cells:
        numbers = [get_args(Criterion).index(criterion) + 1 for criterion in self.criteria]
        return {
            "tie_criteria": tuple(numbers + [0] * (MOST_CRITERIA - len(numbers))),
            "armies_per_card": self.armies_per_card,
            "zero_points": position(self.zero_points, Zero),
        }
