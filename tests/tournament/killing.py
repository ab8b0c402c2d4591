"""The demonstration in a process of its own, killed without warning."""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

from kamchatka.app.history import check
from kamchatka.app.office import open_office
from kamchatka.app.tournaments import demo
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.tournament.scores import Scoreboard

ROOT = Path(__file__).parents[2]
PATIENCE = 120


def start(place: str | Path, home: Path) -> subprocess.Popen[bytes]:
    """`kamchatka demo` on a database."""
    environment = {**os.environ, "KAMCHATKA_HOME": str(home), "PYTHONPATH": str(ROOT / "src")}
    words = [sys.executable, "-m", "kamchatka", "demo"]
    words += ["--database", place] if isinstance(place, str) else []
    return subprocess.Popen(
        words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home
    )


def killed_and_begun_again(place: str | Path, home: Path, kills: int, seed: int) -> list[str]:
    """What is wrong after killing the demonstration so many times: nothing, if all is well.

    It is killed as soon as it has written something new, a little later each time; then it must end as if
    nobody had touched it.
    """
    luck, wrong, written = Random(seed), [], 0
    for number in range(kills):
        process = start(place, home)
        _await_more(place, written, process)
        time.sleep(luck.random() * 0.2)
        process.kill()
        process.wait()
        now = facts(place)
        if now < written:
            wrong.append(f"kill {number}: {written} facts were written, {now} are left")
        wrong += [f"kill {number}: the log is broken"] if not _is_whole(place) else []
        written = now
    if start(place, home).wait(PATIENCE):
        wrong.append("it did not end")
    return wrong


def _await_more(place: str | Path, written: int, process: subprocess.Popen[bytes]) -> None:
    """Until more is written, or the process has ended."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and facts(place) <= written and time.monotonic() < end:
        time.sleep(0.05)


def facts(place: str | Path) -> int:
    """How many events there are, of whatever."""
    if isinstance(place, Path) and not place.exists():
        return 0
    try:
        with open_office(place) as office, office.reading() as reading:
            return sum(reading.feeds().values())
    except Exception:  # noqa: BLE001 - the very first start may be killed before there are tables
        return 0


def _is_whole(place: str | Path) -> bool:
    with open_office(place) as office:
        return check(office).broken is None


def ending(place: str | Path) -> list[tuple[int | None, str, object]]:
    """The final standings of the demonstration."""
    with open_office(place) as office:
        id = demo.find(office)
        assert id is not None
        desk = open_tournament(office, id)
    rows = Scoreboard(desk.tournament, desk.names).standings.rows
    return [(row.rank, row.entry.name, row.entry.total) for row in rows]
