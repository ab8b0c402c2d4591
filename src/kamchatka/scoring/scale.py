"""Whether a formula fits a regulation: table points above its scale may break an order it promises."""

from dataclasses import dataclass

from kamchatka.ids import RulebookId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.board import HeldSeat, count_board
from kamchatka.scoring.formula import Formula
from kamchatka.scoring.numbers import Number, shown


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


def goal_points(rulebook: Rulebook) -> Number:
    """Table points of a seat that has just reached its goal and holds nothing else: the most of all cards.

    More is possible, with land beside the objective; nobody gets there without coming close to this.
    """
    if rulebook.tally.risiko_points or rulebook.victory.goal == "points":
        return max(rulebook.tally.risiko_points, *rulebook.victory.points.values())
    return _best_card(rulebook)


def _best_card(rulebook: Rulebook) -> Number:
    board = board_of(rulebook)
    best: Number = 0
    for card in board.deck(rulebook.setup.objective_deck).objectives:
        held: dict[str, int] = dict.fromkeys(card.territories, 1)
        rest: dict[str, int] = {info.id: 1 for info in board.territories if info.id not in held}
        seats = (HeldSeat(territories=held, objective_card=card.id), HeldSeat(territories={}))
        best = max(best, count_board(rulebook, seats, rest)[0].points)
    return best
