"""Every table of a tournament scored by one formula: what standings are made from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.formula import Formula
from kamchatka.scoring.grid import NoSuchSize
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.penalties import lowered, result_penalties
from kamchatka.scoring.placed import Placed, Sight
from kamchatka.scoring.placing import MissingNumber
from kamchatka.scoring.result import Part, Result
from kamchatka.scoring.results import PlayedTable
from kamchatka.scoring.sheet import Kind


@dataclass(frozen=True)
class Missing:
    """A table that cannot be scored: what is missing."""

    round: int
    table: int
    cause: Exception

    def sentence(self, lang: Language) -> str:
        """Where, and what to ask for."""
        if isinstance(self.cause, MissingNumber):
            said = self.cause.sentence(lang)
        elif isinstance(self.cause, NoSuchSize):
            said = text("standings.no_such_size", lang, size=self.cause.size)
        else:
            said = text("standings.no_award", lang, player=str(self.cause))
        return text("standings.at_table", lang, round=self.round, table=self.table, said=said)


class Unscorable(Exception):
    """Results a formula cannot score, with everything that is missing."""

    def __init__(self, formula: str, missing: tuple[Missing, ...]) -> None:
        super().__init__(f"{formula}: {len(missing)}")
        self.formula = formula
        self.missing = missing

    def report(self, lang: Language) -> str:
        """All that is missing, one line each."""
        lines = [text("standings.unscorable", lang, formula=self.formula, count=len(self.missing))]
        return "\n".join([*lines, *(f"- {each.sentence(lang)}" for each in self.missing)])


class NoAward(LookupError):
    """A bye or a duel whose score nobody has given: the players."""


def score_results(
    formula: Formula,
    placed: Placed,
    progress: Callable[[int], None] | None = None,
    *,
    shares: bool = False,
) -> dict[str, list[Result]]:
    """The results of every player, round by round; `shares` if percentages are wanted. Raises Unscorable."""
    results = placed.results
    found: dict[str, list[Result]] = {player: [] for player in results.players}
    missing: list[Missing] = []
    penalties = result_penalties(results)
    score = formula.columns.index(formula.score)
    nothing = (0,) * len(formula.columns)
    sight = placed.under(formula)
    for number, table in enumerate(placed.tables):
        try:
            scored = _table(formula, sight, number, table)
            for result in _with_shares(scored, score) if shares else scored:
                found[result.part.player].append(lowered(result, penalties, score) if penalties else result)
        except (MissingNumber, NoSuchSize, NoAward) as cause:
            missing.append(Missing(table.round, table.number, cause))
        if progress and number % 100 == 99:
            progress(100)
    if progress:
        progress(len(placed.tables) % 100)
    if missing:
        raise Unscorable(formula.id, tuple(missing))
    for each in results.rounds:
        for player in each.absent:
            absence = Result(Part(each.number, player, "absence"), nothing)
            found[player].append(lowered(absence, penalties, score))
    return found


def is_awarded(formula: Formula, table: PlayedTable) -> bool:
    """Whether scores are given by a referee or printed, and no card explains them."""
    if table.kind != "duel" or table.void:
        return table.void or table.kind == "bye"
    return bool(table.awards) or formula.special.duel is not None or table.sheet is None


def _table(formula: Formula, sight: Sight, number: int, table: PlayedTable) -> list[Result]:
    if not is_awarded(formula, table):
        seen = sight.at(number)
        return list(map(Result, seen.parts, formula.keys(seen.table)))
    if table.void or table.kind == "bye":
        return list(_awarded(formula, table, dict.fromkeys(table.players, 0)))
    places = table.places
    if table.sheet is not None:
        places = {part.player: part.place for part in sight.at(number).parts}
    return list(_awarded(formula, table, places))


def _awarded(formula: Formula, table: PlayedTable, places: Mapping[str, int]) -> Iterator[Result]:
    """Byes, duels and void tables: the referee's award, else what the formula prints for them."""
    lacking = [] if table.void else [player for player in table.players if player not in table.awards]
    printed = {player: _printed(formula, table.kind, places.get(player, 0)) for player in lacking}
    if None in printed.values():
        raise NoAward(", ".join(player for player in lacking if printed[player] is None))
    for player, score in {**printed, **table.awards}.items():
        if score is not None and player in table.players:
            key = tuple(score if name == formula.score else 0 for name in formula.columns)
            kind = "void" if table.void else table.kind
            yield Result(Part(table.round, player, kind, table.number, places.get(player, 0)), key)


def _with_shares(scored: list[Result], score: int) -> list[Result]:
    """The results of a table, each with all the points that were given out there."""
    given_out = sum(result.key[score] for result in scored)
    return [result._replace(given_out=given_out) for result in scored]


def _printed(formula: Formula, kind: Kind, place: int) -> Number | None:
    """What the formula gives for a bye, or for this place in a duel; None if it says nothing of them."""
    if kind == "duel" and formula.special.duel is not None and place:
        return formula.special.duel.within(2, place - 1, 0)
    return formula.special.bye if kind == "bye" else None
