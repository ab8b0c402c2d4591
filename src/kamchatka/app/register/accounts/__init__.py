"""Accounts of the site: roles, passwords, sessions and links."""

from kamchatka.app.office import Office
from kamchatka.store import accounts

SIGNING = "signing"


def installation_secret(office: Office) -> bytes:
    """A random key of 256 bits, generated on first use; no archive contains it.

    Derive a separate key for each purpose from it by HMAC.
    """
    found = _secret(office)
    if found is None:
        with office.store.database.writing() as connection:
            accounts.make_secret(connection, SIGNING)
            found = accounts.secret(connection, SIGNING)
    assert found is not None
    return found


def has_secret(office: Office) -> bool:
    """Whether the key exists: an installation that was only read has none."""
    return _secret(office) is not None


def _secret(office: Office) -> bytes | None:
    with office.reading() as reading:
        return accounts.secret(reading.connection, SIGNING)
