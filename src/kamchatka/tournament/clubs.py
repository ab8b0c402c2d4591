"""Club badges for narrow places: a unique three-letter code and a hue."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

HUES = 14


@dataclass(frozen=True)
class ClubBadge:
    """A three-letter code and a hue, solid or outlined."""

    club: str
    code: str
    hue: int
    is_outlined: bool


def badges(clubs: Iterable[str]) -> dict[str, ClubBadge]:
    """A badge for each club, in order of name; codes are unique."""
    found: dict[str, ClubBadge] = {}
    taken: set[str] = set()
    for at, club in enumerate(sorted({club for club in clubs if club}, key=str.casefold)):
        code = next(code for code in _codes(club) if code not in taken)
        taken.add(code)
        found[club] = ClubBadge(club, code, at % HUES, at // HUES % 2 == 1)
    return found


def _codes(club: str) -> Iterator[str]:
    """Candidate codes: the first three letters, then other letters of the name, then numbers."""
    plain = unicodedata.normalize("NFKD", club).upper()
    letters = "".join(sign for sign in plain if sign.isalnum() and sign.isascii()) or "CLB"
    yield f"{letters:X<3}"[:3]
    for one, other in combinations(range(1, len(letters)), 2):
        yield letters[0] + letters[one] + letters[other]
    yield from (f"{letters[0]}{number:02d}" for number in range(100))
    yield from (f"{number:03d}" for number in range(1000))
