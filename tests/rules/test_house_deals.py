"""Corrections of a deal that no shipped regulation asks for in full, and the ends of those that one does."""

from typing import Any

from kamchatka.board import load_board
from kamchatka.rules import layout
from kamchatka.rules.deal import COUNT_BY_PLAYER, deal_known_cards, deal_unseen_card, receiver
from kamchatka.rules.hold import hand_over
from tests.cases.scene import Scene, Table, build

OCEANIA = ("australia_occidentale", "australia_orientale", "indonesia", "nuova_guinea")


def number(territory: str) -> int:
    return load_board().number(territory)


def bottom_cards(**changed: Any) -> Table:
    """A table that corrects from the bottom of the deck, by these values; D gets the first card."""
    table = build(Scene("milano", stage="territories"))
    table.game.tables = table.tables._replace(**changed)
    return table


def comes(table: Table, territory: str) -> None:
    """Luck brings this card, from the top or from the bottom."""
    unseen = table.secrets.piles[0]
    before = unseen & ((1 << number(territory)) - 1)
    deal_unseen_card(table.tables, table.pos, table.secrets, before.bit_count())


def holds(table: Table, seat: int, *territories: str) -> None:
    """The seat got these before, and they are in the deck no more."""
    for territory in territories:
        hand_over(table.pos, number(territory), seat)
        table.secrets.piles[0] &= ~(1 << number(territory))


def owners(table: Table, *territories: str) -> list[int]:
    return [table.pos.owner[number(territory)] for territory in territories]


def test_the_first_card_stays_where_the_regulation_accepts_the_original() -> None:
    table = bottom_cards(correction_accepts_original=1, correction_limit=1)
    holds(table, 3, *OCEANIA[:2])
    comes(table, OCEANIA[2])
    comes(table, OCEANIA[3])
    assert owners(table, *OCEANIA) == [3, 3, 3, layout.NOBODY]
    assert (table.pos.now[layout.DEAL_SLOT], table.pos.now[layout.DEAL_FLAGGED]) == (1, 1)


def test_the_first_territory_of_the_board_is_a_card_like_any_other() -> None:
    """Its number is 0, and less than 0 stands for no card."""
    table = bottom_cards()
    table.secrets.piles[0] = 0
    table.secrets.queue[0] = 0
    table.secrets.dealt[40] = 1
    table.pos.now[layout.DEAL_SLOT] = 41
    deal_known_cards(table.tables, table.pos, table.secrets)
    assert table.pos.owner[0] == receiver(table.tables, table.pos, 41)
    assert (table.secrets.dealt[40], table.secrets.dealt[41]) == (1, 0)


def test_the_last_card_tried_stays_elsewhere() -> None:
    table = bottom_cards(correction_limit=1)
    holds(table, 3, *OCEANIA[:2])
    comes(table, OCEANIA[2])
    comes(table, OCEANIA[3])
    assert owners(table, *OCEANIA) == [3, 3, layout.NOBODY, 3]


def test_corrections_counted_by_player_are_used_up_once() -> None:
    table = bottom_cards(correction_counter=COUNT_BY_PLAYER, correction_limit=1)
    holds(table, 3, "islanda", "scandinavia", "gran_bretagna", *OCEANIA[:2])
    holds(table, 2, "argentina", "brasile")
    comes(table, OCEANIA[2])
    comes(table, OCEANIA[3])  # D's only correction: it stays, and the other lies on top
    table.secrets.queue[0] = -1
    table.pos.now[layout.DEAL_SLOT] = 4
    comes(table, "ucraina")
    assert owners(table, OCEANIA[3], "ucraina") == [3, 3]
    table.pos.now[layout.DEAL_SLOT] = 5
    comes(table, "peru")  # C has not used its own
    assert owners(table, "peru") == [layout.NOBODY]
    comes(table, "cina")
    assert owners(table, "peru", "cina") == [layout.NOBODY, 2]


def test_known_bottom_cards_are_tried_until_the_first_card_comes_round() -> None:
    table = bottom_cards()
    asia = ("afghanistan", "cina", "cita", "giappone", "india", "jacuzia")
    holds(table, 0, *asia)
    table.secrets.piles[0] = 0
    left = ("kamchatka", "mongolia", "siam")
    for place, territory in enumerate(left):
        table.secrets.queue[place] = number(territory)
    table.pos.now[layout.DEAL_SLOT] = 39
    deal_known_cards(table.tables, table.pos, table.secrets)
    # A tries Siam, then Mongolia, which stays; what is left follows from the top: Siam, then the first card.
    assert owners(table, *left) == [2, 0, 3]
    assert (table.pos.now[layout.DEAL_SLOT], table.pos.now[layout.DEAL_FLAGGED]) == (42, 1)
