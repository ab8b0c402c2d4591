"""Leaving the table before the end, voluntarily or by a judge's decision."""

from typing import Literal

from kamchatka.rulebook.sections.base import Cells, Count, Section, position

Counts = Literal["by-points", "eliminated"]
Hand = Literal["waits", "bottom", "out-of-play"]
ClosingRolls = Literal["preceding-seat", "none"]
ExclusionRank = Literal["first-shift", "first-equal"]
LoneSeat = Literal["plays-on", "counted"]


class WithdrawalSection(Section):
    """What happens to the territories, cards and place of a seat that leaves."""

    counts: Counts
    minimum_armies: Count
    hand: Hand
    closing_rolls: ClosingRolls
    exclusion_rank: ExclusionRank
    ranking_penalty: Count
    lone_seat: LoneSeat

    def cells(self) -> Cells:
        return {
            "withdrawn_counts_eliminated": int(self.counts == "eliminated"),
            "withdrawn_minimum_armies": self.minimum_armies,
            "withdrawn_hand": position(self.hand, Hand),
            "withdrawn_closing_rolls": int(self.closing_rolls == "preceding-seat"),
            "exclusion_rank_shared": int(self.exclusion_rank == "first-equal"),
            "lone_seat_counted": int(self.lone_seat == "counted"),
        }
