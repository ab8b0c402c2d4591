"""Objectives dealt anew: likelier the more of a seat's armies stand on them."""

from kamchatka.bots.dealing import likelihood
from kamchatka.bots.study import SOLDATO_MODEL
from kamchatka.rules.layout import Position, new_position

SEAT, CAREFUL = 1, 0
FIRST_THREE, NEXT_TWO, ELSEWHERE = 0b111, 0b11000, 0b1100000


def seated() -> Position:
    """A seat with two, three and five armies on the first three territories and ten on the fourth."""
    pos = new_position()
    pos.owned[SEAT] = 0b1111
    for territory, armies in enumerate((2, 3, 5, 10)):
        pos.armies[territory] = armies
    pos.armies[4] = 50
    pos.on_board[SEAT] = 20
    return pos


def test_an_objective_is_likelier_with_more_of_the_armies_on_it() -> None:
    pos = seated()
    assert likelihood(pos, SEAT, ELSEWHERE, CAREFUL) == 1024
    # Two of twenty armies are eight steps of an eighth.
    assert likelihood(pos, SEAT, 0b1 | ELSEWHERE, CAREFUL) == 2625
    assert likelihood(pos, SEAT, FIRST_THREE | ELSEWHERE, CAREFUL) == likelihood(pos, SEAT, NEXT_TWO, CAREFUL)


def test_the_armies_of_a_soldato_say_nothing() -> None:
    pos = seated()
    assert likelihood(pos, SEAT, 0b11 | ELSEWHERE, SOLDATO_MODEL) == 2625  # two territories
    assert likelihood(pos, SEAT, 0b1001 | ELSEWHERE, SOLDATO_MODEL) == 2625


def test_an_objective_held_whole_would_have_won() -> None:
    assert likelihood(seated(), SEAT, FIRST_THREE, CAREFUL) == 1
