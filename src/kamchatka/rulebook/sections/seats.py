"""The seats: their number, the first player, the colours."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Section, TableSize

Order = Literal["highest-then-clockwise", "descending"]
Colour = Literal["rosso", "blu", "verde", "giallo", "nero", "viola"]
NO_COLOUR = -1


class SeatsSection(Section):
    """The seats of a table and their order."""

    sizes: Annotated[list[TableSize], Field(min_length=1)]
    preferred: TableSize
    order: Order
    exclusive_colours: Annotated[list[Colour], Field(max_length=2)]

    def cells(self) -> Cells:
        exclusive = [get_args(Colour).index(colour) for colour in self.exclusive_colours]
        return {
            "order_descending": int(self.order == "descending"),
            "exclusive_colours": tuple(exclusive) if len(exclusive) == 2 else (NO_COLOUR, NO_COLOUR),
        }
