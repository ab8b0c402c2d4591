"""Accounts: who may enter the site, as what, from which browsers and by which links."""

from kamchatka.app.office import Office
from kamchatka.store import accounts

SIGNING = "signing"


def installation_secret(office: Office) -> bytes:
    """A random key of 256 bits, made when it is first asked for; no copy and no archive carries it.

    Derive a key of your own from it by HMAC.
    """
    with office.reading() as reading:
        found = accounts.secret(reading.connection, SIGNING)
    if found is None:
        with office.store.database.writing() as connection:
            accounts.make_secret(connection, SIGNING)
            found = accounts.secret(connection, SIGNING)
    assert found is not None
    return found
