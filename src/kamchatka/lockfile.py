"""A lock of the operating system on a file: a crash frees it, and inside stands who holds it."""

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
"""Windows locks bytes and lets nobody read them: this one lies far behind what the holder says."""


class LockHeld(Exception):
    """Somebody holds the lock; `holder` is what they say of themselves."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


@contextlib.contextmanager
def locked(lock: Path, holder: str = "") -> Iterator[None]:
    """Hold the lock. Raises LockHeld if somebody does, OSError where nothing can be written or locked."""
    handle = _taken(lock)
    try:
        os.ftruncate(handle, 0)
        os.write(handle, holder.encode())
        yield
    finally:
        # Removed before it is freed, so that nobody's is removed but ours; Windows lets it lie.
        with contextlib.suppress(OSError):
            lock.unlink()
        os.close(handle)


def _taken(lock: Path) -> int:
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
    """Whether what we hold is the file that others will find: whoever left may have just removed it."""
    try:
        return os.path.samestat(os.fstat(handle), lock.stat())
    except FileNotFoundError:
        return False


def _lock(handle: int) -> None:
    """OSError if somebody holds it."""
    if sys.platform == "win32":
        os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
