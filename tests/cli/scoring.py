"""The commands on scores as tests use them."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from kamchatka.cli import app
from tests.scoring.rounds import data

SHEET = """rulebook = "rtu"
[[seat]]
player = "p1"
points = 62
[[seat]]
player = "p2"
points = 55
[[seat]]
player = "p3"
points = 40
[[seat]]
player = "p4"
points = 21
"""


def run(*words: str | Path, lang: str = "it", typed: str | bytes | None = None, width: int = 140) -> Result:
    """What becomes of a command on a terminal so wide; `typed` comes by standard input."""
    env = {"KAMCHATKA_LANG": lang, "COLUMNS": str(width)}
    return CliRunner().invoke(app, [str(word) for word in words], env=env, input=typed)


def output(*words: str | Path, lang: str = "it") -> str:
    """What a command prints for people, on lines without frames."""
    result = run(*words, lang=lang)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.replace("│", " ").split())


def printed(*words: str | Path) -> Any:
    """What a command prints for programs."""
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refused(*words: str | Path, lang: str = "it") -> str:
    """The sentence of a command that will not."""
    result = run(*words, lang=lang)
    assert result.exit_code == 2, result.output
    return result.stderr.strip()


def results_file(tmp_path: Path, *said: str, **further: Any) -> Path:
    """A file of results, in the few words of `rounds`."""
    path = tmp_path / "risultati.json"
    path.write_text(json.dumps(data(*said, **further)), encoding="utf-8")
    return path
