"""What a change by hand would do to the wishes of the round that is drawn: swaps, moves, a seat more."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kamchatka.ids import PersonId
from kamchatka.tournament.command import open_round
from kamchatka.tournament.events import BrokenWish
from kamchatka.tournament.seating.round import RoundDraw, table_sizes
from kamchatka.tournament.seating.wishes import Field
from kamchatka.tournament.state import Round, Tournament

MOST_REMEDIES, MOST_LOOKED_AT = 3, 12
Company = tuple[PersonId, ...]


@dataclass(frozen=True, kw_only=True)
class SeatingChange:
    """What another seating would change."""

    changes: Mapping[str, int]
    """How many failures more, or fewer, of each wish; the most important first, none left out."""

    @property
    def gain(self) -> tuple[int, ...]:
        """What to choose by: the less, the better, the most important wish first."""
        return tuple(self.changes.values())

    @property
    def helps(self) -> bool:
        """Whether it is better than leaving things alone."""
        return self.gain < (0,) * len(self.changes)

    @property
    def harms(self) -> bool:
        """Whether it is worse."""
        return self.gain > (0,) * len(self.changes)

    @property
    def total(self) -> int:
        """How many failures more, or fewer, whatever they are."""
        return sum(self.changes.values())


@dataclass(frozen=True, kw_only=True)
class Exchange(SeatingChange):
    """Two people in each other's seats."""

    one: PersonId
    other: PersonId
    table: int
    """Where the other sits now."""


@dataclass(frozen=True, kw_only=True)
class SeatMove(SeatingChange):
    """Somebody at another table, which grows by a seat as theirs shrinks."""

    table: int


@dataclass(frozen=True)
class Failure:
    """A wish that fails at the tables as they are now."""

    broken: BrokenWish
    remedy: Exchange | None
    """A swap of somebody concerned that helps most."""


class DrawnRound:
    """The round that is drawn, with the wishes its draw looked at."""

    def __init__(self, tournament: Tournament, *, beside: Sequence[PersonId] = ()) -> None:
        self.round: Round = open_round(tournament)
        before = replace(tournament, rounds=tournament.rounds[:-1])
        people = [who for table in self.round.tables.values() for who in table.seated.seats]
        players = [tournament.entrants[who] for who in (*people, *beside)]
        drawing = RoundDraw(before, self.round.receipt.seed, "")
        self.sizes = table_sizes(tournament)
        self.field: Field = drawing.draw_of(players, ()).field
        """Everybody seated, and whoever is `beside`."""

    @cached_property
    def tables(self) -> Mapping[int, Company]:
        """Who sits where, by the number of the table."""
        return {number: table.seated.seats for number, table in self.round.tables.items()}

    def broken(self) -> list[BrokenWish]:
        """What fails at the tables as they are now."""
        numbers = list(self.tables)
        found = self.field.broken(list(self.tables.values()))
        return [replace(each, table=numbers[each.table - 1]) for each in found]

    def exchanges(self, who: PersonId) -> list[Exchange]:
        """What a swap with everybody at another table that has not begun would change."""
        here = self.round.table_of(who)
        if here is None or here.is_started:
            return []
        found = []
        for number, company in self.tables.items():
            if number != here.number and not self.round.tables[number].is_started:
                found += [self._exchange(who, here.number, other, number) for other in company]
        return found

    def _exchange(self, one: PersonId, here: int, other: PersonId, there: int) -> Exchange:
        instead = {one: other, other: one}
        after = {at: tuple(instead.get(who, who) for who in self.tables[at]) for at in (here, there)}
        return Exchange(one=one, other=other, table=there, changes=self.changes(after))

    def moves(self, who: PersonId) -> list[SeatMove]:
        """What taking somebody to another table that has not begun would change, where the sizes allow it."""
        here = self.round.table_of(who)
        if here is None or here.is_started or len(here.seated.seats) - 1 not in self.sizes:
            return []
        left = tuple(each for each in here.seated.seats if each != who)
        return [
            SeatMove(table=number, changes=self.changes({here.number: left, number: (*company, who)}))
            for number, company in self.tables.items()
            if number != here.number
            and not self.round.tables[number].is_started
            and len(company) + 1 in self.sizes
        ]

    def changes(self, after: Mapping[int, Company]) -> Mapping[str, int]:
        """What other company at some tables would change."""
        kinds = [wish.kind for wish in self.field.listed]
        # Clubs that meet again do so over all tables; everything else is a matter of one table.
        if "clubs" in kinds:
            before = self._failures(list(self.tables.values()))
            then = self._failures(list({**self.tables, **after}.values()))
        else:
            before = sum((self._failing[at] for at in after if at in self._failing), Counter())
            then = self._failures(list(after.values()))
        return {kind: then[kind] - before[kind] for kind in kinds}

    def _failures(self, tables: Sequence[Company]) -> Counter[str]:
        return Counter(each.wish for each in self.field.broken(tables))

    @cached_property
    def _failing(self) -> Mapping[int, Counter[str]]:
        """How many wishes fail at each table now."""
        return {number: self._failures([company]) for number, company in self.tables.items()}

    def failures(self) -> list[Failure]:
        """What fails now; for a few of those that need not, a swap that helps most."""
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
