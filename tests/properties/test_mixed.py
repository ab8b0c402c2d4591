"""A regulation mixing features of all five plays without touching code."""

from pathlib import Path

import pytest

from kamchatka.rulebook import diff, load, load_file
from kamchatka.simulate.selfplay import self_play

MIXED = Path(__file__).with_name("mixed.toml")


@pytest.mark.xdist_group("kernel")
@pytest.mark.parametrize("seats", [4, 5])
def test_a_thousand_games_of_a_mixed_regulation_are_clean(seats: int) -> None:
    found = self_play(load_file(MIXED), seats, 500, seed=3, laps=12, checked=True, compiled=True)
    assert found.violations == []
    assert found.endings["closing"] > 100


def test_it_differs_from_each_of_the_five() -> None:
    mixed = load_file(MIXED)
    for name in ("challenge", "rtu", "aziendale", "milano", "primavera"):
        assert len(diff(load(name), mixed)) >= 20
