"""The secret that this installation signs with; no copy and no archive carries it."""

from kamchatka.app.office import Office
from kamchatka.store import accounts

NAME = "signing"


def installation_secret(office: Office) -> bytes:
    """A random key of 256 bits, made when it is first asked for. Derive a key of your own from it by HMAC."""
    with office.reading() as reading:
        found = accounts.secret(reading.connection, NAME)
    if found is None:
        with office.store.database.writing() as connection:
            accounts.make_secret(connection, NAME)
            found = accounts.secret(connection, NAME)
    assert found is not None
    return found
