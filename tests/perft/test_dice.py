"""Every throw of every battle, one by one, through the core's doors and by the second opinion."""

from itertools import product

import pytest

from kamchatka.rules.moves import DEFEND, move
from tests.perft.boards import LINE4, Board, opening
from tests.perft.engine import encode, engine
from tests.perft.luck import battle_groups

TABLE = {
    (1, 1): (15, 21),
    (2, 1): (125, 91),
    (3, 1): (855, 441),
    (2, 2): (295, 420, 581),
    (3, 2): (2890, 2611, 2275),
    (3, 3): (6420, 10017, 12348, 17871),
    (1, 2): (55, 161),
    (2, 3): (979, 1981, 4816),
    (1, 3): (225, 1071),
}
"""Ways in which the attacker loses no army, one, two, three."""


@pytest.mark.parametrize(("attack", "defence"), sorted(product((1, 2, 3), repeat=2)))
def test_all_throws_take_the_same_armies_on_both_sides(attack: int, defence: int) -> None:
    groups = battle_groups(attack, defence)
    assert tuple(len(group) for group in groups) == TABLE[attack, defence]
    board = Board(name="dice", rules="aziendale", map=LINE4, holds="0:9 | 1:9 2:1 3:1")
    declared = engine(opening(board)).play(encode(("attack", 0, 1, attack)))
    battle = declared.play(move(DEFEND, n=defence))
    assert battle.outcomes() == 6 ** (attack + defence)
    pairs = min(attack, defence)
    for lost, group in enumerate(groups):
        for number in group:
            after = battle.throw(number).pos.armies
            assert (after[0], after[1]) == (9 - lost, 9 - (pairs - lost)), number
