"""Card values, reinforcements and goals: all there are, asked of the rules and pinned by a digest each.

A digest that changes means that some hand, board or objective is worth something else than before. If that is
wanted (a clause read anew, a regulation corrected), look at the rows that differ, put the digest the failing
test shows in its place, and note the change in the changelog: recorded games may replay differently.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest

from kamchatka.rulebook import load, shipped
from kamchatka.rulebook.tables import CONTINENTS, TERRITORIES, Tables, tables
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import LAP, SEAT, SEATS_AT_TABLE, Position, new_position, new_secrets
from kamchatka.rules.reinforcement import reinforcements_due
from kamchatka.rules.setup import start
from kamchatka.rules.tris import armies_for, exchange_value, tris_value
from kamchatka.rules.victory import has_won, objective_reached

CARD_VALUES = {
    "challenge": "a19b9d203854d69d",
    "rtu": "a19b9d203854d69d",
    "rtu-2020": "a19b9d203854d69d",
    "aziendale": "a897e4c3a19fe8ec",
    "milano": "ea160c9210921d01",
    "primavera": "3cf5554d3ec3e902",
}

REINFORCEMENTS = {
    "challenge": "022d988d294ab2e7",
    "rtu": "022d988d294ab2e7",
    "rtu-2020": "022d988d294ab2e7",
    "aziendale": "022d988d294ab2e7",
    "milano": "2b7f819880c0a817",
    "primavera": "276c6a83dec283bc",
}

GOALS = {
    "challenge": "296bd4496b5c4457",
    "rtu": "296bd4496b5c4457",
    "rtu-2020": "296bd4496b5c4457",
    "aziendale": "fc1f10316c298286",
    "milano": "27506fd7e8f33865",
    "primavera": "3c12d3bef8304188",
}

EVERYTHING = (1 << TERRITORIES) - 1


@cache
def tables_of(name: str) -> Tables:
    """The numbers of a shipped regulation."""
    return tables(load(name))


def digest(rows: Iterable[tuple[int, ...]]) -> str:
    """All rows as one short text."""
    found = hashlib.sha256()
    for row in rows:
        found.update(f"{row}\n".encode())
    return found.hexdigest()[:16]


def bits(mask: int) -> list[int]:
    """The territories of a mask."""
    return [territory for territory in range(TERRITORIES) if mask >> territory & 1]


def mask_of(territories: Iterable[int]) -> int:
    """Territories as a mask."""
    return sum(1 << territory for territory in territories)


def card_values(rules: Tables) -> Iterator[tuple[int, ...]]:
    """Every three of the 44 cards, also to a seat that holds no territory and to one that holds them all.

    Where no tris is needed, so many cards out of every hand.
    """
    poor, rich = new_position(), new_position()
    for pos, owner in ((poor, 1), (rich, 0)):
        pos.now[SEAT], pos.hand[0] = 0, 3
        for territory in range(TERRITORIES):
            hand_over(pos, territory, owner)
    for a, b, c in combinations(range(len(rules.card_symbols)), 3):
        symbols = (rules.card_symbols[card] for card in (a, b, c))
        least, most = (armies_for(rules, pos, a, b, c) for pos in (poor, rich))
        yield a, b, c, tris_value(rules, *symbols), least, most
    if rules.exchange_by_count:
        hands = range(len(rules.card_symbols) + 1)
        for cards in (1, 2, 3):
            for started_with in hands:
                for held in range(started_with + 1):
                    yield cards, held, started_with, exchange_value(rules, cards, held, started_with)


def holding(rules: Tables, whole: int, count: int) -> int:
    """So many territories that make up exactly these continents; 0 if there is no such board."""
    masks = list(rules.continent_masks)
    owned = sum(mask for number, mask in enumerate(masks) if whole >> number & 1)
    # All but one territory of each further continent may be added without completing it.
    spare = [t for number, mask in enumerate(masks) if not whole >> number & 1 for t in bits(mask)[1:]]
    more = count - owned.bit_count()
    return owned | mask_of(spare[:more]) if 0 <= more <= len(spare) else 0


def reinforcements(rules: Tables) -> Iterator[tuple[int, ...]]:
    """Every number of territories with every set of whole continents, in the first lap and later."""
    pos = new_position()
    for lap in (1, 2):
        pos.now[LAP] = lap
        for whole in range(1 << CONTINENTS):
            for count in range(1, TERRITORIES + 1):
                pos.owned[0] = holding(rules, whole, count)
                if pos.owned[0]:
                    yield lap, whole, count, reinforcements_due(rules, pos, 0)


def goals(rules: Tables) -> Iterator[tuple[int, ...]]:
    """Every objective with so many territories of its own and so many others, the lowest missing or there."""
    for number in range(rules.objective_count):
        goal = rules.objectives[number]
        inside, outside = bits(goal), bits(EVERYTHING & ~goal)
        for own in range(len(inside) + 1):
            for others in range(len(outside) + 1):
                owned = mask_of(inside[:own]) | mask_of(outside[:others])
                yield number, own, others, int(objective_reached(rules, owned, goal))
        for missing in inside:
            yield number, missing, int(objective_reached(rules, goal & ~(1 << missing), goal))
    if rules.victory_by_points:
        yield from goals_by_points(rules)


def goals_by_points(rules: Tables) -> Iterator[tuple[int, ...]]:
    """Every set of whole continents at every size of table: enough points or not."""
    for seats in (4, 5):
        for whole in range(1 << CONTINENTS):
            pos, secrets = new_position(), new_secrets()
            start(rules, pos, secrets, seats)
            share(rules, pos, whole)
            assert pos.now[SEATS_AT_TABLE] == seats
            yield seats, whole, int(has_won(rules, pos, secrets, 0))


def share(rules: Tables, pos: Position, whole: int) -> None:
    """Seat 0 holds these continents, seat 1 the rest, one army each."""
    for number in range(CONTINENTS):
        for territory in bits(rules.continent_masks[number]):
            hand_over(pos, territory, 0 if whole >> number & 1 else 1)
            add_armies(pos, territory, 1)


@pytest.mark.parametrize("name", shipped())
def test_the_value_of_all_cards_is_what_it_was(name: str) -> None:
    assert digest(card_values(tables_of(name))) == CARD_VALUES[name]


@pytest.mark.parametrize("name", shipped())
def test_reinforcements_for_all_holdings_are_what_they_were(name: str) -> None:
    assert digest(reinforcements(tables_of(name))) == REINFORCEMENTS[name]


@pytest.mark.parametrize("name", shipped())
def test_all_goals_are_reached_when_they_were(name: str) -> None:
    assert digest(goals(tables_of(name))) == GOALS[name]


@pytest.mark.parametrize("name", shipped())
def test_an_objective_is_reached_complete_and_with_no_territory_less(name: str) -> None:
    rules = tables_of(name)
    for number in range(rules.objective_count):
        goal = rules.objectives[number]
        assert objective_reached(rules, goal, goal)
        assert objective_reached(rules, EVERYTHING, goal)
        for missing in bits(goal):
            assert not objective_reached(rules, goal & ~(1 << missing), goal)
            with_all_others = EVERYTHING & ~(1 << missing)
            assert objective_reached(rules, with_all_others, goal) == (name == "aziendale")


def test_three_others_stand_for_each_territory_missing_in_the_company_tournament() -> None:
    rows = [row for row in goals(tables_of("aziendale")) if len(row) == 4]
    assert len(rows) == 8 * 16 * 28
    assert all(reached == (others >= 3 * (15 - own)) for _, own, others, reached in rows)


def test_as_many_hands_and_boards_as_there_are() -> None:
    assert sum(1 for _ in card_values(tables_of("rtu"))) == 44 * 43 * 42 // 6
    values = {row[3:] for row in card_values(tables_of("rtu"))}
    assert values == {(0, 0, 0), (8, 8, 14), (10, 10, 16), (12, 12, 16)}
    boards = {(whole, count): due for lap, whole, count, due in reinforcements(tables_of("rtu")) if lap == 2}
    assert len({whole for whole, _ in boards}) == 64
    bonus = list(tables_of("rtu").continent_bonus)
    for (whole, count), due in boards.items():
        assert due == count // 3 + sum(armies for n, armies in enumerate(bonus) if whole >> n & 1)


def test_an_altered_table_gives_another_digest() -> None:
    """Negative control: one number changed in each of the three."""
    rtu, aziendale, primavera = (tables_of(name) for name in ("rtu", "aziendale", "primavera"))
    assert digest(card_values(rtu._replace(tris_jolly=13))) != CARD_VALUES["rtu"]
    assert digest(card_values(rtu._replace(card_territory_bonus=1))) != CARD_VALUES["rtu"]
    assert digest(card_values(primavera._replace(exchange_two=5))) != CARD_VALUES["primavera"]
    assert digest(reinforcements(rtu._replace(reinforcement_minimum=3))) != REINFORCEMENTS["rtu"]
    bonus = memoryview(bytearray(rtu.continent_bonus.tobytes())).cast("q")
    bonus[5] += 1
    assert digest(reinforcements(rtu._replace(continent_bonus=bonus))) != REINFORCEMENTS["rtu"]
    assert digest(goals(aziendale._replace(others_per_missing=4))) != GOALS["aziendale"]
    moved = memoryview(bytearray(rtu.objectives.tobytes())).cast("q")
    moved[0] ^= moved[0] & -moved[0]
    assert digest(goals(rtu._replace(objectives=moved))) != GOALS["rtu"]
    points = memoryview(bytearray(primavera.victory_points.tobytes())).cast("q")
    points[5] += 40
    assert digest(goals(primavera._replace(victory_points=points))) != GOALS["primavera"]
