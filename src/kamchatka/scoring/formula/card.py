"""A score card: what a seat scored under a formula, and why, line by line."""

from collections.abc import Mapping
from dataclasses import dataclass

from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.sheet.placing import Decision, MissingNumber


@dataclass(frozen=True)
class Line:
    """One line of a score card: a term, what it gives, why, and the clauses behind it."""

    term: str
    column: str
    amount: Number
    whys: tuple[str, ...]
    """The reason, in one or more parts."""
    values: Mapping[str, Number]
    clauses: tuple[ClauseId, ...]
    objective: Number | None = None
    """Table points a RisiKo! stands for, where the amount depends on it."""

    def reason(self, lang: Language) -> str:
        """Why, in words."""
        said = {key: shown(value, lang) for key, value in self.values.items()}
        reason = ", ".join(text(f"scoring.why.{why}", lang, **said) for why in self.whys)
        if self.objective is None:
            return reason
        return f"{reason}; {text('scoring.risiko_counts', lang, points=shown(self.objective, lang))}"


@dataclass(frozen=True, kw_only=True)
class ScoreCard:
    """What a seat scored: its place and why, the key standings compare, and a line for each term."""

    player: str
    place: int
    sharing: int
    """How many share the place, or are tied for it."""
    decided: Decision
    open_tie: MissingNumber | None
    """What is missing where the place is the best of a tie nobody has broken."""
    points: Number | None
    """Table points, as the formula counts them; None for a RisiKo! of which nobody wrote them down."""
    objective: bool
    """Whether it made RisiKo!."""
    key: tuple[Number, ...]
    score: Number
    lines: tuple[Line, ...]
