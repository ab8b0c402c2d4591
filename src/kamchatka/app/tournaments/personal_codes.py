"""Personal codes: a few signs on the place card open an entrant's seat and results on a phone.

A code is derived from a secret of the installation, so none is stored; revoking it counts up what it is
derived from. It opens nothing but public data.
"""

import hmac
from dataclasses import dataclass

from kamchatka.app.office import Office
from kamchatka.app.register.accounts import installation_secret
from kamchatka.app.tournaments.opening import TOURNAMENTS, fold_in, listed_in, stream_of
from kamchatka.app.tournaments.unreadable import UnreadableTournament, as_unreadable
from kamchatka.ids import PersonId
from kamchatka.store.log import LogReader
from kamchatka.tournament.state import Entrant, Tournament

SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without those that look alike."""
LENGTH = 8
"""About 40 bits: with a limit on wrong codes, nobody finds one by trying."""
MOST_KNOWN = 500
_known: dict[tuple[bytes, str, str], dict[str, PersonId]] = {}
"""Cache of the codes of an event, by installation and hash of its last event."""


@dataclass(frozen=True)
class CodeHolder:
    """An entrant of an event."""

    id: str
    person: PersonId


def personal_codes(office: Office, id: str, tournament: Tournament) -> dict[PersonId, str]:
    """The code of each entrant."""
    key = _key(office)
    return {who: _code(key, id, each) for who, each in tournament.entrants.items()}


def holder_of(office: Office, typed: str) -> CodeHolder | None:
    """Whose code this is, however it is spaced; None if it is nobody's."""
    signs = "".join(typed.split()).replace("-", "").upper()
    if len(signs) != LENGTH or not set(signs) <= set(SIGNS):
        return None
    code = _grouped(signs)
    key = _key(office)
    with office.reading() as reading:
        feeds = reading.feeds(TOURNAMENTS)
        for id in listed_in(reading):
            try:
                who = _codes_in(reading, key, id, feeds[stream_of(id)]).get(code)
            except UnreadableTournament:
                continue  # its codes open nothing until it can be read
            if who:
                return CodeHolder(id, who)
    return None


def _codes_in(reading: LogReader, key: bytes, id: str, number: int) -> dict[str, PersonId]:
    """The people of an event with this number of events, by code."""
    with as_unreadable(id):
        [last] = reading.feed(stream_of(id), after=number - 1)
        known = _known.get((key, id, last.hash))
        if known is None:
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            people = fold_in(reading, id).tournament.entrants
            known = _known[key, id, last.hash] = {_code(key, id, each): who for who, each in people.items()}
        return known


def _key(office: Office) -> bytes:
    return hmac.digest(installation_secret(office), b"personal code", "sha256")


def _code(key: bytes, id: str, entrant: Entrant) -> str:
    words = f"{id}/{entrant.person}/{entrant.codes_revoked}"
    drawn = int.from_bytes(hmac.digest(key, words.encode(), "sha256")[:16])
    return _grouped("".join(SIGNS[drawn // len(SIGNS) ** place % len(SIGNS)] for place in range(LENGTH)))


def _grouped(signs: str) -> str:
    """A code as people read it, in two groups."""
    return f"{signs[: LENGTH // 2]}-{signs[LENGTH // 2 :]}"
