"""Three hundred judges who tap at random: always a way forward, always the sheet of an independent fold."""

import pytest

from kamchatka.referee.folding import folded
from kamchatka.rulebook import load
from tests.referee.random_judges import RULEBOOKS, RandomJudge
from tests.referee.tables import Table

JUDGES = 300


def test_random_judges_reach_the_sheet_of_the_same_taps() -> None:
    judges = [RandomJudge(seed) for seed in range(JUDGES)]
    for judge in judges:
        judge.run()
    assert {judge.rulebook for judge in judges} == set(RULEBOOKS)
    assert all(judge.flagged for judge in judges)


def test_a_fold_that_forgets_an_exclusion_is_noticed() -> None:
    for seed in range(JUDGES):
        judge = RandomJudge(seed)
        judge.run()
        if judge.fold.excluded:
            judge.fold.excluded.pop()
            with pytest.raises(AssertionError):
                judge.compare()
            return
    raise AssertionError("nobody was excluded")


def test_replayed_from_its_events_a_table_is_the_same() -> None:
    for seed in range(20):
        judge = RandomJudge(seed)
        judge.run()
        table: Table = judge.table
        assert folded(load(judge.rulebook), table.events) == table.live
