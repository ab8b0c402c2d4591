"""Where this installation keeps its files, and files written whole or not at all."""

import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

VARIABLE = "KAMCHATKA_HOME"
ONLY_THE_OWNER = 0o600
"""Rights of a file nobody else on the computer may read."""


def data_folder() -> Path:
    """The folder that the environment names; without one, a folder of the user's own."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path.home() / ".kamchatka"


def games_folder(home: Path) -> Path:
    """Where a terminal keeps its games, and where the site finds them."""
    return home / "partite"


def database_path() -> Path:
    """Where the log of this installation is, unless another database is named."""
    return data_folder() / "kamchatka.db"


def new_game_path(stamp: str) -> Path:
    """Where a terminal saves a new game unless it is told another place."""
    return games_folder(data_folder()) / f"partita-{stamp}.partita"


def write_whole(path: Path, content: bytes | Iterable[bytes], mode: int | None = None) -> None:
    """Put the content where the path leads; whatever stood there stays until all of it is on the disk.

    A link is followed and the rights of an earlier file are kept, unless others are given: then nobody else
    can read the file at any moment. What is no file, such as a pipe, is written to directly. Raises OSError.
    """
    pieces = (content,) if isinstance(content, bytes) else content
    if path.exists() and not path.is_file():
        with path.open("wb") as pipe:
            pipe.writelines(pieces)
        return
    place = path.resolve()
    # Its own name for every writer: two may save the same file at once.
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
    """See that a folder's new names survive a power cut, where the system lets folders be opened."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
