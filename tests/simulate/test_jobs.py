"""Jobs give the same results whoever runs them: processes, a cluster, killed workers, a resumed file."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load
from kamchatka.simulate.contestants import contestant
from kamchatka.simulate.jobfile import JobFileRefused, JobResults
from kamchatka.simulate.jobs import ClusterRefused, Crew, SimulationJob, Workshop, dask_crew, local_crew
from kamchatka.simulate.match import Conditions, Match, jobs_of, play_deals

pytestmark = pytest.mark.xdist_group("kernel")

CONDITIONS = Conditions(rulebook=load("rtu"), label="rtu", seats=4, laps=6, seed=20)
MATCH = Match(contestant("soldato"), contestant("recluta"))


def squared(number: int) -> int:
    return number * number


def killed_once(flag: str, work: Callable[..., list[int]], *arguments: object) -> list[int]:
    """The result of the work; the first worker that gets here is killed."""
    try:
        Path(flag).touch(exist_ok=False)
    except FileExistsError:
        return work(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("a killed process goes on")


def always_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def squares(count: int) -> list[SimulationJob]:
    return [SimulationJob({"number": number}, squared, (number,)) for number in range(count)]


def deadly(jobs: list[SimulationJob], flag: Path) -> list[SimulationJob]:
    """The same jobs; the third one kills the first worker that gets it."""
    third = SimulationJob(jobs[2].identity, killed_once, (str(flag), jobs[2].work, *jobs[2].arguments))
    return [*jobs[:2], third, *jobs[3:]]


def ran(crew: Crew, jobs: list[SimulationJob], path: Path | None = None) -> list[object]:
    with Workshop(crew, JobResults(path, rules="r")) as workshop:
        return list(workshop.run(jobs))


def digest() -> str:
    return "the same code"


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    jobs = squares(12)
    assert ran(local_crew(2), deadly(jobs, tmp_path / "flag")) == [number**2 for number in range(12)]
    assert (tmp_path / "flag").exists()


def test_a_cluster_with_a_killed_worker_equals_this_process(tmp_path: Path) -> None:
    jobs = list(jobs_of(CONDITIONS, MATCH, range(40)))
    here = ran(local_crew(1), jobs)
    with dask_crew("local:2", digest) as crew:
        assert crew.workers == 2
        there = ran(crew, deadly(jobs, tmp_path / "flag"), tmp_path / "kept.jsonl")
    assert (tmp_path / "flag").exists()
    assert there == here
    kept = JobResults(tmp_path / "kept.jsonl", rules="r")
    kept.close()
    assert kept.results == {job.name: result for job, result in zip(jobs, here, strict=True)}


def test_a_job_that_kills_every_worker_ends_the_run() -> None:
    with pytest.raises(BrokenExecutor):
        ran(local_crew(2), [SimulationJob({}, always_killed, ())])


def test_an_interrupted_run_goes_on_with_what_is_kept(tmp_path: Path) -> None:
    path, jobs = tmp_path / "kept.jsonl", squares(10)
    asked = iter([False] * 4 + [True] * 100)
    with Workshop(local_crew(1), JobResults(path, rules="r")) as workshop:
        first = list(workshop.run(jobs, lambda: next(asked)))
    assert 0 < len(first) < 10
    path.write_bytes(path.read_bytes() + b'{"job": {"num')  # a crash in the middle of a line
    kept = JobResults(path, rules="r")
    assert len(kept.results) >= len(first)
    with Workshop(local_crew(1), kept) as workshop:
        assert list(workshop.run(jobs)) == [number**2 for number in range(10)]
    assert len(path.read_bytes().splitlines()) == 11


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (b"shopping: eggs, milk", "foreign"),
        (b'{"a": 1}\n', "foreign"),
        (b'{"kamchatka": "jobs", "rules": "older"}\n', "other_rules"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    tmp_path: Path, written: bytes, code: str
) -> None:
    path = tmp_path / "kept.jsonl"
    path.write_bytes(written)
    with pytest.raises(JobFileRefused) as refused:
        JobResults(path, rules="r")
    assert refused.value.code == code
    assert all(str(path) in refused.value.sentence(lang) for lang in LANGUAGES)
    assert path.read_bytes() == written


@pytest.mark.parametrize("address", ["local:0", "local:two", "nowhere"])
def test_an_address_without_a_cluster_is_refused(address: str) -> None:
    with pytest.raises(ClusterRefused), dask_crew(address, digest):
        pass


def test_a_deal_is_played_from_every_seat() -> None:
    job = next(jobs_of(CONDITIONS, Match(contestant("soldato"), contestant("soldato")), range(30)))
    # Four of the same: each deal is won once, whoever sits where.
    assert play_deals(*job.arguments) == [1] * 5
