"""A record gets the same answer wherever it is shown: verified, replayed, resumed, or put on the shelf."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.app.games.records import RecordShelf
from kamchatka.cli import app
from kamchatka.game.chance import Seeded
from kamchatka.game.codec import Unreadable
from kamchatka.game.record import Record
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.messages import text
from tests.app.games import played

TRAVELS: dict[str, Callable[[str], str]] = {
    "as it was written": lambda said: said,
    "with a byte-order mark": lambda said: f"\ufeff{said}",
    "with the line ends of Windows": lambda said: said.replace("\n", "\r\n"),
    "with the line ends of an old Macintosh": lambda said: said.replace("\n", "\r"),
    "without its last line end": lambda said: said.rstrip("\n"),
    "with blank lines around it": lambda said: f"\n\n{said}\n \n",
    "with all of this": lambda said: "\ufeff\r\n" + said.rstrip().replace("\n", "\r\n"),
}
LEFT, UNPROVEN, WRONG, REFUSED = 3, 3, 1, 2


def ask(*words: str) -> tuple[int, str]:
    """The status of a command, and all it says, in one line."""
    done = CliRunner().invoke(app, list(words), env={"KAMCHATKA_LANG": "it", "COLUMNS": "200"})
    return done.exit_code, " ".join(done.output.split())


@pytest.mark.parametrize("travel", TRAVELS.values(), ids=TRAVELS)
@pytest.mark.parametrize("write", [record_to_text, record_to_json])
def test_a_record_is_the_same_at_every_door_however_it_travelled(
    write: Callable[[Record], str], travel: Callable[[str], str], tmp_path: Path
) -> None:
    content = write(played(Seeded(1), laps=50, until=2))
    path = tmp_path / "game.partita"
    path.write_bytes(travel(content).encode())
    verified = ask("verify", str(path))
    assert (verified[0], text("verify.seal.whole", "it") in verified[1]) == (UNPROVEN, True)
    replayed = ask("replay", str(path))
    assert (replayed[0], "identica al verbale" in replayed[1]) == (0, True)
    assert RecordShelf(tmp_path).keep(path.read_bytes())[0] == RecordShelf(tmp_path).keep(content.encode())[0]
    resumed = ask("play", "--resume", str(path))
    assert (resumed[0], f"Si riprende la partita salvata in {path}" in resumed[1]) == (LEFT, True)


@pytest.mark.parametrize("travel", TRAVELS.values(), ids=TRAVELS)
@pytest.mark.parametrize("write", [record_to_text, record_to_json])
def test_a_changed_record_is_refused_at_every_door_in_the_same_words(
    write: Callable[[Record], str], travel: Callable[[str], str], tmp_path: Path
) -> None:
    path = tmp_path / "game.partita"
    path.write_bytes(travel(write(played(Seeded(1), laps=50, until=2)).replace("Anna", "Zita")).encode())
    broken = text("game.unreadable.broken_seal", "it")
    for words in (["replay", str(path)], ["play", "--resume", str(path)]):
        assert ask(*words) == (REFUSED, broken)
    verified = ask("verify", str(path))
    assert (verified[0], text("verify.seal.broken_seal", "it") in verified[1]) == (WRONG, True)
    with pytest.raises(Unreadable) as refused:
        RecordShelf(tmp_path).keep(path.read_bytes())
    assert refused.value.sentence("it") == broken
