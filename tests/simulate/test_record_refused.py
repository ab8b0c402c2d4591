"""`simulate --record` where the disk will not have it: nobody is playing, so nothing “goes on”."""

import errno
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app

LONGEST = 255
"""Bytes of a file's name, on the disks we meet."""


def refused(path: Path, lang: str) -> str:
    asked = ["simulate", "--rulebook", "rtu", "--bots", "recluta", "--seed", "5", "--laps", "1"]
    done = CliRunner().invoke(app, [*asked, "--record", str(path)], env={"KAMCHATKA_LANG": lang})
    assert done.exit_code == 2, done.output
    assert not isinstance(done.exception, OSError)
    return " ".join(done.output.split())


def test_a_full_disk_has_a_sentence_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "g.partita"
    said = refused(path, "it")
    assert "La partita simulata non è stata salvata" in said
    assert "lo spazio è finito. Libera spazio" in said
    assert "--seed" in said
    assert "continua" not in said
    assert "The simulated game was not saved" in refused(path, "en")
    assert not path.exists()


@pytest.mark.parametrize(
    ("name", "italian", "english"),
    [
        ("g.doc", "il nome deve finire in .partita", "the name must end in .partita"),
        ("there.json", "esiste già: scegli un altro nome.", "already exists: choose another name."),
        ("there.json/g.json", "Scegli un altro posto con --record.", "Choose another place with --record."),
        ("x" * LONGEST + ".json", "il nome è troppo lungo. Scegli", "name is too long. Choose"),
    ],
    ids=["ending", "exists", "no folder", "no such name"],
)
def test_a_place_that_will_not_do(tmp_path: Path, name: str, italian: str, english: str) -> None:
    (tmp_path / "there.json").write_text("{}", encoding="utf-8")
    for lang, said in (("it", italian), ("en", english)):
        told = refused(tmp_path / name, lang)
        assert said in told
        assert "--resume" not in told
