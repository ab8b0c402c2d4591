"""Golden games replay turn by turn to the recorded digests."""

from pathlib import Path

import pytest

from kamchatka.rulebook import shipped
from tests.golden.games import FOLDER, GAMES_EACH, replay

GAMES = sorted(FOLDER.glob("*.game"))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_same_table(game: Path) -> None:
    assert replay(game.read_text(encoding="ascii").splitlines()) == ""


def test_every_regulation_has_its_golden_games() -> None:
    for name in shipped():
        assert sum(path.stem.rpartition("-")[0] == name for path in GAMES) >= GAMES_EACH


def test_a_changed_number_is_noticed() -> None:
    """Negative control: one outcome of luck altered in the deal gives another table."""
    lines = GAMES[0].read_text(encoding="ascii").splitlines()
    words = lines[2].split()
    words[8] = "L1" if words[8] != "L1" else "L2"
    with pytest.raises(AssertionError):
        assert replay([*lines[:2], " ".join(words), *lines[3:]]) == ""
