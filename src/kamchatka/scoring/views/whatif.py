"""What if: the winner under every formula, and the changes of place under a chosen one."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.standings.whatif import WhatIf, WhatIfOutcome
from kamchatka.scoring.views.cells import Cell, heading


@dataclass(frozen=True)
class MovedRow:
    """The actual and the hypothetical place; None if not ranked."""

    name: str
    now: int | None
    then: int | None

    @property
    def moved(self) -> int | None:
        """Places gained."""
        return None if self.now is None or self.then is None else self.now - self.then


@dataclass(frozen=True)
class WhatIfView:
    """All formulas compared with the tournament's own, which comes first."""

    found: WhatIf
    chosen: WhatIfOutcome | None
    rows: tuple[MovedRow, ...]
    """Places under the chosen formula and under the tournament's own."""

    @property
    def own(self) -> WhatIfOutcome:
        """The outcome of the tournament's own formula."""
        return self.found.outcomes[0]

    def joins(self, other: WhatIfOutcome) -> tuple[str, ...]:
        """Players who would have reached the final under the other formula, but did not."""
        return tuple(name for name in other.finalists if name not in self.own.finalists)

    def leaves(self, other: WhatIfOutcome) -> tuple[str, ...]:
        """Finalists who, under the other formula, would not even have drawn lots for the final."""
        return tuple(name for name in self.own.finalists if name not in (*other.finalists, *other.to_draw))


def formulas_beside(own: Formula) -> list[Formula]:
    """The tournament's formula, then all others by name."""
    others = [load_formula(id) for id in catalogue() if id != own.id]
    return [own, *sorted(others, key=lambda formula: formula.title.casefold())]


def what_if_view(found: WhatIf, chosen: str = "") -> WhatIfView:
    """All outcomes compared with the first, and the chosen one place by place."""
    own, *others = found.outcomes
    wanted = next((each for each in others if each.formula.id == chosen), None)
    rows: list[MovedRow] = []
    if wanted is not None and not wanted.problem:
        rows = [MovedRow(name, own.ranks.get(name), wanted.ranks.get(name)) for name in wanted.ranks]
    rows.sort(key=lambda row: (row.then is None, row.then or 0, row.name.casefold()))
    return WhatIfView(found, wanted, tuple(rows))


def whatif_csv(found: WhatIf, lang: Language) -> Iterator[list[Cell]]:
    """The place of every player under each formula, and the number of finals each would reach."""
    yield [heading("player", lang), heading("finals", lang), *(each.formula.id for each in found.outcomes)]
    for player in found.players:
        finals = sum(player in outcome.finalists for outcome in found.outcomes)
        yield [player, finals, *(outcome.ranks.get(player) for outcome in found.outcomes)]
