"""An operating-system lock on a file: a crash releases it, and the file's text names the holder."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCKED_BYTE = 1 << 30
"""The byte locked on Windows, where locked bytes are unreadable: far beyond the holder's text."""


class LockHeld(Exception):
    """Another process holds the lock; `holder` is the text it wrote into the file."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


@contextlib.contextmanager
def locked(lock: Path, holder: str = "") -> Iterator[None]:
    """Hold the lock. Raises LockHeld if it is taken, OSError if the file cannot be written or locked."""
    handle = _acquire(lock)
    try:
        os.ftruncate(handle, 0)
        os.write(handle, holder.encode())
        yield
    finally:
        # Unlinked before it is released, so that we remove only our own file; on Windows it stays.
        with contextlib.suppress(OSError):
            lock.unlink()
        os.close(handle)


def _acquire(lock: Path) -> int:
    while True:
        handle = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):
            os.lseek(handle, 0, os.SEEK_SET)
            holder = os.read(handle, 4096).decode(errors="replace")
            os.close(handle)
            raise LockHeld(holder) from None
        except OSError:  # a file system without locks
            os.close(handle)
            raise
        if _is_still_there(handle, lock):
            return handle
        os.close(handle)


def _is_still_there(handle: int, lock: Path) -> bool:
    """Whether the handle is still the file at this path: the previous holder may have just unlinked it."""
    try:
        return os.path.samestat(os.fstat(handle), lock.stat())
    except FileNotFoundError:
        return False


def _lock(handle: int) -> None:
    """Lock without waiting; OSError if another process holds the lock."""
    if sys.platform == "win32":
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
