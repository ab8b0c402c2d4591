"""What a draw tries to spare people, and what each seating costs in whole numbers.

A wish is worth more than all that come after it together; wishes with a weight, one after the other, are
added up among themselves. Absolute ones go before all others.
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
"""Wishes about two people who have a word of this name in common."""
OF_SIZE = {"five": 5, "three": 3}
"""Wishes about a table of some size, which nobody should sit at again before all others did."""
Pair = frozenset[PersonId]
Tables = Sequence[Sequence[PersonId]]


@dataclass(frozen=True, kw_only=True)
class Past:
    """What earlier rounds say of those who are to be seated."""

    met: Sequence[frozenset[Pair]] = ()
    """Who met whom, round by round."""
    sizes: Mapping[PersonId, Sequence[int]] = field(default_factory=dict)
    """Sizes of the tables at which somebody sat, one for each game."""
    positions: Mapping[PersonId, Sequence[int]] = field(default_factory=dict)
    """Where somebody sat in the order of the seats, one for each game, the first being 0."""
    winners: frozenset[PersonId] = frozenset()
    """Of the round before."""
    last: Mapping[PersonId, tuple[int, int]] = field(default_factory=dict)
    """Table and place in the round before."""
    without_points: frozenset[PersonId] = frozenset()
    clubs: Mapping[PersonId, str] = field(default_factory=dict)
    """Which club, or team, everybody plays for who ever sat at a table."""
    clubs_are: Literal["club", "team"] = "club"

    def times_met(self, wish: Wish) -> Counter[Pair]:
        """How often pairs met, in the rounds this wish looks at."""
        rounds = self.met[-1:] if wish.rounds == "last" else self.met
        return Counter(pair for each in rounds for pair in each)

    def times_clubs_met(self) -> Counter[frozenset[str]]:
        """How often players of two clubs met."""
        found: Counter[frozenset[str]] = Counter()
        for pairs in self.met:
            for pair in pairs:
                clubs = frozenset(self.clubs.get(who, "") for who in pair)
                if len(clubs) == 2 and "" not in clubs:
                    found[clubs] += 1
        return found


@dataclass(frozen=True, kw_only=True)
class Field:
    """Those who are to be seated, and what they would be spared."""

    players: Sequence[Entrant]
    wishes: Sequence[Wish]
    past: Past
    apart: frozenset[Pair] = frozenset()
    """Pairs that the organiser named."""
    rounds: int = 1
    """How many are seated together: more than one in a planned season."""

    @cached_property
    def listed(self) -> tuple[Wish, ...]:
        """The wishes, the most important first."""
        return tuple(sorted(self.wishes, key=lambda wish: not wish.absolute))

    @cached_property
    def index(self) -> Mapping[PersonId, int]:
        """The number of each player in this field."""
        return {each.person: at for at, each in enumerate(self.players)}

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """What one failure of each wish costs."""
        last = self.levels[-1] if self.levels else 0
        return tuple(
            self.base ** (last - level) * (wish.weight or 1)
            for wish, level in zip(self.listed, self.levels, strict=True)
        )

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """How important each wish is, 0 the most; neighbours with a weight are as important as each other."""
        levels: list[int] = []
        for at, wish in enumerate(self.listed):
            follows = at and wish.weight and self.listed[at - 1].weight
            levels.append(levels[-1] if follows else levels[-1] + 1 if levels else 0)
        return tuple(levels)

    @cached_property
    def base(self) -> int:
        """A power of ten that all failures of one level together do not reach."""
        # Three times as many pairs as players, at any size of table, in every round.
        met = 3 * len(self.players) * (len(self.past.met) + self.rounds)
        # Clubs that meet cost the more the more often they do.
        most = met * met if any(wish.kind == "clubs" for wish in self.listed) else met
        return int(10 ** len(str(most * sum(wish.weight or 1 for wish in self.listed))))

    def unwanted(self, wish: Wish) -> Iterator[tuple[PersonId, PersonId, int]]:
        """The pairs that this wish would not have at one table, and how bad each is."""
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
        """People of whom no two should meet, where a wish puts it so."""
        found: dict[str, list[PersonId]] = defaultdict(list)
        for each in self.players:
            if wish.kind in SAME:
                found[getattr(each, wish.kind)].append(each.person)
            elif wish.kind == "winners" and each.person in self.past.winners:
                found[wish.kind].append(each.person)
        found.pop("", None)
        return found

    def times_at(self, size: int) -> Mapping[PersonId, int]:
        """How often everybody sat at a table of this size."""
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
        """What all of this costs, in the numbers of players that a search knows.

        `never` are pairs that cost more than everything else. For one round it is known who met whom; where
        several are searched together, that is counted as they change.
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
        """Every wish that these tables do not fulfil, by whom it concerns."""
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
        """Those at a table who sit where they sat before, by its size or by the order of its seats."""
        if OF_SIZE.get(wish.kind) == len(people):
            times = self.times_at(len(people))
            return [who for who in people if times[who]]
        if wish.kind == "order":
            return [who for at, who in enumerate(people) if at in self.past.positions.get(who, ())]
        return []


def _key(one: int, other: int) -> int:
    return min(one, other) * FAR + max(one, other)
