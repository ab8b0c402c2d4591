"""A season planned as a whole: all evenings together, with as few repeated meetings as possible.

Round by round, a small club runs out of new pairings: sixteen players can play five evenings without a
repeated meeting, but draws of single evenings often reach only three. A known schedule is used with seats
drawn at random; otherwise, or if players miss an evening, a search plans and repairs the rest.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import combinations, pairwise

from kamchatka.ids import PersonId
from kamchatka.stream import seeded
from kamchatka.tournament.format.model import Format, Wish
from kamchatka.tournament.format.tables import TableShape, tables_for
from kamchatka.tournament.seating.bounds import crowded_pairs
from kamchatka.tournament.seating.draw import Tables, by_lot, mixed, seed_number, shuffled
from kamchatka.tournament.seating.search import Arrangement, Progress
from kamchatka.tournament.seating.wishes import Field, Past
from kamchatka.tournament.state import Entrant

TRIES_EACH = 2500
"""Exchanges tried per seat of the season."""
MOST_TRIES = 250_000
CIRCLES = 3
"""Number of rotating circles in a known schedule."""


@dataclass(frozen=True)
class Evening:
    """A round to plan: its people and tables."""

    people: Sequence[PersonId]
    shapes: Sequence[TableShape]


@dataclass(frozen=True)
class SeasonTables:
    """The tables of all evenings, and the number of repeated meetings."""

    rounds: tuple[Tables, ...]
    iterations: int
    repeats: int
    bound: int
    """Lower bound of repeated meetings over all plans."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """The input of a season plan: players, wishes and evenings."""

    field: Field
    evenings: Sequence[Evening]
    seed: str
    known: Sequence[Tables] = ()
    """An earlier plan, kept as far as possible."""

    def plan(self, progress: Progress | None = None) -> SeasonTables:
        """The tables of all evenings."""
        index = self.field.index
        start = self.known or _by_design(self) or self._by_lot()
        repaired = [_repaired(tables, each) for tables, each in zip(start, self.evenings, strict=True)]
        numbered = [[[index[who] for who in table] for table in tables] for tables in repaired]
        arrangement = Arrangement(numbered, self.field.prices())
        before = sum(times - 1 for times in self._met.values())
        least = max(0, self.bound - before) * self._weight
        tries = 0 if arrangement.cost <= least else self.tries

        def repeats_so_far(number: int, cost: int) -> None:
            if progress:
                progress(number, cost // self._weight % self.field.base if self._weight else 0)

        arrangement.improve(self._stream(1), tries, least=least, progress=repeats_so_far)
        people = [each.person for each in self.field.players]
        rounds = [[[people[at] for at in table] for table in tables] for tables in arrangement.rounds]
        if not self.known:
            rounds = [
                mixed(self._stream(16 + at), tables, self.evenings[at].shapes)
                for at, tables in enumerate(rounds)
            ]
        met = self._met + Counter(pair for tables in rounds for pair in _pairs(tables))
        repeats = sum(times - 1 for times in met.values() if times > 1)
        return SeasonTables(tuple(rounds), tries, repeats, self.bound)

    @property
    def tries(self) -> int:
        """Maximum number of exchanges; depends only on the size of the season."""
        return min(MOST_TRIES, TRIES_EACH * sum(len(each.people) for each in self.evenings))

    @cached_property
    def _met(self) -> Counter[frozenset[PersonId]]:
        """Number of meetings per pair before these evenings."""
        here = self.field.index.keys()
        return Counter(pair for each in self.field.past.met for pair in each if pair <= here)

    @cached_property
    def _weight(self) -> int:
        weights = zip(self.field.listed, self.field.weights, strict=True)
        return next((weight for wish, weight in weights if wish.kind == "opponents"), 0)

    @cached_property
    def bound(self) -> int:
        """Lower bound of repeated meetings, with clubmates apart as far as possible.

        The maximum of two bounds: all meetings of the season minus the existing pairs; and, per evening, the
        players of one table who cannot all be at different tables next time.
        """
        sizes = [[shape.size for shape in each.shapes] for each in self.evenings]
        met = sum(size * (size - 1) // 2 for each in sizes for size in each) + self._met.total()
        pairs = _pairs_of(len(self.field.players))
        groups = [len(people) for wish in self._before for people in self.field.groups(wish).values()]
        # Clubmates meet as rarely as possible; the rest are meetings between clubs.
        among = sum(crowded_pairs(people, each) for people in groups for each in sizes)
        beyond = max(met - pairs, met - among - (pairs - sum(map(_pairs_of, groups))))
        spread = [
            sum(crowded_pairs(size, following) for size in first)
            for first, following in pairwise(sizes)
            if len({frozenset(each.people) for each in self.evenings}) == 1
        ]
        return max(0, beyond, sum(spread))

    @property
    def _before(self) -> list[Wish]:
        """The wish to separate clubs or teams, if it ranks above earlier opponents."""
        kinds = [wish.kind for wish in self.field.listed]
        first = self.field.listed[: kinds.index("opponents")] if "opponents" in kinds else ()
        whole = all(len(each.people) == len(self.field.players) for each in self.evenings) and not self._met
        return [wish for wish in first if wish.kind in ("club", "team")][:1] if whole else []

    def _by_lot(self) -> list[Tables]:
        found = []
        for at, evening in enumerate(self.evenings):
            here = set(evening.people)
            players = [each for each in self.field.players if each.person in here]
            own = Field(players=players, wishes=self.field.wishes, past=self.field.past)
            found.append(by_lot(own, evening.shapes, self._stream(1000 + at)))
        return found

    def _stream(self, index: int) -> int:
        return seeded(seed_number(self.seed), (1 << 20) + index)


def season_of(format: Format, people: Sequence[Entrant], rounds: int, seed: str) -> Season:
    """A season of these people with the tables of a format; relatives and clubmates are separated first."""
    own = [wish.kind for wish in format.wishes]
    said: list[Wish] = [Wish(kind="family")] if any(each.family for each in people) else []
    said += [Wish(kind="club")] if any(each.club for each in people) else []
    wishes = [*(wish for wish in said if wish.kind not in own), *format.wishes]
    evening = Evening([each.person for each in people], tables_for(format, format.stages[0], len(people)))
    field = Field(players=people, wishes=wishes, past=Past(), rounds=rounds)
    return Season(field=field, evenings=[evening] * rounds, seed=seed)


@cache
def _designs() -> dict[int, tuple[int, list[list[int]]]]:
    """Known schedules by number of players: number of rounds, and the tables of the first."""
    said = tomllib.loads(files(__package__).joinpath("designs.toml").read_text(encoding="utf-8"))
    return {4 * len(each["tables"]): (each["turns"], each["tables"]) for each in said["design"]}


def schedule(players: int) -> list[list[list[int]]]:
    """A known schedule for tables of four without repeated meetings; empty if there is none."""
    turns, tables = _designs().get(players, (0, []))

    def after(chair: int, rounds: int) -> int:
        circle, place = divmod(chair, turns)
        return circle * turns + (place + rounds) % turns if circle < CIRCLES else chair

    return [[[after(chair, at) for chair in table] for table in tables] for at in range(turns)]


def _by_design(season: Season) -> list[Tables]:
    """A known schedule with seats drawn at random, extended by random rounds; empty if none fits."""
    people = [each.person for each in season.field.players]
    rounds = schedule(len(people))
    whole = all(
        len(each.people) == len(people) and all(shape.size == 4 for shape in each.shapes)
        for each in season.evenings
    )
    if not rounds or not whole or season.field.past.met:
        return []
    chairs = shuffled(season._stream(0), people)
    found = [[[chairs[chair] for chair in table] for table in tables] for tables in rounds]
    return [*found, *season._by_lot()[len(found) :]][: len(season.evenings)]


def _repaired(tables: Tables, evening: Evening) -> Tables:
    """The tables without absent people, filled up with the people left over."""
    here = set(evening.people)
    kept = [[who for who in table if who in here] for table in tables]
    kept.sort(key=len, reverse=True)
    found: Tables = [[] for _ in evening.shapes]
    largest = sorted(range(len(found)), key=lambda at: -evening.shapes[at].size)
    for at, company in zip(largest, kept, strict=False):
        found[at] = company[: evening.shapes[at].size]
    seated = {who for table in found for who in table}
    waiting = iter([who for who in evening.people if who not in seated])
    for at, shape in enumerate(evening.shapes):
        while len(found[at]) < shape.size:
            found[at].append(next(waiting))
    return found


def _pairs_of(people: int) -> int:
    """Number of pairs among these people."""
    return people * (people - 1) // 2


def _pairs(tables: Tables) -> list[frozenset[PersonId]]:
    return [frozenset(pair) for table in tables for pair in combinations(table, 2)]
