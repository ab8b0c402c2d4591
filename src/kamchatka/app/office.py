"""The office executes use cases: it holds the store and the clock, and knows who acts.

A use case checks permission, decides and appends, all in one transaction; a request repeated under the same
id is executed once. The clock is passed in, so that tomorrow's event can be rehearsed today.
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
    """Role of a person in this installation or in an event."""

    ADMINISTRATOR = "administrator"
    ORGANISER = "organiser"
    OFFICIAL_JUDGE = "official-judge"
    TABLE_JUDGE = "table-judge"
    ROLL_CALLER = "roll-caller"
    """An assistant who calls the roll and takes fees."""
    SHEET_TYPIST = "sheet-typist"
    """An assistant who types sheets from paper."""
    OBSERVER = "observer"
    """Sees the desk and changes nothing."""
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True)
class Actor:
    """The author of a request: a role and an opaque id."""

    role: Role
    id: str

    def __str__(self) -> str:
        return f"{self.role}/{self.id}"

    def must_be(self, *roles: Role) -> None:
        """NotAllowed unless the actor has one of these roles; an administrator has all of them."""
        if self.role not in (Role.ADMINISTRATOR, *roles):
            raise NotAllowed("role", missing=tuple(roles) or (Role.ADMINISTRATOR,))


TERMINAL = Actor(Role.ADMINISTRATOR, "terminal")
"""The person at the computer itself."""


def new_action() -> ActionId:
    """A new id for a request without one."""
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
        """The time now in UTC, as written in the log."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def reading(self) -> AbstractContextManager[LogReader]:
        """A read transaction of the store."""
        return self.store.reading()

    def carry_out(
        self, actor: Actor, action: ActionId, content: object, work: Callable[[LogWriter], None]
    ) -> list[StoredEvent]:
        """Execute a use case once per action id; returns the events it appended.

        `content` describes the request, to detect a different request under the same id.
        """
        with self.store.writing(Stamp(self.now(), str(actor), action)) as writing:
            if not writing.is_repeated(content):
                work(writing)
            return writing.of_action(action)


@contextmanager
def open_office(
    place: str | Path | None, writer: Holder | None = None, clock: Clock = system_clock
) -> Iterator[Office]:
    """Open the installation at this path or URL; writable if a writer is named."""
    with open_store(place, CODEC, writer) as store:
        yield Office(store, clock)
