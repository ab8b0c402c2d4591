"""Over many draws everybody reaches every table and every seat as often as everybody else (F6)."""

from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from kamchatka.ids import PersonId
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.seating.draw import Draw
from tests.tournament.seating.fields import Club, Tables, people
from tests.tournament.seating.luck import is_even

DRAWS = 2000
CLUBS = ["A", "A", "B", "C", "A", "D", "B"]


def reached(draws: Iterable[Tables]) -> tuple[Counter[tuple[PersonId, int]], Counter[tuple[PersonId, int]]]:
    """How often everybody sat at each table, and on each seat."""
    tables: Counter[tuple[PersonId, int]] = Counter()
    seats: Counter[tuple[PersonId, int]] = Counter()
    for drawn in draws:
        for number, table in enumerate(drawn):
            for at, who in enumerate(table):
                tables[who, number] += 1
                seats[who, at] += 1
    return tables, seats


def by(method: str) -> Callable[[int], Draw]:
    """The first draw of sixteen players in clubs, by this method, for any number."""
    club = Club(people(16, CLUBS))
    return lambda number: club.draw(f"seme-{number}", method=method)


@pytest.mark.parametrize("method", ["random", "wishes"])
def test_tables_and_seats_are_reached_equally(method: str) -> None:
    tables, seats = reached(by(method)(number).tables()[0] for number in range(DRAWS))
    assert len(tables) == len(seats) == 16 * 4
    assert is_even(tables.values(), groups=16)
    assert is_even(seats.values(), groups=16)


def test_the_table_of_five_is_for_anybody() -> None:
    """Clubs of one size: nobody is easier to seat than anybody else."""
    club = Club(people(21, list("ABCDEFG")))
    at_five: Counter[PersonId] = Counter()
    for number in range(DRAWS):
        tables, _ = club.draw(f"seme-{number}").tables()
        at_five.update(who for table in tables if len(table) == 5 for who in table)
    assert is_even([at_five[each.person] for each in club.players])


def test_of_the_best_ways_each_is_as_likely() -> None:
    """Nine people at tables of four and five, one of whom must not meet two others."""
    club = Club(people(9), ("family",))
    who = [each.person for each in club.players]
    apart = frozenset((frozenset((who[0], who[1])), frozenset((who[0], who[2]))))
    five = [TableShape("table", 4), TableShape("table", 5)]
    seen: Counter[PersonId] = Counter()
    for number in range(DRAWS // 2):
        tables, _ = club.draw(f"seme-{number}", shapes=five, apart=apart).tables()
        seen.update(tables[1])
    # Of six others, four sit with the one at the five, or three at the four: 15 ways, and 20.
    at_five = seen[who[0]]
    assert is_even([at_five * 20, (DRAWS // 2 - at_five) * 15])


def test_a_draw_that_favours_somebody_is_noticed() -> None:
    """Negative control: one player in twelve of the draws changes seats with the first."""

    def loaded(number: int) -> Tables:
        tables = by("random")(number).tables()[0]
        if number % 6 == 0:
            tables[0].sort()
        return tables

    _, seats = reached(loaded(number) for number in range(DRAWS))
    assert not is_even(seats.values(), groups=16)


def test_the_same_seed_draws_the_same_tables_whatever_the_order_of_the_list() -> None:
    club = Club(people(30, CLUBS))
    first = club.draw("gru-1").tables()
    assert club.draw("gru-1").tables() == first
    assert club.draw("gru-2").tables() != first
