"""The stock of armies: its limit, its pieces, and the penalty for a surplus at a live table."""

from typing import Literal

from kamchatka.rulebook.sections.base import Cells, Count, Section

LostFlag = Literal["lowers-the-limit", "limit-stays"]


class ArmiesSection(Section):
    """Number of armies a seat may have on the board."""

    limit: Count
    flags: Count
    flag_value: Count
    lost_flag: LostFlag
    surplus_admitted_times: Count
    surplus_found_times: Count
    surplus_lowers_limit: bool
    overplaced_admitted_times: Count
    overplaced_found_times: Count
    overplaced_beyond_new: bool

    def cells(self) -> Cells:
        return {"army_limit": self.limit}
