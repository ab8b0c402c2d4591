"""The draw: who sits at which table, by the method of the stage, with wishes fulfilled as far as may be.

Whole numbers and our own stream only, so the same seed and the same people give the same tables everywhere.
The number of exchanges that are tried depends on the size of the field alone.
"""

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from kamchatka.ids import PersonId
from kamchatka.stream import below, seeded
from kamchatka.tournament.events import BrokenWish, Receipt
from kamchatka.tournament.format.model import Seating, Wish
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.state import Entrant

TRIES_EACH = 200
"""Exchanges tried for each player."""
LEAST_TRIES = 2000
ZERO_GROUP = 4
"""Players without a point who are more than this are seated by lot among themselves."""
SAME = {"club": "club", "family": "family", "region": "region", "team": "team"}
"""Wishes about two people who have a word in common, and which word."""
OF_SIZE = {"five": 5, "three": 3}
HEEDED: dict[Seating, tuple[str, ...]] = {"random": (), "greek": (), "standing": ("family",)}
"""The wishes that a way of seating looks at, where it is not all of them."""
Tables = list[list[PersonId]]


@dataclass(frozen=True, kw_only=True)
class Past:
    """What earlier rounds say of those who are to be seated."""

    met: Sequence[frozenset[frozenset[PersonId]]] = ()
    """Who met whom, round by round."""
    sizes: Mapping[PersonId, frozenset[int]] = field(default_factory=dict)
    """Sizes of tables at which somebody sat."""
    winners: frozenset[PersonId] = frozenset()
    """Of the round before."""
    last: Mapping[PersonId, tuple[int, int]] = field(default_factory=dict)
    """Table and place in the round before."""
    without_points: frozenset[PersonId] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Draw:
    """Who is to be seated, in the order of the standings, and how."""

    players: Sequence[Entrant]
    shapes: Sequence[TableShape]
    method: Seating
    wishes: Sequence[Wish]
    past: Past
    seed: str
    round: int

    def tables(self) -> tuple[Tables, Receipt]:
        """The people of each table, and how it came about."""
        tables = _METHODS[self.method](self)
        costs = _Costs(self)
        tries = 0
        if self.method in ("wishes", "quarters") and len(tables) > 1:
            tries = max(LEAST_TRIES, TRIES_EACH * len(self.players)) if costs.of(tables) else 0
            within = _quarters(self) if self.method == "quarters" else None
            _improve(tables, costs, self.stream(1), tries, within)
        return tables, Receipt(
            self.seed,
            self.method,
            tries,
            costs.of(tables),
            violations=tuple(costs.broken(tables)),
            wishes=tuple(self._heeded()),
        )

    def _heeded(self) -> list[str]:
        """The wishes this way of seating looks at."""
        kinds = HEEDED.get(self.method)
        return [wish.kind for wish in self.wishes if kinds is None or wish.kind in kinds]

    def stream(self, index: int) -> int:
        """Luck of this draw, for one of its purposes."""
        return seeded(seed_number(self.seed), self.round * 16 + index)


