"""One game, one table: the system's own lock on a file beside the game, which a crash frees by itself."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from kamchatka.app.refusals import TableRefusal
from kamchatka.app.saving import ONLY_THE_OWNER

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_ENDING = ".lock"


@contextlib.contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Hold the game of this file; TableRefusal if somebody plays it, or if nothing can be written there."""
    real = path.resolve()  # a game has one lock, by whatever links it is reached
    lock = real.with_name(real.name + LOCK_ENDING)
    handle = _taken(path, lock)
    try:
        yield
    finally:
        # Removed before it is freed, so that nobody's is removed but ours; Windows lets it lie, empty.
        with contextlib.suppress(OSError):
            lock.unlink()
        os.close(handle)


def _taken(path: Path, lock: Path) -> int:
    while True:
        try:
            handle = os.open(lock, os.O_CREAT | os.O_RDWR, ONLY_THE_OWNER)
        except OSError as error:
            raise TableRefusal("no_place", path=lock.parent, error=error) from error
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError) as error:
            os.close(handle)
            raise TableRefusal("held", path=path) from error
        except OSError as error:  # a file system without locks
            os.close(handle)
            raise TableRefusal("no_place", path=lock.parent, error=error) from error
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
    """OSError if another table holds it."""
    if sys.platform == "win32":
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
