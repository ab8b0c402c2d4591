"""On small fields the draw is as good as the best of all ways, and its bound is never above it."""

import pytest

from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.seating.search import Prices
from kamchatka.tournament.seating.search import every_way as search_every_way
from tests.tournament.seating.fields import Club, every_way, failures, people, random_club

FIELDS = 60


@pytest.mark.parametrize("seed", range(FIELDS))
def test_no_way_is_better_than_the_draw(seed: int) -> None:
    club = random_club(seed)
    draw = club.draw("seme")
    tables, receipt = draw.tables()
    known = [each.person for each in club.players]
    best = min(failures(club, way) for way in every_way(known, draw.sizes))
    assert failures(club, tables) == best
    assert receipt.bound <= receipt.cost
    assert (receipt.bound == receipt.cost) is (receipt.bound_by != "none" or not receipt.cost)
    assert all(each.failed == each.least for each in receipt.outcomes), "what is proven is said"


WEIGHED = [
    [("club", 3), ("opponents", 2)],
    [("opponents", 1), ("three", 2), ("club", 1)],
    [("club", 0), ("clubs", 2), ("opponents", 1)],
]


@pytest.mark.parametrize("seed", range(30))
def test_weighed_wishes_are_no_more_than_the_best_of_all_ways(seed: int) -> None:
    club = random_club(2000 + seed)
    wishes = [Wish(kind=kind, weight=weight) for kind, weight in WEIGHED[seed % 3]]  # type: ignore[arg-type]
    draw = club.draw("seme", wishes=wishes)
    _, receipt = draw.tables()
    known = [each.person for each in club.players]
    costs = [draw.receipt([list(table) for table in way], 0) for way in every_way(known, draw.sizes)]
    assert receipt.cost == min(each.cost for each in costs)
    assert all(each.bound <= receipt.cost for each in costs)
    assert all(each.least <= each.failed for one in costs for each in one.outcomes)


@pytest.mark.parametrize("seed", range(20))
def test_what_must_fail_by_counting_does_fail_in_every_way(seed: int) -> None:
    """The bound without the search: no way at all costs less."""
    club = random_club(1000 + seed, 7, 8)
    draw = club.draw("seme")
    known = [each.person for each in club.players]
    costs = [draw.receipt([list(table) for table in way], 0).cost for way in every_way(known, draw.sizes)]
    bounds = draw.receipt([list(table) for table in next(every_way(known, draw.sizes))], 0).bound
    assert bounds <= min(costs)


def test_the_best_is_proven_though_too_many_ways_are_as_good() -> None:
    """Four of one club at three tables: two of them must meet, in more ways than are tried."""
    prices = Prices(
        [{other: 1 for other in range(4) if other != who} if who < 4 else {} for who in range(14)]
    )
    known = [[0, 1, 4, 5, 6], [2, 7, 8, 9, 10], [3, 11, 12, 13]]
    found, is_proven = search_every_way(known, prices, best=1, state=1)
    assert is_proven
    assert sum(len({*table} & {0, 1, 2, 3}) == 2 for table in found) == 1
    assert search_every_way(known, prices, best=0, state=1) == (known, True)


def test_the_oracle_can_tell_a_worse_draw() -> None:
    """Negative control: the people in the order of their numbers are not the best way."""
    club = Club(people(8, ["A", "A", "A", "A", "B", "B", "B", "B"]))
    known = [each.person for each in club.players]
    best = min(failures(club, way) for way in every_way(known, [4, 4]))
    assert best == (4, 0, 0, 0)
    assert failures(club, [known[:4], known[4:]]) == (12, 0, 0, 0)
