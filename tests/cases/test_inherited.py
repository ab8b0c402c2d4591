"""The rules of play of RTU are those of the Challenge box, but for what RTU itself changes."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cases.reading import Case, read_file
from tests.cases.runner import CaseFailed, run_case

HERE = Path(__file__).parent

CHANGED = {
    "5.0a-3": "a tris comes before the first army placed (001-C9)",
    "5.1a-6": "nobody has more than 130 armies (001-C11b)",
    "5.2t-2": "conquests excuse from the closing roll (001-E7)",
    "11f-2": "conquests excuse from the closing roll (001-E7)",
    "11e-1": "the sum must be exact (001-E3)",
    "11e-2": "the sum must be exact (001-E3)",
    "11f-1": "the sum must be exact (001-E3)",
    "11g-1": "the sum must be exact (001-E4)",
    "11h-1": "the sum must be exact (001-E5)",
    "11h-2": "sums grow to 7 only (001-E6)",
    "11h-3": "sums grow to 7 only (001-E6)",
    "14d-1": "armies outside the objective come third (001-TB3)",
    "14e-1": "territories inside the objective come before the die (001-TB5)",
}


def holds(case: Case, rulebook: str) -> bool:
    """Whether the case comes out under another regulation too."""
    try:
        run_case(replace(case, rulebook=rulebook))
    except CaseFailed:
        return False
    return True


@pytest.mark.clause("001-R1")
def test_challenge_cases_hold_under_rtu_but_for_what_it_changes() -> None:
    cases = [case for path in sorted(HERE.glob("000-*.cases")) for case in read_file(path)]
    plays_challenge = [case for case in cases if case.rulebook == "challenge"]
    differs = {case.name.removeprefix("challenge-000-") for case in plays_challenge if not holds(case, "rtu")}
    assert len(plays_challenge) > 100
    assert differs == set(CHANGED)
