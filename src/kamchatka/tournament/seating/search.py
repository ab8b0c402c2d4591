"""Local search for a better seating: repeatedly exchange two people of a round.

Late acceptance: an exchange is kept if its cost is not above the present cost or the cost some hundred
tries ago, so the search can leave a local minimum. Only integers and a seeded stream are used: the same
start gives the same seating on every machine. Small fields are searched exhaustively, which proves the
optimum.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from kamchatka.stream import below

HISTORY = 200
"""Number of tries between the two compared costs."""
MOST_WAYS = 100_000
"""Step limit of the exhaustive search."""
MOST_FOR_EVERY_WAY = 14
"""Maximum players for an exhaustive search."""
STEP = 5000
"""Number of tries between two progress reports."""

FAR = 1_000_000
"""An upper bound of the number of groups."""

Seats = list[list[int]]
"""Indices of players, table by table."""
Progress = Callable[[int, int], None]
"""Called with the number of tries and the lowest cost so far."""


@dataclass
class Meetings:
    """Repeated meetings of two people, or of two clubs; only the first is free."""

    weight: int
    grows: int
    """Extra cost per further meeting: 1, the third costs twice the second; 0, all cost the same."""
    group: Sequence[int]
    """The counted group of each player: the player or the club; negative: none."""
    times: dict[int, int] = field(default_factory=dict)
    """Number of meetings of two groups, keyed by the lower one times `FAR` plus the other."""


@dataclass
class Prices:
    """The cost of seating people together."""

    pairs: list[dict[int, int]]
    """For each player, the cost of each other player at the same table."""
    meetings: list[Meetings] = field(default_factory=list)
    sizes: dict[int, tuple[int, list[int]]] = field(default_factory=dict)
    """Table size → the cost of each repetition, and how often each player has sat at one."""

    def join(self, who: int, others: Sequence[int], size: int) -> int:
        """Seat a player with these others; returns the added cost."""
        return self._moved(who, others, size, 1)

    def leave(self, who: int, others: Sequence[int], size: int) -> int:
        """Remove a player from these others; returns the saved cost."""
        return self._moved(who, others, size, -1)

    def _moved(self, who: int, others: Sequence[int], size: int, by: int) -> int:
        row, cost = self.pairs[who], 0
        for other in others:
            if other in row:
                cost += row[other]
        for each in self.meetings:
            group, times, own = each.group, each.times, each.group[who]
            for other in others:
                its = group[other]
                if own >= 0 and its >= 0 and its != own:
                    pair = own * FAR + its if own < its else its * FAR + own
                    now = times.get(pair, 0)
                    met = now if by > 0 else now - 1
                    if met:
                        cost += each.weight * (1 + each.grows * (met - 1))
                    times[pair] = now + by
        if size in self.sizes:
            weight, sat = self.sizes[size]
            cost += weight * (sat[who] if by > 0 else sat[who] - 1)
            sat[who] += by
        return cost


class Arrangement:
    """The tables of one or more rounds, and their cost."""

    def __init__(self, rounds: Sequence[Seats], prices: Prices) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.prices = prices
        self.cost = self._sit()

    def _sit(self) -> int:
        """Seat everybody; returns the cost."""
        return sum(
            self.prices.join(who, table[:at], len(table))
            for tables in self.rounds
            for table in tables
            for at, who in enumerate(table)
        )

    def rise(self) -> None:
        """Remove everybody, so that the prices count only the past."""
        for tables in self.rounds:
            for table in tables:
                for at in reversed(range(len(table))):
                    self.prices.leave(table[at], table[:at], len(table))

    def improve(
        self,
        state: int,
        tries: int,
        *,
        least: int = 0,
        stay: AbstractSet[int] = frozenset(),
        progress: Progress | None = None,
    ) -> None:
        """Try up to `tries` exchanges, or until the cost is at most `least`; players in `stay` do not move.

        Keeps the best seating found.
        """
        places = [
            (tables, table, seat) for tables in self.rounds for table in tables for seat in range(len(table))
        ]
        beside = {id(tables): [place for place in places if place[0] is tables] for tables in self.rounds}
        before = [self.cost] * HISTORY
        best, found = self.cost, self._copy()
        for number in range(tries):
            if best <= least:
                break
            if progress and number % STEP == 0:
                progress(number, best)
            state, at = below(state, len(places))
            tables, here, seat = places[at]
            near = beside[id(tables)]
            state, at = below(state, len(near))
            _, there, other = near[at]
            if here is there or here[seat] in stay or there[other] in stay:
                continue
            changed = self._exchanged(here, seat, there, other)
            then = number % HISTORY
            if changed <= self.cost or changed <= before[then]:
                self.cost = changed
                if changed < best:
                    best, found = changed, self._copy()
            else:
                self._exchanged(here, seat, there, other)
            before[then] = min(before[then], self.cost)
        self.rise()
        self.rounds, self.cost = found, best
        self._sit()

    def _copy(self) -> list[Seats]:
        return [[list(table) for table in tables] for tables in self.rounds]

    def _exchanged(self, here: list[int], seat: int, there: list[int], other: int) -> int:
        """Exchange two people; returns the total cost."""
        prices, who, whom = self.prices, here[seat], there[other]
        stay, sit = here[:seat] + here[seat + 1 :], there[:other] + there[other + 1 :]
        cost = self.cost - prices.leave(who, stay, len(here)) - prices.leave(whom, sit, len(there))
        cost += prices.join(whom, stay, len(here)) + prices.join(who, sit, len(there))
        here[seat], there[other] = whom, who
        return cost


def every_way(known: Seats, prices: Prices, best: int, state: int) -> tuple[Seats, bool]:
    """A uniformly random optimal seating of a round, and whether the search was exhaustive.

    Starts from a known seating and its cost; `prices` must count only the past.
    """
    if len(prices.pairs) > MOST_FOR_EVERY_WAY:
        return known, False
    search = _ExhaustiveSearch([len(table) for table in known], prices, best)
    # If there are too many seatings of equal cost, a second search may still prove that none is cheaper.
    is_whole = search.run(best, state) or search.run(search.best - 1, state)
    return search.found or known, is_whole


class _ExhaustiveSearch:
    """An exhaustive search over the seatings of a round."""

    def __init__(self, sizes: Sequence[int], prices: Prices, best: int) -> None:
        self.sizes = sizes
        self.prices = prices
        self.best = best
        self.found: Seats | None = None
        # Players with the highest prices first, to prune earlier.
        people = range(len(prices.pairs))
        self._order = sorted(people, key=lambda who: -sum(prices.pairs[who].values()))

    def run(self, most: int, state: int) -> bool:
        """Search seatings up to this cost, lowering it with each find; whether the search was exhaustive."""
        self._most, self._state, self._steps, self._ties = most, state, 0, 0
        self._tables: Seats = [[] for _ in self.sizes]
        return self._seat(0, 0)

    def _seat(self, at: int, cost: int) -> bool:
        if at == len(self._order):
            self._keep_best(cost)
            return True
        who, empty = self._order[at], set()
        for size, table in zip(self.sizes, self._tables, strict=True):
            if len(table) == size or (not table and size in empty):
                continue
            if not table:
                empty.add(size)  # empty tables of one size are equivalent
            self._steps += 1
            if self._steps > MOST_WAYS:
                return False
            more = self.prices.join(who, table, size)
            table.append(who)
            is_whole = cost + more > self._most or self._seat(at + 1, cost + more)
            table.pop()
            self.prices.leave(who, table, size)
            if not is_whole:
                return False
        return True

    def _keep_best(self, cost: int) -> None:
        """Keep one of the cheapest seatings, uniformly at random."""
        if cost < self.best:
            self.best, self._most, self._ties = cost, cost, 0
        self._ties += 1
        self._state, pick = below(self._state, self._ties)
        if pick == 0:
            self.found = [list(table) for table in self._tables]
