"""The objective decks that come with the board."""

from itertools import combinations

import pytest

from kamchatka.board import Board, Objective, ObjectiveDeck, load_board
from kamchatka.board.shape import (
    components,
    connected_continent_sets,
    continents_of,
    is_connected,
    whole_continents,
)
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import board_of, tables
from tests.board.dealt import deck_of


@pytest.fixture
def board() -> Board:
    return load_board()


@pytest.fixture
def parted() -> Board:
    """The map of the company tournament: Egypt does not border the Middle East."""
    return board_of(load("aziendale"))


@pytest.fixture
def rows() -> ObjectiveDeck:
    return deck_of("aziendale")


def names(board: Board, card: Objective) -> list[str]:
    return [board.territory(id).name("it") for id in card.territories]


def by_continent(board: Board, card: Objective) -> list[tuple[str, int]]:
    """How many territories of each continent, in the order the card lists them."""
    order = list(dict.fromkeys(board.territory(id).continent for id in card.territories))
    return [(id, sum(board.territory(land).continent == id for land in card.territories)) for id in order]


@pytest.mark.clause("000-1c")
def test_all_twenty_cards_are_worth_86(board: Board) -> None:
    for deck, size in ((deck_of("challenge"), 16), (board.deck("prestige"), 20)):
        cards = deck.objectives
        assert [board.value_sum(card.territories) for card in cards] == [86] * size
        assert all(len(set(card.territories)) == len(card.territories) for card in cards)
    cold_war = deck_of("challenge").objective("challenge-13")
    assert whole_continents(board, cold_war.territories) == ("america_del_nord", "asia")
    assert len(cold_war.territories) == 9 + 12


def test_challenge_cards_are_sixteen_different_ones(board: Board) -> None:
    cards = board.deck("challenge").objectives
    assert [card.number for card in cards] == list(range(1, 17))
    assert len({frozenset(card.territories) for card in cards}) == 16
    assert [len(card.territories) for card in cards] == [
        *(23, 20, 22, 21, 22, 22, 22, 22),
        *(20, 21, 21, 20, 21, 23, 23, 22),
    ]


# Whole continents of each card, and how many further territories.
CHALLENGE = {
    "Letto": ("america_del_nord america_del_sud", 10),
    "Elefante": ("europa africa", 7),
    "Ciclista": ("europa africa oceania", 5),
    "Giraffa": ("america_del_nord africa", 6),
    "Granchio": ("america_del_nord oceania", 9),
    "Formula 1": ("america_del_sud europa oceania", 7),
    "Befana": ("america_del_sud africa asia", 0),
    "Elvis": ("america_del_nord america_del_sud europa", 2),
    "Dromedario con mosca": ("europa asia", 1),
    "Piovra": ("america_del_nord europa", 5),
    "Lupo": ("america_del_sud europa africa", 4),
    "Tappeto": ("africa asia", 2),
    "Guerra fredda": ("america_del_nord asia", 0),
    "Motorino": ("america_del_sud africa oceania", 9),
    "Aragosta con pesciolino": ("asia oceania", 7),
    "Locomotiva": ("america_del_nord america_del_sud africa", 3),
}


def test_challenge_cards_hold_the_continents_players_know_them_by(board: Board) -> None:
    found = {}
    for card in board.deck("challenge").objectives:
        whole = whole_continents(board, card.territories)
        inside = sum(len(board.continent(id).territories) for id in whole)
        found[card.nickname("it")] = (" ".join(whole), len(card.territories) - inside)
    assert found == CHALLENGE


def test_a_card_without_a_nickname_goes_by_its_number(board: Board) -> None:
    deck = board.deck("prestige")
    assert deck.objective("challenge-02").title("en") == "Elephant"
    assert deck.objective("prestige-a").nickname("it") is None
    assert deck.objective("prestige-a").title("it") == "Obiettivo 17"


@pytest.mark.clause("003-1a")
def test_prestige_splits_into_four_disjoint_sets_of_five() -> None:
    deck = deck_of("milano")
    assert len(deck.objectives) == 20
    sets = deck.sets_for(5)
    assert sets == deck.sets_for(4)
    assert [len(group.objectives) for group in sets] == [5, 5, 5, 5]
    dealt = [id for group in sets for id in group.objectives]
    assert sorted(dealt) == sorted(card.id for card in deck.objectives)
    assert len(set(dealt)) == 20


