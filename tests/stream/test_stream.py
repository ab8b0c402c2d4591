"""The reproducible stream: the same on every machine, and every number equally likely."""

from collections import Counter

import pytest

from kamchatka.stream import below, output, seeded


def numbers(base: int, index: int, size: int, many: int) -> list[int]:
    state, found = seeded(base, index), []
    for _ in range(many):
        state, number = below(state, size)
        found.append(number)
    return found


def test_a_stream_is_pinned_for_ever() -> None:
    """Recorded seeds must mean the same games in every later version."""
    assert numbers(1, 0, 1000, 6) == PINNED


PINNED = [443, 91, 368, 509, 643, 917]


def test_neighbouring_streams_share_nothing() -> None:
    firsts = {output(seeded(base, index)) for base in range(100) for index in range(1000)}
    assert len(firsts) > 99_990


@pytest.mark.parametrize("size", [2, 6, 36, 42, 216])
def test_every_number_is_equally_likely(size: int) -> None:
    many = 3000 * size
    counted = Counter(numbers(7, 7, size, many))
    chi_square = sum((counted[n] - 3000) ** 2 / 3000 for n in range(size))
    # Mean size - 1, standard deviation about sqrt(2 size): five of them away would be one run in millions.
    assert abs(chi_square - (size - 1)) < 5 * (2 * size) ** 0.5


def test_the_state_stays_below_2_to_the_63() -> None:
    state = seeded(2**62 + 5, 2**62 + 9)
    for _ in range(10_000):
        state, number = below(state, 46_656)
        assert 0 < state < 2**63
        assert 0 <= number < 46_656
