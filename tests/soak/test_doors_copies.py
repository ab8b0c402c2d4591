"""Damaged copies, cut to a few: none takes the lists of events down; without the guards some would."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from soak.doors_copies import run

SEED = 20010222


def test_no_damaged_copy_takes_a_list_of_events_down(tmp_path: Path) -> None:
    assert run(20, SEED, tmp_path, pages=()) == []


def test_a_copy_let_in_unread_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kamchatka.app.archive.backup.unreadable_arrivals", lambda *_: ())
    for module in ("opening", "listing"):
        monkeypatch.setattr(f"kamchatka.app.tournaments.{module}.as_unreadable", lambda _: nullcontext())
    assert [fault for fault in run(12, SEED, tmp_path, pages=()) if "/tornei 500" in fault]
