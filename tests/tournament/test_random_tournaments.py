"""Random tournaments of every shipped format, written out, read again, and computed a second time."""

from collections import Counter
from itertools import pairwise

import pytest

from kamchatka.scoring.sheet.cells import SeatCells
from kamchatka.scoring.sheet.incidents import doubtful, goal_points, worth_of
from kamchatka.tournament.events import (
    EntrantEntered,
    PenaltyGiven,
    ResultRecorded,
    RollCalled,
    RoundDrawn,
)
from kamchatka.tournament.sampling import GOALS, OUTS, sampled
from kamchatka.tournament.scores import Scoreboard, ids
from tests.tournament.comparing import differences
from tests.tournament.random_events import EVERY_FORMAT, begun, drawn, played

EACH = 10
"""Of every format; `./run soak tournaments` plays many more."""
RARE = {
    "challenge": (19, 25),
    "due-giorni": (10,),
    "serate": (22,),
    "primavera": (22, 23),
    "raduno-circuito": (17,),
    "cni": (23,),
}
"""Seeds whose tournaments go through code that those of `EACH` do not reach."""


@pytest.mark.parametrize("format", EVERY_FORMAT)
def test_random_tournaments_are_what_the_oracle_says(format: str) -> None:
    for seed in (*range(EACH), *RARE.get(format, ())):
        assert list(differences(played(format, seed))) == [], f"{format} {seed}"


@pytest.mark.xdist_group("random milano")
def test_random_tournaments_meet_every_mishap() -> None:
    logs = [[each.event for each in played("milano", seed).occurrences] for seed in range(28)]
    happened = [event for log in logs for event in log]
    assert {type(event).__name__ for event in happened} >= {
        *("PlayerWithdrawn", "PlayerDisqualified", "PairParted", "SeatsChanged"),
        *("ResultCorrected", "GameVoided", "ActionUndone"),
    }
    targets = {event.target for event in happened if isinstance(event, PenaltyGiven)}
    assert targets == {"total", "ranking", "result"}
    assert any(event.absent for event in happened if isinstance(event, RollCalled))
    marks = {
        mark
        for event in happened
        if isinstance(event, ResultRecorded)
        for seat in event.seats
        for mark in seat.cells
    }
    assert marks == {"points", "objective", "eliminated"}
    draws = [[event for event in log if isinstance(event, RoundDrawn)] for log in logs]
    assert any(one.round == again.round for drawn in draws for one, again in pairwise(drawn))
    late = [log[log.index(drawn[0]) :] for log, drawn in zip(logs, draws, strict=True)]
    assert any(isinstance(event, EntrantEntered) for log in late for event in log)


def test_random_teams_are_whole() -> None:
    teams = Counter(each.team for each in begun("squadre", 1).tournament.entrants.values())
    assert teams == {"S0": 4, "S1": 4, "S2": 4, "S3": 4}


def test_samples_look_like_games() -> None:
    tournament = drawn("tre-partite", 1).tournament
    table, formula = tournament.rounds[0].tables[1], tournament.setup.formula
    games = [sampled(tournament, 1, table, f"seme-{number}") for number in range(300)]
    cells = [seat.cells for seats in games for seat in seats]
    assert Counter(mark for each in cells for mark in each if mark != "points") == pytest.approx(
        {"objective": 300 / GOALS, "eliminated": 300 / OUTS}, rel=0.5
    )
    assert {each["points"] for each in cells if "objective" in each} == {formula.fixed_points}
    points = [[int(str(seat.cells["points"])) for seat in seats if len(seat.cells) == 1] for seats in games]
    assert all(len({*each}) == len(each) for each in points)
    plain = sorted(number for each in points for number in each)
    goal = int(goal_points(tournament.setup.rulebook))
    assert plain[len(plain) // 10] < goal * 0.2 < goal * 0.5 < plain[-len(plain) // 10] < goal
    worth = worth_of(tournament.setup.rulebook)
    for seats in games:
        typed = [SeatCells.model_validate({"player": seat.person, **seat.cells}) for seat in seats]
        assert list(doubtful(worth, typed, len(seats))) == []


@pytest.mark.parametrize("format", ["open", "milano", "primavera"])
def test_random_sheets_raise_no_doubt(format: str) -> None:
    tournament = played(format, 1).tournament
    tables = [*Scoreboard(tournament, ids(tournament)).results.tables()]
    assert len(tables) > 5
    assert [table.doubts for table in tables if table.doubts] == []
