"""`kamchatka play`: the files of a game, its record, its lock and its secret."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kamchatka.app.games.game_file import GameFile
from tests.cli.play.typing_in import FOUR, LEFT, REFUSED, bots_only, flat, kept, play, short


def test_the_record_is_written_after_every_action(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    assert play(*short(record, "--no-hide"), typed="giallo\n").exit_code == LEFT
    assert "prende il colore giallo" in record.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["game.partita"]


def test_a_record_is_never_overwritten_nor_played_on_after_its_end(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    words = ["--players", "soldato,soldato,soldato,soldato", "--seed", "1", "--laps", "1"]
    play(*words, "--record", str(record))
    kept = record.read_text(encoding="utf-8")
    assert "esiste già" in flat(play(*words, "--record", str(record)).stderr)
    assert "è finita" in flat(play("--resume", str(record)).stderr)
    assert record.read_text(encoding="utf-8") == kept


def test_one_game_is_played_at_one_terminal_only(tmp_path: Path) -> None:
    record, lock = tmp_path / "game.partita", tmp_path / "game.partita.lock"
    play(*short(record), typed="\n\n\n")
    assert not lock.exists()
    before = record.read_text(encoding="utf-8")
    with GameFile(record).held():
        again = play("--resume", str(record))
        assert (again.exit_code, "già aperta in un altro terminale" in flat(again.stderr)) == (REFUSED, True)
        assert lock.exists()
    assert record.read_text(encoding="utf-8") == before
    other = tmp_path / "other.partita"
    with GameFile(other).held():
        assert "già aperta" in flat(play(*bots_only(other)).stderr)
    assert not other.exists()
    assert play("--resume", str(record), "--laps", "1").exit_code == 0


HOLDS = """
import sys, time
from pathlib import Path
from kamchatka.app.games.game_file import GameFile
with GameFile(Path(sys.argv[1])).held():
    print("held", flush=True)
    time.sleep(600)
"""


def test_the_game_of_a_terminal_that_was_killed_can_be_resumed(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    play(*short(record), typed="\n\n\n")
    with subprocess.Popen([sys.executable, "-c", HOLDS, str(record)], stdout=subprocess.PIPE) as terminal:
        assert terminal.stdout is not None
        assert terminal.stdout.readline() == b"held\n"
        assert "già aperta" in flat(play("--resume", str(record)).stderr)
        terminal.kill()
    assert (tmp_path / "game.partita.lock").exists()
    assert play("--resume", str(record), "--laps", "1").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.partita"]


def test_a_lock_that_was_removed_meanwhile_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits at a lock file that its owner removes holds a file that nobody else would find."""
    record, lock = tmp_path / "game.partita", tmp_path / "game.partita.lock"
    seen = []

    def removed_at_first(handle: int) -> None:
        seen.append(os.fstat(handle).st_ino)
        if len(seen) == 1:
            lock.unlink()
            lock.touch()

    monkeypatch.setattr("kamchatka.lockfile._lock", removed_at_first)
    with GameFile(record).held():
        assert seen[-1] == lock.stat().st_ino
    assert len(seen) == 2


def test_the_secret_of_another_game_is_not_overwritten(tmp_path: Path) -> None:
    record, secret = tmp_path / "game.partita", tmp_path / "game.partita.segreto"
    words = ["--players", FOUR, "--record", str(record)]
    play(*words, typed="\n\n\n")
    record.rename(tmp_path / "moved.partita")
    kept = secret.read_text(encoding="utf-8")
    again = play(*words, typed="\n\n\n")
    assert (again.exit_code, "il segreto di un'altra partita" in flat(again.stderr)) == (REFUSED, True)
    assert secret.read_text(encoding="utf-8") == kept
    assert not record.exists()


@pytest.mark.parametrize("luck", [["--seed", "1"], [], ["--dice", "table"]])
def test_a_game_that_cannot_be_kept_does_not_begin(luck: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = play("--players", FOUR, *luck, "--record", str(tmp_path / "file" / "game.partita"))
    assert result.exit_code == REFUSED
    assert "La partita non può cominciare" in flat(result.stderr)
    assert "continua" not in flat(result.stderr)


def test_only_the_owner_reads_a_record_until_the_game_is_over(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    play(*short(record), typed="\n\n\n")
    assert record.stat().st_mode & 0o777 == 0o600
    play("--resume", str(record), "--laps", "1")
    assert record.stat().st_mode & 0o777 == 0o644


def test_a_game_that_nobody_names_a_file_for_is_kept_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    result = play("--seed", "1", typed="\n\n")
    assert result.exit_code == LEFT
    (record,) = (tmp_path / "partite").glob("*.partita")
    assert kept(record).players == ("Giocatore", "soldato", "soldato 2", "soldato 3")


FULL = """
import resource, sys
from kamchatka.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))  # a disk that fills up
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of the system")
@pytest.mark.parametrize(("players", "typed", "status"), [("soldato", "", 1), ("Anna", "esci\n", LEFT)])
def test_nobody_is_told_that_a_game_is_saved_which_is_not(
    players: str, typed: str, status: int, tmp_path: Path
) -> None:
    record = tmp_path / "game.partita"
    words = ["play", "--seed", "3", "--laps", "1", "--players", players, "--record", str(record)]
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "KAMCHATKA_LANG": "it"},
    )
    said = flat(done.stdout + done.stderr)
    assert (done.returncode, "La partita non è salvata." in said) == (status, True)
    assert "Verbale:" not in said
    assert "Per riprenderla" not in said
    assert not record.exists()


def test_a_game_has_one_lock_by_whatever_name_it_is_reached(tmp_path: Path) -> None:
    record, link = tmp_path / "game.partita", tmp_path / "link.partita"
    play(*short(record), typed="\n\n\n")
    link.symlink_to(record)
    with GameFile(record).held():
        assert "già aperta" in flat(play("--resume", str(link)).stderr)


def test_what_can_be_no_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    long = play(*bots_only(tmp_path / f"{'a' * 300}.partita"))
    assert (long.exit_code, "Traceback" in long.stderr) == (REFUSED, False)
    assert play("--resume", "").exit_code == REFUSED
