"""The chain of hashes: each event seals the one before it in its stream, and what is erasable beside it."""

import hashlib
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select

NOTHING = bytes(32).hex()
"""What the first event of a stream stands on."""
AT_ONCE = 5000
"""Rows of the log in memory at a time."""


class StoredEvent(NamedTuple):
    """A row of the log. No field but the payload holds a line end, and the payload holds none either."""

    stream: str
    sequence: int
    feed: str
    number: int
    kind: str
    version: int
    at: str
    actor: str
    action: str
    sealed: str
    payload: str
    hash: str


def streamed(connection: Connection, wanted: Select[Any]) -> Iterator[StoredEvent]:
    """Rows of the log, as many as there may be, without holding them all."""
    found = connection.execute(wanted, execution_options={"yield_per": AT_ONCE})
    for some in found.partitions():
        yield from map(StoredEvent._make, some)


def link(previous: str, event: tuple[Any, ...]) -> str:
    """The hash of an event that follows the one with this hash, over the bytes as they are stored."""
    stream, sequence, feed, number, kind, version, at, actor, action, sealed, payload, _ = event
    said = (
        f"{previous}\n{stream}\n{sequence}\n{feed}\n{number}\n{kind}\n{version}\n{at}\n{actor}\n{action}\n{sealed}"
        f"\n{payload}"
    )
    return hashlib.sha256(said.encode()).hexdigest()


def text_digest(kind: str, content: str) -> str:
    """By what a tournament names a text it is played by."""
    return hashlib.sha256(f"{kind}\n{content}".encode()).hexdigest()


def new_salt() -> str:
    """Random letters that keep a sealed text from being guessed."""
    return secrets.token_hex(16)


def seal(salt: str, content: str) -> str:
    """What the log keeps of an erasable text: once text and salt are gone, it says nothing."""
    # With its length: nobody can hide the first line of a text in its salt.
    return hashlib.sha256(f"{len(content)}\n{salt}\n{content}".encode()).hexdigest()
