"""`kamchatka play` in a real terminal: colours, screens that are wiped, Ctrl-C."""

from contextlib import closing
from pathlib import Path

from kamchatka.cli.table.keeping import read_record
from tests.cli.table.terminal import Terminal
from tests.cli.table.typing_in import LEFT, short


def test_a_real_terminal_shows_colours_hides_secrets_and_survives_ctrl_c(tmp_path: Path) -> None:
    with closing(Terminal(*short(Path("game.partita")), folder=tmp_path)) as terminal:
        take_a_turn_and_leave(terminal)
    assert read_record(tmp_path / "game.partita").players[0] == "anna"


def take_a_turn_and_leave(terminal: Terminal) -> None:
    """Two colours, one placing, then Ctrl-C while the next person is awaited."""
    terminal.read_until("Quale colore?")
    terminal.type("ros\n")
    terminal.read_until("Quale colore?")
    terminal.type("\n")
    terminal.read_until("quando guarda solo")
    terminal.type("\n")
    first = terminal.read_until("Dove metti 3 armate?")
    assert "\x1b[1;31m" in first  # red, beside its letter
    assert "Il tuo obiettivo" in first
    terminal.type("\n")
    terminal.read_until("nasconde ciò che ha visto")
    terminal.type("\n")
    hidden = terminal.read_until("quando guarda solo")
    assert "\x1b[2J" in hidden
    assert "\x1b[3J" in hidden
    terminal.read_until("> ")
    terminal.interrupt("kamchatka play --resume game.partita --laps 1")
    assert terminal.process.wait(timeout=60) == LEFT
