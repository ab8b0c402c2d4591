"""Accounts of the site: roles, passwords, sessions and links."""

from kamchatka.app.office import Office
from kamchatka.store import accounts

SIGNING = "signing"


def has_secret(office: Office) -> bool:
    """Whether the installation has its secret already; only a writer can make it."""
    with office.reading() as reading:
        return accounts.secret(reading.connection, SIGNING) is not None


def installation_secret(office: Office) -> bytes:
    """A random key of 256 bits, generated on first use; no archive contains it.

    Derive a separate key for each purpose from it by HMAC.
    """
    with office.reading() as reading:
        found = accounts.secret(reading.connection, SIGNING)
    if found is None:
        with office.store.database.writing() as connection:
            accounts.make_secret(connection, SIGNING)
            found = accounts.secret(connection, SIGNING)
    assert found is not None
    return found
