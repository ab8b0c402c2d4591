"""Random tournaments of every shipped format, written out, read again, and computed a second time."""

import pytest

from tests.tournament.comparing import differences
from tests.tournament.random_events import EVERY_FORMAT, played

EACH = 28
"""Of every format: more than five hundred in all."""


@pytest.mark.parametrize("format", EVERY_FORMAT)
def test_random_tournaments_are_what_the_oracle_says(format: str) -> None:
    for seed in range(EACH):
        assert list(differences(played(format, seed))) == [], f"{format} {seed}"
