"""Bar R8: copies under load, how much a dead laptop loses, and a large installation on an empty machine."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import httpx

from kamchatka.app.archive.copier import EVERY
from kamchatka.app.archive.places import Stick
from kamchatka.app.events import PersonCorrected
from kamchatka.app.history import check
from kamchatka.app.office import Office, new_action, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.ids import PersonId
from kamchatka.store.database import Holder
from kamchatka.store.log import Stamp
from kamchatka.web import create_app
from soak.parts import tell
from tests.web import played
from tests.web.copies_under_load import copy_faults, longest_loss
from tests.web.site import served

MOST_LOST = 60.0
"""Seconds of results."""
MOST_SECONDS = 600.0
"""For an installation to be playing again."""
AT_ONCE = 5_000
"""Events in one transaction."""
MEGABYTE = 1_000_000
SOMEBODY = PersonId("p-00000000000000aa")


def run_copies(count: int, seed: int, folder: Path) -> list[str]:
    """Take this many copies at random moments (50 at full size), and watch for two copies by themselves."""
    (folder / "PORTICI").mkdir()
    stick = Stick("PORTICI", folder / "PORTICI")
    faults = copy_faults(stick, folder / "a", count, random.Random(seed))
    (stick.folder / "kamchatka-raduno.jsonl").unlink()
    lost = longest_loss(stick, folder / "b", 2 * EVERY + 10)
    if lost > MOST_LOST:
        faults.append(f"a dead laptop would lose {lost:.1f} s of results")
    tell({"copies": count, "lost at most": f"{lost:.1f} s of {MOST_LOST:.0f}"})
    return faults


def run_installation(megabytes: int, _: int, folder: Path) -> list[str]:
    """Bring a database of this size (1,000 MB) back on an empty machine by the written steps."""
    old, new, copy = folder / "old", folder / "new", folder / "copia.jsonl"
    with open_office(old / "kamchatka.db", Holder("soak")) as office:
        id = played.entered(office, 16)
        played.go_on(office, id, "record")
        _grow(office, old / "kamchatka.db", megabytes * MEGABYTE)
        events = check(office).events
    size = (old / "kamchatka.db").stat().st_size
    began = time.perf_counter()
    _kamchatka(old, "backup", str(copy))
    copied = time.perf_counter()
    _kamchatka(new, "restore", str(copy))
    faults = []
    with (
        open_office(new / "kamchatka.db", Holder("serve")) as office,
        served(create_app(new, office=office)) as site,
    ):
        page = httpx.get(f"{site}/tornei/{id}", trust_env=False)
        played.do(office, id, "record")
        back = time.perf_counter() - copied
        if page.status_code != 200 or open_tournament(office, id).tournament.open_round is None:
            faults.append(f"the event is not there: {page.status_code}")
        verdict = check(office)
        if verdict.broken or verdict.events <= events:
            faults.append(f"{verdict.events} events of {events}, {verdict.broken}")
    if back > MOST_SECONDS:
        faults.append(f"playing again after {back:.0f} s")
    tell(
        {
            "database": f"{size / MEGABYTE:.0f} MB, {events} events",
            "copied in": f"{copied - began:.0f} s",
            "playing again in": f"{back:.0f} s of {MOST_SECONDS:.0f}",
        }
    )
    return faults


def _grow(office: Office, database: Path, size: int) -> None:
    """Write events of many people until the file has this size, like decades of a club."""
    number = 0
    while database.stat().st_size < size:
        number += 1
        with office.store.writing(Stamp(office.now(), "administrator/soak", new_action())) as writing:
            writing.is_repeated(number)
            events = [PersonCorrected(SOMEBODY, ("club", "email", "phone"))] * AT_ONCE
            writing.append(f"table/{number}", 0, *events, feed="years")


def _kamchatka(home: Path, *words: str) -> None:
    """A command as it is written in the steps, with nothing of this process but the path of the program."""
    clean = {"KAMCHATKA_HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run(
        [sys.executable, "-m", "kamchatka", *words], env=clean, check=True, stdout=subprocess.DEVNULL
    )
