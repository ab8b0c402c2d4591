"""Recorded games for their pages: parsed once and cached in memory."""

from http import HTTPStatus

from starlette.exceptions import HTTPException

from kamchatka.app.games.reasons import TurnReasons, reasons_of
from kamchatka.app.games.records import UNTELLABLE, RecordShelf
from kamchatka.app.games.story import Story
from kamchatka.app.games.terminal_games import PREFIX, TerminalGames
from kamchatka.messages import Language
from kamchatka.web.public.page_cache import PageCache
from kamchatka.web.replay.frames import frames
from kamchatka.web.site.pages import existing
from kamchatka.web.site.visit import Visit

MOST_STORIES = 8
MOST_FRAMES = 16


class Library:
    """All records of one installation, with a cache of the last ones read."""

    def __init__(self, shelf: RecordShelf, terminal: TerminalGames) -> None:
        self.shelf = shelf
        self.terminal = terminal
        self._stories: PageCache[Story | None] = PageCache(MOST_STORIES)
        self._frames: PageCache[str] = PageCache(MOST_FRAMES)
        self._reasons: PageCache[tuple[TurnReasons, ...]] = PageCache(MOST_STORIES)

    def keep(self, content: bytes) -> str:
        """Store a record and return its id. Raises what the shelf raises."""
        id, story = self.shelf.keep(content)
        self._stories.get(id, id, lambda: story)
        return id

    def story(self, id: str) -> Story | None:
        """The game with this id; None if there is none. Raises the errors in UNTELLABLE."""
        return self._story(id, self._version(id))

    def frames(self, id: str, lang: Language) -> str | None:
        """All steps of a game as JSON; None if there is no such game."""
        # Read the version first: if the game goes on meanwhile, the cached story is newer than its version.
        version = self._version(id)
        story = self._story(id, version)
        return (
            None if story is None else self._frames.get((id, lang), str(version), lambda: frames(story, lang))
        )

    def reasons(self, id: str) -> tuple[TurnReasons, ...] | None:
        """Why the bots of a finished game played as they did; None if there is no such game."""
        version = self._version(id)
        story = self._story(id, version)
        if story is None:
            return None
        return self._reasons.get(id, str(version), lambda: reasons_of(story.retelling.record))

    def remove(self, id: str) -> bool:
        """Delete an uploaded record; False if there was none."""
        removed = self.shelf.remove(id)
        self._stories.forget(id)
        return removed

    def _version(self, id: str) -> str | None:
        return self.terminal.version(id) if id.startswith(PREFIX) else id

    def _story(self, id: str, version: str | None) -> Story | None:
        if version is None:
            return None
        shelf = self.terminal if id.startswith(PREFIX) else self.shelf
        found = self._stories.get(id, version, lambda: shelf.story(id))
        if found is None:
            self._stories.forget(id)
        return found


def library_of(at: Visit) -> Library:
    """The records of this installation."""
    found = at.request.app.state.library
    assert isinstance(found, Library)
    return found


def story_at(at: Visit, id: str) -> Story:
    """The game with this id; 404 if there is none, or it cannot be shown."""
    try:
        return existing(library_of(at).story(id))
    except UNTELLABLE as error:
        raise HTTPException(HTTPStatus.NOT_FOUND) from error
