"""The draw of one round by the method of its stage, with its receipt.

Only integers and our own random stream are used: the same seed and people give the same tables on every
machine. The number of tried exchanges depends only on the number of players.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations
from typing import TypeVar

from kamchatka.ids import PersonId
from kamchatka.stream import below, seeded
from kamchatka.tournament.events import Receipt
from kamchatka.tournament.format.model import Seating, Wish
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.seating.bounds import Bounds
from kamchatka.tournament.seating.search import Arrangement, every_way
from kamchatka.tournament.seating.wishes import OF_SIZE, Field, Pair, Past
from kamchatka.tournament.state import Entrant

VERSION = 3
"""Version of the draw algorithm: raised by any change that gives other tables for the same seed."""
TRIES_EACH = 800
"""Exchanges tried per player."""
LEAST_TRIES = 20_000
SEARCHED = ("wishes", "quarters")
"""Methods followed by a search for better tables."""
HEEDED: dict[Seating, tuple[str, ...]] = {"random": (), "greek": (), "standing": ("family", "bye")}
"""The wishes a method respects, where it does not respect all."""
Tables = list[list[PersonId]]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Draw:
    """The input of a draw: players in order of the standings, tables and method."""

    players: Sequence[Entrant]
    shapes: Sequence[TableShape]
    method: Seating
    wishes: Sequence[Wish]
    past: Past
    seed: str
    round: int
    apart: frozenset[Pair] = frozenset()
    """Pairs the organiser wants at different tables."""
    pinned: Mapping[PersonId, int] = field(default_factory=dict)
    """Players who stay at a table, by its index in `shapes`."""
    planned: Sequence[Sequence[PersonId]] = ()
    """The planned tables, if any."""

    @cached_property
    def field(self) -> Field:
        """The players and the wishes this method respects."""
        heeded = HEEDED.get(self.method)
        wishes = [wish for wish in self.wishes if heeded is None or wish.kind in heeded]
        return Field(players=self.players, wishes=wishes, past=self.past, apart=self.apart)

    @property
    def sizes(self) -> list[int]:
        """Number of seats at each table."""
        return [shape.size for shape in self.shapes]

    def tables(self) -> tuple[Tables, Receipt]:
        """The people of each table, and the receipt."""
        tables, tries, is_proven = _METHODS[self.method](self), 0, len(self.shapes) == 1
        self._pin(tables)
        if self.method in SEARCHED and len(tables) > 1:
            tables, tries, is_proven = self._searched(tables)
        if self.method in ("random", "wishes") and not self.pinned:
            tables = mixed(self.stream(3), tables, self.shapes)
        if any(wish.kind == "order" for wish in self.field.listed):
            tables = [self._ordered(table) for table in tables]
        return tables, self.receipt(tables, tries, is_proven=is_proven)

    def _pin(self, tables: Tables) -> None:
        """Move pinned players to their tables, in exchange for players who are not pinned there."""
        for who, to in self.pinned.items():
            at = next(number for number, table in enumerate(tables) if who in table)
            free = [other for other in tables[to] if self.pinned.get(other) != to]
            if at != to:
                _exchange(tables, (at, who), (to, free[-1]))

    def receipt(self, tables: Tables, tries: int, *, is_proven: bool = False) -> Receipt:
        """The receipt of these tables, with failures and lower bounds."""
        broken = self.field.broken(tables)
        bounds = Bounds(self.field, self.sizes, broken)
        cost = Arrangement([self._numbered(tables)], self.field.prices()).cost
        outcomes = bounds.outcomes
        if is_proven:
            outcomes = tuple(
                replace(each, least=each.failed, why="ways") if each.failed > each.least else each
                for each in outcomes
            )
        return Receipt(
            self.seed,
            self.method,
            tries,
            cost,
            cost if is_proven else bounds.cost,
            bound_by="none" if not outcomes else "ways" if is_proven else "counting",
            violations=tuple(broken),
            wishes=tuple(wish.kind for wish in self.field.listed),
            outcomes=outcomes,
            version=VERSION,
        )

    def _searched(self, tables: Tables) -> tuple[Tables, int, bool]:
        """Improved tables, the number of tried exchanges, and whether the result is proven optimal."""
        never = _same_quarter(self) if self.method == "quarters" else ()
        prices = self.field.prices(never)
        least = Bounds(self.field, self.sizes, ()).cost
        arrangement = Arrangement([self._numbered(tables)], prices)
        if arrangement.cost <= least:
            return tables, 0, False
        arrangement.rise()
        found, is_proven = arrangement.rounds[0], False
        if not self.pinned:
            found, is_proven = every_way(found, prices, arrangement.cost, self.stream(4))
        if is_proven:
            return self._named(found), 0, True
        tries = max(LEAST_TRIES, TRIES_EACH * len(self.players))
        arrangement = Arrangement([found], prices)
        stay = {self.field.index[who] for who in self.pinned}
        arrangement.improve(self.stream(1), tries, least=least, stay=stay)
        return self._named(arrangement.rounds[0]), tries, False

    def _numbered(self, tables: Tables) -> list[list[int]]:
        return [[self.field.index[who] for who in table] for table in tables]

    def _named(self, tables: Iterable[Iterable[int]]) -> Tables:
        return [[self.players[at].person for at in table] for table in tables]

    def _ordered(self, table: list[PersonId]) -> list[PersonId]:
        """The order of seats with the fewest repeated positions."""
        positions = {who: list(self.past.positions.get(who, ())) for who in table}

        def again(order: Iterable[PersonId]) -> int:
            return sum(positions[who].count(at) for at, who in enumerate(order))

        return list(min(permutations(table), key=again))

    def stream(self, index: int) -> int:
        """The random stream of this draw for one purpose."""
        return seeded(seed_number(self.seed), self.round * 16 + index)


def seed_number(seed: str) -> int:
    """The number of a seed phrase."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7], "big")


