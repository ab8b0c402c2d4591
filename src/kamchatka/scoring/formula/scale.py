"""Whether a formula fits a regulation: table points above its scale may break an order it promises."""

from dataclasses import dataclass

from kamchatka.ids import RulebookId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.sheet.worth import goal_points

__all__ = ["OffScale", "goal_points", "off_scale"]


@dataclass(frozen=True)
class OffScale:
    """A regulation whose table points exceed what a formula was made for."""

    formula: Formula
    rulebook: RulebookId
    points: Number

    def sentence(self, lang: Language) -> str:
        """How far, and what may break."""
        scale = self.formula.scale
        assert scale is not None, "only formulas with a scale can be off it"
        return text(
            "standings.off_scale",
            lang,
            rulebook=self.rulebook,
            points=shown(self.points, lang),
            formula=self.formula.id,
            most=shown(scale.most, lang),
            breaks=scale.breaks_en if lang == "en" else scale.breaks,
        )


def off_scale(formula: Formula, rulebook: Rulebook) -> OffScale | None:
    """The warning for a formula attached to a regulation; None where they fit."""
    points = goal_points(rulebook)
    if formula.scale is None or points <= formula.scale.most:
        return None
    return OffScale(formula, rulebook.id, points)
