"""Recorded games ready for their pages: told once, and kept in memory while they are looked at."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from kamchatka.app.records import Shelf
from kamchatka.app.story import Story
from kamchatka.messages import Language
from kamchatka.web.replay_frames import frames

MOST_STORIES = 8
MOST_FRAMES = 16

Value = TypeVar("Value")


class Recent(Generic[Value]):
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
    """The shelf of one installation and what was read from it lately."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._stories: Recent[Story | None] = Recent(MOST_STORIES)
        self._frames: Recent[str] = Recent(MOST_FRAMES)

    def keep(self, content: bytes) -> str:
        """Put a file on the shelf; its id. Raises what the shelf raises."""
        id, story = self.shelf.keep(content)
        self._stories.put(id, story)
        return id

    def story(self, id: str) -> Story | None:
        """The game of this id; None if there is none."""
        found = self._stories.get(id, lambda: self.shelf.story(id))
        if found is None:
            self._stories.drop(id)
        return found

    def frames(self, id: str, story: Story, lang: Language) -> str:
        """All its steps as JSON."""
        return self._frames.get(f"{id} {lang}", lambda: frames(story, lang))

    def remove(self, id: str) -> bool:
        """Take an uploaded record off the shelf; whether it was there."""
        self._stories.drop(id)
        return self.shelf.remove(id)
