"""Before the first turn: objectives, territories, neutral territories, first armies."""

from typing import Annotated, Literal

from pydantic import Field

from kamchatka.rulebook.sections.base import BySize, Cells, Count, Section, position, row_by_size

ObjectiveSource = Literal["none", "deck", "sets"]
ObjectivesWhen = Literal["before-territories", "after-territories"]
Assignment = Literal["deal", "draft"]
DealOrder = Literal["reverse", "play"]
Dealer = Literal["judge", "first-seat", "nobody"]
Correction = Literal["none", "next-card", "bottom-card", "reshuffle"]
CorrectionScope = Literal["every-card", "last-card"]
CorrectionProtected = Literal["no", "any-own", "dealt-card"]
CorrectionCounter = Literal["slot", "player", "deal"]
CorrectionAccept = Literal["last-try", "original"]
OddArmies = Literal["first-lap", "last-lap"]


class SetupSection(Section):
    """How a table is set up."""

    objective_deck: str
    objective_source: ObjectiveSource
    objectives_when: ObjectivesWhen
    assignment: Assignment
    deal_order: DealOrder
    dealer: Dealer
    correction: Correction
    correction_scope: CorrectionScope
    correction_protected: CorrectionProtected
    correction_limit: Count
    correction_counter: CorrectionCounter
    correction_accept: CorrectionAccept
    neutral_territories: Annotated[int, Field(ge=0, le=6)]
    neutral_armies: Count
    armies_each_territory: Annotated[int, Field(ge=1, le=10)]
    armies: BySize
    placement_step: Count
    odd_armies: OddArmies

    def cells(self) -> Cells:
        return {
            "objective_source": position(self.objective_source, ObjectiveSource),
            "objectives_after_territories": int(self.objectives_when == "after-territories"),
            "draft": int(self.assignment == "draft"),
            "deal_in_reverse": int(self.deal_order == "reverse"),
            "correction": position(self.correction, Correction),
            "correction_last_card_only": int(self.correction_scope == "last-card"),
            "correction_protected": position(self.correction_protected, CorrectionProtected),
            "correction_limit": self.correction_limit,
            "correction_counter": position(self.correction_counter, CorrectionCounter),
            "correction_accepts_original": int(self.correction_accept == "original"),
            "neutral_territories": self.neutral_territories,
            "neutral_armies": self.neutral_armies,
            "armies_each_territory": self.armies_each_territory,
            "initial_armies": row_by_size(self.armies),
            "placement_step": self.placement_step,
            "odd_armies_first": int(self.odd_armies == "first-lap"),
        }
