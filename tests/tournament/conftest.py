"""An organiser at a terminal, with a data folder of their own."""

from pathlib import Path

import pytest

from tests.cli.typed import Terminal
from tests.tournament.organiser import Organiser


@pytest.fixture
def organiser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Organiser:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path / "home"))
    return Organiser(Terminal(monkeypatch, capsys), tmp_path)
