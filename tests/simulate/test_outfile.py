"""Rows on disk: read back as they were, gone on with, and refused when they are not what they should be."""

import json
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet  # type: ignore[import-untyped]

from kamchatka.simulate.batch import play_rows, player
from kamchatka.simulate.columns import Columns
from kamchatka.simulate.outfile import create, go_on, read_header, stored
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.rows import Rows
from kamchatka.simulate.run import OutFileRefused, Run, play_run
from tests.simulate.plans import plan

pytestmark = pytest.mark.xdist_group("kernel")

KINDS = pytest.mark.parametrize("name", ["games.csv", "games.parquet"])
WANTED = plan("milano", "soldato", "recluta", "soldato", "recluta", "recluta", laps=4, rotate=True)


def columns(wanted: SimulationPlan = WANTED) -> Columns:
    return Columns(wanted.rulebook, wanted.seats)


def written(path: Path, games: int, wanted: SimulationPlan = WANTED, chunk: int = 7) -> Run:
    writer = create(path, columns(wanted), {**wanted.as_json(), "games": games})
    return play_run(wanted, games, player(wanted), compiled=True, writer=writer, chunk=chunk)


def gone_on(path: Path, games: int) -> Run:
    writer, rows = go_on(path, columns(), read_header(path))
    return play_run(WANTED, games, player(WANTED), compiled=True, writer=writer, stored=rows)


def read(path: Path, wanted: SimulationPlan = WANTED) -> Rows:
    return np.concatenate(list(stored(path, columns(wanted))))


@KINDS
@pytest.mark.parametrize("rulebook", ["rtu", "primavera"])
def test_rows_come_back_as_they_were(tmp_path: Path, name: str, rulebook: str) -> None:
    """With objectives and without."""
    wanted = plan(rulebook, laps=3)
    run = written(tmp_path / name, 60, wanted)
    assert read(tmp_path / name, wanted).tobytes() == play_rows(wanted, range(60)).tobytes()
    assert run.summary.games == 60
    assert read_header(tmp_path / name) == {**wanted.as_json(), "games": 60}


@KINDS
def test_a_run_gone_on_with_ends_as_if_never_stopped(tmp_path: Path, name: str) -> None:
    whole = written(tmp_path / f"whole-{name}", 90)
    written(tmp_path / name, 31)
    run = gone_on(tmp_path / name, 90)
    assert (run.resumed, run.played, run.interrupted) == (31, 59, False)
    assert run.summary == whole.summary
    assert run.summary.digest == whole.summary.digest
    assert read(tmp_path / name).tobytes() == play_rows(WANTED, range(90)).tobytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([name, f"whole-{name}"])


def test_a_line_that_a_crash_left_unfinished_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    written(path, 31)
    content = path.read_bytes()
    path.write_bytes(content[:-25])
    assert gone_on(path, 31).resumed == 30
    assert path.read_bytes() == content


def test_words_and_seats_of_a_csv_file_are_for_people(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    written(path, 5, plan())
    comment, heading, *lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(comment.removeprefix("# kamchatka simulate "))["bots"] == ["soldato"] * 4
    cells = dict(zip(heading.replace('"', "").split(","), lines[0].replace('"', "").split(","), strict=True))
    row = play_rows(plan(), range(1))[0]
    assert cells["game"] == "0"
    assert cells["ending"] in {"objective", "closing", "last-seat"}
    assert cells["winner"] == str(row["winner"][0] + 1)
    assert cells["bot_1"] == "soldato"
    assert cells["objective_1"].startswith("challenge-")
    assert cells["half_points_4"] == str(row["points"][3])
    assert "place_5" not in cells


def test_a_parquet_file_has_the_plan_in_its_metadata(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    written(path, 20)
    table = parquet.read_table(path)
    assert table.num_rows == 20
    assert json.loads(table.schema.metadata[b"kamchatka simulate"])["laps"] == 4


@KINDS
def test_a_file_that_exists_is_never_overwritten(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(OutFileRefused) as refused:
        written(tmp_path / name, 5)
    assert refused.value.code == "exists"
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"


@KINDS
def test_more_games_than_wanted_leave_the_file_as_it_was(tmp_path: Path, name: str) -> None:
    written(tmp_path / name, 20)
    before = (tmp_path / name).read_bytes()
    with pytest.raises(OutFileRefused) as refused:
        gone_on(tmp_path / name, 10)
    assert refused.value.code == "too_many"
    assert (tmp_path / name).read_bytes() == before


def test_a_gap_in_the_games_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    written(path, 20)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:7] + lines[8:]), encoding="utf-8")
    with pytest.raises(OutFileRefused) as refused:
        gone_on(path, 30)
    assert refused.value.code == "damaged"


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("games.txt", "", "unknown_ending"),
        ("games.csv", "game,winner\n0,1\n", "no_plan"),
        ("games.csv", "# kamchatka simulate [1]\n", "no_plan"),
        ("games.parquet", "PAR1", "no_plan"),
        ("none.csv", None, "unreadable"),
        ("none.parquet", None, "unreadable"),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path: Path, name: str, content: str | None, code: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(OutFileRefused) as refused:
        read_header(path)
    assert refused.value.code == code
