"""Dice that cannot be manipulated and can be verified afterwards.

The table's keeper commits to a secret before the seats add entropy; all luck of the game is derived from
both; the secret is revealed at the end. `verifier.py` recomputes it without any of our code.

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
    """The public data: the table, the commitment, the chairs' entropy; the secret once it is revealed."""

    table: str
    commitment: bytes
    entropy: tuple[bytes, ...] = ()
    secret: bytes | None = None

    def revealed(self, secret: bytes) -> "Promise":
        """The promise with its secret; ValueError if it does not match the commitment."""
        if hashlib.sha256(secret).digest() != self.commitment:
            raise ValueError("this is not the secret that was committed to")
        return replace(self, secret=secret)


@dataclass(frozen=True, repr=False)
class Fair:
    """Luck from a committed secret and every chair's entropy. Its repr hides the secret."""

    table: str
    secret: bytes
    entropy: tuple[bytes, ...]

    @property
    def promise(self) -> Promise:
        """The data that is public during the game."""
        return Promise(self.table, hashlib.sha256(self.secret).digest(), self.entropy)

    def answer(self, number: int, request: Request) -> tuple[int, ...]:
        key = key_of(self.secret, self.table, self.entropy)
        values = _bytes(key, number)
        if request.dice:
            return tuple(_below(values, FACES) + 1 for _ in range(sum(request.dice)))
        return (_below(values, request.among),)


def new_secret() -> bytes:
    """A random secret from the operating system."""
    return system.token_bytes(SECRET_BYTES)


def new_entropy() -> bytes:
    """Entropy for a chair whose player types nothing."""
    return system.token_bytes(16)


def key_of(secret: bytes, table: str, entropy: Sequence[bytes]) -> bytes:
    """The key from which all luck of a game is derived."""
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
    """The next number below `size`; bytes that would bias the result are skipped."""
    assert 1 <= size <= BYTE_VALUES
    limit = BYTE_VALUES - BYTE_VALUES % size
    return next(value for value in values if value < limit) % size
