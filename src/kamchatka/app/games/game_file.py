"""The file of a game: written whole after each action, so that nothing is lost when the computer stops.

While fair dice are in play their secret lies in a file of its own beside the record; when the game is over it
goes into the record and that file is removed.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kamchatka.app.refusals import TableRefusal
from kamchatka.app.saving import ONLY_THE_OWNER, new_game_path, write_whole
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
    """What a file holds; TableRefusal if it cannot be opened."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise TableRefusal("unreadable_file", path=path, error=error) from error


def new_path(wanted: str, stamp: str) -> Path:
    """Where a new game is kept; TableRefusal for an ending we do not write."""
    if not wanted:
        return new_game_path(stamp)
    path = Path(wanted)
    if path.suffix not in (*TEXT_ENDINGS, JSON_ENDING):
        raise TableRefusal("ending", path=path, endings=", ".join((*TEXT_ENDINGS, JSON_ENDING)))
    return path


@dataclass(frozen=True)
class GameFile:
    """Where one game is kept, as text or as JSON; beside it the secret of its dice, and a lock."""

    path: Path

    def make_room(self) -> None:
        """Make the folder of a new game; TableRefusal where a file of that name is, or no folder can be."""
        try:
            if self.path.exists():
                raise TableRefusal("exists", path=self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TableRefusal("no_place", path=self.path.parent, error=error) from error

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other table away from this game; TableRefusal if one plays it."""
        real = self.path.resolve()  # a game has one lock, by whatever links it is reached
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locked(real.with_name(real.name + LOCK_ENDING)))
            except LockHeld as error:
                raise TableRefusal("held", path=self.path) from error
            except OSError as error:
                raise TableRefusal("no_place", path=real.parent, error=error) from error
            yield

    def read(self) -> Record:
        """The game as it was kept; TableRefusal if it cannot be opened, Unreadable if it is no game."""
        return read_record(read_bytes(self.path))

    def write(self, record: Record, *, is_public: bool) -> None:
        """Keep a game; what tells everybody's cards and objectives is for all to read only at the end."""
        content = (record_to_json if self.path.suffix == JSON_ENDING else record_to_text)(record)
        _write(self.path, content, EVERYBODY if is_public else ONLY_THE_OWNER, refusal="unwritable")

    @property
    def secret_path(self) -> Path:
        """Where the secret of fair dice lies while the game goes on."""
        real = self.path.resolve()
        return real.with_name(real.name + SECRET_ENDING)

    def new_secret(self) -> bytes:
        """A secret for fair dice, written down before anything depends on it; TableRefusal where another
        game's secret lies.
        """
        if self.secret_path.exists():
            raise TableRefusal("secret_exists", path=self.secret_path)
        secret = new_secret()
        _write(self.secret_path, f"{secret.hex()}\n", ONLY_THE_OWNER, refusal="no_place")
        return secret

    def secret_of(self, promise: Promise) -> bytes:
        """The secret a game goes on with; TableRefusal if it is not there or not the one promised."""
        try:
            secret = bytes.fromhex(read_bytes(self.secret_path).decode().strip())
            return promise.revealed(secret).secret or secret
        except TableRefusal as error:
            raise TableRefusal("no_secret", path=self.secret_path) from error
        except ValueError as error:
            raise TableRefusal("wrong_secret", path=self.secret_path) from error

    def forget_secret(self) -> None:
        """Remove the secret: told in the record, or of a game that never began."""
        self.secret_path.unlink(missing_ok=True)


def _write(path: Path, content: str, mode: int, *, refusal: str) -> None:
    """Write a file whole or not at all, as the disk has it; TableRefusal if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content.encode(), mode)
    except OSError as error:
        raise TableRefusal(refusal, path=path, error=error) from error
