"""Standings of a large tournament: the cost must be linear in the number of players.

Twelve rounds of tables of four and five, 100 players against 1,000: parsed, ranked by one formula, ranked
with equal totals that only lots can separate, and ranked by every formula as `kamchatka whatif` does.
"""

import argparse
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.reading import read_results
from kamchatka.scoring.standings.ranking import standings
from kamchatka.scoring.standings.whatif import what_if

ROUNDS = 12
SMALL, LARGE = 100, 1_000
MOST = 15
"""Ten times the players may cost at most fifteen times as much: a quadratic step costs far more."""
FORMULA = "conversione-150"
LEVEL = "bonus-50"
"""Keeps ties at the table, so that a whole field can have equal totals."""


def main(argv: list[str]) -> int:
    """Measure both tournaments, print; 0 if the cost is linear in the players."""
    parser = argparse.ArgumentParser(prog="bench standings", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the bars as JSON")
    options = parser.parse_args(argv)
    # The small one before and after the large one: the machine may slow down in between.
    before, large, after = (_measured(players) for players in (SMALL, LARGE, SMALL))
    small = {name: (before[name] + after[name]) / 2 for name in before}
    times = {name: round(large[name] / small[name], 2) for name in small}
    bars = [
        {"id": f"standings.{name}", "value": value, "must": MOST, "ok": value <= MOST}
        for name, value in times.items()
    ]
    if options.json:
        print(json.dumps({"bars": bars}))
    else:
        for name, seconds in large.items():
            print(f"{name:8} {small[name]:8.3f} s  {seconds:8.3f} s for {LARGE} players")
        for bar in bars:
            print(f"{bar['id']}: {bar['value']} times, at most {MOST}{'' if bar['ok'] else '  MISSED'}")
    return 0 if all(bar["ok"] for bar in bars) else 1


def _measured(players: int) -> dict[str, float]:
    """CPU seconds of each operation on the results of this many players."""
    luck = Random(players)
    source = json.dumps(tournament(players, ROUNDS, luck))
    results, level = _read(source), _read(json.dumps(tournament(players, ROUNDS, luck, is_level=True)))
    formula, level_formula = load_formula(FORMULA), load_formula(LEVEL)
    return {
        "read": _seconds(lambda: _read(source)),
        "rank": _seconds(lambda: standings(formula, results)),
        "level": _seconds(lambda: standings(level_formula, level)),
        "whatif": _seconds(lambda: _rank_by_all(results)),
    }


def _seconds(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began


def _read(source: str) -> Results:
    return read_results(source, name="bench")


def _rank_by_all(results: Results) -> None:
    found = what_if(results, [load_formula(id) for id in catalogue()])
    assert all(outcome.problem is None for outcome in found.outcomes), "every formula can score"


def tournament(players: int, rounds: int, luck: Random, *, is_level: bool = False) -> dict[str, Any]:
    """Random results as file data: tables of four, a few of five; some ties, all with lots."""
    names = [f"p{number:04}" for number in range(players)]
    fives = players % 4
    return {
        "rulebook": "rtu",
        "round": [
            {"number": number, "table": _tables(luck.sample(names, players), fives, luck, is_level)}
            for number in range(1, rounds + 1)
        ],
        "lot": [{"player": name, "lot": [place]} for place, name in enumerate(names)],
    }


def _tables(names: list[str], fives: int, luck: Random, is_level: bool) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = []
    while names:
        size = 5 if len(tables) < fives else 4
        seated, names = names[:size], names[size:]
        seats = [{**_seat(name, luck), **({"points": 20} if is_level else {})} for name in seated]
        tables.append({"number": len(tables) + 1, "seat": seats})
    return tables


def _seat(name: str, luck: Random) -> dict[str, Any]:
    numbers = {"outside": 40, "armies_inside": 99, "armies_outside": 99, "cards": 6}
    typed = {key: luck.randint(0, most) for key, most in numbers.items()}
    return {"player": name, "points": luck.randint(1, 85), "lot": [luck.randint(1, 10**6)], **typed}
