"""One game, one terminal: who plays it leaves a note beside its file, so that nobody else plays it too."""

import contextlib
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from kamchatka.app.saving import ONLY_THE_OWNER
from kamchatka.cli.table.refused import NotSo

LOCK_ENDING = ".lock"


@contextlib.contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Hold the game of this file; NotSo if somebody plays it, or if nothing can be written there."""
    lock = path.with_name(path.name + LOCK_ENDING)
    note = f"{os.getpid()} {platform.node()}\n"
    while not _made(lock, note):
        found = _note(lock)
        if found is not None and _is_held(found):
            raise NotSo("held", path=path, lock=lock)
        if found is not None:
            _remove_stale(lock, found)
    try:
        yield
    finally:
        if _note(lock) == note:
            lock.unlink(missing_ok=True)


def _made(lock: Path, note: str) -> bool:
    """Whether the note could be left: the system lets only one of several do so."""
    try:
        handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_THE_OWNER)
    except FileExistsError:
        return False
    except OSError as error:
        raise NotSo("no_place", path=lock.parent, error=error) from error
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(note)
    return True


def _note(lock: Path) -> str | None:
    """What a note says; None where there is none any more."""
    try:
        return lock.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise NotSo("unreadable_file", path=lock, error=error) from error


def _is_held(note: str) -> bool:
    """Whether whoever left the note may still be playing: of another computer nobody here can tell."""
    pid, _, host = note.strip().partition(" ")
    if not (pid.isascii() and pid.isdigit() and len(pid) < 10) or host != platform.node():
        return True
    return int(pid) != os.getpid() and _is_alive(int(pid))


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        synchronize = 0x00100000
        handle = ctypes.windll.kernel32.OpenProcess(synchronize, False, pid)
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _remove_stale(lock: Path, note: str) -> None:
    """Take a dead process's note away; one that somebody left in the meantime is put back."""
    aside = lock.with_name(f".{lock.name}.{os.getpid()}")
    try:
        lock.replace(aside)
    except FileNotFoundError:
        return
    if _note(aside) != note:
        with contextlib.suppress(FileExistsError):
            os.link(aside, lock)
    aside.unlink(missing_ok=True)
