"""The file of a game: written atomically after each action, so that a crash loses nothing.

During a game with fair dice, their secret is in a file of its own beside the record; at the end of the game
it moves into the record.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kamchatka.app.files import ONLY_THE_OWNER, new_game_path, write_whole
from kamchatka.app.refusals import TableRefusal
from kamchatka.game.fair import Promise, new_secret
from kamchatka.game.record import Record
from kamchatka.game.record_file import read_record
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.lockfile import LockHeld, locked

TEXT_ENDINGS = (".partita", ".txt")
JSON_ENDING = ".json"
SECRET_ENDING = ".segreto"
LOCK_ENDING = ".lock"
EVERYBODY = 0o644


def read_bytes(path: Path) -> bytes:
    """The content of a file; TableRefusal if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TableRefusal("unreadable_file", path=path, error=error) from error


def new_path(wanted: str, stamp: str) -> Path:
    """The file of a new game; TableRefusal for an unknown file name extension."""
    if not wanted:
        return new_game_path(stamp)
    path = Path(wanted)
    if path.suffix not in (*TEXT_ENDINGS, JSON_ENDING):
        raise TableRefusal("ending", path=path, endings=", ".join((*TEXT_ENDINGS, JSON_ENDING)))
    return path


@dataclass(frozen=True)
class GameFile:
    """The file of one game, text or JSON; beside it the secret of its dice, and a lock."""

    path: Path

    def make_room(self) -> None:
        """Create the folder of a new game; TableRefusal if that fails, or the file exists."""
        try:
            if self.path.exists():
                raise TableRefusal("exists", path=self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TableRefusal("no_place", path=self.path.parent, error=error) from error

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Lock the game; TableRefusal if another process plays it."""
        real = self.path.resolve()  # one lock for all symbolic links to a game
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(real.with_name(real.name + LOCK_ENDING)))
            except LockHeld as error:
                raise TableRefusal("held", path=self.path) from error
            except OSError as error:
                raise TableRefusal("no_place", path=real.parent, error=error) from error
            yield

    def read(self) -> Record:
        """The saved game; TableRefusal if it cannot be opened, Unreadable if it is not a game."""
        return read_record(read_bytes(self.path))

    def write(self, record: Record, *, is_public: bool) -> None:
        """Save a game; other users may read the file only if it is public, as it contains hidden cards."""
        content = (record_to_json if self.path.suffix == JSON_ENDING else record_to_text)(record)
        _write(self.path, content, EVERYBODY if is_public else ONLY_THE_OWNER, refusal="unwritable")

    @property
    def secret_path(self) -> Path:
        """The file of the secret of fair dice during the game."""
        real = self.path.resolve()
        return real.with_name(real.name + SECRET_ENDING)

    def new_secret(self) -> bytes:
        """Create and save a secret for fair dice; TableRefusal if another game's secret is in the way."""
        if self.secret_path.exists():
            raise TableRefusal("secret_exists", path=self.secret_path)
        secret = new_secret()
        _write(self.secret_path, f"{secret.hex()}\n", ONLY_THE_OWNER, refusal="no_place")
        return secret

    def secret_of(self, promise: Promise) -> bytes:
        """The secret to resume a game with; TableRefusal if it is missing or not the promised one."""
        try:
            secret = bytes.fromhex(read_bytes(self.secret_path).decode().strip())
            return promise.revealed(secret).secret or secret
        except TableRefusal as error:
            raise TableRefusal("no_secret", path=self.secret_path) from error
        except ValueError as error:
            raise TableRefusal("wrong_secret", path=self.secret_path) from error

    def forget_secret(self) -> None:
        """Delete the secret's file: it is in the record now, or the game never began."""
        self.secret_path.unlink(missing_ok=True)


def _write(path: Path, content: str, mode: int, *, refusal: str) -> None:
    """Write a file atomically; TableRefusal if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content.encode(), mode)
    except OSError as error:
        raise TableRefusal(refusal, path=path, error=error) from error
