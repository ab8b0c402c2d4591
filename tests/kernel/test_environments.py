"""The same games in other processes: locales, time zones and hash seeds change nothing."""

from dataclasses import replace

import pytest

from soak.replays import SIX, Environment, Found, Report, Task, deals, do, ran_there, reports

SEED = 20
GAMES_EACH = 17
"""Of six regulations: 102 games."""

pytestmark = pytest.mark.xdist_group("environments")  # so that the games are played out once


@pytest.fixture(scope="module")
def task() -> Task:
    games = [deal.recorded() for deal in deals(GAMES_EACH, SEED)]
    return Task(games=games, anew=deals(1, SEED + 1), checked=1, seed=SEED)


@pytest.fixture(scope="module")
def here(task: Task) -> Found:
    return do(task)


@pytest.fixture(scope="module")
def there(task: Task) -> list[Report]:
    return reports(SIX, task)


def test_a_hundred_games_are_the_same_at_every_turn_in_six_environments(
    task: Task, here: Found, there: list[Report]
) -> None:
    assert len(task.games) >= 100
    assert {game[0] for game in task.games} == {f"rulebook {deal.rulebook}" for deal in task.anew}
    assert here.different == []
    assert [report.found for report in there] == [here] * 6


def test_the_environments_were_really_those(there: list[Report]) -> None:
    assert {environment.locale for environment in SIX} == {"C", "it_IT.UTF-8", "tr_TR.UTF-8"}
    assert {environment.zone for environment in SIX} == {"Europe/Rome", "UTC", "Pacific/Auckland"}
    assert [ran_there(*pair) for pair in zip(SIX, there, strict=True)] == [True] * 6
    assert [report.decimal_mark for report in there] == [".", ".", ",", ",", ",", ","]
    assert len({report.hash_of_name for report in there}) == 6
    assert not ran_there(SIX[0], there[1])


def test_a_record_that_is_not_what_happened_is_noticed(task: Task) -> None:
    """Negative control: one digest, then one move, then the result is not the one of the game."""
    games = [list(game) for game in task.games[:3]]
    words = [game[5].split() for game in games]
    words[0][2] = "0" * 16
    del words[1][-1]
    games[0][5], games[1][5] = " ".join(words[0]), " ".join(words[1])
    games[2][-1] = "places 9 9 9 9"
    altered = replace(task, games=games, anew=[], checked=0)
    (report,) = reports((Environment("tr_TR.UTF-8", "UTC", 7),), altered)
    assert report.found.different == [games[0][5], games[1][5], games[2][-1]]


def test_a_process_that_breaks_off_is_told() -> None:
    """Negative control: a locale that does not exist, and a game that cannot be played."""
    nothing = Task(games=[], anew=[], checked=0, seed=SEED)
    with pytest.raises(RuntimeError, match="unsupported locale"):
        reports((Environment("xx_XX.UTF-8", "UTC", 7),), nothing)
    impossible = replace(nothing, games=[["rulebook rtu", "seats 4", "turn 0 0 Mffff", "places 1 2 3 4"]])
    with pytest.raises(RuntimeError, match="AssertionError"):
        reports((Environment("C", "UTC", 7),), impossible)
