"""Recorded games replayed in other processes, locales, time zones and hash seeds: identical at every turn."""

import argparse
import hashlib
import json
import locale
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from kamchatka.rulebook import load, shipped
from kamchatka.simulate.selfplay import self_play
from tests.golden.games import record, replay

ROOT = Path(__file__).parents[1]
CHUNK = 200
"""Games of each regulation recorded before they are replayed."""
PROCESSES = 2


@dataclass(frozen=True)
class Environment:
    """The environment of a process, which must not affect a game."""

    locale: str
    zone: str
    hash_seed: int

    def variables(self) -> dict[str, str]:
        """The environment variables that set it up."""
        chosen = {"LC_ALL": self.locale, "TZ": self.zone, "PYTHONHASHSEED": str(self.hash_seed)}
        return {**os.environ, **chosen}


LOCALES = {"C": ".", "it_IT.UTF-8": ",", "tr_TR.UTF-8": ","}
"""Locales with their decimal separator."""

ZONES = {"Europe/Rome": 1, "UTC": 0, "Pacific/Auckland": 12}
"""Time zones with their offset from UTC in hours on the first of January 1970."""

SIX = (
    Environment("C", "UTC", 0),
    Environment("C", "Europe/Rome", 1),
    Environment("it_IT.UTF-8", "Europe/Rome", 2),
    Environment("it_IT.UTF-8", "Pacific/Auckland", 3),
    Environment("tr_TR.UTF-8", "Pacific/Auckland", 4),
    Environment("tr_TR.UTF-8", "UTC", 5),
)
ALL = tuple(
    Environment(name, zone, 10 + number) for number, (name, zone) in enumerate(product(LOCALES, ZONES))
)


@dataclass(frozen=True)
class Deal:
    """A game to record: regulation, seats, seed."""

    rulebook: str
    seats: int
    seed: int

    def recorded(self) -> list[str]:
        """The record of the game, played to the end."""
        return record(self.rulebook, self.seats, self.seed)


@dataclass(frozen=True)
class Task:
    """The task of every environment: replay some games, record some anew, play some with every check."""

    games: list[list[str]]
    anew: list[Deal]
    checked: int
    seed: int


@dataclass(frozen=True)
class Found:
    """The outcome in one environment; `different` holds the lines at which a replay left the record."""

    different: list[str]
    recorded: str
    played: dict[str, str]


@dataclass(frozen=True)
class Report:
    """The outcome, and the environment the process reports."""

    locale: str
    decimal_mark: str
    hours_ahead: int
    hash_of_name: int
    found: Found


def deals(each: int, seed: int) -> list[Deal]:
    """This many games of every regulation, cycling through its table sizes."""
    sizes = {name: load(name).seats.sizes for name in shipped()}
    return [
        Deal(name, sizes[name][number % len(sizes[name])], seed + number)
        for name in sizes
        for number in range(each)
    ]


def do(task: Task) -> Found:
    """Do the task in this process."""
    return Found(
        different=[line for game in task.games if (line := replay(game))],
        recorded=hashlib.sha256(json.dumps([deal.recorded() for deal in task.anew]).encode()).hexdigest(),
        played={
            name: self_play(
                load(name),
                load(name).seats.preferred,
                task.checked,
                task.seed,
                laps=8,
                checked=True,
                compiled=False,
            ).digest
            for name in shipped()
        },
    )


def read_task(text: str) -> Task:
    """Parse a task written for another process."""
    data = json.loads(text)
    data["anew"] = [Deal(**deal) for deal in data["anew"]]
    return Task(**data)


def report_from_here(task: Task) -> Report:
    """Do the task, and report the environment."""
    active = locale.setlocale(locale.LC_ALL, "")
    mark = str(locale.localeconv()["decimal_point"])
    hours = time.localtime(0).tm_gmtoff // 3600
    return Report(active, mark, hours, hash("Kamchatka"), do(task))


def report_from(environment: Environment, task: Path) -> Report:
    """Do the task in a new process with this environment."""
    command = [sys.executable, "-m", "soak.replays", str(task)]
    done = subprocess.run(
        command, env=environment.variables(), cwd=ROOT, capture_output=True, check=False, encoding="utf-8"
    )
    if done.returncode != 0:
        raise RuntimeError(f"{environment}: {done.stderr}")
    data = json.loads(done.stdout)
    return Report(**{**data, "found": Found(**data["found"])})


def reports(environments: tuple[Environment, ...], task: Task) -> list[Report]:
    """Do the task in all these environments, a few at a time."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(PROCESSES) as pool:
        path = Path(folder) / "task.json"
        path.write_text(json.dumps(asdict(task)), encoding="utf-8")
        return list(pool.map(lambda environment: report_from(environment, path), environments))


def ran_there(environment: Environment, report: Report) -> bool:
    """Whether the process really had the given locale and time zone."""
    asked = (environment.locale, LOCALES[environment.locale], ZONES[environment.zone])
    return (report.locale, report.decimal_mark, report.hours_ahead) == asked


def main(argv: list[str]) -> int:
    """Record `--games` games of each regulation; replay and play them in nine environments."""
    parser = argparse.ArgumentParser(prog="soak replays", description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    failed = 0
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for first in range(0, wanted.games, CHUNK):
            chosen = deals(min(CHUNK, wanted.games - first), wanted.seed + first)
            task = Task(
                games=list(pool.map(Deal.recorded, chosen, chunksize=20)),
                anew=chosen[:: max(1, len(chosen) // 60)],
                checked=2,
                seed=wanted.seed + first,
            )
            here = do(task)
            turns = sum(len(game) - 3 for game in task.games)
            print(f"from game {first} on: {len(task.games)} games, {turns} turns", flush=True)
            for environment, report in zip(ALL, reports(ALL, task), strict=True):
                is_same = report.found == here and not here.different and ran_there(environment, report)
                failed += not is_same
                where = f"{report.locale}, {environment.zone}, hash seed {environment.hash_seed}"
                print(f"  {where}: {'alike' if is_same else 'DIFFERENT'}", flush=True)
                for line in report.found.different[:5]:
                    print(f"    {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    print(json.dumps(asdict(report_from_here(read_task(Path(sys.argv[1]).read_text(encoding="utf-8"))))))
