"""Recorded games ready for their pages: told once, and kept in memory while they are looked at."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from kamchatka.app.records import RecordShelf
from kamchatka.app.story import Story
from kamchatka.app.terminal_games import PREFIX, TerminalGames
from kamchatka.messages import Language
from kamchatka.web.replay_frames import frames

MOST_STORIES = 8
MOST_FRAMES = 16

Value = TypeVar("Value")


class RecentValues(Generic[Value]):
    """The values used last, at most so many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[str, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str, make: Callable[[], Value]) -> Value:
        """The value of this key, made if it is not here."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        # Made without the lock: others need not wait for a long game. Twice at worst.
        value = make()
        self.put(key, value)
        return value

    def put(self, key: str, value: Value) -> None:
        """Remember a value; the one unused for longest is forgotten."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def drop(self, key: str) -> None:
        """Forget a value."""
        with self._lock:
            self._values.pop(key, None)

    def __len__(self) -> int:
        return len(self._values)


class Library:
    """All records of one installation and what was read of them lately."""

    def __init__(self, shelf: RecordShelf, terminal: TerminalGames) -> None:
        self.shelf = shelf
        self.terminal = terminal
        self._stories: RecentValues[Story | None] = RecentValues(MOST_STORIES)
        self._frames: RecentValues[str] = RecentValues(MOST_FRAMES)

    def keep(self, content: bytes) -> str:
        """Put a file on the shelf; its id. Raises what the shelf raises."""
        id, story = self.shelf.keep(content)
        self._stories.put(id, story)
        return id

    def story(self, id: str) -> Story | None:
        """The game of this id; None if there is none. Raises what UNTELLABLE lists."""
        return self._story(id, self._version(id))

    def frames(self, id: str, lang: Language) -> str | None:
        """All its steps as JSON; None if there is no such game."""
        # The version first: a game that goes on meanwhile is told newer than its version, never older.
        version = self._version(id)
        story = self._story(id, version)
        return None if story is None else self._frames.get(f"{version} {lang}", lambda: frames(story, lang))

    def remove(self, id: str) -> bool:
        """Take an uploaded record off the shelf; whether it was there."""
        self._stories.drop(id)
        return self.shelf.remove(id)

    def _version(self, id: str) -> str | None:
        return self.terminal.version(id) if id.startswith(PREFIX) else id

    def _story(self, id: str, version: str | None) -> Story | None:
        if version is None:
            return None
        shelf = self.terminal if id.startswith(PREFIX) else self.shelf
        found = self._stories.get(version, lambda: shelf.story(id))
        if found is None:
            self._stories.drop(version)
        return found
