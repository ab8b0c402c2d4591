"""Phrases of the case language: English sentences with gaps, each with what it does.

"{seat} places {number} on {territory}" is a phrase; the words between braces are gaps of a known kind.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.cases.names import (
    COLOURS,
    CRITERIA,
    ENDINGS,
    ORDINALS,
    PHASES,
    REASONS,
    SEAT_LETTERS,
    STATUSES,
    cards,
    key,
    plain,
    regions,
    territories,
)

NEUTRAL_OWNER = 6


class NotUnderstood(Exception):
    """A line that is no phrase of the case language."""


@dataclass(frozen=True)
class Gap:
    """A kind of word: what it looks like and what it means."""

    looks: str
    means: Callable[[str], Any]


def one_of(names: Iterable[str]) -> str:
    """A pattern for any of these names, longest first; blanks also match hyphens and underscores."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return "(?:" + "|".join(re.escape(name).replace(r"\ ", "[ _-]+") for name in ordered) + ")"


def listed(one: str, by: str) -> str:
    """A pattern for one or more of these."""
    return f"{one}(?:{by}{one})*"


def named(table: dict[str, int]) -> Gap:
    """One of the names of a table."""
    return Gap(one_of(table), lambda word: table[key(word)])


def many(table: dict[str, int]) -> Gap:
    """Names of a table, separated by commas."""
    return Gap(
        listed(one_of(table), ", *"), lambda words: tuple(table[key(word)] for word in words.split(","))
    )


def seat_of(letter: str) -> int:
    """The number of a seat; `neutral` is an owner too."""
    return NEUTRAL_OWNER if letter.casefold() == "neutral" else SEAT_LETTERS.index(letter.upper())


def holdings(words: str) -> dict[int, int]:
    """Territories and armies: `Brasile 5, Peru`; one army where no number stands."""
    found = {}
    for item in words.split(","):
        name, number = re.fullmatch(r"\s*(.*?)\s*(\d*)\s*", item).groups()  # type: ignore[union-attr]
        found[territories()[key(name)]] = int(number or 1)
    return found


def half_points(words: str) -> int:
    """Points in halves: `86` or `86 1/2`."""
    return 2 * int(words.split(maxsplit=1)[0]) + int(words.endswith("1/2"))


def numbers(words: str) -> tuple[int, ...]:
    """Numbers separated by blanks."""
    return tuple(int(word) for word in words.split())


HOLDING = rf"{one_of(territories())}(?: \d+)?"

GAPS: dict[str, Gap] = {
    "seat": Gap("[A-F]", seat_of),
    "owner": Gap("(?:[A-F]|neutral)", seat_of),
    "seats": Gap(listed("[A-F]", " "), lambda words: tuple(seat_of(word) for word in words.split())),
    "number": Gap(r"\d+", int),
    "numbers": Gap(listed(r"\d+", " "), numbers),
    "range": Gap(r"\d+ to \d+", lambda words: numbers(words.replace(" to", ""))),
    "dice": Gap(listed("[1-6]", " "), numbers),
    "points": Gap(r"\d+(?: 1/2)?", half_points),
    "territory": named(territories()),
    "territories": many(territories()),
    "holdings": Gap(listed(HOLDING, ", *"), holdings),
    "card": named(cards()),
    "cards": many(cards()),
    "objective": Gap("(?:challenge|prestige|aziendale)-[0-9a-z]+", str.lower),
    "objectives": Gap(
        listed("(?:challenge|prestige|aziendale)-[0-9a-z]+", ", *"),
        lambda words: tuple(word.strip().lower() for word in words.split(",")),
    ),
    "region": Gap(one_of(regions()), lambda word: regions()[key(word)]),
    "colour": named(COLOURS),
    "phase": named(PHASES),
    "reason": named(REASONS),
    "criterion": named(CRITERIA),
    "ending": named(ENDINGS),
    "status": named(STATUSES),
    "ordinal": named(ORDINALS),
    "set": Gap("[A-Z][0-9]?", str.upper),
    "move": Gap(".+", str),
}

ONE_OR_MORE = {
    "armies": "arm(?:y|ies)",
    "cards": "cards?",
    "conquests": "conquests?",
    "objectives": "objectives?",
    "points": "points?",
    "territories": "territor(?:y|ies)",
}


def pattern_of(phrase: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """A phrase as a pattern, and the kinds of its gaps in order."""
    kinds = tuple(re.findall(r"\{(\w+)\}", phrase))
    looks = ""
    for piece in re.split(r"(\{\w+\})", phrase):
        if piece.startswith("{"):
            looks += f"({GAPS[piece[1:-1]].looks})"
        else:
            words = re.escape(piece).replace(r"\ ", " ")
            for word, either in ONE_OR_MORE.items():
                words = re.sub(rf"\b{word}\b", either, words)
            looks += words
    return re.compile(looks, re.IGNORECASE), kinds


@dataclass
class Phrase:
    """One sentence of the language."""

    words: str
    act: Callable[..., Any]
    pattern: re.Pattern[str] = field(init=False)
    kinds: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.pattern, self.kinds = pattern_of(self.words)


@dataclass(frozen=True)
class Said:
    """A phrase with its gaps filled."""

    phrase: Phrase
    values: tuple[Any, ...]


class Phrasebook:
    """All phrases that may follow one keyword."""

    def __init__(self, keyword: str) -> None:
        self.keyword = keyword
        self.phrases: list[Phrase] = []

    def says(self, *phrases: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register what one or more phrases do."""

        def register(act: Callable[..., Any]) -> Callable[..., Any]:
            self.phrases += [Phrase(words, act) for words in phrases]
            return act

        return register

    def read(self, text: str) -> Said:
        """The phrase a line says."""
        line = re.sub(r"\s+", " ", plain(text)).strip()
        for phrase in self.phrases:
            found = phrase.pattern.fullmatch(line)
            if found:
                values = (
                    GAPS[kind].means(word) for kind, word in zip(phrase.kinds, found.groups(), strict=True)
                )
                return Said(phrase, tuple(values))
        raise NotUnderstood(f"“{self.keyword} {text}” is not a phrase of the case language")
