"""What a text record tells in words, for a game that our rules no longer follow.

A text holds actions, luck and digests, and beside them sentences that are never read back. Where the rules
have changed since, these sentences are all that is left of what happened. They name every secret, so they are
used only if they tell that the game ended.
"""

import re
from dataclasses import dataclass
from functools import cache

from kamchatka.game.narrate import ENDING_NAMES
from kamchatka.game.record_text import SEAL, TITLE
from kamchatka.messages import text

LONGEST = 400
NO_FACTS = ("", "|", "=", "regolamento", "regole", "tavolo", "dadi", "segreto", "sedia", "entropia")
TURN = re.compile(r"\D*?\b([A-F])\b.*\bturno (\d{1,6}), giro (\d{1,6})\b", re.ASCII)
"""A sentence that begins a turn, in every wording used so far: whose it is, its number, its lap."""
PLACE = re.compile(r"(\d)° ([A-F]) \((\d{1,6})(,5)?\)", re.ASCII)


@dataclass(frozen=True)
class Passage:
    """What followed one action, or what began a turn."""

    sentences: tuple[str, ...]
    turn: tuple[int, int, int] | None = None
    """Seat, number and lap of the turn that begins here."""


@dataclass(frozen=True)
class Told:
    """The rest of a finished game in its own words."""

    passages: tuple[Passage, ...]
    ending: str
    places: tuple[int, ...]
    half_points: tuple[int, ...]
    """By seat; empty if the text does not tell them."""


def told_after(content: str, facts: int, seats: int) -> Told | None:
    """What a text tells after so many facts; None if it tells no end of the game."""
    groups: list[list[str]] = [[]]
    seen = 0
    for line in content.split("\n"):
        word, _, rest = line.strip().partition(" ")
        if word == "=" and seen > facts:
            said = _plain(rest)
            if TURN.match(said):
                groups.append([])
            groups[-1].append(said)
        elif not (word in NO_FACTS or line.startswith(("|", TITLE, SEAL))):
            seen += 1
            if word not in ("*", "#"):
                groups.append([])
    passages = tuple(_passage(group, seats) for group in groups if group)
    sentences = [said for passage in passages for said in passage.sentences]
    ending = next(filter(None, map(_ending, sentences)), None)
    if ending is None:
        return None
    places, half_points = _ranking(sentences, seats)
    return Told(passages, ending, places, half_points)


def _passage(group: list[str], seats: int) -> Passage:
    found = TURN.match(group[0])
    seat = ord(found[1]) - ord("A") if found else seats
    turn = (seat, int(found[2]), int(found[3])) if found and seat < seats else None
    return Passage(tuple(group), turn)


def _plain(said: str) -> str:
    """A sentence of a stranger's file, fit for a page."""
    return "".join(sign for sign in said if sign.isprintable())[:LONGEST]


def _ending(said: str) -> str | None:
    """The kind of end that a sentence tells."""
    return next((ending for ending, wording in _endings() if wording.fullmatch(said)), None)


@cache
def _endings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How records tell each end. If the wording ever changes, the old one must be added here."""
    found = []
    for ending in ENDING_NAMES.values():
        wording = re.escape(text(f"events.game_ended.{ending.replace('-', '_')}", "it"))
        found.append((ending, re.compile(re.sub(r"\\{\w+\\}", ".+", wording))))
    return tuple(found)


def _ranking(sentences: list[str], seats: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places and half points by seat, from the last sentence that ranks the whole table."""
    letters = [chr(ord("A") + seat) for seat in range(seats)]
    for said in reversed(sentences):
        ranked = {
            seat: (int(place), 2 * int(whole) + bool(half))
            for place, seat, whole, half in PLACE.findall(said)
        }
        if sorted(ranked) == letters:
            return tuple(ranked[seat][0] for seat in letters), tuple(ranked[seat][1] for seat in letters)
    return (), ()
