"""Borders, continents, switch and digest of the board."""

import json
import pickle
import random
from dataclasses import FrozenInstanceError, replace
from importlib.resources import files
from typing import Any

import pytest

from kamchatka.board import Board, load_board
from kamchatka.board.loading import parse_board
from kamchatka.board.shape import components, connected_continent_sets
from tests.board.world import BORDERS, VALUES


@pytest.fixture
def board() -> Board:
    return load_board()


def facts() -> dict[str, Any]:
    source = files("kamchatka.board").joinpath("data", "board.json")
    loaded: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    return loaded


def test_every_territory_has_the_borders_a_referee_would_read_aloud(board: Board) -> None:
    name = {land.id: land.name("it") for land in board.territories}
    assert {name[id]: {name[near] for near in board.neighbours(id)} for id in name} == BORDERS
    assert {name[land.id]: land.value for land in board.territories} == VALUES


def test_territories_are_numbered_as_in_the_data(board: Board) -> None:
    assert [board.number(land.id) for land in board.territories] == list(range(42))
    assert [board.territories[n].id for n in (0, 9, 20, 41)] == [
        "alaska",
        "argentina",
        "africa_del_nord",
        "nuova_guinea",
    ]
    assert board.neighbours("brasile") == ("argentina", "peru", "venezuela", "africa_del_nord")


def test_names_come_in_both_languages(board: Board) -> None:
    assert board.territory("jacuzia").name("en") == "Yakutia"
    assert board.territory("cita").name("en") == "Chita"
    assert board.territory("peru").name("it") == "Perù"
    assert board.continent("america_del_sud").name("en") == "South America"
    english = {land.name("en") for land in board.territories}
    assert len(english) == 42


def test_territories_border_by_land_or_along_a_dashed_line(board: Board) -> None:
    kinds = {frozenset((str(border.a), str(border.b))): border.kind for border in board.borders}
    assert kinds[frozenset(("brasile", "peru"))] == "land"
    assert frozenset(("brasile", "egitto")) not in kinds
    assert kinds[frozenset(("brasile", "africa_del_nord"))] == "sea"
    assert kinds[frozenset(("islanda", "groenlandia"))] == "sea"


def test_alaska_and_kamchatka_border_each_other(board: Board) -> None:
    assert "kamchatka" in board.neighbours("alaska")
    assert "alaska" in board.neighbours("kamchatka")


@pytest.mark.clause("002-18b")
def test_greenland_borders_iceland_and_three_lands_of_north_america(board: Board) -> None:
    assert set(board.neighbours("groenlandia")) == {
        "islanda",
        "territori_del_nord_ovest",
        "ontario",
        "quebec",
    }
    assert "gran_bretagna" not in board.neighbours("groenlandia")


def test_egypt_and_the_middle_east_can_be_parted(board: Board) -> None:
    parted = board.with_switch("egypt_middle_east", present=False)
    assert len(parted.borders) == 81
    assert (parted.degree("egitto"), parted.degree("medio_oriente")) == (3, 5)
    assert "medio_oriente" not in parted.neighbours("egitto")
    assert parted == board.without_border("medio_oriente", "egitto")
    # Printed values are print: only the borders change.
    assert parted.territory("egitto").value == 4


def test_egypt_and_the_middle_east_border_unless_parted(board: Board) -> None:
    assert len(board.borders) == 82
    assert "medio_oriente" in board.neighbours("egitto")
    again = board.with_switch("egypt_middle_east", present=False).with_switch(
        "egypt_middle_east", present=True
    )
    assert again.digest() == board.digest()
    assert board.with_switch("egypt_middle_east", present=True) is board


def test_a_border_that_is_not_there_cannot_be_removed(board: Board) -> None:
    with pytest.raises(KeyError):
        board.without_border("brasile", "egitto")
    with pytest.raises(KeyError):
        board.with_switch("suez", present=False)


@pytest.mark.parametrize(
    ("continent", "numbers"),
    [
        ("america_del_nord", (9, 5, 3, 3, 3)),
        ("america_del_sud", (4, 2, 2, 2, 2)),
        ("europa", (7, 5, 4, 8, 6)),
        ("africa", (6, 3, 2, 5, 4)),
        ("asia", (12, 7, 5, 7, 5)),
        ("oceania", (4, 2, 1, 1, 1)),
    ],
)
def test_continents_touch_the_rest_of_the_world(
    board: Board, continent: str, numbers: tuple[int, ...]
) -> None:
    info = board.continent(continent)
    assert numbers == (
        len(info.territories),
        info.bonus,
        len(board.frontier(continent)),
        len(board.external_links(continent)),
        len(board.outside_neighbours(continent)),
    )


def test_frontier_and_outside_of_africa(board: Board) -> None:
    assert board.frontier("africa") == ("africa_del_nord", "egitto")
    assert board.outside_neighbours("africa") == (
        "brasile",
        "europa_meridionale",
        "europa_occidentale",
        "medio_oriente",
    )
    parted = board.with_switch("egypt_middle_east", present=False)
    assert (len(parted.external_links("africa")), len(parted.outside_neighbours("africa"))) == (4, 3)
    assert (len(parted.external_links("asia")), len(parted.outside_neighbours("asia"))) == (6, 4)


def test_fourteen_cards_of_each_symbol_and_two_jolly(board: Board) -> None:
    cards = [land.card for land in board.territories]
    assert [cards.count(symbol) for symbol in ("fante", "cavaliere", "cannone")] == [14, 14, 14]
    assert board.jolly_cards == 2


def test_components_are_the_pieces_a_player_could_walk_through(board: Board) -> None:
    lands = [board.territory(id).id for id in ("giappone", "brasile", "peru", "africa_del_nord", "kamchatka")]
    assert components(board, lands) == (("brasile", "peru", "africa_del_nord"), ("giappone", "kamchatka"))


def test_ten_quadruples_of_continents_with_the_border_and_eight_without(board: Board) -> None:
    assert len(connected_continent_sets(board, 4)) == 10
    assert len(connected_continent_sets(board.with_switch("egypt_middle_east", present=False), 4)) == 8


def test_the_board_cannot_be_changed(board: Board) -> None:
    with pytest.raises(FrozenInstanceError):
        board.jolly_cards = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        board.decks["house"] = board.deck("challenge")  # type: ignore[index]


def test_the_board_travels_between_processes(board: Board) -> None:
    board.neighbours("alaska")
    assert pickle.loads(pickle.dumps(board)) == board
    assert load_board() is board


def test_the_digest_sees_facts_and_not_the_order_they_are_written_in(board: Board) -> None:
    bare = replace(board, objective_decks=())
    shuffled = facts()
    random.Random(7).shuffle(shuffled["borders"])
    for border in shuffled["borders"][::2]:
        border["a"], border["b"] = border["b"], border["a"]
    for entry in shuffled["territories"]:
        entry["name"]["en"] = entry["name"]["en"].upper()
    reordered = {key: shuffled[key] for key in reversed(shuffled)}
    assert parse_board(reordered).digest() == bare.digest()
    assert len(bare.digest()) == 64
    assert bare.digest() != board.digest()
    assert board.without_border("egitto", "medio_oriente").digest() != board.digest()


@pytest.mark.parametrize(("a", "b"), [("alaska", "atlantide"), ("alaska", "alaska"), ("alberta", "alaska")])
def test_a_data_file_that_contradicts_itself_does_not_load(a: str, b: str) -> None:
    wrong = facts()
    wrong["borders"].append({"a": a, "b": b, "kind": "land"})
    with pytest.raises(ValueError, match=f"border {a} - {b}"):
        parse_board(wrong)
