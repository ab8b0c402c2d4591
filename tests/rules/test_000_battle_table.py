"""The nine rows of the battle table, every throw played on a board."""

from collections import Counter

import pytest

from kamchatka.rules import layout
from kamchatka.rules.layout import POSITION_LAYOUT, Position, position, size_of
from kamchatka.rules.step import apply_luck, luck_outcomes
from tests.cases.names import territories
from tests.cases.scene import Scene, build

BRASILE = territories()["brasile"]
PERU = territories()["peru"]

ROWS = [
    (1, 1, (15, 21)),
    (1, 2, (55, 161)),
    (1, 3, (225, 1071)),
    (2, 1, (125, 91)),
    (2, 2, (295, 420, 581)),
    (2, 3, (979, 1981, 4816)),
    (3, 1, (855, 441)),
    (3, 2, (2890, 2611, 2275)),
    (3, 3, (6420, 10017, 12348, 17871)),
]


def copy_into(source: Position, target: Position) -> None:
    """Set a position back to what it was."""
    for there, here in zip(target, source, strict=True):
        there[:] = here


@pytest.mark.clause("000-5.2k", "000-5.2l", "000-5.2m")
@pytest.mark.parametrize(("attack", "defence", "ways"), ROWS)
def test_every_throw_takes_the_armies_the_table_says(
    attack: int, defence: int, ways: tuple[int, ...]
) -> None:
    scene = Scene("challenge", holdings={BRASILE: (0, 9), PERU: (1, 9)})
    table = build(scene)
    pos = table.pos
    pos.now[layout.PHASE] = layout.BATTLE
    pos.now[layout.FROM], pos.now[layout.TO] = BRASILE, PERU
    pos.now[layout.ATTACK_DICE], pos.now[layout.DEFENCE_DICE] = attack, defence
    before = position(bytearray(size_of(POSITION_LAYOUT)))
    copy_into(pos, before)
    outcomes = luck_outcomes(table.tables, pos, table.secrets)
    pairs = min(attack, defence)
    lost: Counter[int] = Counter()
    for throw in range(outcomes):
        apply_luck(table.tables, pos, table.secrets, throw)
        lost[9 - pos.armies[BRASILE]] += 1
        assert 18 - pos.armies[BRASILE] - pos.armies[PERU] == pairs
        copy_into(before, pos)
    assert outcomes == sum(ways) == 6 ** (attack + defence)
    assert tuple(lost[losses] for losses in range(pairs + 1)) == ways
