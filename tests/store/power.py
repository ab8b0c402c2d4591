"""What a power cut or a worn disk may leave of an SQLite store, and whether the store tells."""

import json
import random
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, open_office
from kamchatka.ids import ActionId
from kamchatka.refusals import Refusal
from kamchatka.store.archive import Archive
from kamchatka.store.database import Holder
from kamchatka.store.log import Stamp
from tests.store.kills import ENVIRONMENT, ROOT, VICTIM
from tests.store.victims import FEED, Task, losses, perform

NAME = "kamchatka.db"
FILES = (NAME, f"{NAME}-wal", f"{NAME}-journal")
"""What must last; the index of the journal, -shm, is made again after a crash."""
FOLDER = "folder"
CALLS = "pwrite64,write,fsync,fdatasync,ftruncate,unlink"
CALL = re.compile(r'\d+ +(\w+)\((?:(\d+)<(.*?)>)?(?:, )?(?:"(.*?)")?(?:, (\d+))?(?:, (\d+))?\) += (\d+)')
KIND = {"pwrite64": "write", "write": "write", "fsync": "sync", "fdatasync": "sync"}
OFTEN = "PRAGMA wal_autocheckpoint=60"
"""Pages, instead of a thousand, so that a short trace has many checkpoints."""
NORMAL = "PRAGMA synchronous=NORMAL"
"""The planted fault: SQLite then says yes before the disk has it."""
MADE = "2026-11-21T10:00:00.000000Z"


class Step(NamedTuple):
    """What the traced process asked of the system: write, sync, ftruncate or unlink; or an action it said."""

    what: str
    file: str
    data: bytes = b""
    offset: int = 0


def trace(folder: Path, actions: int, *pragmas: str) -> list[Step]:
    """Everything a victim did to its files and said, in order; its database is left in the folder."""
    task = Task(f"sqlite:///{folder / NAME}", 0, actions, pragmas=(OFTEN, *pragmas))
    seen = folder / "trace"
    watch = f"strace --seccomp-bpf -f -y -xx -s 70000 -e trace={CALLS} -o".split()
    command = [*watch, str(seen), *VICTIM, json.dumps(asdict(task))]
    subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    with seen.open() as lines:
        return list(_steps(lines, folder))


def _steps(lines: Iterable[str], folder: Path) -> Iterator[Step]:
    for line in lines:
        assert "unfinished" not in line, "only one thread writes"
        match = CALL.match(line)
        if not match:
            continue
        call, handle, said, data, first, second, done = match.groups()
        path = Path(_bytes(said or data).decode())
        if call == "write" and handle == "1":
            yield Step("said", _bytes(data).decode().strip())
        elif path == folder:
            yield Step("sync", FOLDER)
        elif path.parent == folder and path.name in FILES:
            offset = int((second if call == "pwrite64" else first) or 0)
            yield Step(KIND.get(call, call), path.name, _bytes(data or "")[: int(done)], offset)


def _bytes(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", ""))


def said(steps: Iterable[Step]) -> list[str]:
    """The actions that were said to be done."""
    return [step.file for step in steps if step.what == "said" and "-" in step.file]


def said_too_early(steps: Iterable[Step]) -> list[str]:
    """Actions that were said to be done while something written was not on the disk."""
    unsure, early = set(), []
    for step in steps:
        if step.what in {"write", "ftruncate"}:
            unsure.add(step.file)
        elif step.what in {"sync", "unlink"}:
            unsure.discard(step.file)
        elif unsure:
            early.append(step.file)
    return early


# --- power cuts ---


def lost_by_cut(steps: Sequence[Step], folder: Path, chance: random.Random) -> list[str]:
    """What is missing or wrong after a cut somewhere in a trace, as the next process finds it."""
    at = chance.randrange(len(steps))
    for name in (*FILES, f"{NAME}-shm"):
        (folder / name).unlink(missing_ok=True)
    for name, content in remains(steps[:at], chance).items():
        (folder / name).write_bytes(content)
    try:
        with open_office(folder / NAME, Holder("next")) as office:
            found = losses(office, set(said(steps[:at])))
    except Refusal as refusal:
        found = [f"does not open: {refusal.code}"]
    return [f"cut at step {at}: {loss}" for loss in found]


def remains(steps: Sequence[Step], chance: random.Random) -> dict[str, bytes]:
    """The files as a cut may leave them: what was not synced is there, not there, torn, in any order."""
    synced = {step.file: index for index, step in enumerate(steps) if step.what == "sync"}
    left: dict[str, bytes] = {}
    for name in FILES:
        own = [(index, step) for index, step in enumerate(steps) if step.file == name]
        for index, step in list(own):
            if step.what == "unlink" and (index < synced.get(FOLDER, -1) or chance.random() < 0.5):
                own = [each for each in own if each[0] > index]
        sure = [step for index, step in own if index < synced.get(name, -1)]
        unsure = [_torn(step, chance) for index, step in own if index > synced.get(name, -1)]
        unsure = [step for step in unsure if chance.random() < 0.7]
        chance.shuffle(unsure)
        if sure or unsure:
            left[name] = _written(sure + unsure)
    return left


def _torn(step: Step, chance: random.Random) -> Step:
    end = chance.choice([len(step.data), chance.randint(0, len(step.data))])
    return step._replace(data=step.data[:end])


def _written(steps: Iterable[Step]) -> bytes:
    content = bytearray()
    for what, _, data, offset in steps:
        if what == "ftruncate":
            del content[offset:]
        if what in {"write", "ftruncate"}:
            content.extend(bytes(max(0, offset - len(content))))
            content[offset : offset + len(data)] = data
    return bytes(content)


# --- bits that turned over ---


def sound(path: Path, actions: int) -> tuple[bytes, bytes]:
    """A database with something in every table, and its archive."""
    with open_office(path, Holder("tests")) as office:
        for number in range(actions):
            perform(office, 0, number)
        with office.store.writing(Stamp(MADE, str(TERMINAL), ActionId("pin"))) as writing:
            for kind in ("formula", "regulation"):
                writing.pin(FEED, kind, f"id = '{kind}'\n" * 50)
        with office.reading() as reading:
            archive = b"".join(Archive(reading, made=MADE))
    return path.read_bytes(), archive


def after_flip(path: Path, content: bytes, archive: bytes, chance: random.Random) -> str:
    """What the store says of a file in which one bit turned over: refused, broken, or the same as ever.

    Anything else is a fault: `changed` if it gives other content without a word.
    """
    place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
    flipped = bytearray(content)
    flipped[place] ^= bit
    path.write_bytes(flipped)
    writer = chance.choice([None, Holder("next")])
    try:
        with open_office(path, writer) as office:
            if broken := check(office).broken:
                return f"broken {broken.why}"
            with office.reading() as reading:
                found = b"".join(Archive(reading, made=MADE))
    except Refusal as refusal:
        return f"refused {refusal.code}"
    except Exception as error:  # noqa: BLE001 - every kind that a person would see as a trace
        return f"raised {type(error).__name__} at byte {place} bit {bit}: {error}"
    return "same" if found == archive else f"changed at byte {place} bit {bit}"
