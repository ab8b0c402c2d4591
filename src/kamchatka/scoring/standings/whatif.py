"""What if: the same results under every formula, and the finalists of each."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings, standings
from kamchatka.scoring.standings.scored import Missing, Unscorable

FINAL_SEATS = 4


@dataclass(frozen=True)
class WhatIfOutcome:
    """A summary of the standings under one formula."""

    plain_as = "formula=formula.id title=formula.name finalists to_draw problem=why_not"

    formula: Formula
    ranks: dict[str, int | None]
    """Ranks by player; None for too few games. Empty if the formula cannot score."""
    finalists: tuple[str, ...]
    to_draw: tuple[str, ...]
    """Players who share the last ranks of the final and outnumber its seats."""
    problem: Unscorable | MissingNumber | None = None

    @property
    def first(self) -> tuple[str, ...]:
        """The players ranked first."""
        return tuple(name for name, rank in self.ranks.items() if rank == 1)

    @property
    def causes(self) -> tuple[Missing | MissingNumber, ...]:
        """Everything that is missing if the formula cannot score."""
        if isinstance(self.problem, Unscorable):
            return self.problem.missing
        return () if self.problem is None else (self.problem,)

    def why_not(self, lang: Language) -> str | None:
        """Why the formula cannot score, in one line: the first missing value."""
        first = next(iter(self.causes), None)
        return text("standings.whatif.problem", lang, why=first.sentence(lang)) if first else None


@dataclass(frozen=True)
class WhatIf:
    """Outcomes by formula and player."""

    seats: int
    outcomes: tuple[WhatIfOutcome, ...]
    players: tuple[str, ...]
    """Players by number of finals reached, then by their places under all formulas together."""


@dataclass(frozen=True)
class Lack:
    """A missing value, and every formula that cannot score without it."""

    plain_as = "sentence=cause.sentence formulas"

    cause: Missing | MissingNumber
    formulas: tuple[str, ...]


def what_if(
    results: Results,
    formulas: Iterable[Formula],
    rules: Rules | None = None,
    *,
    seats: int = FINAL_SEATS,
    progress: Callable[[int], None] | None = None,
) -> WhatIf:
    """The places of every player under each formula; formulas that cannot score carry the reason.

    Finals and other games for a rank are left out: the formulas only qualify for them.
    """
    results = results.without_finals()
    outcomes = tuple(_outcome(formula, results, rules, seats, progress) for formula in formulas)
    finals: dict[str, int] = dict.fromkeys(results.players, 0)
    places: dict[str, int] = dict.fromkeys(results.players, 0)
    for outcome in outcomes:
        for player in outcome.finalists:
            finals[player] += 1
        for player, rank in outcome.ranks.items():
            places[player] += rank or len(outcome.ranks)
    players = sorted(results.players, key=lambda player: (-finals[player], places[player], player))
    return WhatIf(seats, outcomes, tuple(players))


def _outcome(
    formula: Formula,
    results: Results,
    rules: Rules | None,
    seats: int,
    progress: Callable[[int], None] | None,
) -> WhatIfOutcome:
    """A summary of the standings; the full ones are large and not kept."""
    try:
        table = standings(formula, results, rules, progress=progress)
    except (Unscorable, MissingNumber) as problem:
        return WhatIfOutcome(formula, {}, (), (), problem)
    ranks = {row.entry.name: row.rank for row in table.rows}
    return WhatIfOutcome(formula, ranks, *finalists(table, seats))


def finalists(table: Standings, seats: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The certain finalists, and the players who must draw lots for its last seats."""
    ranked = [row for row in table.rows if row.rank is not None]
    inside, beyond = ranked[:seats], ranked[seats:]
    crowded = beyond[0].rank if beyond and inside and beyond[0].rank == inside[-1].rank else None
    if crowded is None:
        return tuple(row.entry.name for row in inside), ()
    sure = tuple(row.entry.name for row in inside if row.rank != crowded)
    return sure, tuple(row.entry.name for row in ranked if row.rank == crowded)


def lacking(found: WhatIf) -> tuple[Lack, ...]:
    """The missing values, without duplicates, in file order."""
    causes: dict[tuple[int, int, str, str], Missing | MissingNumber] = {}
    formulas: dict[tuple[int, int, str, str], list[str]] = {}
    for outcome in found.outcomes:
        for cause in outcome.causes:
            at = (cause.round, cause.table) if isinstance(cause, Missing) else cause.where or (0, 0)
            what = cause.cause if isinstance(cause, Missing) else cause
            key = (*at, type(what).__name__, str(what))
            causes.setdefault(key, cause)
            formulas.setdefault(key, []).append(outcome.formula.id)
    return tuple(Lack(causes[key], tuple(formulas[key])) for key in sorted(causes))
