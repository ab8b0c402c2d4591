"""No formula file brings a stack trace: it is refused with sentences, or it scores every table."""

from random import Random

from tests.scoring.mutated_formulas import mutated, tried

FILES = 400


def test_a_mutated_formula_is_refused_or_scores() -> None:
    rng = Random(20010222)
    approved = sum(tried(mutated(rng), rng) for _ in range(FILES))
    # Both must happen, or nothing was tried.
    assert FILES / 10 < approved < FILES * 9 / 10
