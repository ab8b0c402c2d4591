"""`kamchatka play` in a real terminal: colours, screens that are wiped, Ctrl-C."""

import time
from contextlib import closing
from pathlib import Path

import pytest

from kamchatka.game.record import replay
from tests.cli.play.terminal import Terminal
from tests.cli.play.typing_in import LEFT, kept, short

RESUME = "kamchatka play --resume game.partita --laps 1"
UP = "\x1b[A"


def test_a_real_terminal_shows_colours_hides_secrets_and_survives_ctrl_c(tmp_path: Path) -> None:
    with closing(Terminal(*short(Path("game.partita")), folder=tmp_path)) as terminal:
        place_and_hand_on(terminal)
        terminal.read_until("> ")
        terminal.wait_until_it_listens()
        terminal.interrupt()
        terminal.read_until(RESUME)
        assert terminal.read_to_the_end() == LEFT
    assert kept(tmp_path / "game.partita").players[0] == "anna"


def place_and_hand_on(terminal: Terminal, *, before: str = "") -> None:
    """Two colours, a line that means nothing, one placing; then the next person is awaited."""
    terminal.read_until("Quale colore?")
    terminal.type("ros\n")
    terminal.read_until("Quale colore?")
    terminal.type("\n")
    terminal.read_until("davanti allo schermo")
    terminal.type("\n")
    first = terminal.read_until("Dove metti 3 armate?")
    assert "\x1b[1;31m" in first  # red, beside its letter
    assert "Il tuo obiettivo" in first
    if before:
        terminal.type(f"{before}\n")
        terminal.read_until("Dove metti 3 armate?")
    terminal.type("\n")
    terminal.read_until("nasconde ciò che ha visto")
    terminal.type("\n")
    hidden = terminal.read_until("davanti allo schermo")
    assert "\x1b[2J" in hidden
    assert "\x1b[3J" in hidden


def test_the_next_person_cannot_go_back_through_the_lines_that_others_typed(tmp_path: Path) -> None:
    with closing(Terminal(*short(Path("game.partita")), folder=tmp_path)) as terminal:
        place_and_hand_on(terminal, before="gioca alaska, cina, siam")
        terminal.read_until("> ")
        terminal.wait_until_it_listens()
        terminal.type(UP * 3 + "esci\n")
        after = terminal.read_until(RESUME)
        assert "esci" in after
        assert not any(typed in after for typed in ("gioca", "alaska", "ros"))


def test_whoever_presses_ctrl_c_again_and_again_still_leaves_in_good_order(tmp_path: Path) -> None:
    with closing(Terminal(*short(Path("game.partita")), folder=tmp_path)) as terminal:
        terminal.read_until("> ")
        terminal.wait_until_it_listens()
        while terminal.process.poll() is None:
            terminal.interrupt()
            time.sleep(0.001)
        assert terminal.read_to_the_end() == LEFT
        assert RESUME in terminal.printed
        assert "Traceback" not in terminal.printed
    assert [path.name for path in tmp_path.iterdir()] == ["game.partita"]


@pytest.mark.parametrize("told", ["La partita si salva", "mette:", "giro 2"])
def test_ctrl_c_while_bots_play_leaves_between_two_moves(told: str, tmp_path: Path) -> None:
    words = ["--players", "random,random,random,random", "--seed", "1", "--laps", "100"]
    with closing(Terminal(*words, "--record", "game.partita", folder=tmp_path)) as terminal:
        terminal.read_until(told)
        terminal.interrupt()
        assert terminal.read_to_the_end() == LEFT
        assert f"{RESUME}00" in terminal.printed
    record = kept(tmp_path / "game.partita")
    assert not replay(record).is_over
    assert [path.name for path in tmp_path.iterdir()] == ["game.partita"]
