"""Tuning is repeatable: stopped anywhere and resumed, it equals a run that was not."""

from pathlib import Path

import pytest

from kamchatka.rulebook import load
from kamchatka.simulate.contestants import contestant, row_to_tune
from kamchatka.simulate.jobfile import JobResults
from kamchatka.simulate.jobs import Workshop, local_crew
from kamchatka.simulate.match import Conditions
from kamchatka.simulate.tuning import Generation, TuningPlan, generations_of, normal_numbers

pytestmark = pytest.mark.xdist_group("kernel")

PLAN = TuningPlan(
    conditions=Conditions(rulebook=load("rtu"), label="rtu", seats=4, laps=2, seed=7),
    bot=contestant("sergente:t3"),
    start=row_to_tune(contestant("sergente:t3"), None),
    pool=(contestant("soldato"), contestant("sergente:t1")),
    deals=2,
    population=4,
    generations=2,
    spread=0.3,
)


def run(path: Path, jobs: int = 1000) -> list[Generation]:
    """The generations of a run that is stopped after about this many jobs."""
    asked = iter(range(10_000))
    with Workshop(local_crew(1), JobResults(path, rules="r")) as workshop:
        return list(generations_of(PLAN, workshop, stop=lambda: next(asked) >= jobs))


def test_a_stopped_and_resumed_run_equals_an_unstopped_one(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole.jsonl")
    stopped = run(tmp_path / "stopped.jsonl", jobs=13)
    assert stopped == whole[:1]
    assert run(tmp_path / "stopped.jsonl") == whole
    assert sorted((tmp_path / "stopped.jsonl").read_bytes().splitlines()) == sorted(
        (tmp_path / "whole.jsonl").read_bytes().splitlines()
    )
    assert [generation.number for generation in whole] == [1, 2]
    assert len({generation.row for generation in whole}) == 2
    assert all(0 <= generation.mean <= generation.best <= 1 for generation in whole)


def test_normal_numbers_repeat_and_are_normal() -> None:
    drawn, again = normal_numbers(1)(100, 100), normal_numbers(1)(100, 100)
    assert (drawn == again).all()
    assert abs(drawn.mean()) < 0.03
    assert abs(drawn.std() - 1) < 0.03
    assert abs((abs(drawn) < 1.96).mean() - 0.95) < 0.01
