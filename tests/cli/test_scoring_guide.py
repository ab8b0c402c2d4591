"""What the organisers' guide to scores shows is what the commands print, from the files it shows."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from tests.cli.test_readme import ROOT, plain

GUIDE = (ROOT / "docs" / "scoring.it.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"Questo è `([^`]+)`[^`]*?\n\n```(?:csv|toml)\n(.*?)^```$", GUIDE, re.M | re.S))
SHOWN = [
    (part.partition("\n")[0], part.partition("\n")[2])
    for kind, body in re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.M | re.S)
    if not kind
    for part in re.split(r"^\$ \./run ", body, flags=re.M)[1:]
]


def test_the_guide_shows_these_files_and_commands() -> None:
    assert list(FILES) == ["gara.csv", "pari.csv", "gara.toml", "referto.toml", "nostra.toml"]
    assert len(SHOWN) == 10


@pytest.mark.parametrize(("command", "shown"), [pytest.param(*each, id=each[0]) for each in SHOWN])
def test_commands_print_what_the_guide_shows(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, command.split(), env={"KAMCHATKA_LANG": "it", "COLUMNS": "80"})
    parts = [re.escape(plain(part)) for part in re.split(r"^…$", shown, flags=re.M)]
    assert re.fullmatch(" ?.*? ?".join(parts), plain(result.output)), result.output