@pytest.mark.clause("003-1b")
def test_the_set_of_six_is_for_tables_of_six_only() -> None:
    milano = load("milano")
    deck = deck_of("milano")
    assert {size: [group.id for group in deck.sets_for(size)] for size in milano.seats.sizes} == {
        4: ["A", "B", "C", "D"],
        5: ["A", "B", "C", "D"],
        6: ["S6"],
    }
    # The same as the rules read it: how many cards has each set that may serve a table.
    cells = tables(milano)
    sets = list(zip(cells.set_cards, cells.set_sizes, strict=True))[: cells.set_count]
    dealt = {
        size: [cards.bit_count() for cards, sizes in sets if sizes >> size & 1] for size in milano.seats.sizes
    }
    assert dealt == {4: [5, 5, 5, 5], 5: [5, 5, 5, 5], 6: [6]}


@pytest.mark.parametrize(
    ("id", "limit", "largest", "total"),
    [("A", 14, 12, 98), ("B", 14, 12, 98), ("C", 14, 14, 97), ("D", 14, 12, 95), ("S6", 12, 12, 149)],
)
def test_sets_are_as_homogeneous_as_they_say(
    board: Board, id: str, limit: int, largest: int, total: int
) -> None:
    deck = board.deck("prestige")
    group = next(group for group in deck.sets if group.id == id)
    lands = [set(deck.objective(card).territories) for card in group.objectives]
    shared = [len(one & other) for one, other in combinations(lands, 2)]
    assert (group.max_shared, max(shared), sum(shared)) == (limit, largest, total)
    assert group.proposed_by == "kamchatka"


@pytest.mark.clause("002-4a")
def test_the_company_tournament_has_eight_sets_of_territories(rows: ObjectiveDeck) -> None:
    assert len(rows.objectives) == 8
    assert all(isinstance(card, Objective) and card.territories for card in rows.objectives)
    assert rows.warnings == ()


@pytest.mark.clause("002-4b")
def test_each_row_has_15_connected_territories_over_four_continents(
    board: Board, parted: Board, rows: ObjectiveDeck
) -> None:
    for card in rows.objectives:
        assert len(set(card.territories)) == len(card.territories) == 15
        assert is_connected(parted, card.territories)
        assert len(continents_of(parted, card.territories)) == 4
    printed = board.deck("aziendale-printed").objective("aziendale-7-printed")
    assert components(parted, printed.territories)[1:] != ()


@pytest.mark.clause("002-4c")
def test_no_row_contains_a_whole_continent(parted: Board, rows: ObjectiveDeck) -> None:
    assert [whole_continents(parted, card.territories) for card in rows.objectives] == [()] * 8


@pytest.mark.clause("002-4d")
def test_each_possible_quadruple_of_adjacent_continents_has_its_row(
    board: Board, parted: Board, rows: ObjectiveDeck
) -> None:
    possible = connected_continent_sets(parted, 4)
    used = [continents_of(parted, card.territories) for card in rows.objectives]
    assert len(possible) == len(used) == 8
    assert set(used) == possible
    assert len(connected_continent_sets(board, 4)) == 10


NA, SA, EU, AF, AS, OC = "america_del_nord", "america_del_sud", "europa", "africa", "asia", "oceania"

