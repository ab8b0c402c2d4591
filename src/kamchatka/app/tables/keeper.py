"""The monotonic clock of this machine, and the file where a running installation saves it every ten seconds.

The file is not part of the log. After a stop of the computer or the program, tables resume from the last
saved reading, and the official judge is asked once whether the time in between was played.
"""

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from kamchatka.app.files import write_whole
from kamchatka.clock import SECOND, ClockReading

Timer = Callable[[], ClockReading]

EVERY = 10
"""Seconds between two saved readings."""
PATIENCE = 3 * EVERY
"""Seconds without a saved reading after which the program must have been stopped."""
RUN_OF_MACHINE = Path("/proc/sys/kernel/random/boot_id")


def system_timer() -> ClockReading:
    """The current reading of the monotonic clock."""
    run = ""
    with contextlib.suppress(OSError):
        run = RUN_OF_MACHINE.read_text(encoding="ascii").strip()
    return ClockReading(run, time.monotonic_ns() // (1_000_000_000 // SECOND))


@dataclass(frozen=True)
class Beat:
    """A saved reading, with the time of day."""

    reading: ClockReading
    at: str


def beat_file(folder: Path) -> Path:
    """The file of the saved reading."""
    return folder / "orologio.json"


def keep(folder: Path, reading: ClockReading, at: datetime) -> None:
    """Save a reading in place of the one before."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(beat_file(folder), json.dumps(asdict(Beat(reading, at.isoformat()))).encode())


def last_beat(folder: Path) -> Beat | None:
    """The last saved reading; None if it is missing or unreadable."""
    try:
        data = json.loads(beat_file(folder).read_text(encoding="utf-8"))
        return Beat(ClockReading(str(data["reading"]["run"]), int(data["reading"]["ms"])), str(data["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def stop_since(last: Beat, now: ClockReading, at: datetime) -> int:
    """Seconds since the last saved reading: by the monotonic clock, or by the time of day after a reboot."""
    if now.run == last.reading.run and now.ms >= last.reading.ms:
        return now.since(last.reading) // SECOND
    with contextlib.suppress(ValueError, TypeError):
        return max(0, int((at - datetime.fromisoformat(last.at)).total_seconds()))
    return 0
