"""Files written whole or not at all: beside their place first, then renamed."""

import os
import threading
from contextlib import suppress
from pathlib import Path

ONLY_THE_OWNER = 0o600
"""Rights of a file nobody else on the computer may read."""


def write_whole(path: Path, content: bytes, mode: int | None = None) -> None:
    """Put the content where the path leads; whatever stood there stays until all of it is on the disk.

    A link is followed and the rights of an earlier file are kept, unless others are given: then nobody else
    can read the file at any moment. What is no file, such as a pipe, is written to directly. Raises OSError.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    place = path.resolve()
    # Its own name for every writer: two may save the same file at once.
    draft = place.with_name(f".{place.name[:100]}.{os.getpid()}-{threading.get_ident()}.draft")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o666 if mode is None else mode)
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is None and place.exists():
            draft.chmod(place.stat().st_mode & 0o7777)
        draft.replace(place)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    _settle(place.parent)


def _settle(folder: Path) -> None:
    """See that a folder's new names survive a power cut, where the system lets folders be opened."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
