"""A compiled game stepped from Python is the game the plain functions play."""

import pytest

from kamchatka.rulebook import load, shipped
from kamchatka.rulebook.tables import tables
from kamchatka.rules.layout import new_position, new_secrets
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.simulate.batch import new_cells
from kamchatka.simulate.stepped import SteppedGame
from kamchatka.simulate.stepping import BEGIN, step_on
from kamchatka.stream import below, seeded

pytestmark = pytest.mark.xdist_group("kernel")  # so that one process compiles it


@pytest.mark.parametrize("name", shipped())
def test_both_offer_the_same_moves_to_the_end(name: str) -> None:
    book = load(name)
    seats = book.seats.preferred
    game = SteppedGame(book, seats)
    game.begin(4, 2)
    plain, pos, secrets, found = tables(book), new_position(), new_secrets(), new_cells(3 * MOST_FAMILIES)
    state, families = step_on(plain, pos, secrets, seats, BEGIN, seeded(4, 2), found)
    chooser, steps = seeded(9, 9), 0
    while families and steps < 1500:
        assert game.families.ravel().tolist() == found[: 3 * families].tolist()
        chooser, row = below(chooser, families)
        coded, least, most = (int(cell) for cell in game.families[row])
        chooser, more = below(chooser, most - least + 1)
        state, families = step_on(plain, pos, secrets, seats, coded | (least + more), state, found)
        assert game.step(coded | (least + more)) == families
        steps += 1
    assert game.position["armies"].tolist() == pos.armies.tolist()
    assert steps > 100
