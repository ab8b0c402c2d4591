"""Where use cases are carried out: who asks, when it is, and the store that keeps what happened.

A use case checks who may act, decides, and appends, all in one transaction; sent twice under one id it is
done once. Time comes from the clock that is passed in, so that tomorrow's event can be rehearsed today.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from kamchatka.app.events import CODEC
from kamchatka.ids import ActionId
from kamchatka.refusals import NotAllowed
from kamchatka.store.chain import StoredEvent
from kamchatka.store.database import Holder
from kamchatka.store.log import LogReader, LogWriter, Stamp, Store, open_store

Clock = Callable[[], datetime]


class Role(StrEnum):
    """What somebody is to this installation or to an event."""

    ADMINISTRATOR = "administrator"
    ORGANISER = "organiser"
    OFFICIAL_JUDGE = "official-judge"
    TABLE_JUDGE = "table-judge"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True)
class Actor:
    """Who asks, by role and by an id that is nobody's name."""

    role: Role
    id: str

    def __str__(self) -> str:
        return f"{self.role}/{self.id}"

    def must_be(self, *roles: Role) -> None:
        """NotAllowed unless the actor has one of these roles; an administrator has all of them."""
        if self.role not in (Role.ADMINISTRATOR, *roles):
            raise NotAllowed("role", missing=tuple(roles) or (Role.ADMINISTRATOR,))


TERMINAL = Actor(Role.ADMINISTRATOR, "terminal")
"""Whoever sits at the computer itself."""


def new_action() -> ActionId:
    """An id for a request that comes with none."""
    return ActionId(f"a-{secrets.token_hex(8)}")


def system_clock() -> datetime:
    """The time now."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Office:
    """An open installation."""

    store: Store
    clock: Clock

    def now(self) -> str:
        """The time now, in world time, as the log writes it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def reading(self) -> AbstractContextManager[LogReader]:
        """Look at one moment of the store."""
        return self.store.reading()

    def carry_out(
        self, actor: Actor, action: ActionId, content: object, work: Callable[[LogWriter], None]
    ) -> list[StoredEvent]:
        """One use case: does the work unless it was done before, and gives the events it left.

        `content` is what was asked, to tell a repetition from another request under the same id.
        """
        with self.store.writing(Stamp(self.now(), str(actor), action)) as writing:
            if not writing.is_repeated(content):
                work(writing)
            return writing.of_action(action)


@contextmanager
def open_office(
    place: str | Path | None, writer: Holder | None = None, clock: Clock = system_clock
) -> Iterator[Office]:
    """The installation whose store is at this path or address; to change anything, say who you are."""
    with open_store(place, CODEC, writer) as store:
        yield Office(store, clock)