def shuffled(state: int, some: Sequence[T]) -> list[T]:
    """The elements in uniformly random order."""
    found = list(some)
    for at in range(len(found) - 1, 0, -1):
        state, other = below(state, at + 1)
        found[at], found[other] = found[other], found[at]
    return found


def mixed(state: int, tables: Tables, shapes: Sequence[TableShape]) -> Tables:
    """Tables shuffled within each shape, and seats within each table: positions are uniformly random."""
    order = shuffled(state, range(len(tables)))
    found: Tables = [[] for _ in tables]
    for shape in set(shapes):
        to = [at for at, each in enumerate(shapes) if each == shape]
        for at, source in zip(to, [each for each in order if shapes[each] == shape], strict=True):
            found[at] = tables[source]
    state, spot = below(state, 1 << 30)
    return [shuffled(seeded(spot, at), table) for at, table in enumerate(found)]


def dealt(order: Sequence[PersonId], shapes: Sequence[TableShape]) -> Tables:
    """Tables filled one after another."""
    found, at = [], 0
    for shape in shapes:
        found.append(list(order[at : at + shape.size]))
        at += shape.size
    return found


def by_lot(field: Field, shapes: Sequence[TableShape], state: int) -> Tables:
    """A random seating; tables of a size with a wish go to the players who sat there least."""
    found: Tables = [[] for _ in shapes]
    # By number, not by rank: the seed alone decides.
    people = [each.person for each in sorted(field.players, key=lambda each: each.number)]
    waiting = shuffled(state, people)
    for size in (OF_SIZE[wish.kind] for wish in field.listed if wish.kind in OF_SIZE):
        times = field.times_at(size)
        first = iter(sorted(waiting, key=times.__getitem__))
        for table, shape in zip(found, shapes, strict=True):
            while shape.size == size and len(table) < size:
                table.append(next(first))
                waiting.remove(table[-1])
    rest = iter(waiting)
    for table, shape in zip(found, shapes, strict=True):
        while len(table) < shape.size:
            table.append(next(rest))
    return found


def _by_lot(draw: Draw) -> Tables:
    return by_lot(draw.field, draw.shapes, draw.stream(0))


