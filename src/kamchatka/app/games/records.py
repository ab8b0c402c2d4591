"""The shelf of game records: uploads in the data folder, and the shipped examples.

The id of an upload is the SHA-256 of its content, so the same file always has the same link. Only files that
can be parsed and replayed are accepted.
"""

import hashlib
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from kamchatka.app.files import ONLY_THE_OWNER, write_whole
from kamchatka.app.games.record_summary import RecordSummary, summary_from_json, summary_of, summary_to_json
from kamchatka.app.games.retelling import retell
from kamchatka.app.games.story import Story, tell
from kamchatka.app.games.story_table import BadStory
from kamchatka.app.refusals import RecordRefusal
from kamchatka.game.codec import Unreadable
from kamchatka.game.record_file import normal_text, read_record

UNTELLABLE = (Unreadable, RecordRefusal, BadStory)
"""Errors for a file that cannot be shown as a game."""

MOST_BYTES = 4 * 1024 * 1024
MOST_ENTRIES = 20_000
"""Many times a long game: without a limit one file could occupy the server for minutes."""

MOST_RECORDS = 200
MOST_BYTES_IN_ALL = 100 * 1024 * 1024
FOLDER = "records"
RECORD = ".record"
SUFFIX = ".partita"
ID = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True)
class GameListing:
    """A game in a list."""

    id: str
    summary: RecordSummary | None
    """None if the file is damaged, or a replay under our rules fails."""
    changed: int | None = None
    """When its file was written, in nanoseconds since 1970; None for an example."""

    is_upload: bool = False
    """Whether it is an upload, which can be removed."""


class _RecordFile(NamedTuple):
    """A record's file."""

    id: str
    changed: int
    size: int


class ShelfFull(Exception):
    """The limit on records or on bytes is reached."""

    def __init__(self, most: int) -> None:
        super().__init__(f"at most {most} records")
        self.most = most


class RecordShelf:
    """Uploaded records in one folder, and the examples beside them."""

    def __init__(self, home: Path, *, most: int = MOST_RECORDS, most_bytes: int = MOST_BYTES_IN_ALL) -> None:
        self.folder = home / FOLDER
        self.most = most
        self.most_bytes = most_bytes
        self._lock = threading.Lock()
        self._remembered: dict[str, tuple[RecordSummary | None]] = {}

    def keep(self, content: bytes) -> tuple[str, Story]:
        """Parse, replay and store a file; returns its id and story. Raises UNTELLABLE errors or ShelfFull."""
        kept = normal_text(content).encode()
        id = hashlib.sha256(kept).hexdigest()
        story = story_of(kept)
        with self._lock:
            if not self._file(id).is_file():
                self._make_room_for(kept)
                _write(self._file(id), kept)
        self._keep_card(id, summary_of(story))
        return id, story

    def content(self, id: str) -> bytes | None:
        """The content of a record; None if there is none with this id, or its file was altered."""
        if id in examples():
            return examples()[id]
        if not ID.fullmatch(id):
            return None
        try:
            found = self._file(id).read_bytes()
        except OSError:
            return None
        return found if hashlib.sha256(found).hexdigest() == id else None

    def story(self, id: str) -> Story | None:
        """The story of a record; raises UNTELLABLE errors if our rules have changed since it was stored."""
        found = self.content(id)
        return None if found is None else story_of(found)

    def uploaded(self) -> list[GameListing]:
        """The uploads, newest first. One that cannot be replayed has no summary, but can be removed."""
        found = sorted(self._records(), key=lambda record: (-record.changed, record.id))
        return [
            GameListing(record.id, self._summary(record.id), record.changed, is_upload=True)
            for record in found
        ]

    def _records(self) -> Iterator[_RecordFile]:
        for path in listing(self.folder):
            if path.suffix != RECORD or not ID.fullmatch(path.stem):
                continue
            with suppress(FileNotFoundError):  # it may be removed meanwhile
                state = path.stat()
                yield _RecordFile(path.stem, state.st_mtime_ns, state.st_size)

    def remove(self, id: str) -> bool:
        """Delete an uploaded record; False if there was none."""
        if not ID.fullmatch(id):
            return False
        with self._lock:
            was_there = self._file(id).is_file()
            self._file(id).unlink(missing_ok=True)
            self._card(id).unlink(missing_ok=True)
            self._remembered.pop(id, None)
        return was_there

    def _summary(self, id: str) -> RecordSummary | None:
        """The summary of a record: from memory, from its file, or rebuilt; None if a replay fails."""
        remembered = self._remembered.get(id)
        if remembered is not None:
            return remembered[0]
        summary = self._kept_card(id)
        if summary is None:
            try:
                story = self.story(id)
            except UNTELLABLE:
                # The id is the digest of the content: a replay that fails now will always fail.
                self._remembered[id] = (None,)
                return None
            if story is None:
                return None
            summary = summary_of(story)
            self._keep_card(id, summary)
        self._remembered[id] = (summary,)
        return summary

    def _kept_card(self, id: str) -> RecordSummary | None:
        try:
            return summary_from_json(self._card(id).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return None

    def _keep_card(self, id: str, summary: RecordSummary) -> None:
        """Cache a summary beside its record, if the record still exists."""
        with self._lock, suppress(OSError):
            # The file is only a cache: a failed write must not break a list.
            _write(self._card(id), summary_to_json(summary).encode())
            # Checked after writing, since another process may have removed the record.
            if not self._file(id).is_file():
                self._card(id).unlink(missing_ok=True)

    def _make_room_for(self, content: bytes) -> None:
        kept = list(self._records())
        in_all = sum(record.size for record in kept)
        if len(kept) >= self.most or in_all + len(content) > self.most_bytes:
            raise ShelfFull(len(kept))

    def _file(self, id: str) -> Path:
        return self.folder / f"{id}{RECORD}"

    def _card(self, id: str) -> Path:
        return self.folder / f"{id}.card.json"


def story_of(content: bytes) -> Story:
    """The story of a file; raises UNTELLABLE errors."""
    record = read_record(content)
    if len(record.entries) > MOST_ENTRIES:
        raise RecordRefusal("too_long", most=MOST_ENTRIES)
    return tell(retell(record))


def listing(folder: Path) -> list[Path]:
    """The paths in a folder; empty if it does not exist or cannot be read."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _write(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content, ONLY_THE_OWNER)


@cache
def examples() -> Mapping[str, bytes]:
    """The shipped games by their id in URLs, in order of their file names."""
    folder = files("kamchatka.game").joinpath("examples")
    found = {entry.name: entry for entry in folder.iterdir() if entry.name.endswith(SUFFIX)}
    return {
        f"esempio-{name.removesuffix(SUFFIX)}": normal_text(found[name].read_bytes()).encode()
        for name in sorted(found)
    }


@cache
def example_cards() -> tuple[GameListing, ...]:
    """The shipped games as list entries."""
    return tuple(GameListing(id, summary_of(story_of(content))) for id, content in examples().items())
