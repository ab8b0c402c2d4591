"""The effect of manual changes on the wishes of the drawn round: swaps, moves, an added seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kamchatka.ids import PersonId
from kamchatka.tournament.command import open_round
from kamchatka.tournament.events import BrokenWish
from kamchatka.tournament.seating.round import RoundDraw, table_sizes
from kamchatka.tournament.seating.wishes import Field, Past
from kamchatka.tournament.state import Round, Table, Tournament

MOST_REMEDIES, MOST_LOOKED_AT = 3, 12
Company = tuple[PersonId, ...]


@dataclass(frozen=True, kw_only=True)
class SeatingChange:
    """The effect of another seating."""

    changes: Mapping[str, int]
    """Change in the number of failures per wish, most important first; every wish is listed."""

    @property
    def gain(self) -> tuple[int, ...]:
        """Sort key: lower is better, most important wish first."""
        return tuple(self.changes.values())

    @property
    def helps(self) -> bool:
        """Whether the change is an improvement."""
        return self.gain < (0,) * len(self.changes)

    @property
    def harms(self) -> bool:
        """Whether the change makes things worse."""
        return self.gain > (0,) * len(self.changes)

    @property
    def total(self) -> int:
        """Change in the number of failures over all wishes."""
        return sum(self.changes.values())


@dataclass(frozen=True, kw_only=True)
class Exchange(SeatingChange):
    """Two people swap seats."""

    one: PersonId
    other: PersonId
    table: int
    """The other person's present table."""


@dataclass(frozen=True, kw_only=True)
class SeatMove(SeatingChange):
    """A person moves to another table, which grows by one seat."""

    table: int


@dataclass(frozen=True)
class Failure:
    """A wish that fails at the present tables."""

    broken: BrokenWish
    remedy: Exchange | None
    """The best swap for one of these people; None if none helps."""


class DrawnRound:
    """The open round, with the wishes of its draw."""

    def __init__(self, tournament: Tournament, *, beside: Sequence[PersonId] = ()) -> None:
        self.round: Round = open_round(tournament)
        self.sizes = table_sizes(tournament)
        before = replace(tournament, rounds=tournament.rounds[:-1])
        self.fields: dict[str, Field] = {}
        """By stage, the seated players and those `beside`."""
        for stage in self.round.stages:
            people = (*(who for seats in self._tables_of(stage).values() for who in seats), *beside)
            drawing = RoundDraw(before.part_of(stage), self.round.receipt.seed, "")
            self.fields[stage] = drawing.draw_of([tournament.entrants[who] for who in people], ()).field

    @property
    def past(self) -> Past:
        """The rounds before this one."""
        return self.fields[self.round.stage].past

    @cached_property
    def tables(self) -> Mapping[int, Company]:
        """Seated people by table number."""
        return {number: table.seated.seats for number, table in self.round.tables.items()}

    def _tables_of(self, stage: str) -> Mapping[int, Company]:
        here = self.round
        return {at: seats for at, seats in self.tables.items() if here.stage_of(here.tables[at]) == stage}

    def broken(self) -> list[BrokenWish]:
        """Wishes that fail at the present tables."""
        found: list[BrokenWish] = []
        for stage, field in self.fields.items():
            tables = self._tables_of(stage)
            numbers, broken = list(tables), field.broken(list(tables.values()))
            found += [replace(each, table=numbers[each.table - 1]) for each in broken]
        return found

    def exchanges(self, who: PersonId) -> list[Exchange]:
        """The effect of each swap with a person at another table that has not begun."""
        here = self.round.table_of(who)
        if here is None or here.is_started:
            return []
        found = []
        for number, company in self.tables.items():
            if number != here.number and self._is_open_to(here, number):
                found += [self._exchange(who, here.number, other, number) for other in company]
        return found

    def _exchange(self, one: PersonId, here: int, other: PersonId, there: int) -> Exchange:
        instead = {one: other, other: one}
        after = {at: tuple(instead.get(who, who) for who in self.tables[at]) for at in (here, there)}
        return Exchange(one=one, other=other, table=there, changes=self.changes(after))

    def moves(self, who: PersonId) -> list[SeatMove]:
        """The effect of each move to another table that has not begun, where the sizes allow it."""
        here = self.round.table_of(who)
        if here is None or here.is_started or len(here.seated.seats) - 1 not in self.sizes:
            return []
        left = tuple(each for each in here.seated.seats if each != who)
        return [
            SeatMove(table=number, changes=self.changes({here.number: left, number: (*company, who)}))
            for number, company in self.tables.items()
            if number != here.number and self._is_open_to(here, number) and len(company) + 1 in self.sizes
        ]

    def _is_open_to(self, here: Table, number: int) -> bool:
        """Whether people of a table may sit at another one: of the same stage, and not begun."""
        there = self.round.tables[number]
        return not there.is_started and there.seated.stage == here.seated.stage

    def changes(self, after: Mapping[int, Company]) -> Mapping[str, int]:
        """The effect of replacing the people of some tables of one stage."""
        stage = self.round.stage_of(self.round.tables[next(iter(after))])
        kinds = [wish.kind for wish in self.fields[stage].listed]
        # Repeated club meetings count across tables; all other wishes concern one table.
        if "clubs" in kinds:
            tables = self._tables_of(stage)
            before = self._failures(stage, list(tables.values()))
            then = self._failures(stage, list({**tables, **after}.values()))
        else:
            before = sum((self._failing[at] for at in after), Counter())
            then = self._failures(stage, list(after.values()))
        return {kind: then[kind] - before[kind] for kind in kinds}

    def _failures(self, stage: str, tables: Sequence[Company]) -> Counter[str]:
        return Counter(each.wish for each in self.fields[stage].broken(tables))

    @cached_property
    def _failing(self) -> Mapping[int, Counter[str]]:
        """Number of failures at each table now."""
        tables = self.round.tables
        return {
            at: self._failures(self.round.stage_of(tables[at]), [seats]) for at, seats in self.tables.items()
        }

    def failures(self) -> list[Failure]:
        """Present failures, with the best swap for a few of the avoidable ones."""
        broken = self.broken()
        failed = Counter(each.wish for each in broken)
        least = {each.wish: each.least for each in self.round.receipt.outcomes}
        found: list[Failure] = []
        looked_at = remedies = 0
        for each in broken:
            remedy = None
            if failed[each.wish] > least.get(each.wish, 0) and remedies < MOST_REMEDIES:
                looked_at += 1
                remedy = self._remedy(each) if looked_at <= MOST_LOOKED_AT else None
            remedies += remedy is not None
            found.append(Failure(each, remedy))
        return found

    def _remedy(self, broken: BrokenWish) -> Exchange | None:
        choices = [each for who in broken.people for each in self.exchanges(who) if each.helps]
        return min(choices, key=lambda each: (each.gain, each.table), default=None)
