"""`kamchatka play`: dice that are promised, thrown at the table, and time between two decisions."""

import io
import re
from pathlib import Path

import pytest

from kamchatka.app.games.bots import Bots
from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.players import line_up
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.session import Session
from kamchatka.game.actions import Attack, ExpireTime
from kamchatka.game.chance import Request, Typed
from kamchatka.game.events import BattleFought
from kamchatka.game.fair import Promise
from kamchatka.game.game import Game
from kamchatka.game.log import Acted
from kamchatka.game.record import replay
from kamchatka.rulebook import load
from kamchatka.rules.layout import LAST_LAP
from tests.cli.play.typing_in import ENTERS, FOUR, LEFT, REFUSED, flat, kept, play


def test_fair_dice_keep_their_secret_until_the_end(tmp_path: Path) -> None:
    record, secret = tmp_path / "game.partita", tmp_path / "game.partita.segreto"
    words = ["--players", FOUR, "--laps", "1", "--record", str(record), "--no-hide"]
    left = play(*words, typed="il mio caso\n\n\n\n\n")
    assert left.exit_code == LEFT
    promised = kept(record).luck
    assert isinstance(promised, Promise)
    assert promised.secret is None
    assert promised.commitment.hex() in left.output.replace("\n", "")
    assert promised.entropy[0] == b"il mio caso"
    assert secret.stat().st_mode & 0o077 == 0
    hidden = secret.read_text(encoding="utf-8")
    assert hidden.strip() not in left.output.replace("\n", "")
    done = play("--resume", str(record), "--laps", "1", "--no-hide")
    assert done.exit_code == 0
    assert not secret.exists()
    told = kept(record).luck
    assert isinstance(told, Promise)
    assert told.secret is not None
    assert told.secret.hex() == hidden.strip()
    assert told.secret.hex() in done.output.replace("\n", "")
    assert f"kamchatka verify {record}" in flat(done.output)


def test_a_game_without_its_secret_does_not_go_on_with_other_dice(tmp_path: Path) -> None:
    record, secret = tmp_path / "game.partita", tmp_path / "game.partita.segreto"
    play("--players", FOUR, "--record", str(record), typed="\n\n\n")
    secret.write_text("00" * 32, encoding="utf-8")
    wrong = play("--resume", str(record))
    assert (wrong.exit_code, "non contiene il segreto promesso" in flat(wrong.stderr)) == (REFUSED, True)
    secret.unlink()
    missing = play("--resume", str(record))
    assert (missing.exit_code, "Manca il segreto dei dadi" in flat(missing.stderr)) == (REFUSED, True)


def test_a_game_given_up_tells_its_secret_and_ends_there(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play("--players", FOUR, "--record", str(record), typed="\n\n\n\n\nabbandona\ns\n")
    assert "Segreto dei dadi" in result.output
    again = play("--resume", str(record))
    assert (again.exit_code, "già stato rivelato" in flat(again.stderr)) == (REFUSED, True)


def test_dice_thrown_at_the_table_are_typed(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    words = ["--players", FOUR, "--dice", "table", "--laps", "1", "--record", str(record), "--no-hide"]
    result = play(*words, typed="7 1\n6 5 4 3\n" + ENTERS)
    assert result.exit_code == 0
    assert "non sono 4 dadi" in flat(result.output)
    assert "* 0 ordine 4: 6 5 4 3" in record.read_text(encoding="utf-8")
    assert kept(record).luck == Typed()
    assert replay(kept(record)).is_over


def test_the_table_can_be_seen_between_an_attack_and_its_dice(tmp_path: Path) -> None:
    words = ["--players", "anna,soldato,soldato,soldato", "--dice", "table", "--laps", "1"]
    typed = "\n" * 20 + "mappa\n\n\ncarte\n" * 60 + "esci\n"
    result = play(*words, "--record", str(tmp_path / "game.partita"), typed=typed)
    asked = re.findall(r"dadi tirati \(\d\)[^>]*> (mappa.{20}|carte.{20})", flat(result.output))
    assert any(found.startswith("mappa Giro") for found in asked)
    assert any(found.startswith(("carte Le tue carte", "carte Non hai carte")) for found in asked)


def test_time_expires_between_two_decisions_never_between_an_attack_and_its_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class WatchedLimit(TimeLimit):
        """A limit that runs out in the first turn with an attack, and knows when it was asked."""

        def is_over(self, game: Game) -> bool:
            asked.append(game.awaiting)
            attacked = any(isinstance(e, Acted) and isinstance(e.action, Attack) for e in game.entries)
            return attacked and not game.position.now[LAST_LAP]

    asked: list[Request | None] = []
    monkeypatch.setattr("sys.stdin", io.StringIO(ENTERS))
    game = Game.start(load("rtu"), 4, Typed())
    table = DigitalTable(
        game,
        GameFile(tmp_path / "game.partita"),
        name="prova",
        players=line_up("soldato,soldato,soldato,soldato", 4, [4], 4),
        limit=WatchedLimit(),
        bots=Bots(1),
    )
    Session(TerminalTable(table, Screen("it"), hide=False)).run()
    assert set(asked) == {None}
    at = next(n for n, entry in enumerate(game.entries) if entry == Acted(None, ExpireTime()))
    assert any(isinstance(entry, BattleFought) for entry in game.entries[:at])


def test_time_is_over_by_a_word(tmp_path: Path) -> None:
    words = ["--players", "anna,soldato,soldato,soldato", "--seed", "3", "--record", str(tmp_path / "g.txt")]
    result = play(*words, typed="\n" * 9 + "tempo\n" + ENTERS)
    assert result.exit_code == 0
    assert "Tempo scaduto" in result.output
