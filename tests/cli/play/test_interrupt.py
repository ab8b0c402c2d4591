"""Ctrl-C at the table: where it is heard, and that nothing is half done."""

import io
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from kamchatka.app.games.bots import Bots
from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.players import line_up
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.screen import Interrupts, Leaving, Screen
from kamchatka.cli.play.session import Session
from kamchatka.game.actions import Action
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.log import Acted
from kamchatka.ids import Seat
from kamchatka.rulebook import load


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    """Ctrl-C ends this test run as before."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


def test_during_a_move_it_is_noted_and_at_the_next_question_people_leave() -> None:
    interrupts = Interrupts()
    with interrupts.heard():
        press()
        press()
        assert interrupts.came
        with pytest.raises(KeyboardInterrupt), interrupts.at_once():
            pytest.fail("the question was asked all the same")


def test_at_a_question_the_first_interrupts_and_the_second_does_nothing() -> None:
    interrupts = Interrupts()
    with interrupts.heard():
        with pytest.raises(KeyboardInterrupt), interrupts.at_once():
            press()
        press()


def test_once_people_have_left_no_further_one_changes_how_the_command_ends() -> None:
    interrupts = Interrupts()
    with interrupts.heard():
        press()
    press()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_where_nobody_pressed_everything_is_as_before() -> None:
    with Interrupts().heard():
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_program_in_the_background_stays_deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupts = Interrupts()
    with interrupts.heard():
        press()
    assert not interrupts.came


def test_a_move_begun_is_made_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pressed(Bots):
        """Somebody presses Ctrl-C while the third decision is made."""

        made: list[Action]

        def decide(self, game: Game, seat: Seat, bot: int) -> Action:
            self.made.append(super().decide(game, seat, bot))
            if len(self.made) == 3:
                press()
            return self.made[-1]

    monkeypatch.setattr("sys.stdin", io.StringIO())
    bots = Pressed(1)
    bots.made = []
    game, file = Game.start(load("rtu"), 4, Seeded(1)), GameFile(tmp_path / "game.partita")
    players = line_up("soldato,soldato,soldato,soldato", 4, [4], 4)
    desk = TerminalTable(
        DigitalTable(game, file, name="prova", players=players, bots=bots), Screen("it"), hide=False
    )
    with desk.screen.interrupts.heard(), pytest.raises(Leaving):
        Session(desk).run()
    desk.keep()
    kept = [entry.action for entry in file.read().entries if isinstance(entry, Acted)]
    assert kept == bots.made
    assert len(kept) == 3
