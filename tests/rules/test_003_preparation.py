"""Milan before the first turn: sets of objectives drawn in secret, cards dealt at random one by one."""

from random import Random

import pytest

from kamchatka.board import load_board
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.rulebook import NoSuchTable, load
from kamchatka.rules import layout
from kamchatka.rules.bits import contains
from kamchatka.rules.step import apply_luck, luck_outcomes
from tests.cases.scene import Scene, Table, build


def drawn(seats: int, which: int) -> Table:
    """A table for which luck has pointed at one of the sets that serve it."""
    table = build(Scene("milano", seats=seats, stage="objectives"))
    apply_luck(table.tables, table.pos, table.secrets, which)
    return table


def set_letters(seats: int) -> list[str]:
    """The sets that may be drawn at a table of this size."""
    sets = load_board().deck(load("milano").setup.objective_deck).sets
    table = build(Scene("milano", seats=seats, stage="objectives"))
    outcomes = luck_outcomes(table.tables, table.pos, table.secrets)
    return [sets[drawn(seats, which).secrets.card_set[0]].id for which in range(outcomes)]


def is_a_table(seats: int) -> bool:
    """Whether so many seats may begin a game."""
    try:
        Game.start(load("milano"), seats, Seeded(1))
    except NoSuchTable:
        return False
    return True


@pytest.mark.clause("003-1a")
def test_the_deck_is_prestige_with_twenty_objectives_in_sets_of_five() -> None:
    deck = load_board().deck(load("milano").setup.objective_deck)
    assert (deck.id, len(deck.objectives)) == ("prestige", 20)
    fives = [card for group in deck.sets for card in group.objectives if len(group.objectives) == 5]
    assert sorted(fives) == sorted(card.id for card in deck.objectives)


@pytest.mark.clause("003-1a")
def test_four_sets_of_five_hold_each_of_the_twenty_objectives_once() -> None:
    masks = [drawn(5, which).secrets.objectives_left[0] for which in range(4)]
    assert [mask.bit_count() for mask in masks] == [5, 5, 5, 5]
    for card in range(20):
        assert sum(contains(mask, card) for mask in masks) == 1


@pytest.mark.clause("003-1b")
def test_six_seats_play_the_special_set_and_fewer_one_of_the_four() -> None:
    assert [seats for seats in range(2, 8) if is_a_table(seats)] == [4, 5, 6]
    assert set_letters(6) == ["S6"]
    assert set_letters(5) == set_letters(4) == ["A", "B", "C", "D"]


@pytest.mark.clause("003-1c")
def test_nothing_on_the_table_tells_which_set_was_drawn() -> None:
    tables = [drawn(4, which) for which in range(4)]
    assert len({table.secrets.card_set[0] for table in tables}) == 4
    assert len({b"".join(cells.tobytes() for cells in table.pos) for table in tables}) == 1


@pytest.mark.clause("003-2b")
def test_any_card_may_come_first() -> None:
    firsts = set()
    for which in range(layout.TERRITORIES):
        table = build(Scene("milano", stage="territories"))
        assert luck_outcomes(table.tables, table.pos, table.secrets) == layout.TERRITORIES
        apply_luck(table.tables, table.pos, table.secrets, which)
        firsts.add(table.secrets.dealt[0])
    assert firsts == set(range(layout.TERRITORIES))


@pytest.mark.clause("003-2c")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_cards_come_one_at_a_time_to_seat_after_seat(seats: int) -> None:
    table = build(Scene("milano", seats=seats, stage="territories"))
    luck = Random(seats)
    for unseen in range(layout.TERRITORIES, 0, -1):
        assert luck_outcomes(table.tables, table.pos, table.secrets) == unseen
        apply_luck(table.tables, table.pos, table.secrets, luck.randrange(unseen))
    receivers = [table.pos.owner[card] for card in table.secrets.dealt[: layout.TERRITORIES]]
    assert receivers == [seats - 1 - slot % seats for slot in range(layout.TERRITORIES)]


@pytest.mark.clause("003-2d", "003-2e", "003-2f")
@pytest.mark.parametrize("seed", range(50))
def test_nobody_begins_with_more_than_half_of_a_continent_unless_three_tries_failed(seed: int) -> None:
    table = build(Scene("milano", stage="territories"))
    luck = Random(seed)
    while table.pos.now[layout.PHASE] == layout.DEAL:
        unseen = luck_outcomes(table.tables, table.pos, table.secrets)
        apply_luck(table.tables, table.pos, table.secrets, luck.randrange(unseen))
    beyond = [
        max(0, (table.pos.owned[seat] & continent).bit_count() - continent.bit_count() // 2)
        for seat in range(4)
        for continent in table.tables.continent_masks
    ]
    assert sum(beyond) == table.pos.now[layout.DEAL_FLAGGED]
