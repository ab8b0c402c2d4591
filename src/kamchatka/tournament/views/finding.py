"""Search for people by name, tolerant of typing errors."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from kamchatka.full_name import full_name
from kamchatka.ids import PersonId
from kamchatka.near_names import plain_words
from kamchatka.tournament.scores import Names

LEAST_LIKE = 0.72
"""Minimum similarity of a mistyped name."""
MOST_FOUND = 12
LONGEST_QUERY = 60


def people_called(names: Names, among: Iterable[PersonId], query: str) -> list[PersonId]:
    """People with a name word starting with each query word; else the most similar names."""
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
    return exact or sorted(found, key=lambda who: full_name(names[who]).order)[:MOST_FOUND]


def begin_all(words: Sequence[str], own: Sequence[str]) -> bool:
    """Whether every word is a prefix of one of these."""
    return all(any(each.startswith(word) for each in own) for word in words)
