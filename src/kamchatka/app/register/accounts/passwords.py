"""Passwords: kept as Argon2 hashes, checked in the same time for everybody, tried a few times only."""

import secrets
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from limits import RateLimitItem, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from kamchatka.refusals import NotPossibleNow, NotUnderstood

SHORTEST, LONGEST = 10, 200
HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
AT_ONCE = BoundedSemaphore(2)
"""Each check takes 19 MiB and a core: a crowd at the door must not take the whole computer."""
MINUTES = 15
PER_ACCOUNT = RateLimitItemPerMinute(5, MINUTES)
PER_ADDRESS = RateLimitItemPerMinute(30, MINUTES)


class TooManyTries(NotPossibleNow):
    """Somebody has tried too often, and waits."""


def checked_password(password: str, login: str) -> str:
    """A new password, if it is one; NotUnderstood with what to choose instead."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise NotUnderstood("password_length", shortest=SHORTEST, longest=LONGEST)
    if login and login in password.casefold():
        raise NotUnderstood("password_is_name")
    return password


def hashed(password: str) -> str:
    """What is kept of a password."""
    with AT_ONCE:
        return HASHER.hash(_plain(password))


def matches(kept: str, password: str) -> bool:
    """Whether a password is the one whose hash was kept; nothing kept takes as long, and is never right."""
    with AT_ONCE:
        try:
            HASHER.verify(kept or _nobodys(), _plain(password[: LONGEST + 1]))
        except VerifyMismatchError:
            return False
    return bool(kept)


@cache
def _nobodys() -> str:
    """The hash of a password that nobody has."""
    return HASHER.hash(secrets.token_hex(16))


def _plain(password: str) -> bytes:
    """The same letters however a keyboard makes them; a page may send what is no text."""
    return normalize("NFC", password).encode("utf-8", errors="surrogatepass")


class Tries:
    """How often somebody may try: counted by account, known or not, and by the address it comes from."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, account: str, address: str) -> None:
        """Count one more try; TooManyTries if there were enough of them."""
        self.limit(PER_ADDRESS, "address", network_of(address))
        self.limit(PER_ACCOUNT, "account", account)

    def limit(self, item: RateLimitItem, *of: str) -> None:
        """Count something of another kind."""
        if not self._limiter.hit(item, *of):
            raise TooManyTries("too_many_tries", minutes=item.get_expiry() // 60)

    def check(self, item: RateLimitItem, *of: str) -> None:
        """TooManyTries if there were enough of another kind, without counting one."""
        if not self._limiter.test(item, *of):
            raise TooManyTries("too_many_tries", minutes=item.get_expiry() // 60)

    def forgive(self, account: str) -> None:
        """Whoever knew the password may mistype it again."""
        self._limiter.clear(PER_ACCOUNT, "account", account)


def network_of(address: str) -> str:
    """What one visitor holds of the network: an address, or the /64 that a home has of the newer kind."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)