def _by_standing(draw: Draw) -> Tables:
    """By rank from table 1, relatives moved one table apart.

    Players without points are shuffled if they are more than sit at the last table of ordinary size.
    """
    order = [each.person for each in draw.players]
    zero = [who for who in order if who in draw.past.without_points]
    last = next((shape.size for shape in reversed(draw.shapes) if shape.kind == "table"), len(order))
    if len(zero) > last:
        order = [who for who in order if who not in zero] + shuffled(draw.stream(2), zero)
    shares_byes = any(wish.kind == "bye" for wish in draw.field.listed)
    tables = dealt(_with_byes(draw, order) if shares_byes else order, draw.shapes)
    families = [wish for wish in draw.field.listed if wish.kind == "family"]
    # Where byes are shared out, nobody is given one to part relatives.
    playing = [
        table
        for table, shape in zip(tables, draw.shapes, strict=True)
        if not (shares_byes and shape.kind == "bye")
    ]
    _part_relatives(playing, {frozenset(pair) for wish in families for *pair, _ in draw.field.unwanted(wish)})
    return tables


def _with_byes(draw: Draw, order: list[PersonId]) -> list[PersonId]:
    """The order with the players who rested least, from the last rank up, at the places of byes."""
    byes = sum(shape.kind == "bye" for shape in draw.shapes)
    times = draw.field.times_at(OF_SIZE["bye"])
    resting = sorted(order, key=lambda who: (times[who], -order.index(who)))[:byes]
    rest, others = iter(resting), iter([who for who in order if who not in resting])
    return [next(rest if shape.kind == "bye" else others) for shape in draw.shapes for _ in range(shape.size)]


def _part_relatives(tables: Tables, relatives: set[Pair]) -> None:
    """Move the lower-ranked of two relatives one table down; at the last table, the higher-ranked one up."""
    for number, table in enumerate(tables):
        for one, other in combinations(list(table), 2):
            if frozenset((one, other)) not in relatives or not {one, other} <= set(table):
                continue
            if number + 1 < len(tables):
                _exchange(tables, (number, other), (number + 1, tables[number + 1][0]))
            elif number:
                _exchange(tables, (number, one), (number - 1, tables[number - 1][-1]))


def _exchange(tables: Tables, one: tuple[int, PersonId], other: tuple[int, PersonId]) -> None:
    (first, who), (second, whom) = one, other
    at, beside = tables[first].index(who), tables[second].index(whom)
    tables[first][at], tables[second][beside] = whom, who


def _greek(draw: Draw) -> Tables:
    """The winner stays, second place moves on one table, third place two, and so on."""
    if not draw.past.last:
        return _by_lot(draw)
    count = len(draw.shapes)
    tables: Tables = [[] for _ in draw.shapes]
    waiting = []
    for each in sorted(draw.players, key=lambda one: draw.past.last.get(one.person, (0, 9))[::-1]):
        table, place = draw.past.last.get(each.person, (0, 0))
        to = (table - 1 + place - 1) % count
        full = len(tables[to]) >= draw.shapes[to].size
        if place and not full:
            tables[to].append(each.person)
        else:
            waiting.append(each.person)
    for who in waiting:  # a new player, or a table smaller than before
        to = next(at for at, table in enumerate(tables) if len(table) < draw.shapes[at].size)
        tables[to].append(who)
    return tables


def _by_quarters(draw: Draw) -> Tables:
    """One player of each quarter per table; with four tables ranks 1, 5, 9 and 13 sit at table 1."""
    tables: Tables = [[] for _ in draw.shapes]
    at = 0
    for each in draw.players:
        while len(tables[at % len(tables)]) >= draw.shapes[at % len(tables)].size:
            at += 1
        tables[at % len(tables)].append(each.person)
        at += 1
    return tables


def _same_quarter(draw: Draw) -> Iterable[tuple[PersonId, PersonId]]:
    """Pairs within a quarter of the standings, which no exchange may bring together."""
    people, count = [each.person for each in draw.players], len(draw.shapes)
    quarters: Mapping[int, list[PersonId]] = {
        at: people[at * count : (at + 1) * count] for at in range(-(-len(people) // count))
    }
    return (pair for quarter in quarters.values() for pair in combinations(quarter, 2))


_METHODS: dict[Seating, Callable[[Draw], Tables]] = {
    "random": _by_lot,
    "wishes": _by_lot,
    "standing": _by_standing,
    "greek": _greek,
    "quarters": _by_quarters,
    "planned": lambda draw: [list(table) for table in draw.planned],
}
