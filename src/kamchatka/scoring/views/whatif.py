"""What if: who would have come first under every formula, and who would have moved under one of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.standings.whatif import WhatIf, WhatIfOutcome
from kamchatka.scoring.views.cells import Cell, heading


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


@dataclass(frozen=True)
class WhatIfView:
    """Every formula beside the one that counts, which comes first."""

    found: WhatIf
    chosen: WhatIfOutcome | None
    rows: tuple[MovedRow, ...]
    """The places under the chosen formula beside those that count."""

    @property
    def own(self) -> WhatIfOutcome:
        """What the formula gives that counts."""
        return self.found.outcomes[0]

    def joins(self, other: WhatIfOutcome) -> tuple[str, ...]:
        """Who would have been among the first, and is not."""
        return tuple(name for name in other.finalists if name not in self.own.finalists)

    def leaves(self, other: WhatIfOutcome) -> tuple[str, ...]:
        """Who is among the first, and would not even have drawn lots for it."""
        return tuple(name for name in self.own.finalists if name not in (*other.finalists, *other.to_draw))


def formulas_beside(own: Formula) -> list[Formula]:
    """The formula that counts, then all others by name."""
    others = [load_formula(id) for id in catalogue() if id != own.id]
    return [own, *sorted(others, key=lambda formula: formula.title.casefold())]


def what_if_view(found: WhatIf, chosen: str = "") -> WhatIfView:
    """All outcomes beside the first of them, and one of them place by place."""
    own, *others = found.outcomes
    wanted = next((each for each in others if each.formula.id == chosen), None)
    rows: list[MovedRow] = []
    if wanted is not None and not wanted.problem:
        rows = [MovedRow(name, own.ranks.get(name), wanted.ranks.get(name)) for name in wanted.ranks]
    rows.sort(key=lambda row: (row.then is None, row.then or 0, row.name.casefold()))
    return WhatIfView(found, wanted, tuple(rows))


def whatif_csv(found: WhatIf, lang: Language) -> Iterator[list[Cell]]:
    """The place of every player under each formula, and how many finals that makes."""
    yield [heading("player", lang), heading("finals", lang), *(each.formula.id for each in found.outcomes)]
    for player in found.players:
        finals = sum(player in outcome.finalists for outcome in found.outcomes)
        yield [player, finals, *(outcome.ranks.get(player) for outcome in found.outcomes)]
