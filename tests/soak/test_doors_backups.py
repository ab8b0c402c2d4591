"""Copies and a whole installation, cut to a megabyte: all comes back; what does not is found out."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.app.archive import copier
from kamchatka.app.archive.places import Stick
from kamchatka.cli import app
from soak import doors_backups
from soak.doors_backups import run_installation
from tests.web.copies_under_load import longest_loss


@pytest.mark.parametrize("fault", ["", "planted"])
def test_an_installation_comes_back_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    if fault:

        def bare(home: Path, word: str, *more: str) -> None:
            only = ["--only", "tournament/raduno"] if word == "backup" else []
            assert (
                CliRunner().invoke(app, [word, *more, *only], env={"KAMCHATKA_HOME": str(home)}).exit_code
                == 0
            )

        monkeypatch.setattr(doors_backups, "_kamchatka", bare)
    found = run_installation(1, 0, tmp_path)
    assert [each.partition(" events of ")[1] != "" for each in found] == ([True] if fault else [])


@pytest.mark.parametrize(("every", "is_soon"), [(0.3, True), (1000.0, False)])
def test_the_results_that_a_dead_laptop_loses_are_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: float, is_soon: bool
) -> None:
    monkeypatch.setattr(copier, "EVERY", every)
    monkeypatch.setattr(copier, "LOOK", 0.1)
    (tmp_path / "PORTICI").mkdir()
    stick = Stick("PORTICI", tmp_path / "PORTICI")
    assert (longest_loss(stick, tmp_path, 2.0) < 1.2) is is_soon
