"""A judge at a terminal with a data folder of their own."""

from pathlib import Path

import pytest

from kamchatka.cli.referee import desk
from tests.cli.typed import Terminal
from tests.referee.judge import Judge
from tests.tournament.organiser import Organiser


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Judge:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path / "home"))
    found = Judge(Organiser(Terminal(monkeypatch, capsys), tmp_path))
    monkeypatch.setattr(desk, "TIMER", [found.timer])
    return found
