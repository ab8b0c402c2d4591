"""Twenty thousand wrong moves: all refused with a reason, nothing changed."""

import pytest

from kamchatka.rulebook import load, shipped
from tests.properties.mutations import try_mutations


@pytest.mark.parametrize("name", shipped())
def test_every_wrong_move_is_refused_with_a_reason(name: str) -> None:
    book = load(name)
    tried = try_mutations(book, book.seats.preferred, range(4), each_state=4, base=31)
    assert tried.accepted == ()
    assert tried.changed == 0
    assert tried.refused > 3_000
    assert len(tried.reasons) >= 10, "many different reasons were met"
