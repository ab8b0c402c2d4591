"""The file of a game: written whole after each action, so that nothing is lost when the computer stops.

While fair dice are in play their secret lies in a file of its own beside the record; when the game is over it
goes into the record and that file is removed.
"""

from dataclasses import dataclass
from pathlib import Path

from kamchatka.app.home import data_folder, games_folder
from kamchatka.app.saving import ONLY_THE_OWNER, write_whole
from kamchatka.cli.table.people import Player
from kamchatka.cli.table.refused import NotSo
from kamchatka.game.fair import Promise
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import record_from_text, record_to_text

TEXT_ENDINGS = (".partita", ".txt")
JSON_ENDING = ".json"
SECRET_ENDING = ".segreto"
EVERYBODY = 0o644


def read_record(path: Path) -> Record:
    """The game in a file, as text or as JSON; NotSo if it cannot be opened, Unreadable if it is no game."""
    content = read_text(path)
    return record_from_json(content) if content.lstrip().startswith("{") else record_from_text(content)


def read_text(path: Path) -> str:
    """What a file holds; NotSo if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise NotSo("unreadable_file", path=path, error=error) from error
    except UnicodeDecodeError as error:
        raise NotSo("not_text", path=path) from error


def new_path(wanted: str, stamp: str) -> Path:
    """Where a new game is kept; NotSo for an ending we do not write."""
    if not wanted:
        return games_folder(data_folder()) / f"partita-{stamp}{TEXT_ENDINGS[0]}"
    path = Path(wanted)
    if path.suffix not in (*TEXT_ENDINGS, JSON_ENDING):
        raise NotSo("ending", path=path, endings=", ".join((*TEXT_ENDINGS, JSON_ENDING)))
    return path


def make_room(path: Path) -> None:
    """Make the folder of a new game; NotSo where a file of that name is, or where there can be no folder."""
    if path.exists():
        raise NotSo("exists", path=path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotSo("no_place", path=path.parent, error=error) from error


@dataclass(frozen=True)
class Keeper:
    """Keeps one game in one file."""

    path: Path
    table: str
    players: tuple[Player, ...]

    def record(self, game: Game, *, reveal: bool) -> Record:
        """The game as it stands."""
        names = tuple(player.name for player in self.players)
        return record_of(game, table=self.table, players=names, reveal=reveal)

    def keep(self, game: Game, *, reveal: bool = False) -> None:
        """Write the game; the secret of its dice is told once it is over, or when `reveal` says so."""
        record = self.record(game, reveal=reveal or game.is_over)
        # What the record tells of everybody's cards and objectives is for all to read only at the end.
        write_record(self.path, record, EVERYBODY if reveal or game.is_over else ONLY_THE_OWNER)
        if reveal or game.is_over:
            self.secret_path.unlink(missing_ok=True)

    @property
    def secret_path(self) -> Path:
        """Where the secret of fair dice lies while the game goes on."""
        return self.path.with_name(self.path.name + SECRET_ENDING)

    def keep_secret(self, secret: bytes) -> None:
        """Write down the secret before anything depends on it; NotSo where another game's secret lies."""
        if self.secret_path.exists():
            raise NotSo("secret_exists", path=self.secret_path)
        _write(self.secret_path, f"{secret.hex()}\n", ONLY_THE_OWNER, refusal="no_place")

    def secret_of(self, promise: Promise) -> bytes:
        """The secret a game in progress goes on with; NotSo if it is not there or not the one promised."""
        try:
            secret = bytes.fromhex(read_text(self.secret_path).strip())
            return promise.revealed(secret).secret or secret
        except NotSo as error:
            raise NotSo("no_secret", path=self.secret_path) from error
        except ValueError as error:
            raise NotSo("wrong_secret", path=self.secret_path) from error


def write_record(path: Path, record: Record, mode: int = EVERYBODY) -> None:
    """Write a record as text, or as JSON where the file's name ends so; NotSo if it cannot be written."""
    _write(path, (record_to_json if path.suffix == JSON_ENDING else record_to_text)(record), mode)


def _write(path: Path, content: str, mode: int, *, refusal: str = "unwritable") -> None:
    """Write a file whole or not at all, as the disk has it; NotSo if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content.encode(), mode)
    except OSError as error:
        raise NotSo(refusal, path=path, error=error) from error
