"""The search for a better seating: two people of a round change seats, again and again.

Late acceptance: an exchange is kept if it costs no more than what stands, or than what stood some hundred
tries ago, so that the search leaves a dead end by itself. No temperature, no fraction, no clock: the same
start and the same stream give the same seating everywhere. Small fields are searched to the end, which
proves what cannot be better.
"""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from kamchatka.stream import below

HISTORY = 200
"""How many tries ago an exchange is compared with."""
MOST_WAYS = 100_000
"""How many steps the search through every way may take before it is given up."""
MOST_FOR_EVERY_WAY = 14
"""Players of whom it is tried at all."""
STEP = 5000
"""How many tries lie between two words on the progress."""

FAR = 1_000_000
"""More than there are groups."""

Seats = list[list[int]]
"""Players by number, table by table."""
Progress = Callable[[int, int], None]
"""Told how many tries were made, and what the best seating so far costs."""


@dataclass
class Meetings:
    """Meetings that cost something from the second time on: of two people, or of two clubs."""

    weight: int
    grows: int
    """What each further time adds to it: 1, the third costs twice as much as the second; 0, all the same."""
    group: Sequence[int]
    """What is counted for each player: the player, or the club; below 0: nothing."""
    times: dict[int, int] = field(default_factory=dict)
    """How often two of them have met, by the lower one times `FAR` plus the other."""


@dataclass
class Prices:
    """What it costs to put people together."""

    pairs: list[dict[int, int]]
    """For each player, the others and what meeting them costs, however often."""
    meetings: list[Meetings] = field(default_factory=list)
    sizes: dict[int, tuple[int, list[int]]] = field(default_factory=dict)
    """Size of a table → what one more time costs, and how often each player has sat at one."""

    def join(self, who: int, others: Sequence[int], size: int) -> int:
        """What it costs that somebody sits down with these at a table of this size; it is counted."""
        return self._moved(who, others, size, 1)

    def leave(self, who: int, others: Sequence[int], size: int) -> int:
        """What it saves that somebody gets up again."""
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
    """The tables of one round or of several, and what they cost."""

    def __init__(self, rounds: Sequence[Seats], prices: Prices) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.prices = prices
        self.cost = self._sit()

    def _sit(self) -> int:
        """Everybody sits down; gives what it costs."""
        return sum(
            self.prices.join(who, table[:at], len(table))
            for tables in self.rounds
            for table in tables
            for at, who in enumerate(table)
        )

    def rise(self) -> None:
        """Everybody gets up: prices count the past alone again."""
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
        """Exchange people, all but those who `stay`, so many times, or until it costs no more than `least`.

        What is left is the best that was found.
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
        """What all would cost with two people in each other's seats, where they are from now on."""
        prices, who, whom = self.prices, here[seat], there[other]
        stay, sit = here[:seat] + here[seat + 1 :], there[:other] + there[other + 1 :]
        cost = self.cost - prices.leave(who, stay, len(here)) - prices.leave(whom, sit, len(there))
        cost += prices.join(whom, stay, len(here)) + prices.join(who, sit, len(there))
        here[seat], there[other] = whom, who
        return cost


def every_way(known: Seats, prices: Prices, best: int, state: int) -> tuple[Seats, bool]:
    """One of the seatings of a round that cost least, each as likely, and whether every way was looked at.

    It begins from one that is known and what that costs; `prices` count nothing but the past.
    """
    if len(prices.pairs) > MOST_FOR_EVERY_WAY:
        return known, False
    ways = _Ways([len(table) for table in known], prices, best)
    # Where those that cost alike are too many to look at, that none costs less may still be proven.
    is_whole = ways.look(best, state) or ways.look(ways.best - 1, state)
    return ways.found or known, is_whole


class _Ways:
    """A walk through all seatings of a round."""

    def __init__(self, sizes: Sequence[int], prices: Prices, best: int) -> None:
        self.sizes = sizes
        self.prices = prices
        self.best = best
        self.found: Seats | None = None
        # Those of whom most is asked come first: dead ends show sooner.
        people = range(len(prices.pairs))
        self._order = sorted(people, key=lambda who: -sum(prices.pairs[who].values()))

    def look(self, most: int, state: int) -> bool:
        """Look at what costs no more than this, ever less once it is found; whether that was all of it."""
        self._most, self._state, self._steps, self._alike = most, state, 0, 0
        self._tables: Seats = [[] for _ in self.sizes]
        return self._seat(0, 0)

    def _seat(self, at: int, cost: int) -> bool:
        if at == len(self._order):
            self._reach(cost)
            return True
        who, empty = self._order[at], set()
        for size, table in zip(self.sizes, self._tables, strict=True):
            if len(table) == size or (not table and size in empty):
                continue
            if not table:
                empty.add(size)  # empty tables of one size are alike
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

    def _reach(self, cost: int) -> None:
        """Remember one of those that cost least, each as likely."""
        if cost < self.best:
            self.best, self._most, self._alike = cost, cost, 0
        self._alike += 1
        self._state, pick = below(self._state, self._alike)
        if pick == 0:
            self.found = [list(table) for table in self._tables]
