"""Every table of a tournament scored by one formula: what standings are made from."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.formula.grid import NoSuchSize
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.results.penalties import lowered, result_penalties
from kamchatka.scoring.sheet.model import Kind
from kamchatka.scoring.sheet.placing import MissingNumber
from kamchatka.scoring.standings.placed import Placed
from kamchatka.scoring.standings.result import Key, Part, Result


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
            if self.cause.where is not None:
                return said
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


class Scored:
    """Every table of a tournament under one formula.

    Only what seats are worth is kept, table by table; the results of a player are put together when somebody
    asks. Ten thousand players have a great many, and most are never looked at.
    """

    def __init__(
        self,
        formula: Formula,
        placed: Placed,
        progress: Callable[[int], None] | None = None,
        *,
        shares: bool = False,
        absences: bool = True,
    ) -> None:
        """With `shares` if percentages are wanted, with `absences` if they are results. Raises Unscorable."""
        self._formula = formula
        self._placed = placed
        self._sight = placed.under(formula)
        self._shares = shares
        self._score = formula.columns.index(formula.score)
        self._nothing: Key = (0,) * len(formula.columns)
        self._penalties = result_penalties(placed.results)
        self._punished = {player for player, _ in self._penalties}
        self._absent: dict[str, list[int]] = defaultdict(list)
        if absences:
            for each in placed.results.rounds:
                for player in each.absent:
                    self._absent[player].append(each.number)
        self._parts: list[tuple[Part, ...]] = []
        self._keys: list[tuple[Key | None, ...]] = []
        """Both by table and by seat; no key where a void table gives nothing."""
        self._every_table(progress)

    def keys(self, players: Iterable[str]) -> list[Key]:
        """What each result of these players is worth."""
        found: list[Key] = []
        for player in players:
            if player in self._punished:
                found += [result.key for result in self.results((player,))]
                continue
            seats = self._placed.seats.get(player, ())
            found += [key for table, seat in seats if (key := self._keys[table][seat]) is not None]
            found += [self._nothing] * len(self._absent.get(player, ()))
        return found

    def results(self, players: Iterable[str]) -> list[Result]:
        """The results of these players, in the order of their keys."""
        found: list[Result] = []
        for player in players:
            listed = self._results(player)
            if player in self._punished:
                listed = [lowered(result, self._penalties, self._score) for result in listed]
            found += listed
        return found

    def numbers(self) -> Iterator[Number]:
        """Every number that standings may have to add up or compare."""
        for keys in self._keys:
            for key in keys:
                yield from key or ()
        yield from self._penalties.values()

    def _results(self, player: str) -> list[Result]:
        """Without penalties."""
        seats = self._placed.seats.get(player, ())
        found = [
            Result(self._parts[table][seat], key, self._given_out(table) if self._shares else 0)
            for table, seat in seats
            if (key := self._keys[table][seat]) is not None
        ]
        absences = (Part(number, player, "absence") for number in self._absent.get(player, ()))
        return found + [Result(absence, self._nothing) for absence in absences]

    def _given_out(self, table: int) -> Number:
        """All the points that were given out at a table."""
        return sum(key[self._score] for key in self._keys[table] if key is not None)

    def _every_table(self, progress: Callable[[int], None] | None) -> None:
        missing: list[Missing] = []
        for number, table in enumerate(self._placed.tables):
            try:
                parts, keys = self._table(number, table)
                self._parts.append(parts)
                self._keys.append(keys)
            except (MissingNumber, NoSuchSize, NoAward) as cause:
                missing.append(Missing(table.round, table.number, cause))
            if progress and number % 100 == 99:
                progress(100)
        if progress:
            progress(len(self._placed.tables) % 100)
        if missing:
            raise Unscorable(self._formula.id, tuple(missing))

    def _table(self, number: int, table: PlayedTable) -> tuple[tuple[Part, ...], tuple[Key | None, ...]]:
        """The part of each seat and what it is worth; None where a void table gives nothing."""
        if not is_awarded(self._formula, table):
            seen = self._sight.at(number)
            return seen.parts, self._formula.keys(seen.table)
        places = self._places(number, table)
        kind = "void" if table.void else table.kind
        parts = tuple(
            Part(table.round, player, kind, table.number, places.get(player, 0)) for player in table.players
        )
        scores = _awarded(self._formula, table, places)
        return parts, tuple(None if score is None else self._key(score) for score in scores)

    def _key(self, score: Number) -> Key:
        return tuple(score if column == self._score else 0 for column in range(len(self._nothing)))

    def _places(self, number: int, table: PlayedTable) -> Mapping[str, int]:
        """Who won a duel, by points or as it was noted down. Raises MissingNumber where nobody broke a tie.

        Nobody has a place in a bye or a void table, nor where two share it: a referee gives their scores.
        """
        if table.void or table.kind == "bye":
            return {}
        if table.sheet is None:
            return table.places
        parts = self._sight.at(number).parts
        for part in parts:
            if part.open is not None and part.player not in table.awards:
                raise part.open
        return {part.player: part.place for part in parts if part.sharing == 1}


def is_awarded(formula: Formula, table: PlayedTable) -> bool:
    """Whether scores are given by a referee or printed, and no card explains them."""
    if table.kind != "duel" or table.void:
        return table.void or table.kind == "bye"
    return bool(table.awards) or formula.special.duel is not None or table.sheet is None


def _awarded(formula: Formula, table: PlayedTable, places: Mapping[str, int]) -> list[Number | None]:
    """Byes, duels and void tables: the referee's award, else what the formula prints for them."""
    if table.void:
        return [table.awards.get(player) for player in table.players]
    scores = [
        table.awards.get(player, _printed(formula, table.kind, places.get(player, 0)))
        for player in table.players
    ]
    lacking = [player for player, score in zip(table.players, scores, strict=True) if score is None]
    if lacking:
        raise NoAward(", ".join(lacking))
    return scores


def _printed(formula: Formula, kind: Kind, place: int) -> Number | None:
    """What the formula gives for a bye, or for this place in a duel; None if it says nothing of them."""
    if kind == "duel" and formula.special.duel is not None and place:
        return formula.special.duel.within(2, place - 1, 0)
    return formula.special.bye if kind == "bye" else None
