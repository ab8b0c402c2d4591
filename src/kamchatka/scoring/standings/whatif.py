"""What if: the same results under every formula, and who would reach the final."""

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
    """The standings one formula would have given, in short."""

    plain_as = "formula=formula.id title=formula.name finalists to_draw problem=why_not"

    formula: Formula
    ranks: dict[str, int | None]
    """By player; None for whoever has played too few games. Nothing at all if the formula cannot score."""
    finalists: tuple[str, ...]
    to_draw: tuple[str, ...]
    """Who shares the last ranks of the final with more players than there are seats."""
    problem: Unscorable | MissingNumber | None = None

    @property
    def first(self) -> tuple[str, ...]:
        """Who comes first."""
        return tuple(name for name, rank in self.ranks.items() if rank == 1)

    @property
    def causes(self) -> tuple[Missing | MissingNumber, ...]:
        """Everything that is missing where the formula cannot score."""
        if isinstance(self.problem, Unscorable):
            return self.problem.missing
        return () if self.problem is None else (self.problem,)

    def why_not(self, lang: Language) -> str | None:
        """Why the formula cannot score, in one line: the first thing missing."""
        first = next(iter(self.causes), None)
        return text("standings.whatif.problem", lang, why=first.sentence(lang)) if first else None


@dataclass(frozen=True)
class WhatIf:
    """Formulas against players."""

    seats: int
    outcomes: tuple[WhatIfOutcome, ...]
    players: tuple[str, ...]
    """Whoever reaches the most finals first, then by the places under all formulas together."""


@dataclass(frozen=True)
class Lack:
    """Something missing, and every formula that cannot score without it."""

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
    """The places of every player under each formula; formulas that cannot score say why.

    Finals and whatever else is played for a rank are left out: they are what the formulas lead to.
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
    """The standings in short; the long ones are large and not kept."""
    try:
        table = standings(formula, results, rules, progress=progress)
    except (Unscorable, MissingNumber) as problem:
        return WhatIfOutcome(formula, {}, (), (), problem)
    ranks = {row.entry.name: row.rank for row in table.rows}
    return WhatIfOutcome(formula, ranks, *finalists(table, seats))


def finalists(table: Standings, seats: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is in the final for sure, and who must draw lots for its last seats."""
    ranked = [row for row in table.rows if row.rank is not None]
    inside, beyond = ranked[:seats], ranked[seats:]
    crowded = beyond[0].rank if beyond and inside and beyond[0].rank == inside[-1].rank else None
    if crowded is None:
        return tuple(row.entry.name for row in inside), ()
    sure = tuple(row.entry.name for row in inside if row.rank != crowded)
    return sure, tuple(row.entry.name for row in ranked if row.rank == crowded)


def lacking(found: WhatIf) -> tuple[Lack, ...]:
    """What is missing, each thing once, in the order of the file."""
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
