"""When time is over at the table: the minutes of the regulation, from the moment it says."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from kamchatka.cli.play.command import TableWishes, new_game
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.session import Session
from kamchatka.game.actions import ExpireTime
from kamchatka.game.log import Acted
from kamchatka.rulebook import load
from kamchatka.rules.layout import PHASE, REINFORCEMENT, TURN
from tests.cli.play.typing_in import flat, play


@dataclass
class HallClock:
    """The clock on the wall, which moves as the test says, and by `tick` whenever a table looks at it."""

    time: datetime
    tick: timedelta = timedelta()

    def elapsed(self) -> float:
        """Seconds, as a clock counts them that nobody sets."""
        self.time += self.tick
        return self.time.timestamp()

    def wall(self) -> datetime:
        return self.time


@pytest.fixture
def held() -> Iterator[ExitStack]:
    with ExitStack() as held:
        yield held


def at(hour: int, minute: int) -> datetime:
    return datetime(2026, 3, 14, hour, minute)  # noqa: DTZ001 - the clock on the wall of the hall


def sit_down(
    book: str, clock: HallClock, folder: Path, held: ExitStack, minutes: int | None = None
) -> TerminalTable:
    """What the `play` command does with these options: four bots, luck from a seed."""
    wishes = TableWishes(
        seats=4,
        players="soldato,soldato,soldato,soldato",
        seed=3,
        record=str(folder / "game.partita"),
        minutes=minutes,
        now=clock.elapsed,
        wall=clock.wall,
    )
    return new_game(Screen("it"), load(book), wishes, held)


def play_until_turn(desk: TerminalTable, turn: int) -> None:
    """Let the bots decide until this turn begins, watching the clock as a session does."""
    while desk.game.position.now[TURN] < turn:
        desk.table.limit.starts_now(desk.game)
        seat = desk.game.to_act
        assert seat is not None
        desk.play_bot(seat)
    desk.table.limit.starts_now(desk.game)


@pytest.mark.parametrize(
    ("book", "starts", "expires"),
    [
        pytest.param("challenge", at(15, 0), at(17, 0), marks=pytest.mark.clause("000-11a")),
        pytest.param("rtu", at(15, 0), at(16, 45), marks=pytest.mark.clause("001-E1")),
        pytest.param("milano", at(21, 15), at(23, 0), marks=pytest.mark.clause("003-9a")),
        pytest.param("primavera", at(21, 20), at(23, 5), marks=pytest.mark.clause("004-B2a")),
    ],
)
def test_time_is_over_when_the_minutes_of_the_regulation_are(
    book: str, starts: datetime, expires: datetime, tmp_path: Path, held: ExitStack
) -> None:
    clock = HallClock(starts)
    desk = sit_down(book, clock, tmp_path, held)
    play_until_turn(desk, 3)
    clock.time = expires - timedelta(seconds=1)
    assert not desk.table.limit.is_over(desk.game)
    clock.time = expires
    assert desk.table.limit.is_over(desk.game)
    desk.play(ExpireTime(), None)
    assert not desk.table.limit.is_over(desk.game)


@pytest.mark.clause("002-22a")
def test_three_hours_run_from_the_first_reinforcement_not_from_the_preparation(
    tmp_path: Path, held: ExitStack
) -> None:
    clock = HallClock(at(15, 0))
    desk = sit_down("aziendale", clock, tmp_path, held)
    while desk.game.position.now[PHASE] < REINFORCEMENT:
        assert not desk.table.limit.starts_now(desk.game)
        seat = desk.game.to_act
        assert seat is not None
        desk.play_bot(seat)
    clock.time = at(15, 20)
    assert desk.table.limit.starts_now(desk.game)
    for time, is_over in ((at(18, 0), False), (at(18, 19), False), (at(18, 20), True)):
        clock.time = time
        assert desk.table.limit.is_over(desk.game) is is_over


@pytest.mark.parametrize("minutes", [30, 90, 120])
def test_other_minutes_are_those_asked_for(minutes: int, tmp_path: Path, held: ExitStack) -> None:
    clock = HallClock(at(15, 0))
    desk = sit_down("rtu", clock, tmp_path, held, minutes)
    play_until_turn(desk, 2)
    for seconds, is_over in ((minutes * 60 - 1, False), (minutes * 60, True)):
        clock.time = at(15, 0) + timedelta(seconds=seconds)
        assert desk.table.limit.is_over(desk.game) is is_over
    clock.time = at(15, 0) + timedelta(minutes=minutes - 10)
    assert desk.table.limit.minutes_left() == 10


def test_without_a_limit_time_is_never_over_by_itself(tmp_path: Path, held: ExitStack) -> None:
    clock = HallClock(at(15, 0))
    desk = sit_down("rtu", clock, tmp_path, held, minutes=0)
    play_until_turn(desk, 2)
    clock.time = at(23, 59)
    assert not desk.table.limit.is_over(desk.game)


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--time", "37"], "Restano 37 minuti di gioco."), ([], "Non c'è un limite di tempo: scrivi «tempo»")],
)
def test_whoever_resumes_is_told_what_is_left(words: list[str], told: str, tmp_path: Path) -> None:
    record = str(tmp_path / "game.partita")
    play("--players", "anna,bruno,carla,dario", "--seed", "5", "--record", record, typed="\n")
    result = play("--resume", record, *words, typed="\n")
    assert told in flat(result.output)
    assert "Il regolamento prevede" not in result.output


@pytest.mark.clause("001-E1")
@pytest.mark.parametrize(("minutes", "is_told"), [(89, True), (90, False), (105, False), (120, True)])
def test_minutes_the_regulation_does_not_foresee_are_told(
    minutes: int, is_told: bool, tmp_path: Path, held: ExitStack, capsys: pytest.CaptureFixture[str]
) -> None:
    sit_down("rtu", HallClock(at(15, 0)), tmp_path, held, minutes)
    said = "Il regolamento prevede partite da 90 a 105 minuti." in flat(capsys.readouterr().out)
    assert said is is_told


@pytest.mark.parametrize(
    ("book", "minutes"),
    [
        pytest.param("challenge", 120, marks=pytest.mark.clause("000-11a")),
        pytest.param("aziendale", 180, marks=pytest.mark.clause("002-22a")),
        pytest.param("milano", 105, marks=pytest.mark.clause("003-9a")),
        pytest.param("primavera", 105, marks=pytest.mark.clause("004-B2a")),
    ],
)
def test_a_regulation_of_fixed_length_says_so_of_any_other(
    book: str, minutes: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for asked in (minutes - 1, minutes, minutes + 1):
        with ExitStack() as held:
            folder = tmp_path / str(asked)
            sit_down(book, HallClock(at(15, 0)), folder, held, asked)
        told.append(f"Il regolamento prevede partite di {minutes} minuti." in flat(capsys.readouterr().out))
    assert told == [True, False, True]


@pytest.mark.clause("004-B2a")
@pytest.mark.parametrize(("book", "is_announced"), [("primavera", True), ("rtu", False)])
def test_the_end_is_announced_at_the_start_where_the_regulation_says_so(
    book: str, is_announced: bool, tmp_path: Path, held: ExitStack, capsys: pytest.CaptureFixture[str]
) -> None:
    """A whole sitting of bots, half a minute for each look at the clock: time expires during it."""
    desk = sit_down(book, HallClock(at(21, 20), timedelta(seconds=30)), tmp_path, held)
    Session(desk).run()
    told = flat(capsys.readouterr().out)
    assert ("Il tempo scade alle 23:05, salvo pause." in told) is is_announced
    assert Acted(None, ExpireTime()) in desk.game.entries
