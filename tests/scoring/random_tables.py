"""Random tables for every formula: ties, eliminations, withdrawals, exclusions, objectives, every option."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random

from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number, written
from kamchatka.scoring.sheet.reading import read_sheet
from tests.scoring.oracle import SIZES, scored
from tests.scoring.oracle_table import TIES, Seat

BOOKS = tuple(TIES)
CELLS = (
    "outside",
    "armies_inside",
    "armies_outside",
    "armies",
    "cards",
    "inside_count",
    "outside_count",
    "territory_count",
    "missing_adjacent",
    "protected",
    "best_continent",
)
FREE = {"bonus": (0, 20, 50, 75), "fifth-bonus": (0, 3, 10), "scale": ([12, 7, 5, 3, 2], [10, 6, 4, 2], [9])}
"""Values to try for options that may be any number."""


@dataclass(frozen=True)
class Drawn:
    """A table and the options it is scored with."""

    formula: str
    book: str
    seats: tuple[Seat, ...]
    options: dict[str, object]


def draw(formula: str, rng: Random) -> Drawn:
    """A table the formula can score, under any regulation."""
    size = rng.choice(SIZES.get(formula, (3, 4, 5, 6)))
    book = rng.choice(BOOKS)
    return Drawn(formula, book, _seats(book, size, rng), _options(formula, rng))


def differences(table: Drawn, rng: Random) -> Iterator[str]:
    """Where product and oracle disagree, and where seats do not take their scores with them."""
    found = _by_product(table, table.seats)
    wanted = scored(table.formula, table.book, list(table.seats), table.options)
    if found != wanted:
        yield f"{table}: product {found}, oracle {wanted}"
    moved = list(range(len(table.seats)))
    rng.shuffle(moved)
    permuted = _by_product(table, tuple(table.seats[seat] for seat in moved))
    if permuted != [found[seat] for seat in moved]:
        yield f"{table}: in the order {moved} {permuted}"


def _by_product(table: Drawn, seats: tuple[Seat, ...]) -> list[tuple[int, tuple[Number, ...]]]:
    """Places and keys of a sheet written as a file and read again."""
    sheet = read_sheet(file_of(table.book, seats), name="random.json").sheet
    formula = _formula(table.formula, json.dumps(table.options))
    cards = formula.cards(sheet)
    assert all(card.score == card.key[formula.columns.index(formula.score)] for card in cards)
    return [(card.place, card.key) for card in cards]


@cache
def _formula(name: str, options: str) -> Formula:
    return load_formula(name, json.loads(options))


def file_of(book: str, seats: tuple[Seat, ...]) -> str:
    return json.dumps(
        {"rulebook": book, "seat": [_cells(f"p{number}", seat) for number, seat in enumerate(seats)]}
    )


def _cells(player: str, seat: Seat) -> dict[str, object]:
    found: dict[str, object] = {"player": player, **seat.cells, "lot": list(seat.lot)}
    if seat.eliminated is None or seat.status in ("withdrawn", "excluded"):
        found["points"] = written(seat.points)
    if seat.eliminated is not None:
        found["eliminated"] = seat.eliminated
    if seat.objective:
        found["objective"] = True
    if seat.status != "playing":
        found["status"] = seat.status
    return found


def _options(formula: str, rng: Random) -> dict[str, object]:
    """Now and then another choice for each option; half of the tables keep all defaults."""
    if rng.random() < 0.5:
        return {}
    stated = _formula(formula, "{}").option
    return {
        name: rng.choice(list(option.choices) or [each for each in FREE[name] if option.allows(each)])
        for name, option in stated.items()
        if rng.random() < 0.7
    }


def _seats(book: str, size: int, rng: Random) -> tuple[Seat, ...]:
    pool = [Fraction(rng.randrange(0, rng.choice((12, 90, 130)))) for _ in range(rng.randint(1, size))]
    pool += [Fraction(0)] * (rng.random() < 0.2)
    if book == "aziendale":
        pool = [points + Fraction(rng.randrange(2), 2) for points in pool]
    left = rng.sample(range(size), rng.choice((0, 0, 1, 2, size - 1)))
    how = {seat: rng.choice(("eliminated", "eliminated", "withdrawn", "excluded")) for seat in left}
    numbered = [seat for seat in left if how[seat] != "excluded" or rng.random() < 0.3]
    # Of several excluded seats somebody must note who went first: only one may stand without its order.
    numbered += [seat for seat in left if seat not in numbered][1:]
    # Only regulations in which leaving is no elimination place a withdrawn seat by its points.
    stays = [s for s in numbered if how[s] == "withdrawn" and book in ("challenge", "rtu", "milano")]
    out = [seat for seat in numbered if seat not in stays]
    rng.shuffle(out)
    winner = rng.choice([seat for seat in range(size) if seat not in left]) if rng.random() < 0.3 else None
    lots = rng.sample(range(1, 7), size)
    return tuple(
        Seat(
            points=rng.choice(pool),
            objective=seat == winner,
            eliminated=out.index(seat) + 1 if seat in out else None,
            status=how.get(seat, "playing").replace("eliminated", "playing"),
            cells=_numbers(rng) | {"last_turn": rng.randrange(30, 33)},
            lot=(3, lots[seat]),
        )
        for seat in range(size)
    )


def _numbers(rng: Random) -> dict[str, int]:
    """Small numbers, so that ties reach far down; none that a board could not show."""
    found = {name: rng.randrange(rng.choice((1, 2, 3))) for name in CELLS}
    inside, outside = found["inside_count"], found["outside_count"]
    found["territory_count"] = inside + outside
    found["armies_inside"] += inside
    found["armies_outside"] += outside
    found["armies"] += inside + outside
    return found
