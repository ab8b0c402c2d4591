"""The official regulation before the first turn: its edition, and deals that give nobody too much."""

from random import Random

import pytest

from kamchatka.board import load_board
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from kamchatka.rules import layout
from kamchatka.rules.step import apply_luck, luck_outcomes
from tests.cases.names import territories
from tests.cases.scene import Scene, build


@pytest.mark.clause("001-O1")
def test_the_edition_is_challenge_with_its_values() -> None:
    rtu = load("rtu")
    deck = load_board().deck(rtu.setup.objective_deck)
    rules = tables(rtu)
    assert (deck.id, len(deck.objectives), rules.objective_count) == ("challenge", 16, 16)
    assert sum(rules.values) == 164
    assert rules.values[territories()["cina"]] == 7
    assert rules.values[territories()["egitto"]] == 4


@pytest.mark.clause("001-C1a", "001-C1b")
@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("seed", range(30))
def test_nobody_begins_with_more_than_half_of_a_continent(seats: int, seed: int) -> None:
    table = build(Scene("rtu", seats=seats, stage="territories"))
    luck = Random(seed)
    while table.pos.now[layout.PHASE] == layout.DEAL:
        unseen = luck_outcomes(table.tables, table.pos, table.secrets)
        apply_luck(table.tables, table.pos, table.secrets, luck.randrange(unseen))
    for seat in range(seats):
        for continent in table.tables.continent_masks:
            assert 2 * (table.pos.owned[seat] & continent).bit_count() <= continent.bit_count()
    assert table.pos.now[layout.DEAL_FLAGGED] == 0
