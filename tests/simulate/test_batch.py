"""A game is a pure function of plan and number, whoever plays it and beside which others."""

import os
import subprocess
import sys

import numpy as np
import pytest

from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import NOBODY, POSITION_LAYOUT
from kamchatka.rules.moves import TIME_EXPIRED, kind_of
from kamchatka.simulate.batch import play_blocks, play_rows, player
from kamchatka.simulate.plan import SimulationPlan, laps_within_time
from kamchatka.simulate.recording import game_of
from kamchatka.simulate.rows import ROW, ROW_BYTES, Rows
from tests.simulate.plans import plan

pytestmark = pytest.mark.xdist_group("kernel")

MIXED = ("soldato", "recluta", "soldato", "recluta", "recluta", "soldato")
TABLES = [(name, seats) for name in shipped() for seats in load(name).seats.sizes]


def joined(wanted: SimulationPlan, games: range, *, threads: int, chunk: int) -> Rows:
    blocks = play_blocks(player(wanted), games, threads=threads, chunk=chunk)
    return np.concatenate([block.rows for block in blocks])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_compiled_and_interpreted_rows_are_the_same_bytes(name: str, seats: int) -> None:
    wanted = plan(name, *MIXED[:seats], rotate=True)
    machine = play_rows(wanted, range(40))
    assert machine[5:9].tobytes() == play_rows(wanted, range(5, 9), compiled=False).tobytes()
    assert machine["game"][:, 0].tolist() == list(range(40))


@pytest.mark.parametrize(("threads", "chunk"), [(1, 7), (2, 7), (2, 50), (3, 1), (5, 1000)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int) -> None:
    wanted = plan()
    whole = play_rows(wanted, range(120))
    assert joined(wanted, range(120), threads=threads, chunk=chunk).tobytes() == whole.tobytes()


def test_another_process_plays_the_same_games() -> None:
    code = (
        "import sys; from tests.simulate.plans import plan; from kamchatka.simulate.batch import play_rows;"
        "sys.stdout.write(play_rows(plan('milano'), range(100, 104), compiled=False).tobytes().hex())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "99", "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout == play_rows(plan("milano"), range(100, 104)).tobytes().hex()


def test_another_seed_plays_other_games() -> None:
    checksums = [play_rows(plan(seed=seed), range(50))["checksum"][:, 0].tolist() for seed in (1, 2)]
    assert not set(checksums[0]) & set(checksums[1])


@pytest.mark.parametrize("name", shipped())
def test_one_seat_at_most_has_the_first_place(name: str) -> None:
    """Where all share the worst place nobody wins; no regulation shares the first."""
    rows = play_rows(plan(name, laps=2), range(400))
    first = rows["place"] == 1
    assert first.sum(axis=1).max() == 1
    winners = np.where(first.any(axis=1), first.argmax(axis=1), NOBODY)
    assert rows["winner"][:, 0].tolist() == winners.tolist()


def test_a_rotating_bot_sits_one_seat_earlier_with_each_game() -> None:
    wanted = plan("rtu", "soldato", "recluta", "recluta", "recluta", rotate=True)
    rows = play_rows(wanted, range(8))
    assert (rows["bot"][:, :4] == 1).argmax(axis=1).tolist() == [0, 3, 2, 1, 0, 3, 2, 1]
    assert [[wanted.bot_of(seat, game) for seat in range(4)].index("soldato") for game in range(4)] == [
        0,
        3,
        2,
        1,
    ]


@pytest.mark.parametrize("name", shipped())
def test_a_game_played_again_step_by_step_ends_as_its_row_says(name: str) -> None:
    wanted = plan(name, *MIXED[: load(name).seats.preferred], laps=3, rotate=True)
    row = play_rows(wanted, range(7, 8))[0]
    steps = list(game_of(wanted, 7))
    called = sum(not step.is_luck and kind_of(step.number) == TIME_EXPIRED for step in steps)
    assert len(steps) - called == row["steps"][0]
    last = steps[-1].position
    assert last.place.tolist() == row["place"].tolist()
    checksum = 0
    for step in steps:
        if step.is_luck or kind_of(step.number) != TIME_EXPIRED:
            checksum = (checksum * 69069 + step.number + 1) & 0x7FFFFFFF
    assert checksum == row["checksum"][0]


def test_asked_to_stop_it_hands_over_what_was_begun_without_a_gap() -> None:
    seen: list[range] = []
    blocks = play_blocks(player(plan()), range(1000), threads=2, chunk=10, stop=lambda: len(seen) >= 3)
    seen.extend(block.games for block in blocks)
    assert 3 <= len(seen) < 20
    assert [games.start for games in seen] == [10 * n for n in range(len(seen))]


def test_the_row_has_no_gaps_and_conquests_are_counted() -> None:
    assert ROW.itemsize == ROW_BYTES
    assert {name for name, _, _ in POSITION_LAYOUT} >= {"place", "status"}
    rows = play_rows(plan(), range(200))
    # Every conquest takes a roll, and a seat never conquers without one.
    assert (rows["conquests"].sum(axis=1) < rows["rolls"][:, 0]).all()
    assert rows["conquests"][:, :4].min(axis=0).max() < rows["conquests"][:, :4].max()


@pytest.mark.parametrize(("name", "seats", "laps"), [("rtu", 4, 17), ("rtu", 5, 14), ("aziendale", 4, 30)])
def test_laps_within_time_follow_the_regulation_and_the_table(name: str, seats: int, laps: int) -> None:
    assert laps_within_time(load(name), seats) == laps
