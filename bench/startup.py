"""Start-up time of a command: `kamchatka rulebook list` against an empty Python process.

CPU time of whole processes, in pairs, the median of their ratios; with warm bytecode, as on a computer that
has run the program before.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

SOURCE = Path(__file__).parents[1] / "src"
NOTHING = ("-c", "pass")
COMMAND = ("-m", "kamchatka", "rulebook", "list")
ROUNDS = 15
MOST = 40
"""The command may cost at most this many times an empty Python process."""


def main(argv: list[str]) -> int:
    """Measure and print; 0 if the bar is passed."""
    parser = argparse.ArgumentParser(prog="bench startup", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the bar as JSON")
    parser.add_argument("--source", default=SOURCE, help="another tree's src, to compare with")
    options = parser.parse_args(argv)
    with TemporaryDirectory() as kept:
        environ = {**os.environ, "PYTHONPATH": str(options.source), "PYTHONPYCACHEPREFIX": kept}
        environ.pop("PYTHONDONTWRITEBYTECODE", None)
        _cpu(COMMAND, environ)
        rounds = [(_cpu(NOTHING, environ), _cpu(COMMAND, environ)) for _ in range(ROUNDS)]
    nothing, command = (median(times) for times in zip(*rounds, strict=True))
    times = round(median(command / nothing for nothing, command in rounds), 1)
    bar = {"id": "startup.times_python", "value": times, "must": MOST, "ok": times <= MOST}
    if options.json:
        print(json.dumps({"bars": [bar]}))
    else:
        print(f"python that does nothing {nothing:.3f} s, rulebook list {command:.3f} s of CPU")
        print(f"{bar['id']}: {times} times, at most {MOST}{'' if bar['ok'] else '  MISSED'}")
    return 0 if bar["ok"] else 1


def _cpu(words: tuple[str, ...], environ: dict[str, str]) -> float:
    """CPU seconds of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], env=environ, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
