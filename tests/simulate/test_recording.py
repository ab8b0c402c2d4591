"""Any game of a plan can be written down, and is then the game whose row was counted."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli.app import app
from kamchatka.game.events import SeatsPlaced
from kamchatka.game.record import replay
from kamchatka.game.record_text import record_from_text, record_to_text
from kamchatka.rulebook import load, shipped
from kamchatka.simulate.batch import play_rows
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.recording import recorded_game


def plan_for(name: str) -> SimulationPlan:
    seats = load(name).seats.preferred
    bots = ("soldato", "recluta", "soldato", "soldato", "recluta", "soldato")[:seats]
    return SimulationPlan(rulebook=load(name), label=name, bots=bots, laps=6, seed=11, rotate=True)


@pytest.mark.parametrize("name", shipped())
def test_the_record_ends_as_the_row_says(name: str) -> None:
    plan = plan_for(name)
    rows = play_rows(plan, range(3, 5), compiled=False)
    for row, index in zip(rows, (3, 4), strict=True):
        record = recorded_game(plan, index)
        game = replay(record_from_text(record_to_text(record)))
        placed = game.entries[-2]
        assert isinstance(placed, SeatsPlaced)
        assert placed.places == tuple(int(place) for place in row["place"][: plan.seats])
        seat_of_chair = {game.position.chair[seat]: seat for seat in range(plan.seats)}
        assert list(record.players) == [
            plan.bot_of(seat_of_chair[chair], index) for chair in range(plan.seats)
        ]


def test_the_command_writes_a_game_that_replay_opens(tmp_path: Path) -> None:
    path = tmp_path / "g.partita"
    asked = ["simulate", "--rulebook", "rtu", "--bots", "soldato", "--seed", "5", "--laps", "4"]
    done = CliRunner().invoke(app, [*asked, "--record", str(path), "--game", "7"])
    assert done.exit_code == 0, done.output
    again = CliRunner().invoke(app, ["replay", str(path), "--no-events"])
    assert again.exit_code == 0, again.output
    twice = CliRunner().invoke(app, [*asked, "--record", str(path), "--game", "7"])
    assert twice.exit_code == 2
    assert "g.partita" in twice.output


def test_a_record_and_other_answers_exclude_each_other(tmp_path: Path) -> None:
    asked = ["simulate", "--rulebook", "rtu", "--record", str(tmp_path / "g.json")]
    done = CliRunner().invoke(app, [*asked, "--out", str(tmp_path / "rows.csv")])
    assert done.exit_code == 2
    assert "--record" in done.output
    assert "--out" in done.output
