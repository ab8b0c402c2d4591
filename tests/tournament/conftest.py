"""An organiser at a terminal, with a data folder of their own."""

from pathlib import Path

import pytest

from tests.cli.typed import Terminal
from tests.tournament.organiser import Organiser


@pytest.fixture
def organiser(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Organiser:
    return Organiser(Terminal(monkeypatch, capsys), home.parent)
