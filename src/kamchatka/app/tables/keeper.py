"""The steady clock of this machine, and the file in which a running installation writes it every ten seconds.

The file stands outside the log. After the computer or the program stopped, tables go on from its last
reading, and the official judge is asked once whether the time in between was played.
"""

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from kamchatka.app.saving import write_whole
from kamchatka.clock import SECOND, ClockReading

Timer = Callable[[], ClockReading]

EVERY = 10
"""Seconds between two readings that are kept."""
PATIENCE = 3 * EVERY
"""Seconds without a reading after which somebody must have stopped the program."""
RUN_OF_MACHINE = Path("/proc/sys/kernel/random/boot_id")


def system_timer() -> ClockReading:
    """The steady clock now."""
    run = ""
    with contextlib.suppress(OSError):
        run = RUN_OF_MACHINE.read_text(encoding="ascii").strip()
    return ClockReading(run, time.monotonic_ns() // (1_000_000_000 // SECOND))


@dataclass(frozen=True)
class Beat:
    """The last reading that was kept, and what the time of day was."""

    reading: ClockReading
    at: str


def beat_file(folder: Path) -> Path:
    """Where readings are kept."""
    return folder / "orologio.json"


def keep(folder: Path, reading: ClockReading, at: datetime) -> None:
    """Write a reading down, in the place of the one before."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(beat_file(folder), json.dumps(asdict(Beat(reading, at.isoformat()))).encode())


def last_beat(folder: Path) -> Beat | None:
    """The last reading that was kept; None if there is none, or nobody can read it."""
    try:
        data = json.loads(beat_file(folder).read_text(encoding="utf-8"))
        return Beat(ClockReading(str(data["reading"]["run"]), int(data["reading"]["ms"])), str(data["at"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def stop_since(last: Beat, now: ClockReading, at: datetime) -> int:
    """Seconds nobody measured: by the steady clock, or by the time of day if the machine was off."""
    if now.run == last.reading.run and now.ms >= last.reading.ms:
        return now.since(last.reading) // SECOND
    with contextlib.suppress(ValueError, TypeError):
        return max(0, int((at - datetime.fromisoformat(last.at)).total_seconds()))
    return 0
