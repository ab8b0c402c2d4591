"""Table sheets in one line: `sheet("rtu", "62 55 out2 out1")` lists the seats from the first to the last.

A number is table points, `R` an objective reached (`R172` with its counted points), `out1` the first one out,
`gone` a withdrawal, `excluded` an exclusion. Every number a tie may ask for falls from seat to seat, so that
the order of the list is the order at the table. Sheets are written as files and read by the product.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from kamchatka.board import load_board
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.formula.model import Formula, ScoreCard
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import Ties, Treatment, placings
from kamchatka.scoring.sheet.reading import ReadSheet, read_sheet

RISIKO = {"rtu": 86, "rtu-2020": 86, "challenge": 86, "aziendale": 300, "milano": 172, "primavera": 180}
"""Points counted for an objective reached, where the list does not say."""

FALLING = (
    "outside",
    "armies_inside",
    "armies_outside",
    "cards",
    "missing_adjacent",
    "protected",
    "best_continent",
)


def sheet(rulebook: str, table: str, *, ties: bool = True) -> TableSheet:
    """The sheet of this table; without `ties` no number that would break one."""
    return read(rulebook, *(_seat(rulebook, cell, number, ties) for number, cell in enumerate(table.split())))


def read(rulebook: str, *seats: str) -> TableSheet:
    """The sheet of seats written as TOML lines."""
    return read_whole(rulebook, *seats).sheet


def read_whole(rulebook: str, *seats: str, neutral: str = "") -> ReadSheet:
    """The same, with incidents; neutral territories may be added."""
    return read_sheet(written(rulebook, *seats, neutral=neutral), name="sheet.toml")


def written(rulebook: str, *seats: str, neutral: str = "") -> str:
    """The file of a sheet: each seat its lines of TOML, a player's name put in where there is none."""
    lines = [f'rulebook = "{rulebook}"']
    if neutral:
        lines += ["[neutral]", neutral]
    for number, seat in enumerate(seats, 1):
        lines.append("[[seat]]")
        if "player =" not in seat:
            lines.append(f'player = "p{number}"')
        lines.append(seat)
    return "\n".join(lines)


def _seat(rulebook: str, cell: str, number: int, ties: bool) -> str:
    lines = list(_standing(rulebook, cell))
    if ties:
        lines += [f"{name} = {9 - number}" for name in FALLING]
        lines += [f"{name} = {6 - number}" for name in ("inside_count", "outside_count")]
        lines += [f"{name} = {2 * (6 - number)}" for name in ("territory_count", "armies")]
        lines += [f"last_turn = {number + 1}", f"lot = [{9 - number}]"]
    return "\n".join(lines)


def _standing(rulebook: str, cell: str) -> Iterator[str]:
    if cell.startswith("R"):
        yield f"points = {cell[1:] or RISIKO[rulebook]}"
        yield "objective = true"
    elif cell.startswith("out"):
        yield f"eliminated = {cell[3:]}"
    elif cell.startswith("excluded"):
        yield 'status = "excluded"'
    elif cell.startswith("gone"):
        yield f'status = "withdrawn"\npoints = {cell[4:] or 0}'
    else:
        yield f'points = "{cell}"'


def cards(
    formula: str | Formula, rulebook: str, table: str, options: Mapping[str, object] | None = None
) -> tuple[ScoreCard, ...]:
    """The cards of a table under a shipped formula, or under one read by the test."""
    chosen = load_formula(formula, options) if isinstance(formula, str) else formula
    return chosen.cards(sheet(rulebook, table))


def scores(formula: str | Formula, rulebook: str, table: str, **options: object) -> list[Number]:
    """The scores of a table, in the order of the list; options with _ for -."""
    wanted = {name.replace("_", "-"): value for name, value in options.items()}
    return [card.score for card in cards(formula, rulebook, table, wanted)]


def keys(formula: str, rulebook: str, table: str, **options: object) -> list[list[Number]]:
    """The keys standings compare."""
    wanted = {name.replace("_", "-"): value for name, value in options.items()}
    return [list(card.key) for card in cards(formula, rulebook, table, wanted)]


def exactly(*numbers: str | int) -> list[Number]:
    """Numbers as they are printed."""
    return [Fraction(number) for number in numbers]


def order(found: TableSheet, ties: Ties = "break") -> list[int]:
    """The places of the seats, in the order of the sheet."""
    return [placing.place for placing in placings(found, Treatment(ties))]


def decided(found: TableSheet) -> list[str]:
    """What put each seat ahead of the next."""
    return [placing.decided for placing in placings(found, Treatment("break"))]


def continent(name: str) -> list[str]:
    """The territories of a continent."""
    return [info.id for info in load_board().territories if info.continent == name]


def held(*territories: str, armies: int = 1) -> str:
    """A seat's land, each territory with so many armies."""
    return "territories = { " + ", ".join(f"{name} = {armies}" for name in territories) + " }"


def rest(*taken: str) -> str:
    """All other territories as neutral ones."""
    return "\n".join(f"{info.id} = 1" for info in load_board().territories if info.id not in taken)
