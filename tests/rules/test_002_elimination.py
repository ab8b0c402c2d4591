"""The rule of the box that 002 abolishes, where a house regulation keeps it: nobody goes out before a lap."""

import pytest

from kamchatka.rulebook import Rulebook, read
from kamchatka.rules import layout, moves
from kamchatka.rules.legality import check
from kamchatka.rules.violations import ALLOWED, ELIMINATION_TOO_EARLY
from tests.cases.invariants import is_listed
from tests.cases.scene import Scene, Table, build

HOUSE = 'id = "casa"\ntitle = "Casa"\nextends = "aziendale"\n[elimination]\nfrom_lap = 4\n'
ALASKA, KAMCHATKA, GIAPPONE, URALI = 0, 32, 29, 37
ATTACK = moves.move(moves.ATTACK, ALASKA, KAMCHATKA, 3)


def table_of(lap: int, gone: list[tuple[int, str]], beside: int, book: Rulebook | None = None) -> Table:
    """A attacks Kamchatka from Alaska: all that B has, unless Giappone beside it is B's too."""
    holdings = {ALASKA: (0, 9), KAMCHATKA: (1, 2), GIAPPONE: (beside, 1), URALI: (3, 1)}
    scene = Scene("aziendale", 4, "play", holdings, (2, 1), gone=gone, now={layout.LAP: lap})
    return build(scene, book)


@pytest.mark.clause("002-15a")
@pytest.mark.parametrize("lap", [1, 2, 3, 4])
def test_a_seat_may_go_out_in_any_lap(lap: int) -> None:
    table = table_of(lap, gone=[], beside=2)
    assert check(table.tables, table.pos, 0, 0, ATTACK) == ALLOWED
    assert is_listed(table, ATTACK)


@pytest.mark.parametrize(
    ("lap", "gone", "beside", "reason"),
    [
        (1, [], 2, ELIMINATION_TOO_EARLY),
        (3, [], 2, ELIMINATION_TOO_EARLY),
        (4, [], 2, ALLOWED),
        (3, [], 1, ALLOWED),
        # A seat that left is out already: its last territory may fall.
        (3, [(1, "withdrawn")], 2, ALLOWED),
    ],
)
def test_where_a_house_keeps_the_rule_a_last_territory_is_safe_for_a_while(
    lap: int, gone: list[tuple[int, str]], beside: int, reason: int
) -> None:
    table = table_of(lap, gone, beside, read(HOUSE, name="casa.toml"))
    assert check(table.tables, table.pos, 0, 0, ATTACK) == reason
    assert is_listed(table, ATTACK) == (reason == ALLOWED)
