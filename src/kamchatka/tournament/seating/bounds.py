"""Lower bounds: how often each wish must fail in any draw, found by counting, with the reason."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from heapq import heapify, heapreplace
from itertools import combinations

from kamchatka.ids import PersonId
from kamchatka.tournament.events import BrokenWish, WishOutcome
from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.seating.wishes import OF_SIZE, SAME, Field, Pair


def crowded_pairs(people: int, sizes: Iterable[int]) -> int:
    """Minimum number of pairs of these people who share a table, reached by spreading them evenly."""
    sizes = list(sizes)
    pairs, level = 0, 1
    while people > 0:
        seats = min(people, sum(size >= level for size in sizes))
        if not seats:
            break
        pairs += seats * (level - 1)
        people -= seats
        level += 1
    return pairs


class Bounds:
    """Lower bounds of failures for tables of these sizes, given the current failures."""

    def __init__(self, field: Field, sizes: Sequence[int], broken: Sequence[BrokenWish]) -> None:
        self._field = field
        self._sizes = sizes
        self._failed = Counter(each.wish for each in broken)
        self._found: dict[str, WishOutcome] = {}
        for wish in field.listed:
            self._found[wish.kind] = self._outcome(wish)

    @property
    def outcomes(self) -> tuple[WishOutcome, ...]:
        """One outcome per wish, in order."""
        return tuple(self._found.values())

    @property
    def cost(self) -> int:
        """Lower bound of the seating's cost."""
        prices = zip(self._field.listed, self._field.weights, self.outcomes, strict=True)
        return sum(weight * self._least_cost(wish, outcome.least) for wish, weight, outcome in prices)

    def _least_cost(self, wish: Wish, least: int) -> int:
        """Lower bound of a wish's cost: tables of a size and club meetings cost more at each repeat."""
        if wish.kind in OF_SIZE:
            size = OF_SIZE[wish.kind]
            seats = size * self._sizes.count(size)
            return sum(sorted(self._field.times_at(size).values())[:seats])
        times = self._club_times() if wish.kind == "clubs" else []
        if times and least:
            heapify(times)
            return sum(heapreplace(times, times[0] + 1) for _ in range(self._found[wish.kind].people))
        return least if wish.kind != "order" else 0

    def _club_times(self) -> list[int]:
        """Number of meetings of each pair of present clubs."""
        clubs = sorted({self._field.past.clubs.get(who, "") for who in self._field.index})
        met = self._field.past.times_clubs_met()
        return [met[frozenset(pair)] for pair in combinations(clubs, 2)]

    def _outcome(self, wish: Wish) -> WishOutcome:
        failed = self._failed[wish.kind]
        plain = WishOutcome(wish.kind, failed, 0)
        if wish.kind in SAME or wish.kind == "winners":
            return self._crowded(wish, plain)
        if wish.kind in OF_SIZE:
            return self._again(OF_SIZE[wish.kind], plain)
        if wish.kind == "opponents":
            return max(self._spread(wish, plain), self._scarce(plain), key=lambda each: each.least)
        if wish.kind == "clubs":
            return self._clubs(plain)
        # The best order of seats was found by trying all, table by table.
        return replace(plain, least=failed, why="tables") if failed else plain

    def _more_important(self, kind: str) -> list[WishOutcome]:
        """Outcomes of the wishes that rank above this one."""
        pairs = zip(self._field.listed, self._field.levels, strict=True)
        levels: dict[str, int] = {wish.kind: level for wish, level in pairs}
        return [each for each in self._found.values() if levels[each.wish] < levels[kind]]

    def _crowded(self, wish: Wish, plain: WishOutcome) -> WishOutcome:
        """A club with more players than tables must share a table."""
        groups = self._field.groups(wish)
        least = sum(crowded_pairs(len(people), self._sizes) for people in groups.values())
        if not least:
            return plain
        name, people = max(groups.items(), key=lambda group: (len(group[1]), group[0]))
        named = name if wish.kind in SAME else ""
        return replace(
            plain, least=least, why="crowded", named=named, people=len(people), places=len(self._sizes)
        )

    def _again(self, size: int, plain: WishOutcome) -> WishOutcome:
        """More seats at tables of this size than players who never sat at one."""
        seats = size * self._sizes.count(size)
        fresh = sum(not times for times in self._field.times_at(size).values())
        if seats <= fresh:
            return plain
        return replace(plain, least=seats - fresh, why="seats", people=fresh, places=seats)

    def _spread(self, wish: Wish, plain: WishOutcome) -> WishOutcome:
        """Players of one earlier table cannot all be apart if there are fewer tables than players."""
        best = plain
        for met in self._field.past.met[-1:] if wish.rounds == "last" else self._field.past.met:
            tables = _tables_from_meetings(met, self._field.index.keys())
            least = sum(crowded_pairs(len(people), self._sizes) for people in tables)
            if least > best.least:
                most = max(map(len, tables))
                best = replace(plain, least=least, why="spread", people=most, places=len(self._sizes))
        return best

    def _scarce(self, plain: WishOutcome) -> WishOutcome:
        """Players with too few possible opponents left."""
        # Pairs barred by a higher-ranked wish do not meet either, unless that wish itself fails.
        before = self._more_important(plain.wish)
        kinds = [plain.wish, *(each.wish for each in before if not each.least and not each.failed)]
        barred: dict[PersonId, set[PersonId]] = {each.person: {each.person} for each in self._field.players}
        for wish in (wish for wish in self._field.listed if wish.kind in kinds):
            for one, other, _ in self._field.unwanted(wish):
                barred[one].add(other)
                barred[other].add(one)
        beside = min(self._sizes) - 1
        lacking = [max(0, beside - (len(barred) - len(each))) for each in barred.values()]
        least = -(-sum(lacking) // 2)
        people = sum(map(bool, lacking))
        return replace(plain, least=least, why="scarce", people=people, places=beside) if least else plain

    def _clubs(self, plain: WishOutcome) -> WishOutcome:
        """More pairs at the tables than pairs of clubs that have not met."""
        own = [each for each in self._more_important("clubs") if each.wish == self._field.past.clubs_are]
        if not own or not all(self._field.past.clubs.get(who, "") for who in self._field.index):
            return plain
        fresh = self._club_times().count(0)
        among = max(own[0].least, own[0].failed)
        pairs = sum(size * (size - 1) // 2 for size in self._sizes) - among
        if pairs <= fresh:
            return plain
        return replace(plain, least=pairs - fresh, why="clubs", people=pairs, places=fresh)


def _tables_from_meetings(met: Iterable[Pair], here: Iterable[PersonId]) -> list[set[PersonId]]:
    """Tables of a round, rebuilt from who met whom and reduced to the people present."""
    present = set(here)
    tables: list[set[PersonId]] = []
    for one, other in sorted(tuple(sorted(pair)) for pair in met):
        table = next((each for each in tables if one in each or other in each), None)
        if table is None:
            tables.append(table := set())
        table |= {one, other}
    return [table & present for table in tables]
