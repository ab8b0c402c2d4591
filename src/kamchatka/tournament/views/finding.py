"""People found by a few words, however they were typed."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from kamchatka.ids import PersonId
from kamchatka.near_names import plain_words
from kamchatka.tournament.scores import Names

LEAST_LIKE = 0.72
"""How much a mistyped name must be like the one that is meant."""
MOST_FOUND = 12
LONGEST_QUERY = 60


def people_called(names: Names, among: Iterable[PersonId], query: str) -> list[PersonId]:
    """Whoever a few words may mean: every word begins one of their name's; else those most like it."""
    words = plain_words(query[:LONGEST_QUERY])
    if not words:
        return []
    plain = {who: plain_words(names[who]) for who in among}
    found = [who for who, own in plain.items() if begin_all(words, own)]
    if not found:
        whole = {" ".join(own): who for who, own in plain.items()}
        near = get_close_matches(" ".join(words), whole, n=MOST_FOUND, cutoff=LEAST_LIKE)
        found = [whole[name] for name in near]
    exact = [who for who in found if plain[who] == words]
    return exact or sorted(found, key=lambda who: names[who].casefold())[:MOST_FOUND]


def begin_all(words: Sequence[str], own: Sequence[str]) -> bool:
    """Whether every word begins one of these."""
    return all(any(each.startswith(word) for each in own) for word in words)
