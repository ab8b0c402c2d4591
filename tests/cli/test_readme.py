"""What the README files show is what the commands print."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from kamchatka.cli import app

ROOT = Path(__file__).parents[2]
READMES = {"en": ROOT / "README.md", "it": ROOT / "README.it.md"}
FRAME = re.compile(r"[\s┏━┳┓┡╇┩├─┼┤└┴┘]*")
WRONG = """id = "sbagliato"
title = "Sbagliato"
extends = "rtu"

[armies]
limit = "tante"

[clock]
minutes = 5

[closing.clauses]
first = ["001-E99"]
"""


def blocks(lang: str, kind: str = "") -> list[str]:
    """The fenced blocks of one kind, in order."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", READMES[lang].read_text(encoding="utf-8"), re.M | re.S)
    return [body for found, body in fenced if found == kind]


def transcripts(lang: str) -> list[tuple[str, str]]:
    """Each command whose answer is shown and is always the same, and what stands below it."""
    shown = [part for body in blocks(lang) for part in re.split(r"^\$ \./run ", body, flags=re.M)[1:]]
    return [
        (part.partition("\n")[0], part.partition("\n")[2])
        for part in shown
        if part.startswith(("rulebook", "board", "odds", "score"))
    ]


def plain(printed: str) -> str:
    """Words only: no rules of a table, one space for any white space."""
    lines = [line for line in printed.splitlines() if not FRAME.fullmatch(line)]
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("lang", READMES)
def test_the_tour_shows_these_commands(lang: str) -> None:
    assert [command for command, _ in transcripts(lang)] == [
        "rulebook list",
        "rulebook diff rtu milano",
        "rulebook explain rtu closing.mode",
        "rulebook check casa.toml",
        "rulebook diff rtu casa.toml",
        "rulebook check sbagliato.toml",
        "board check",
        "odds 5 3 --rulebook rtu",
        "score referto.toml --formula faentino",
    ]


@pytest.mark.parametrize(
    ("lang", "command", "shown"),
    [
        pytest.param(lang, command, shown, id=f"{lang} {command}")
        for lang in READMES
        for command, shown in transcripts(lang)
    ],
)
def test_commands_print_what_the_readme_shows(
    lang: str, command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "casa.toml").write_text(blocks(lang, "toml")[0], encoding="utf-8")
    (tmp_path / "referto.toml").write_text(blocks(lang, "toml")[1], encoding="utf-8")
    (tmp_path / "sbagliato.toml").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, command.split(), env={"KAMCHATKA_LANG": lang, "COLUMNS": "80"})
    printed = plain(result.output)
    # A line that holds only an ellipsis stands for whatever is left out.
    parts = [re.escape(plain(part)) for part in re.split(r"^…$", shown, flags=re.M)]
    assert re.fullmatch(" ?.*? ?".join(parts) if len(parts) > 1 else parts[0], printed)


@pytest.mark.parametrize("lang", READMES)
def test_every_command_is_named_by_the_readme_and_by_run_help(lang: str) -> None:
    told = subprocess.run(
        [sys.executable, str(ROOT / "run"), "help"],
        env={**os.environ, "KAMCHATKA_LANG": lang},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    readme = READMES[lang].read_text(encoding="utf-8")
    for command in get_command(app).commands:  # type: ignore[attr-defined]
        assert f"./run {command}" in told
        assert re.search(rf"\b{command}\b", readme)
