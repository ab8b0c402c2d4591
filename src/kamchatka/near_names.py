"""Names that may be one person spelled in two ways: reported as a notice, never merged automatically."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations

LETTERS = 6
"""Least letters of two equally long names one letter apart: shorter ones differ by chance."""
LEAST_LETTERS = 3
"""Least letters of any name that is compared."""
MOST_ALIKE = 12
"""Most names compared within one group; more than that are no typing mistake."""


def near_names(rounds: Sequence[frozenset[str]]) -> list[tuple[str, ...]]:
    """Groups of similar names, given the names in each round.

    Names are similar if their letters are the same, ignoring case, accents, spaces and word order; or if they
    differ by one letter and no round has both (short names: only by a missing letter). The cost grows with
    the number of names, not of pairs.
    """
    names = sorted(frozenset().union(*rounds))
    plain = {name: plain_words(name) for name in names}
    found = [tuple(group) for group in _same_letters(names, plain)]
    together = {name for group in found for name in group}
    apart = list(_one_letter_apart([name for name in names if name not in together], plain))
    seen: dict[str, set[int]] = defaultdict(set)
    wanted = {name for pair in apart for name in pair}
    for number, named in enumerate(rounds):
        for name in named & wanted:
            seen[name].add(number)
    return found + [pair for pair in apart if seen[pair[0]].isdisjoint(seen[pair[1]])]


@lru_cache(maxsize=4096)
def plain_words(words: str) -> tuple[str, ...]:
    """The words of a text or a name, without case, accents and punctuation."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", words) if not unicodedata.combining(sign))
    return tuple("".join(sign if sign.isalnum() else " " for sign in bare.casefold()).split())


def _same_letters(names: Sequence[str], plain: Mapping[str, tuple[str, ...]]) -> Iterator[list[str]]:
    """Groups of names with the same words in any order, or the same letters in the same order."""
    groups: dict[str, list[str]] = {}
    for name in names:
        words = plain[name]
        keys = {"".join(words), "".join(sorted(words))} - {""}
        group = next((groups[key] for key in sorted(keys) if key in groups), None)
        if group is None:
            group = []
        group.append(name)
        for key in keys:
            groups.setdefault(key, group)
    unique = {id(group): group for group in groups.values()}
    return (group for group in unique.values() if len(group) > 1)


def _one_letter_apart(
    names: Sequence[str], plain: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, str]]:
    """Pairs that differ by one letter added, missing, wrong or swapped; digits are never a typing mistake.

    Such names become equal once a letter is removed from each, so only names that do so are compared.
    """
    shortened: dict[str, list[str]] = defaultdict(list)
    whole = {name: " ".join(plain[name]) for name in names}
    letters = {name: sum(map(str.isalpha, words)) for name, words in whole.items()}
    for name, words in whole.items():
        if letters[name] >= LEAST_LETTERS:
            for key in _without_one(words):
                shortened[key].append(name)
    told: set[tuple[str, str]] = set()
    for group in shortened.values():
        for at, one in enumerate(group[:MOST_ALIKE]):
            for other in group[at + 1 : MOST_ALIKE]:
                may_be = letters[one] != letters[other] or letters[one] >= LETTERS
                if may_be and (one, other) not in told and _is_one_edit(whole[one], whole[other]):
                    told.add((one, other))
                    yield one, other


def _without_one(words: str) -> set[str]:
    """The name itself, and the name without each of its letters."""
    return {words} | {words[:at] + words[at + 1 :] for at, sign in enumerate(words) if not sign.isdigit()}


def _is_one_edit(one: str, other: str) -> bool:
    """Whether one letter was added, left out, mistyped or swapped with the next."""
    short, long = sorted((one, other), key=len)
    at = next((place for place, sign in enumerate(short) if sign != long[place]), len(short))
    if len(long) > len(short):
        return short[at:] == long[at + 1 :]
    if short[at + 1 :] == long[at + 1 :]:
        return not short[at].isdigit() and not long[at].isdigit()
    return short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]


class NameIndex:
    """Names in which to search for similar ones, comparing only those that have something in common."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._places: dict[str, list[int]] = defaultdict(list)
        for at, name in enumerate(names):
            for key in _search_keys(name):
                self._places[key].append(at)

    def places(self, name: str) -> list[int]:
        """Positions of the names that may be one person's with this one."""
        near = {at for key in _search_keys(name) for at in self._places.get(key, ())}
        return [at for at in sorted(near) if may_be_one(name, self._names[at])]

    def pairs(self) -> list[tuple[int, int]]:
        """Positions of each two names that may be one person's."""
        near = ((at, other) for at, name in enumerate(self._names) for other in self.places(name))
        return [(at, other) for at, other in near if at < other]


def _search_keys(name: str) -> set[str]:
    """Two names that may be one have such a key in common: all letters, all but one sign, or a word with the
    initial of another.
    """
    words = plain_words(name)
    whole = " ".join(words)
    shorter = (f"-{whole[:at]}{whole[at + 1 :]}" for at in range(len(whole)))
    initials = (f"{one} {other[0]}" for one, other in permutations(words, 2))
    return {f"={''.join(words)}", f"-{whole}", *shorter, *initials}


def may_be_one(one: str, other: str) -> bool:
    """Whether two names may be one person's: nearly the same letters, or one abbreviates the other.

    `Nino C` abbreviates `Nino Costa` and `Costa Nino`; a single word abbreviates nothing.
    """
    words, others = plain_words(one), plain_words(other)
    if not words or not others:
        return False
    if "".join(words) == "".join(others) or sorted(words) == sorted(others):
        return True
    whole = " ".join(words), " ".join(others)
    letters = [sum(map(str.isalpha, each)) for each in whole]
    is_long = min(letters) >= LEAST_LETTERS and (letters[0] != letters[1] or letters[0] >= LETTERS)
    if is_long and abs(len(whole[0]) - len(whole[1])) <= 1 and _is_one_edit(*whole):
        return True
    short, long = sorted((words, others), key=lambda each: sum(map(len, each)))
    return len(short) > 1 and _begins(short, long)


def _begins(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Whether each word is a prefix of a different word of the longer name, and at least one equals it."""
    left = list(long)
    whole = 0
    for word in sorted(short, key=len, reverse=True):
        found = next((each for each in left if each == word), None) or next(
            (each for each in left if each.startswith(word)), None
        )
        if found is None:
            return False
        left.remove(found)
        whole += found == word
    return whole > 0
