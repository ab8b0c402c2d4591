"""Games that `kamchatka play` and finished online tables save in the data folder: read-only here.

Files whose names begin with a dot, of private tables, are not listed; their addresses lead to them. A game in
progress changes after every action, so a cached summary is valid only until its file changes.
"""

import hashlib
import os
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from kamchatka.app.files import games_folder
from kamchatka.app.games.record_summary import RecordSummary, summary_of
from kamchatka.app.games.records import MOST_BYTES, UNTELLABLE, GameListing, listing, story_of
from kamchatka.app.games.story import Story

PREFIX = "giocata-"
ENDINGS = (".partita", ".txt", ".json")
HIDDEN = "."
"""Begins the file name of a private table's game."""
MOST_LISTED = 30
"""Only the newest are listed, since each must first be replayed once."""


class _FileState(NamedTuple):
    """A game's file, with its time and size when it was read."""

    id: str
    path: Path
    changed: int
    size: int

    @property
    def version(self) -> str:
        return f"{self.id} {self.changed} {self.size}"


class TerminalGames:
    """The games of this computer's terminal."""

    def __init__(self, home: Path) -> None:
        self.folder = games_folder(home)
        self._cards: dict[str, RecordSummary | None] = {}

    def listed(self) -> list[GameListing]:
        """The newest games, newest first; files that are not games or cannot be replayed are left out."""
        newest = sorted(self._files(), key=lambda file: (-file.changed, file.id))[:MOST_LISTED]
        known = self._cards
        cards = {file: known[file.version] if file.version in known else _summary(file) for file in newest}
        # Drop summaries of older versions: a game in progress would leave one at every action.
        self._cards = {file.version: card for file, card in cards.items()}
        return [GameListing(file.id, card, file.changed) for file, card in cards.items() if card is not None]

    def version(self, id: str) -> str | None:
        """Cache version of the game with this id, which changes with every action; None if there is none."""
        return next((file.version for file in self._files(HIDDEN) if file.id == id), None)

    def story(self, id: str) -> Story | None:
        """The current story of a game; None if there is none. Raises UNTELLABLE errors."""
        file = next((file for file in self._files(HIDDEN) if file.id == id), None)
        return None if file is None else _story(file)

    def _files(self, also: str = "") -> list[_FileState]:
        found = []
        for path in listing(self.folder):
            if path.suffix not in ENDINGS or (path.name.startswith(HIDDEN) and not also):
                continue
            try:
                state = path.stat()
            except OSError:
                # Removed meanwhile, or a broken link.
                continue
            if S_ISREG(state.st_mode) and state.st_size <= MOST_BYTES:
                found.append(_FileState(id_of(path.name), path, state.st_mtime_ns, state.st_size))
        return found


def id_of(name: str) -> str:
    """The id of a file in URLs: a hash, so that no request contains a path."""
    return PREFIX + hashlib.sha256(os.fsencode(name)).hexdigest()[:16]


def _summary(file: _FileState) -> RecordSummary | None:
    try:
        story = _story(file)
    except UNTELLABLE:
        return None
    return None if story is None else summary_of(story)


def _story(file: _FileState) -> Story | None:
    try:
        content = file.path.read_bytes()
    except OSError:
        return None
    return story_of(content)
