"""Standings of a large tournament under every formula: the cost must grow with the players, not faster.

Twelve rounds of tables of four and five; 1,000 players against 10,000, what `kamchatka whatif` does.
"""

import argparse
import json
import time
from random import Random
from typing import Any

from kamchatka.cli.scoring_input import uncollected
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.results.reading import read_results
from kamchatka.scoring.standings.whatif import what_if

ROUNDS = 12
SMALL, LARGE = 1_000, 10_000
MOST = 12
"""Ten times the players may cost at most twelve times as much."""


def main(argv: list[str]) -> int:
    """Measure both tournaments, print; 0 if the cost grows in step with the players."""
    parser = argparse.ArgumentParser(prog="bench standings", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the bar as JSON")
    parser.add_argument("--large", type=int, default=LARGE, help="players of the large tournament (10000)")
    options = parser.parse_args(argv)
    # The small one before and after the large one: the machine may have slowed down meanwhile.
    before, large, after = (
        _measured(size) for size in (options.large // 10, options.large, options.large // 10)
    )
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
            print(f"{name:8} {small[name]:8.2f} s  {seconds:8.2f} s for {options.large} players")
        for bar in bars:
            print(f"{bar['id']}: {bar['value']} times, at most {MOST}{'' if bar['ok'] else '  MISSED'}")
    return 0 if all(bar["ok"] for bar in bars) else 1


def _measured(players: int) -> dict[str, float]:
    """Seconds of this thread to read the results and to rank them under every formula."""
    source = json.dumps(tournament(players, ROUNDS, Random(players)))
    with uncollected():
        began = time.thread_time()
        results = read_results(source, name="bench")
        read = time.thread_time()
        _rank(results)
        return {"read": read - began, "rank": time.thread_time() - read}


def _rank(results: Results) -> None:
    found = what_if(results, [load_formula(id) for id in catalogue()])
    assert all(outcome.problem is None for outcome in found.outcomes), "every formula can score"


def tournament(players: int, rounds: int, luck: Random) -> dict[str, Any]:
    """Random results as a file holds them: tables of four, a few of five; some ties, all with lots."""
    names = [f"p{number:05}" for number in range(players)]
    fives = players % 4
    return {
        "rulebook": "rtu",
        "round": [
            {"number": number, "table": _tables(luck.sample(names, players), fives, luck)}
            for number in range(1, rounds + 1)
        ],
        "lot": [{"player": name, "lot": [place]} for place, name in enumerate(names)],
    }


def _tables(names: list[str], fives: int, luck: Random) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = []
    while names:
        size = 5 if len(tables) < fives else 4
        seated, names = names[:size], names[size:]
        tables.append({"number": len(tables) + 1, "seat": [_seat(name, luck) for name in seated]})
    return tables


def _seat(name: str, luck: Random) -> dict[str, Any]:
    numbers = {"outside": 40, "armies_inside": 99, "armies_outside": 99, "cards": 6}
    typed = {key: luck.randint(0, most) for key, most in numbers.items()}
    return {"player": name, "points": luck.randint(1, 85), "lot": [luck.randint(1, 10**6)], **typed}