ROWS = [
    pytest.param(
        1,
        "Argentina, Brasile, Africa del Nord, Congo, Egitto, Europa Occidentale, Europa Settentrionale, "
        "Scandinavia, Ucraina, Urali, Giappone, Cina, Mongolia, Siam, India",
        [(SA, 2), (AF, 3), (EU, 4), (AS, 6)],
        marks=pytest.mark.clause("002-O1"),
    ),
    pytest.param(
        2,
        "Perù, Venezuela, America Centrale, Stati Uniti Occidentali, Ontario, Territori del Nord Ovest, "
        "Alaska, Kamchatka, Cita, Mongolia, Cina, Afghanistan, Siam, Indonesia, Australia Occidentale",
        [(SA, 2), (NA, 5), (AS, 6), (OC, 2)],
        marks=pytest.mark.clause("002-O2"),
    ),
    pytest.param(
        3,
        "Perù, Venezuela, America Centrale, Stati Uniti Occidentali, Ontario, Quebec, Groenlandia, Islanda, "
        "Scandinavia, Ucraina, Urali, Siberia, Afghanistan, Medio Oriente, India",
        [(SA, 2), (NA, 5), (EU, 3), (AS, 5)],
        marks=pytest.mark.clause("002-O3"),
    ),
    pytest.param(
        4,
        "Argentina, Brasile, Africa del Nord, Congo, Africa del Sud, Europa Meridionale, "
        "Europa Settentrionale, Scandinavia, Islanda, Groenlandia, Quebec, Territori del Nord Ovest, "
        "Alberta, Stati Uniti Occidentali, America Centrale",
        [(SA, 2), (AF, 3), (EU, 4), (NA, 6)],
        marks=pytest.mark.clause("002-O4"),
    ),
    pytest.param(
        5,
        "Madagascar, Africa Orientale, Africa del Nord, Europa Meridionale, Europa Occidentale, Scandinavia, "
        "Gran Bretagna, Medio Oriente, Cina, Cita, Urali, Siberia, Siam, Indonesia, Australia Occidentale",
        [(AF, 3), (EU, 4), (AS, 6), (OC, 2)],
        marks=pytest.mark.clause("002-O5"),
    ),
    pytest.param(
        6,
        "Africa del Sud, Africa Orientale, Egitto, Europa Meridionale, Europa Occidentale, Ucraina, "
        "Medio Oriente, Cina, Mongolia, Kamchatka, Alaska, Alberta, Ontario, Stati Uniti Occidentali, "
        "Groenlandia",
        [(AF, 3), (EU, 3), (AS, 4), (NA, 5)],
        marks=pytest.mark.clause("002-O6"),
    ),
    pytest.param(
        7,
        "Nuova Guinea, Indonesia, Siam, Cina, Siberia, Jacuzia, Kamchatka, Alaska, Territori del Nord Ovest, "
        "Quebec, Groenlandia, Stati Uniti Orientali, Islanda, Gran Bretagna, Europa Occidentale",
        [(OC, 2), (AS, 5), (NA, 5), (EU, 3)],
    ),
    pytest.param(
        8,
        "Madagascar, Africa Orientale, Africa del Nord, Brasile, Venezuela, America Centrale, "
        "Stati Uniti Orientali, Ontario, Alberta, Alaska, Giappone, Kamchatka, Jacuzia, Siberia, Urali",
        [(AF, 3), (SA, 2), (NA, 5), (AS, 5)],
        marks=pytest.mark.clause("002-O8"),
    ),
]


@pytest.mark.parametrize(
    ("number", "listed", "continents"), ROWS, ids=[f"row {row.values[0]}" for row in ROWS]
)
def test_rows_are_those_of_the_rules_sheet(
    parted: Board, rows: ObjectiveDeck, number: int, listed: str, continents: list[tuple[str, int]]
) -> None:
    card = rows.objective(f"aziendale-{number}")
    assert names(parted, card) == listed.split(", ")
    assert by_continent(parted, card) == continents
    assert is_connected(parted, card.territories)


@pytest.mark.clause("002-O7")
def test_row_7_is_whole_with_the_eastern_states_and_broken_as_printed(board: Board, parted: Board) -> None:
    corrected = board.deck("aziendale").objective("aziendale-7")
    printed = board.deck("aziendale-printed").objective("aziendale-7-printed")
    assert (
        by_continent(parted, corrected)
        == by_continent(parted, printed)
        == [(OC, 2), (AS, 5), (NA, 5), (EU, 3)]
    )
    assert set(corrected.territories) ^ set(printed.territories) == {
        "stati_uniti_orientali",
        "stati_uniti_occidentali",
    }
    assert len(components(parted, corrected.territories)) == 1
    assert len(components(parted, printed.territories)) == 2


def test_the_printed_deck_keeps_the_other_seven_and_warns_about_row_7(board: Board) -> None:
    deck = board.deck("aziendale-printed")
    others = [card for card in board.deck("aziendale").objectives if card.number != 7]
    assert [card for card in deck.objectives if card.number != 7] == others
    assert [(found.code, found.where) for found in deck.warnings] == [
        ("deck.connected", "aziendale-7-printed")
    ]
    assert "stati_uniti_occidentali" in deck.warnings[0].sentence("it")