def seed_number(seed: str) -> int:
    """The number that a seed, which people may read out, stands for."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:7], "big")


def shuffled(state: int, people: Sequence[PersonId]) -> list[PersonId]:
    """The same people in an order that the stream decides, each as likely."""
    found = list(people)
    for at in range(len(found) - 1, 0, -1):
        state, other = below(state, at + 1)
        found[at], found[other] = found[other], found[at]
    return found


def _dealt(order: Sequence[PersonId], shapes: Sequence[TableShape]) -> Tables:
    """Table after table filled from the front."""
    found, at = [], 0
    for shape in shapes:
        found.append(list(order[at : at + shape.size]))
        at += shape.size
    return found


def _by_lot(draw: Draw) -> Tables:
    # By number, not by rank: the seed alone decides.
    people = [each.person for each in sorted(draw.players, key=lambda each: each.number)]
    return _dealt(shuffled(draw.stream(0), people), draw.shapes)


def _by_standing(draw: Draw) -> Tables:
    """The best at table 1; those without a point by lot; relatives a table apart, the lower-ranked moved."""
    order = [each.person for each in draw.players]
    zero = [who for who in order if who in draw.past.without_points]
    if len(zero) > ZERO_GROUP:
        order = [who for who in order if who not in zero] + shuffled(draw.stream(2), zero)
    tables = _dealt(order, draw.shapes)
    if any(wish.kind == "family" for wish in draw.wishes):
        _part_relatives(tables, {each.person: each.family for each in draw.players if each.family})
    return tables


def _part_relatives(tables: Tables, family: Mapping[PersonId, str]) -> None:
    """Move the lower-ranked of two relatives one table down, at the last table the higher-ranked one up."""
    for number, table in enumerate(tables):
        for one, other in combinations(list(table), 2):
            if one not in family or family[one] != family.get(other) or not {one, other} <= set(table):
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
    """The winner stays, the second moves on one table, the third two, and so on."""
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
    for who in waiting:  # somebody new, or a table that is smaller than before
        to = next(at for at, table in enumerate(tables) if len(table) < draw.shapes[at].size)
        tables[to].append(who)
    return tables


def _quarters(draw: Draw) -> dict[PersonId, int]:
    """Which quarter of the standing everybody is in: as many in each as there are tables."""
    return {each.person: at // len(draw.shapes) for at, each in enumerate(draw.players)}


def _by_quarters(draw: Draw) -> Tables:
    """One of each quarter at every table: the first, the fifth, the ninth and the thirteenth at table 1."""
    tables: Tables = [[] for _ in draw.shapes]
    at = 0
    for each in draw.players:
        while len(tables[at % len(tables)]) >= draw.shapes[at % len(tables)].size:
            at += 1
        tables[at % len(tables)].append(each.person)
        at += 1
    return tables


_METHODS = {
    "random": _by_lot,
    "wishes": _by_lot,
    "standing": _by_standing,
    "greek": _greek,
    "quarters": _by_quarters,
}


class _Costs:
    """What each wish costs: a wish is worth more than all that come after it together."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._weights = [
            1000 ** (len(draw.wishes) - at) * (10**9 if wish.absolute else 1)
            for at, wish in enumerate(draw.wishes)
        ]
        self._pairs: dict[tuple[PersonId, PersonId], int] = defaultdict(int)
        self._sizes: dict[tuple[PersonId, int], int] = defaultdict(int)
        for weight, wish in zip(self._weights, draw.wishes, strict=True):
            for one, other in self._unwanted(wish):
                self._pairs[one, other] += weight
                self._pairs[other, one] += weight
            if wish.kind in OF_SIZE:
                size = OF_SIZE[wish.kind]
                for who, seen in draw.past.sizes.items():
                    if size in seen:
                        self._sizes[who, size] += weight

    def _unwanted(self, wish: Wish) -> list[tuple[PersonId, PersonId]]:
        """The pairs that this wish would not have at one table."""
        players, past = self._draw.players, self._draw.past
        if wish.kind in SAME:
            groups: dict[str, list[PersonId]] = defaultdict(list)
            for each in players:
                groups[getattr(each, SAME[wish.kind])].append(each.person)
            groups.pop("", None)
            return [pair for group in groups.values() for pair in combinations(group, 2)]
        if wish.kind == "winners":
            return list(combinations([each.person for each in players if each.person in past.winners], 2))
        if wish.kind == "opponents":
            met = past.met[-1:] if wish.rounds == "last" else past.met
            here = {each.person for each in players}
            pairs = [tuple(sorted(pair)) for each in met for pair in each if pair <= here]
            return [(one, other) for one, other in sorted(pairs)]
        return []

    def table(self, people: Sequence[PersonId]) -> int:
        """What one table costs."""
        pairs, size = self._pairs, len(people)
        cost = sum(self._sizes.get((who, size), 0) for who in people) if self._sizes else 0
        for at, one in enumerate(people):
            for other in people[at + 1 :]:
                cost += pairs.get((one, other), 0)
        return cost

    def of(self, tables: Tables) -> int:
        """What all tables cost."""
        return sum(map(self.table, tables))

    def broken(self, tables: Tables) -> list[BrokenWish]:
        """Every wish that is not fulfilled, by whom it concerns."""
        found = []
        for wish in self._draw.wishes:
            unwanted = {frozenset(pair) for pair in self._unwanted(wish)}
            size = OF_SIZE.get(wish.kind)
            for number, people in enumerate(tables, 1):
                pairs = [pair for pair in combinations(people, 2) if frozenset(pair) in unwanted]
                found += [BrokenWish(wish.kind, pair, number) for pair in pairs]
                if len(people) == size:
                    again = [who for who in people if size in self._draw.past.sizes.get(who, ())]
                    found += [BrokenWish(wish.kind, (who,), number) for who in again]
        return found


def _improve(
    tables: Tables, costs: _Costs, state: int, tries: int, within: Mapping[PersonId, int] | None
) -> None:
    """Exchange two people wherever it costs no more; where quarters are kept, only of the same quarter."""
    places = [(at, seat) for at, table in enumerate(tables) for seat in range(len(table))]
    if len(tables) < 2:
        return
    prices = [costs.table(table) for table in tables]
    for _ in range(tries):
        if not any(prices):
            return
        state, first = below(state, len(places))
        state, second = below(state, len(places))
        (one, seat), (other, beside) = places[first], places[second]
        who, whom = tables[one][seat], tables[other][beside]
        if one == other or not (prices[one] or prices[other]):
            continue
        if within is not None and within[who] != within[whom]:
            continue
        tables[one][seat], tables[other][beside] = whom, who
        new = costs.table(tables[one]), costs.table(tables[other])
        if sum(new) <= prices[one] + prices[other]:
            prices[one], prices[other] = new
        else:
            tables[one][seat], tables[other][beside] = who, whom
