"""Counting the board: table points. Values are whole points; only armies count in half points."""

from typing import Literal

from kamchatka.rulebook.sections.base import Cells, Count, Section, position

ContinentBorders = Literal["frontier", "links", "outside"]
Strip = Literal["none", "connected", "path", "listed", "declared"]


class TallySection(Section):
    """Point values of the final count."""

    borders_inside: Count
    borders_outside: Count
    each_territory: Count
    each_objective_territory: Count
    beside_missing: Count
    protected: Count
    half_points_per_army: Count
    each_card: Count
    continent_base: Count
    continent_per_bonus: Count
    continent_per_territory: Count
    continent_per_border: Count
    continent_borders: ContinentBorders
    strip: Strip
    strip_deck: str
    strip_factor: Count
    risiko_points: Count

    def cells(self) -> Cells:
        return {
            "points_borders_inside": self.borders_inside,
            "points_borders_outside": self.borders_outside,
            "points_territory": self.each_territory,
            "points_objective_territory": self.each_objective_territory,
            "points_beside_missing": self.beside_missing,
            "points_protected": self.protected,
            "half_points_army": self.half_points_per_army,
            "points_card": self.each_card,
            "strip": position(self.strip, Strip),
            "strip_factor": self.strip_factor,
            "points_risiko": self.risiko_points,
        }
