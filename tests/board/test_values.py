"""Article 12: what each territory is worth, continent by continent."""

import pytest

from kamchatka.board import Board
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import board_of


@pytest.fixture
def board() -> Board:
    """The map the Challenge regulation is played on."""
    return board_of(load("challenge"))


def values(board: Board, continent: str) -> dict[str, int]:
    return {
        board.territory(id).name("it"): board.territory(id).value
        for id in board.continent(continent).territories
    }


def degrees(board: Board, continent: str) -> dict[str, int]:
    return {board.territory(id).name("it"): board.degree(id) for id in board.continent(continent).territories}


@pytest.mark.clause("000-12b")
def test_north_america_is_worth_35_and_each_value_is_the_number_of_borders(board: Board) -> None:
    printed = {
        "Alaska": 3,
        "Alberta": 4,
        "America Centrale": 3,
        "Groenlandia": 4,
        "Ontario": 6,
        "Quebec": 3,
        "Stati Uniti Occidentali": 4,
        "Stati Uniti Orientali": 4,
        "Territori del Nord Ovest": 4,
    }
    assert values(board, "america_del_nord") == printed == degrees(board, "america_del_nord")
    assert board.value_sum(board.continent("america_del_nord").territories) == 35


@pytest.mark.clause("000-12c")
def test_south_america_is_worth_12(board: Board) -> None:
    assert values(board, "america_del_sud") == {"Argentina": 2, "Brasile": 4, "Perù": 3, "Venezuela": 3}
    assert board.value_sum(board.continent("america_del_sud").territories) == 12


@pytest.mark.clause("000-12d")
def test_europe_is_worth_32(board: Board) -> None:
    assert values(board, "europa") == {
        "Europa Meridionale": 6,
        "Europa Occidentale": 4,
        "Europa Settentrionale": 5,
        "Gran Bretagna": 4,
        "Islanda": 3,
        "Scandinavia": 4,
        "Ucraina": 6,
    }
    assert board.value_sum(board.continent("europa").territories) == 32


@pytest.mark.clause("000-12e")
def test_africa_is_worth_23_and_egypt_needs_its_border_with_the_middle_east(board: Board) -> None:
    assert values(board, "africa") == {
        "Africa del Nord": 6,
        "Africa del Sud": 3,
        "Africa Orientale": 5,
        "Congo": 3,
        "Egitto": 4,
        "Madagascar": 2,
    }
    assert board.value_sum(board.continent("africa").territories) == 23
    assert "medio_oriente" in board.neighbours("egitto")
    assert board.degree("egitto") == board.territory("egitto").value


@pytest.mark.clause("000-12f")
def test_asia_is_worth_51(board: Board) -> None:
    assert values(board, "asia") == degrees(board, "asia")
    assert values(board, "asia") == {
        "Afghanistan": 4,
        "Cina": 7,
        "Cita": 4,
        "Giappone": 2,
        "India": 3,
        "Jacuzia": 3,
        "Kamchatka": 5,
        "Medio Oriente": 6,
        "Mongolia": 5,
        "Siam": 3,
        "Siberia": 5,
        "Urali": 4,
    }
    assert board.value_sum(board.continent("asia").territories) == 51


@pytest.mark.clause("000-12g")
def test_oceania_is_worth_11_and_the_world_twice_its_82_borders(board: Board) -> None:
    assert values(board, "oceania") == {
        "Australia Occidentale": 3,
        "Australia Orientale": 2,
        "Indonesia": 3,
        "Nuova Guinea": 3,
    }
    assert board.value_sum(board.continent("oceania").territories) == 11
    assert len(board.borders) == 82
    assert board.value_sum(land.id for land in board.territories) == 164 == 2 * len(board.borders)
