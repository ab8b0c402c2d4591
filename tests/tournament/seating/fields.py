"""Small fields to be seated, and an oracle that tries every way; it shares no code with the search."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random

from kamchatka.ids import PersonId
from kamchatka.tournament.events import Receipt
from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.seating.draw import Draw
from kamchatka.tournament.seating.wishes import Past
from kamchatka.tournament.state import Entrant

Tables = list[list[PersonId]]
CLUB_FIRST = ("club", "opponents", "five", "three")


def people(count: int, clubs: Sequence[str] = ()) -> list[Entrant]:
    """So many, of these clubs in turn."""
    return [
        Entrant(person=PersonId(f"p-{at:03d}"), number=at + 1, club=clubs[at % len(clubs)] if clubs else "")
        for at in range(count)
    ]


def shapes(count: int) -> list[TableShape]:
    """Tables of four, some of five, three where nothing else fits."""
    fives = count % 4
    if count < 5 * fives:
        return [TableShape("table", size) for size in {6: [3, 3], 7: [4, 3], 11: [4, 4, 3]}[count]]
    return [TableShape("table", 5)] * fives + [TableShape("table", 4)] * ((count - 5 * fives) // 4)


@dataclass
class Club:
    """A club that plays round after round."""

    players: list[Entrant]
    kinds: Sequence[str] = CLUB_FIRST
    met: list[frozenset[frozenset[PersonId]]] = field(default_factory=list)
    sizes: dict[PersonId, list[int]] = field(default_factory=dict)
    positions: dict[PersonId, list[int]] = field(default_factory=dict)

    def draw(self, seed: str, round: int = 1, **changes: object) -> Draw:
        """The draw of the next round."""
        past = Past(
            met=tuple(self.met),
            sizes=self.sizes,
            positions=self.positions,
            clubs={each.person: each.club for each in self.players},
        )
        plain = Draw(
            players=self.players,
            shapes=shapes(len(self.players)),
            method="wishes",
            wishes=[Wish(kind=kind) for kind in self.kinds],  # type: ignore[arg-type]
            past=past,
            seed=seed,
            round=round,
        )
        return replace(plain, **changes)  # type: ignore[arg-type]

    def play(self, seed: str, **changes: object) -> tuple[Tables, Receipt]:
        """A round, drawn and remembered."""
        tables, receipt = self.draw(seed, len(self.met) + 1, **changes).tables()
        self.met.append(frozenset(frozenset(pair) for table in tables for pair in combinations(table, 2)))
        for table in tables:
            for at, who in enumerate(table):
                self.sizes.setdefault(who, []).append(len(table))
                self.positions.setdefault(who, []).append(at)
        return tables, receipt


def failures(club: Club, tables: Sequence[Sequence[PersonId]]) -> tuple[int, ...]:
    """How badly each wish fails, by looking at every pair and every seat."""
    own = {each.person: each.club for each in club.players}
    times = Counter(pair for each in club.met for pair in each)
    together = [pair for table in tables for pair in combinations(table, 2)]
    return tuple(
        {
            "club": sum(own[one] == own[other] != "" for one, other in together),
            "opponents": sum(times[frozenset(pair)] for pair in together),
            "five": _seats(club, tables, 5),
            "three": _seats(club, tables, 3),
        }[kind]
        for kind in club.kinds
    )


def _seats(club: Club, tables: Sequence[Sequence[PersonId]], size: int) -> int:
    return sum(club.sizes.get(who, []).count(size) for table in tables if len(table) == size for who in table)


def every_way(people: Sequence[PersonId], sizes: Sequence[int]) -> Iterator[list[tuple[PersonId, ...]]]:
    """All ways to fill tables of these sizes, each at least once."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        rest = [who for who in people if who not in table]
        for others in every_way(rest, sizes[1:]):
            yield [table, *others]


def random_club(seed: int, least: int = 6, most: int = 8) -> Club:
    """A small club of random clubs, one to three rounds into its season."""
    luck = Random(seed)
    count = luck.randint(least, most)
    clubs = [luck.choice(["A", "B", "C", ""]) for _ in range(count)]
    kinds = luck.choice([CLUB_FIRST, ("opponents", "club"), ("five", "three", "opponents"), ("club",)])
    club = Club(people(count, clubs), kinds)
    for number in range(luck.randint(0, 2)):
        club.play(f"{seed}-{number}")
    return club
