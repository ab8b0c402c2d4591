"""Values of 000 that say how a table behaves where the rules cannot go wrong by themselves."""

import pytest

from kamchatka.rulebook import load


@pytest.mark.clause("000-5.2f")
def test_an_announcement_left_out_is_asked_for_not_punished() -> None:
    assert load("challenge").attack.announcement == "defender-may-repeat"
    assert not load("challenge").attack.declared_is_binding


@pytest.mark.clause("000-5.2q")
def test_occupying_with_too_few_armies_is_refused_not_punished() -> None:
    assert load("challenge").conquest.too_few == "refused"
