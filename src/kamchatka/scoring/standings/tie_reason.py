"""Why somebody stands ahead of an equal: the criterion, the two numbers, the words."""

from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.numbers import Number, shown, written

NOBODY = 10**9
"""Stands for a place or a table nobody had: worse than any."""
LOWER_IS_BETTER: tuple[RankingTie, ...] = ("last-table", "previous-rank")
MOST_NAMES = 6


@dataclass(frozen=True)
class TieReason:
    """Why somebody with the same total is ahead or behind, or that a lot has still to be drawn."""

    criterion: RankingTie
    versus: tuple[str, ...]
    """Whom it was told apart from: the next in the standings; of an open tie, all who are in it."""
    own: Number = 0
    other: Number = 0
    nth: int = 1
    """Which of several numbers decided: the second best result, the third…"""
    is_open: bool = False

    @property
    def code(self) -> str:
        """The reason for programs: `wins: 2 > 1`, or `lot: open`."""
        if self.is_open:
            return "lot: open"
        own, other = self._numbers
        sign = ">" if own > other else "<"
        said = ["-" if number == NOBODY else written(number) for number in (own, other)]
        return f"{self.criterion}: {said[0]} {sign} {said[1]}"

    @property
    def _numbers(self) -> tuple[Number, Number]:
        """The two numbers as people know them: tables and ranks count from 1, the lowest being the best."""
        if self.criterion in LOWER_IS_BETTER:
            return -self.own, -self.other
        return self.own, self.other

    def sentence(self, lang: Language) -> str:
        """The reason in words."""
        names = ", ".join(self.versus[:MOST_NAMES]) + ("…" if len(self.versus) > MOST_NAMES else "")
        if self.is_open:
            return text("standings.tie.open", lang, names=names, count=len(self.versus))
        own, other = (_said(number, lang) for number in self._numbers)
        values = {"own": own, "other": other, "nth": self.nth}
        what = text(f"standings.criterion.{self.criterion.replace('-', '_')}", lang, **values)
        code = "ahead" if self.own > self.other else "behind"
        return text(f"standings.tie.{code}", lang, names=names, what=what)


def _said(number: Number, lang: Language) -> str:
    return "-" if number == NOBODY else shown(number, lang)
