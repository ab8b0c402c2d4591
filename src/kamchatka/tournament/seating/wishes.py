"""The wishes of a draw, and the cost of a seating as an integer.

A wish outweighs all later ones together; the costs of adjacent weighted wishes are added up. Absolute
wishes come before all others.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.tournament.events import BrokenWish
from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.seating.search import FAR, Meetings, Prices
from kamchatka.tournament.state import Entrant

SAME = ("club", "family", "region", "team")
"""Wishes about two people with the same value of this field."""
OF_SIZE = {"five": 5, "three": 3, "bye": 1}
"""Wishes to share out tables of this size evenly; a bye is a table of one."""
Pair = frozenset[PersonId]
Tables = Sequence[Sequence[PersonId]]


@dataclass(frozen=True, kw_only=True)
class Past:
    """The history of the players to be seated."""

    met: Sequence[frozenset[Pair]] = ()
    """Pairs that met, per round."""
    sizes: Mapping[PersonId, Sequence[int]] = field(default_factory=dict)
    """Table sizes per player, one for each game."""
    positions: Mapping[PersonId, Sequence[int]] = field(default_factory=dict)
    """Seat positions per player from 0, one for each game."""
    winners: frozenset[PersonId] = frozenset()
    """Winners of the previous round."""
    last: Mapping[PersonId, tuple[int, int]] = field(default_factory=dict)
    """Table and place in the previous round."""
    without_points: frozenset[PersonId] = frozenset()
    clubs: Mapping[PersonId, str] = field(default_factory=dict)
    """Club, or team, of every player who ever sat at a table."""
    clubs_are: Literal["club", "team"] = "club"

    def times_met(self, wish: Wish) -> Counter[Pair]:
        """Number of meetings per pair, in the rounds that concern this wish."""
        rounds = self.met[-1:] if wish.rounds == "last" else self.met
        return Counter(pair for each in rounds for pair in each)

    def times_clubs_met(self) -> Counter[frozenset[str]]:
        """Number of meetings between players of two clubs."""
        found: Counter[frozenset[str]] = Counter()
        for pairs in self.met:
            for pair in pairs:
                clubs = frozenset(self.clubs.get(who, "") for who in pair)
                if len(clubs) == 2 and "" not in clubs:
                    found[clubs] += 1
        return found


@dataclass(frozen=True, kw_only=True)
class Field:
    """The players to be seated, and their wishes."""

    players: Sequence[Entrant]
    wishes: Sequence[Wish]
    past: Past
    apart: frozenset[Pair] = frozenset()
    """Pairs the organiser wants apart."""
    rounds: int = 1
    """Number of rounds seated together; above 1 in a planned season."""

    @cached_property
    def listed(self) -> tuple[Wish, ...]:
        """The wishes, most important first."""
        return tuple(sorted(self.wishes, key=lambda wish: not wish.absolute))

    @cached_property
    def index(self) -> Mapping[PersonId, int]:
        """The index of each player."""
        return {each.person: at for at, each in enumerate(self.players)}

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The cost of one failure of each wish."""
        last = self.levels[-1] if self.levels else 0
        return tuple(
            self.base ** (last - level) * (wish.weight or 1)
            for wish, level in zip(self.listed, self.levels, strict=True)
        )

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Priority level of each wish, 0 the highest; adjacent weighted wishes share a level."""
        levels: list[int] = []
        for at, wish in enumerate(self.listed):
            follows = at and wish.weight and self.listed[at - 1].weight
            levels.append(levels[-1] if follows else levels[-1] + 1 if levels else 0)
        return tuple(levels)

    @cached_property
    def base(self) -> int:
        """A power of ten above the total cost of all failures of one level."""
        # At most three pairs per player, at any table size, in every round.
        met = 3 * len(self.players) * (len(self.past.met) + self.rounds)
        # Repeated club meetings cost more each time.
        most = met * met if any(wish.kind == "clubs" for wish in self.listed) else met
        return int(10 ** len(str(most * sum(wish.weight or 1 for wish in self.listed))))

    def unwanted(self, wish: Wish) -> Iterator[tuple[PersonId, PersonId, int]]:
        """Pairs this wish keeps apart, with a factor for the cost of each."""
        for group in self.groups(wish).values():
            yield from ((one, other, 1) for one, other in combinations(group, 2))
        if wish.kind == "family":
            same = {each.person: each.family for each in self.players}
            for one, other in sorted(tuple(sorted(pair)) for pair in self.apart):
                if {one, other} <= same.keys() and not (same[one] and same[one] == same[other]):
                    yield one, other, 1
        if wish.kind == "opponents":
            here = self.index.keys()
            for pair, times in self.past.times_met(wish).items():
                one, other = sorted(pair)
                if one in here and other in here:
                    yield one, other, times

    def groups(self, wish: Wish) -> Mapping[str, list[PersonId]]:
        """Groups of people whom this wish keeps apart."""
        found: dict[str, list[PersonId]] = defaultdict(list)
        for each in self.players:
            if wish.kind in SAME:
                found[getattr(each, wish.kind)].append(each.person)
            elif wish.kind == "winners" and each.person in self.past.winners:
                found[wish.kind].append(each.person)
        found.pop("", None)
        return found

    def times_at(self, size: int) -> Mapping[PersonId, int]:
        """How often each player sat at a table of this size."""
        return self._times[size]

    @cached_property
    def _times(self) -> Mapping[int, Mapping[PersonId, int]]:
        return {
            size: {
                each.person: list(self.past.sizes.get(each.person, ())).count(size) for each in self.players
            }
            for size in OF_SIZE.values()
        }

    def prices(self, never: Iterable[tuple[PersonId, PersonId]] = ()) -> Prices:
        """The prices of all wishes, with players as indices.

        Pairs in `never` cost more than everything else. Earlier meetings have fixed prices in a single round;
        in a search over several rounds they are counted as they change.
        """
        index = self.index
        pairs: list[dict[int, int]] = [{} for _ in self.players]
        found = Prices(pairs)

        def price(one: PersonId, other: PersonId, cost: int) -> None:
            at, beside = index[one], index[other]
            pairs[at][beside] = pairs[beside][at] = pairs[at].get(beside, 0) + cost

        for one, other in never:
            price(one, other, self.base ** (len(self.listed) + 1))
        for wish, weight in zip(self.listed, self.weights, strict=True):
            if wish.kind in OF_SIZE:
                size = OF_SIZE[wish.kind]
                found.sizes[size] = (weight, list(self.times_at(size).values()))
            elif wish.kind == "clubs":
                clubs = sorted({*self.past.clubs.values()} - {""})
                group = [self.past.clubs.get(each.person, "") for each in self.players]
                numbers = [clubs.index(club) if club else -1 for club in group]
                met = self.past.times_clubs_met().items()
                met_before = {_key(*(clubs.index(club) for club in pair)): times for pair, times in met}
                found.meetings.append(Meetings(weight, 1, numbers, met_before))
            elif wish.kind == "opponents" and self.rounds > 1:
                unwanted = self.unwanted(wish)
                times_met = {_key(index[one], index[other]): times for one, other, times in unwanted}
                found.meetings.append(Meetings(weight, 0, range(len(self.players)), times_met))
            else:
                for one, other, times in self.unwanted(wish):
                    price(one, other, weight * times)
        return found

    def broken(self, tables: Tables) -> list[BrokenWish]:
        """The failures of each wish at these tables, with the people concerned."""
        found = []
        for wish in self.listed:
            unwanted = self._unwanted_pairs[wish.kind]
            clubs = self.past.times_clubs_met() if wish.kind == "clubs" else Counter()
            for number, people in enumerate(tables, 1):
                for pair in combinations(people, 2):
                    if frozenset(pair) in unwanted or (wish.kind == "clubs" and self._again(pair, clubs)):
                        found.append(BrokenWish(wish.kind, pair, number))
                found += [BrokenWish(wish.kind, (who,), number) for who in self._unlucky(wish, people)]
        return found

    @cached_property
    def _unwanted_pairs(self) -> Mapping[str, set[Pair]]:
        return {
            wish.kind: {frozenset((one, other)) for one, other, _ in self.unwanted(wish)}
            for wish in self.listed
        }

    def _again(self, pair: tuple[PersonId, PersonId], met: Counter[frozenset[str]]) -> bool:
        """Whether the clubs of two people have met before, here or in an earlier round."""
        clubs = frozenset(self.past.clubs.get(who, "") for who in pair)
        if len(clubs) < 2 or "" in clubs:
            return False
        met[clubs] += 1
        return met[clubs] > 1

    def _unlucky(self, wish: Wish, people: Sequence[PersonId]) -> list[PersonId]:
        """People at the table whose table size or seat position repeats."""
        if OF_SIZE.get(wish.kind) == len(people):
            times = self.times_at(len(people))
            return [who for who in people if times[who]]
        if wish.kind == "order":
            return [who for at, who in enumerate(people) if at in self.past.positions.get(who, ())]
        return []


def _key(one: int, other: int) -> int:
    return min(one, other) * FAR + max(one, other)
