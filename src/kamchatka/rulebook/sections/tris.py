"""Cards exchanged for armies: the tris, or the plain exchange by number of cards."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import Cells, Count, Section

Scheme = Literal["tris", "count"]
Latest = Literal["before-placing", "before-attack"]


class TrisSection(Section):
    """Armies for cards, and until when they may be played."""

    scheme: Scheme
    three_cannons: Count
    three_infantry: Count
    three_cavalry: Count
    three_different: Count
    jolly_and_two_equal: Count
    one_card: Count
    two_cards: Count
    three_cards_by_hand: Annotated[list[Count], Field(min_length=3, max_length=3)]
    leftovers_exchange: bool
    territory_bonus: Count
    latest: Latest
    per_turn: Count

    def cells(self) -> Cells:
        return {
            "exchange_by_count": int(self.scheme == "count"),
            "tris_equal": (self.three_infantry, self.three_cavalry, self.three_cannons),
            "tris_different": self.three_different,
            "tris_jolly": self.jolly_and_two_equal,
            "exchange_one": self.one_card,
            "exchange_two": self.two_cards,
            "exchange_three": tuple(self.three_cards_by_hand),
            "leftovers_exchange": int(self.leftovers_exchange),
            "card_territory_bonus": self.territory_bonus,
            "tris_before_placing": int(self.latest == "before-placing"),
            "tris_per_turn": self.per_turn,
        }
