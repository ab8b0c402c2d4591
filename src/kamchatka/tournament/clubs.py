"""Club badges for narrow places: a unique code of a few letters and a hue."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from kamchatka.near_names import plain_words

HUES = 14
STRIDE = 5
"""Hues between one club and the next by name, so that neighbours in a list differ."""
COMMON = frozenset(
    plain_words(
        "risiko club circolo associazione ass asd aps a s d p gruppo team official ludica ludico ludoteca"
        " culturale sportiva giochi gioco giocatori amici compagnia lega centro sezione sede il lo la l i gli"
        " le un una di del dello della dell dei degli delle da dal dalla e ed a al alla in the of and"
        " game games"
    )
)
"""Words that many clubs have in their name."""


@dataclass(frozen=True)
class ClubBadge:
    """A code of a few letters and a hue, solid or outlined."""

    club: str
    code: str
    hue: int
    is_outlined: bool


def badges(clubs: Iterable[str], chosen: Mapping[str, str] | None = None) -> dict[str, ClubBadge]:
    """A badge for each club, in order of name; codes are unique, and those chosen by hand come first."""
    found: dict[str, ClubBadge] = {}
    names = sorted({club for club in clubs if club}, key=str.casefold)
    own = {club: code for club, code in (chosen or {}).items() if club in names}
    taken = set(own.values())
    for at, club in enumerate(names):
        code = own.get(club) or next(code for code in _codes(club) if code not in taken)
        taken.add(code)
        found[club] = ClubBadge(club, code, at * STRIDE % HUES, at // HUES % 2 == 1)
    return found


def _codes(club: str) -> Iterator[str]:
    """Candidate codes: the first letters of each distinctive word, then other letters, then numbers."""
    words = [_letters(word) for word in plain_words(club) if word not in COMMON]
    words = [word for word in words if word] or [_letters(club) or "CLB"]
    yield from (f"{word:X<3}"[:3] for word in words)
    letters = "".join(words)
    for one, other in combinations(range(1, len(letters)), 2):
        yield letters[0] + letters[one] + letters[other]
    yield from (f"{letters[0]}{number:02d}" for number in range(100))
    yield from (f"{number:03d}" for number in range(1000))


def _letters(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words).upper()
    return "".join(sign for sign in plain if sign.isalnum() and sign.isascii())
