"""Dice that nobody can bend and anybody can check afterwards.

The table's keeper commits to a secret before the seats add numbers of their own; all luck of the game follows
from both; the secret is told at the end. `verifier.py` recomputes it without any of our code.

    commitment = SHA-256(secret)
    key        = HMAC-SHA-256(secret, table ‖ entropy of each chair), each part preceded by its length
    bytes      = HMAC-SHA-256(key, number of the request ‖ block), block after block
    die        = byte mod 6 + 1, bytes from 252 on skipped;  one of n = byte mod n, skipped likewise
"""

import hashlib
import hmac
import secrets as system
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kamchatka.game.chance import FACES, Request

SECRET_BYTES = 32
BYTE_VALUES = 256
LENGTH_BYTES = 4
NUMBER_BYTES = 8
BLOCK_BYTES = 4


@dataclass(frozen=True)
class Promise:
    """What is published: the table, the commitment, the chairs' entropy; the secret once it is revealed."""

    table: str
    commitment: bytes
    entropy: tuple[bytes, ...] = ()
    secret: bytes | None = None

    def revealed(self, secret: bytes) -> "Promise":
        """The same with its secret told; ValueError if it is not the one committed to."""
        if hashlib.sha256(secret).digest() != self.commitment:
            raise ValueError("this is not the secret that was committed to")
        return replace(self, secret=secret)


@dataclass(frozen=True, repr=False)
class Fair:
    """Luck from a committed secret and every chair's entropy. Its repr tells nothing."""

    table: str
    secret: bytes
    entropy: tuple[bytes, ...]

    @property
    def promise(self) -> Promise:
        """What everybody may know during the game."""
        return Promise(self.table, hashlib.sha256(self.secret).digest(), self.entropy)

    def answer(self, number: int, request: Request) -> tuple[int, ...]:
        key = key_of(self.secret, self.table, self.entropy)
        values = _bytes(key, number)
        if request.dice:
            return tuple(_below(values, FACES) + 1 for _ in range(sum(request.dice)))
        return (_below(values, request.among),)


def new_secret() -> bytes:
    """A secret nobody can guess, from the operating system."""
    return system.token_bytes(SECRET_BYTES)


def new_entropy() -> bytes:
    """What a chair adds when nobody types anything."""
    return system.token_bytes(16)


def key_of(secret: bytes, table: str, entropy: Sequence[bytes]) -> bytes:
    """The key all luck of a game follows from."""
    parts = (table.encode("utf-8"), *entropy)
    message = b"".join(len(part).to_bytes(LENGTH_BYTES, "big") + part for part in parts)
    return hmac.digest(secret, message, "sha256")


def _bytes(key: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        counted = number.to_bytes(NUMBER_BYTES, "big") + block.to_bytes(BLOCK_BYTES, "big")
        yield from hmac.digest(key, counted, "sha256")
        block += 1


def _below(values: Iterator[int], size: int) -> int:
    """The next number below `size`; bytes that would favour some numbers are skipped."""
    assert 1 <= size <= BYTE_VALUES
    limit = BYTE_VALUES - BYTE_VALUES % size
    return next(value for value in values if value < limit) % size
