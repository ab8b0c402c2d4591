"""Everything goes wrong at the wrong moment, and nothing breaks."""

import pytest

from tests.tournament.random_events import FIELDS
from tests.tournament.rough_events import survived


@pytest.mark.parametrize("format", FIELDS)
def test_a_rough_tournament_comes_to_its_end(format: str) -> None:
    assert [survived(format, seed) for seed in range(2)] == ["done", "done"]
