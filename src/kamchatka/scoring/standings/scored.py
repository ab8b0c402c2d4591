"""Score every table of a tournament by one formula: the results of each player, and what is missing."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import sub
from typing import Literal

from kamchatka.messages import Language, Phrase, text
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.model import Formula, MeanBye, ScoreCard
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import PlayedTable, Results
from kamchatka.scoring.sheet.model import Kind
from kamchatka.scoring.sheet.places import MissingNumber, Unscored

Key = tuple[Number, ...]
"""The key standings compare, most important column first."""
GAMES = ("table", "dummy", "duel")
"""Kinds of results that are games; byes, void tables and absences are not."""
STEP = 100
"""Number of tables scored between two progress reports."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """The result of one player in one round."""

    round: int
    player: str
    kind: Kind | Literal["void", "absence"]
    key: Key
    """The score by column of the formula, minus penalties on the result."""
    table: int = 0
    place: int = 0
    """0 if there was no game."""
    sharing: int = 1
    """Number of players who share the place, or are tied for it."""
    points: Number | None = 0
    """Table points as the formula counts them; None for a RisiKo! without recorded points."""
    objective: bool = False
    open_tie: MissingNumber | None = None
    """The missing number, if the place is the best of an unbroken tie."""
    given_out: Number = 0
    """Sum of all scores of the table."""
    card: ScoreCard | None = None
    """The reasons line by line; None if a referee or the formula sets the score directly."""

    @property
    def is_game(self) -> bool:
        """Whether the player sat at a table and played."""
        return self.kind in GAMES


@dataclass(frozen=True)
class Missing:
    """A table that cannot be scored, with the cause."""

    round: int
    table: int
    cause: Exception

    def sentence(self, lang: Language) -> str:
        """The table and the missing value, as a sentence."""
        if isinstance(self.cause, MissingNumber):
            said = self.cause.sentence(lang)
            if self.cause.where is not None:
                return said
        elif isinstance(self.cause, NoSuchSize):
            said = text("standings.no_such_size", lang, size=self.cause.size)
        else:
            said = text("standings.no_award", lang, player=str(self.cause))
        return text("standings.at_table", lang, round=self.round, table=self.table, said=said)


class Unscorable(Unscored):
    """Results that a formula cannot score, with everything missing."""

    def __init__(self, formula: Phrase, missing: tuple[Missing, ...]) -> None:
        super().__init__(f"{formula('en')}: {len(missing)}")
        self.formula = formula
        self.missing = missing

    def report(self, lang: Language) -> str:
        """Everything missing, one line each."""
        lines = [text("standings.unscorable", lang, formula=self.formula, count=len(self.missing))]
        return "\n".join([*lines, *(f"- {each.sentence(lang)}" for each in self.missing)])


class NoAward(LookupError):
    """A bye or a duel without a score: the players."""


def results_by_player(
    formula: Formula,
    results: Results,
    *,
    absences: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Mapping[str, list[Result]]:
    """The results of each player; with `absences`, a result of 0 for each absence. Raises Unscorable.

    In a round that is not summed, a table the formula cannot score gives no results.
    """
    summed = {each.number for each in results.summed}
    found: dict[str, list[Result]] = defaultdict(list)
    missing: list[Missing] = []
    number = 0
    for number, table in enumerate(results.tables(), 1):
        try:
            for result in _kept_results(formula, table):
                found[result.player].append(result)
        except (MissingNumber, NoSuchSize, NoAward) as cause:
            if table.round in summed or isinstance(cause, MissingNumber):
                missing.append(Missing(table.round, table.number, cause))
        if progress and number % STEP == 0:
            progress(STEP)
    if progress:
        progress(number % STEP)
    if missing:
        raise Unscorable(formula.name, tuple(missing))
    _compute_byes(formula, results, found)
    for each in results.rounds if absences else ():
        for player in each.absent:
            nothing = _key(formula, 0)
            found[player].append(Result(round=each.number, player=player, kind="absence", key=nothing))
    for (player, round), penalties in results.result_penalties.items():
        points = sum(each.points for each in penalties)
        found[player] = [
            _lowered(formula, result, points) if result.round == round else result for result in found[player]
        ]
    return found


def _kept_results(formula: Formula, table: PlayedTable) -> tuple[Result, ...]:
    """The results of each player at a table, cached."""
    for by, results in table.scored:
        if by is formula:
            return results
    results = tuple(_results(formula, table))
    table.scored[:] = [(formula, results)]
    return results


def _results(formula: Formula, table: PlayedTable) -> Iterator[Result]:
    """The results of each player at a table; none at a void one, unless awarded."""
    if _is_awarded(formula, table):
        places = _places(formula, table)
        scores = _awards(formula, table, places)
        for player, score in scores.items():
            yield Result(
                round=table.round,
                player=player,
                kind="void" if table.void else table.kind,
                key=_key(formula, score),
                table=table.number,
                place=places.get(player, 0),
                given_out=sum(scores.values()),
            )
        return
    assert table.sheet is not None, "a game has a sheet"
    cards = formula.cards(table.sheet)
    given_out = sum(card.score for card in cards)
    for card in cards:
        yield Result(
            round=table.round,
            player=card.player,
            kind=table.kind,
            key=card.key,
            table=table.number,
            place=card.place,
            sharing=card.sharing,
            points=card.points,
            objective=card.objective,
            open_tie=card.open_tie.at_table(table.round, table.number) if card.open_tie else None,
            given_out=given_out,
            card=card,
        )


def _is_awarded(formula: Formula, table: PlayedTable) -> bool:
    """Whether the scores are awarded or printed, without a card."""
    if table.kind != "duel" or table.void:
        return table.void or table.kind == "bye"
    return bool(table.awards) or formula.special.duel is not None or table.sheet is None


def _places(formula: Formula, table: PlayedTable) -> Mapping[str, int]:
    """The places of a duel, by points or as recorded. Raises MissingNumber if a tie is unbroken.

    Empty for a bye or a void table; shared places are left out: a referee awards their scores.
    """
    if table.void or table.kind == "bye":
        return {}
    if table.sheet is None:
        return table.places
    placed = formula.table(table.sheet)
    for missing in placed.open_ties:
        if any(table.players[seat] not in table.awards for seat in missing.tied):
            raise missing.at_table(table.round, table.number)
    alone = (seat for seat in placed.seats if placed.sharing(seat) == 1 and not placed.open_tie(seat))
    return {table.players[seat]: placed.place(seat) for seat in alone}


def _awards(formula: Formula, table: PlayedTable, places: Mapping[str, int]) -> dict[str, Number]:
    """The referee's awards, else the formula's printed scores for byes and duels. Raises NoAward."""
    found: dict[str, Number] = {}
    lacking = []
    for player in table.players:
        score = table.awards.get(player)
        if score is None and not table.void:
            score = _printed(formula, table.kind, places.get(player, 0))
        if score is not None:
            found[player] = score
        elif not table.void:
            lacking.append(player)
    if lacking:
        raise NoAward(", ".join(lacking))
    return found


def _printed(formula: Formula, kind: Kind, place: int) -> Number | None:
    """The formula's printed score for a bye, or for this place in a duel; None if it has none.

    A bye that depends on other results is 0 until all tables are scored.
    """
    if kind == "duel" and formula.special.duel is not None and place:
        return formula.special.duel.within(2, place - 1, 0)
    bye = formula.special.bye if kind == "bye" else None
    return 0 if isinstance(bye, MeanBye) else bye


def _compute_byes(formula: Formula, results: Results, found: dict[str, list[Result]]) -> None:
    """Give byes without an award the score that the formula computes from other games."""
    rule, column = formula.special.bye, formula.columns.index(formula.score)
    if not isinstance(rule, MeanBye):
        return
    summed = {each.number for each in results.summed}
    games = [each for listed in found.values() for each in listed if each.is_game and each.round in summed]
    for table in results.tables():
        for player in table.players if table.kind == "bye" and not table.void else ():
            if player in table.awards:
                continue
            same = [
                each
                for each in games
                if (each.player == player if rule.mean == "own" else each.round == table.round)
            ]
            score = rule.score([each.key[column] for each in same])
            found[player] = [
                replace(each, key=_key(formula, score), given_out=score)
                if each.round == table.round
                else each
                for each in found[player]
            ]


def _key(formula: Formula, score: Number) -> Key:
    """The key of a plain score: 0 in all other columns."""
    return tuple(score if column == formula.score else 0 for column in formula.columns)


def _lowered(formula: Formula, result: Result, points: Number) -> Result:
    """The result with a penalty subtracted from the score column."""
    lost = _key(formula, points)
    return replace(result, key=tuple(map(sub, result.key, lost)))
