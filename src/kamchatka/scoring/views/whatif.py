"""What if: who would have come first under every formula, and who would have moved under one of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.standings.whatif import Outcome, WhatIf
from kamchatka.scoring.views.cells import Cell, heading


@dataclass(frozen=True, kw_only=True)
class FormulaOutcome:
    """What one formula would have given."""

    id: str
    title: str
    about: str
    is_own: bool
    """Whether it is the one that counts."""
    first: tuple[str, ...]
    joins: tuple[str, ...]
    """Who would have been among the first, and is not."""
    leaves: tuple[str, ...]
    to_draw: tuple[str, ...]
    """Who would have to draw lots for the last places among the first."""
    problem: str


@dataclass(frozen=True)
class MovedRow:
    """A place as it is and as it would have been; None: not ranked."""

    name: str
    now: int | None
    then: int | None

    @property
    def moved(self) -> int | None:
        """Places won."""
        return None if self.now is None or self.then is None else self.now - self.then


@dataclass(frozen=True, kw_only=True)
class WhatIfView:
    """Every formula beside the one that counts."""

    seats: int
    outcomes: tuple[FormulaOutcome, ...]
    chosen: FormulaOutcome | None
    rows: tuple[MovedRow, ...]
    """The places under the chosen formula beside those that count."""


def formulas_beside(own: Formula) -> list[Formula]:
    """The formula that counts, then all others by name."""
    others = [load_formula(id) for id in catalogue() if id != own.id]
    return [own, *sorted(others, key=lambda formula: formula.title.casefold())]


def what_if_view(found: WhatIf, lang: Language, chosen: str = "") -> WhatIfView:
    """All outcomes beside the first of them, and one of them place by place."""
    own = found.outcomes[0]
    told = tuple(_outcome(each, own, lang) for each in found.outcomes)
    wanted = next((each for each in found.outcomes if each.formula.id == chosen and each is not own), None)
    rows: Iterable[MovedRow] = ()
    if wanted is not None and not wanted.problem:
        rows = (MovedRow(name, own.ranks.get(name), wanted.ranks.get(name)) for name in wanted.ranks)
    return WhatIfView(
        seats=found.seats,
        outcomes=told,
        chosen=next((each for each in told if wanted is not None and each.id == wanted.formula.id), None),
        rows=tuple(sorted(rows, key=lambda row: (row.then is None, row.then or 0, row.name.casefold()))),
    )


def _outcome(outcome: Outcome, own: Outcome, lang: Language) -> FormulaOutcome:
    formula = outcome.formula
    inside, before = set(outcome.finalists), set(own.finalists)
    is_comparable = outcome is not own and not outcome.problem and not own.problem
    return FormulaOutcome(
        id=formula.id,
        title=formula.name(lang),
        about=formula.description(lang),
        is_own=outcome is own,
        first=tuple(name for name, rank in outcome.ranks.items() if rank == 1),
        joins=tuple(name for name in outcome.finalists if name not in before) if is_comparable else (),
        leaves=tuple(name for name in own.finalists if name not in inside | set(outcome.to_draw))
        if is_comparable
        else (),
        to_draw=outcome.to_draw,
        problem=outcome.why_not(lang) or "",
    )


def whatif_csv(found: WhatIf, lang: Language) -> Iterator[list[Cell]]:
    """The place of every player under each formula, and how many finals that makes."""
    yield [heading("player", lang), heading("finals", lang), *(each.formula.id for each in found.outcomes)]
    for player in found.players:
        finals = sum(player in outcome.finalists for outcome in found.outcomes)
        yield [player, finals, *(outcome.ranks.get(player) for outcome in found.outcomes)]
