"""The paper pack of a gathering of 104 players: seconds from the request to the PDF, and the press's memory.

Each paper of the event is timed too, without a limit. The pack is compared with an empty Python process, so
that a slow machine does not count as a slow press.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from kamchatka.app.office import Office, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.papers import make, paper_source
from kamchatka.documents.catalogue import PAPERS, paper
from kamchatka.documents.paper import Paper
from kamchatka.documents.source import PaperSource
from kamchatka.store.database import Holder
from tests.web import played

PLAYERS, TIMES = 104, 5
PACK = "pacco"
MOST_SECONDS, MOST_MEGABYTES = 3.0, 300
SITE = "http://192.0.2.10:8000"


def main(argv: list[str]) -> int:
    """Measure and print; 0 if the bars are passed."""
    parser = argparse.ArgumentParser(prog="bench papers", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the bars as JSON")
    options = parser.parse_args(argv)
    with TemporaryDirectory() as home, open_office(Path(home) / "kamchatka.db", Holder("bench")) as office:
        source = _gathering(office)
        pack = median(_seconds(source, paper(PACK)) for _ in range(TIMES))
        # The largest press so far: the pack comes first, other papers may take more.
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        others = (each for each in PAPERS if each.id != PACK and each.is_ready(source))
        spent = {PACK: pack, **{each.id: _seconds(source, each) for each in others}}
    bars = [
        {"id": "papers.pack_seconds", "value": round(spent[PACK], 2), "must": MOST_SECONDS},
        {"id": "papers.press_megabytes", "value": round(megabytes), "must": MOST_MEGABYTES},
    ]
    rows = [{**bar, "ok": float(str(bar["value"])) <= float(str(bar["must"]))} for bar in bars]
    if options.json:
        print(json.dumps({"bars": rows, "papers": spent, "python": _nothing()}))
    else:
        for id, seconds in spent.items():
            print(f"{id:20} {seconds:6.2f} s")
        print(f"python that does nothing {_nothing():.3f} s")
        for row in rows:
            print(f"{row['id']}: {row['value']}, at most {row['must']}{'' if row['ok'] else '  MISSED'}")
    return 0 if all(row["ok"] for row in rows) else 1


def _gathering(office: Office) -> PaperSource:
    """A gathering whose second round is being played."""
    id = played.entered(office, PLAYERS, format="raduno")
    played.go_on(office, id, "record", rounds=2)
    return paper_source(office, open_tournament(office, id), "it", site=SITE)


def _seconds(source: PaperSource, wanted: Paper) -> float:
    began = time.perf_counter()
    make(source, wanted)
    return time.perf_counter() - began


def _nothing() -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began
