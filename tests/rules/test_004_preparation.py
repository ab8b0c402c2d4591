"""Primavera before the first turn: deals of forty cards, reshuffles, two armies everywhere."""

from random import Random

import pytest

from kamchatka.rules import layout
from kamchatka.rules.bits import contains
from kamchatka.rules.layout import NEUTRAL
from kamchatka.rules.step import apply_luck, luck_outcomes
from tests.cases.scene import Scene, Table, build


def dealt(seats: int, seed: int) -> Table:
    """A table dealt by luck."""
    table = build(Scene("primavera", seats=seats, stage="territories"))
    luck = Random(seed)
    while table.pos.now[layout.PHASE] == layout.DEAL:
        unseen = luck_outcomes(table.tables, table.pos, table.secrets)
        apply_luck(table.tables, table.pos, table.secrets, luck.randrange(unseen))
    return table


def irregular(table: Table) -> int:
    """Territories beyond half of a continent, and protected ones, of all seats."""
    found = 0
    for seat in range(table.pos.now[layout.SEATS_AT_TABLE]):
        held = table.pos.owned[seat]
        for continent in table.tables.continent_masks:
            found += max(0, (held & continent).bit_count() - continent.bit_count() // 2)
        for territory in range(layout.TERRITORIES):
            found += contains(held, territory) and table.tables.neighbours[territory] & ~held == 0
    return found


@pytest.mark.clause("004-B9a", "004-B9b", "004-B10")
@pytest.mark.parametrize(("seats", "each"), [(4, 10), (5, 8)])
@pytest.mark.parametrize("seed", range(10))
def test_forty_cards_are_shared_equally_and_two_stay_neutral(seats: int, each: int, seed: int) -> None:
    pos = dealt(seats, seed).pos
    assert [pos.owned[seat].bit_count() for seat in range(seats)] == [each] * seats
    assert [pos.on_board[seat] for seat in range(seats)] == [2 * each] * seats
    neutral = [t for t in range(layout.TERRITORIES) if pos.owner[t] == NEUTRAL]
    assert [pos.armies[territory] for territory in neutral] == [6, 6]
    assert (pos.now[layout.PHASE], pos.now[layout.SEAT], pos.now[layout.LAP]) == (layout.REINFORCEMENT, 0, 1)


@pytest.mark.clause("004-B10")
def test_nobody_has_armies_to_place_before_the_first_turn() -> None:
    assert dealt(4, 0).pos.to_place.tolist() == [0] * layout.SEATS


@pytest.mark.clause("004-B9c")
@pytest.mark.parametrize("seed", range(10))
def test_every_card_is_occupied_as_it_comes(seed: int) -> None:
    table = build(Scene("primavera", stage="territories"))
    luck = Random(seed)
    occupied = 0
    while table.pos.now[layout.PHASE] == layout.DEAL:
        assert sum(mask.bit_count() for mask in table.pos.owned) == occupied
        unseen = luck_outcomes(table.tables, table.pos, table.secrets)
        assert unseen == layout.TERRITORIES - occupied
        apply_luck(table.tables, table.pos, table.secrets, luck.randrange(unseen))
        occupied = table.pos.now[layout.DEAL_SLOT]


@pytest.mark.clause("004-B9d", "004-B9e")
def test_an_irregular_deal_is_noted_and_comes_only_after_three_reshuffles() -> None:
    corrected = 0
    for seed in range(150):
        table = dealt(4, seed)
        reshuffles, flagged = table.pos.now[layout.DEAL_TRIES], table.pos.now[layout.DEAL_FLAGGED]
        corrected += reshuffles
        assert reshuffles <= 3
        assert (irregular(table) > 0) == (flagged > 0)
        assert flagged == 0 or reshuffles == 3
    assert corrected > 150
