"""Passwords: stored as Argon2 hashes, verified in constant time, with a limit on attempts."""

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
"""Each check takes 19 MiB and a core: many sign-ins at once must not use up the computer."""
MINUTES = 15
PER_ACCOUNT = RateLimitItemPerMinute(5, MINUTES)
PER_DEVICE = RateLimitItemPerMinute(5, MINUTES)
PER_ADDRESS = RateLimitItemPerMinute(30, MINUTES)


class TooManyTries(NotPossibleNow):
    """The limit on attempts is reached."""


def checked_password(password: str, login: str) -> str:
    """Validate a new password; NotUnderstood says what to choose instead."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise NotUnderstood("password_length", shortest=SHORTEST, longest=LONGEST)
    if login and login in password.casefold():
        raise NotUnderstood("password_is_name")
    return password


def hashed(password: str) -> str:
    """The hash of a password, for storage."""
    with AT_ONCE:
        return HASHER.hash(_plain(password))


def matches(kept: str, password: str) -> bool:
    """Whether a password matches its stored hash; an empty hash takes as long and never matches."""
    with AT_ONCE:
        try:
            HASHER.verify(kept or _nobodys(), _plain(password[: LONGEST + 1]))
        except VerifyMismatchError:
            return False
    return bool(kept)


@cache
def _nobodys() -> str:
    """The hash of a random password."""
    return HASHER.hash(secrets.token_hex(16))


def _plain(password: str) -> bytes:
    """The normalised bytes of a password; a request may contain invalid Unicode."""
    return normalize("NFC", password).encode("utf-8", errors="surrogatepass")


class Tries:
    """Rate limits on sign-in attempts: by login, existing or not, and by network address.

    A device that signed in to the account before has its own limit instead, which strangers cannot use up.
    """

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def count(self, account: str, address: str, device: str = "") -> None:
        """Count one attempt to sign in, from a known device if one is given; TooManyTries at the limit."""
        if device:
            self._hit("too_many_tries", PER_DEVICE, "device", account, device)
        else:
            self._hit("too_many_tries", PER_ADDRESS, "address", network_of(address))
            self._hit("too_many_tries", PER_ACCOUNT, "account", account)

    def limit(self, item: RateLimitItem, *of: str) -> None:
        """Count one hit on another limit; TooManyTries at the limit."""
        self._hit("too_many_codes", item, *of)

    def _hit(self, code: str, item: RateLimitItem, *of: str) -> None:
        if not self._limiter.hit(item, *of):
            raise TooManyTries(code, minutes=item.get_expiry() // 60)

    def check(self, item: RateLimitItem, *of: str) -> None:
        """TooManyTries if a limit is reached, without counting a hit."""
        if not self._limiter.test(item, *of):
            raise TooManyTries("too_many_codes", minutes=item.get_expiry() // 60)

    def forgive(self, account: str, device: str = "") -> None:
        """Reset the attempts of a known device, else of the account, after a correct password."""
        if device:
            self._limiter.clear(PER_DEVICE, "device", account, device)
        else:
            self._limiter.clear(PER_ACCOUNT, "account", account)


def network_of(address: str) -> str:
    """The network of one visitor: an IPv4 address, or the /64 prefix of an IPv6 address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return str(found)
