"""Congelato: a seat that spread too thin only defends for the rest of the game."""

from typing import Literal

from kamchatka.rulebook.sections.base import Cells, Count, Section

Raise = Literal["singles", "all"]
Order = Literal["before-roll", "after-roll"]


class CongelatoSection(Section):
    """When a seat becomes congelata, and what happens to its territories."""

    single_armies: Count
    raise_to: Count
    raises: Raise
    order: Order
    strip_in_extra_laps: bool

    def cells(self) -> Cells:
        return {
            "congelato_from": self.single_armies,
            "congelato_raise_to": self.raise_to,
            "congelato_raises_all": int(self.raises == "all"),
            "congelato_after_roll": int(self.order == "after-roll"),
            "congelato_strip_in_extra_laps": int(self.strip_in_extra_laps),
        }
