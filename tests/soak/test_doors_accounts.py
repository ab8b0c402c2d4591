"""Guesses at passwords, cut to a few: own devices get in meanwhile; without the guards they would not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from kamchatka.app.register.accounts import passwords, sessions
from kamchatka.app.register.accounts.passwords import Tries
from soak import doors_accounts
from soak.doors_accounts import run


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(doors_accounts, "COMPARED", 1)  # times are compared in tests/app/test_accounts.py
    monkeypatch.setattr(doors_accounts, "MOST_APART", 1000.0)
    for name in ("ACCOUNTS", "STRANGERS", "ADDRESSES"):
        monkeypatch.setattr(doors_accounts, name, 3)
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    passwords._nobodys.cache_clear()
    yield
    passwords._nobodys.cache_clear()


def test_strangers_guess_in_vain_and_own_devices_get_in(tmp_path: Path) -> None:
    assert run(80, 9, tmp_path) == []


@pytest.mark.parametrize(
    ("planted", "told"),
    [("no device is known", "from an own device: 429"), ("no limit", "passwords looked at for socio")],
)
def test_a_planted_fault_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planted: str, told: str
) -> None:
    if planted == "no limit":
        monkeypatch.setattr(Tries, "count", lambda *_: None)
    else:
        monkeypatch.setattr(sessions, "_known_device", lambda *_: "")
    assert any(told in fault for fault in run(80, 9, tmp_path))
