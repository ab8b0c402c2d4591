"""Paths of this installation's files, and atomic writing of files."""

import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

VARIABLE = "KAMCHATKA_HOME"
ONLY_THE_OWNER = 0o600
"""Mode of a file that no other user of the computer may read."""


def data_folder() -> Path:
    """The folder named in the environment, by default one in the user's home."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path.home() / ".kamchatka"


def games_folder(home: Path) -> Path:
    """The folder where the terminal saves games and the site finds them."""
    return home / "partite"


def database_path() -> Path:
    """The default database of this installation."""
    return data_folder() / "kamchatka.db"


def new_game_path(stamp: str) -> Path:
    """The default file for a new game on the terminal."""
    return games_folder(data_folder()) / f"partita-{stamp}.partita"


def write_whole(path: Path, content: bytes | Iterable[bytes], mode: int | None = None) -> None:
    """Write a file atomically: the old content stays until all of the new one is on the disk.

    Follows symbolic links, and keeps the mode of an existing file unless one is given; a given mode holds
    from the start. Writes directly to anything that is not a file, such as a pipe. Raises OSError.
    """
    pieces = (content,) if isinstance(content, bytes) else content
    if path.exists() and not path.is_file():
        with path.open("wb") as pipe:
            pipe.writelines(pieces)
        return
    place = path.resolve()
    # A name of its own for every writer: two may save the same file at once.
    draft = place.with_name(f".{place.name[:100]}.{os.getpid()}-{threading.get_ident()}.draft")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o666 if mode is None else mode)
        with draft.open("wb") as file:
            file.writelines(pieces)
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
    """Sync a folder, so that new names survive a power cut; not on Windows, which cannot open folders."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
