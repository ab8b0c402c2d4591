"""Parsing what people type: command words in both languages, names by their beginning.

Also numbers with their nouns.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TypeVar

from kamchatka.app.refusals import TableRefusal
from kamchatka.board import Board
from kamchatka.ids import Territory
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.near_names import plain_words

Thing = TypeVar("Thing")

ALWAYS = (
    "help",
    "map",
    "story",
    "why",
    "cards",
    "objective",
    "undo",
    "save",
    "quit",
    "give_up",
    "time",
    "withdraw",
)
"""Words understood at any time."""

IN_TURN = ("pass", "move", "tris", "take_back", "list")
"""Words understood during a turn."""


def counted(what: str, number: int, lang: Language) -> str:
    """“1 armata”, “3 armate”."""
    return text(f"play.one.{what}", lang) if number == 1 else text(f"play.many.{what}", lang, number=number)


@cache
def vocabulary() -> dict[str, str]:
    """Every word, mapped to its command."""
    return {
        typed: word
        for lang in LANGUAGES
        for word in (*ALWAYS, *IN_TURN)
        for typed in text(f"play.words.{word}", lang).split()
    }


def understood(line: str) -> tuple[str, str]:
    """The command at the start of a line and the rest of the line; an empty command if there is none."""
    first, _, rest = line.partition(" ")
    word = vocabulary().get(first.casefold(), "")
    return (word, rest.strip()) if word else ("", line)


def folded(words: str) -> str:
    """Lower-case letters without accents, and single spaces."""
    return " ".join(plain_words(words))


def matching(typed: str, known: Mapping[Thing, Iterable[str]]) -> list[Thing]:
    """All matches: by the whole name, else by its beginning, else by the beginnings of its words."""
    wanted = folded(typed)
    if not wanted:
        return []
    names = {thing: [folded(name) for name in called] for thing, called in known.items()}
    for fits in (_is, _begins, _words_begin):
        found = [thing for thing, called in names.items() if any(fits(name, wanted) for name in called)]
        if found:
            return found
    return []


def _is(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return name.startswith(wanted)


def _words_begin(name: str, wanted: str) -> bool:
    """Whether each typed word begins a word of the name, in order: “st or” for “Stati Uniti Orientali”."""
    words = iter(name.split())
    return all(any(word.startswith(part) for word in words) for part in wanted.split())


class Lands:
    """Finds territories by what people type."""

    def __init__(self, board: Board) -> None:
        self._names = {
            info.id: (info.id, *(info.name(lang) for lang in LANGUAGES)) for info in board.territories
        }

    def find(self, typed: str, among: Iterable[Territory], shown: Mapping[Territory, str]) -> Territory:
        """The matching territory, first in `among`, then anywhere; TableRefusal unless exactly one does."""
        here = matching(typed, {territory: self._names[territory] for territory in among})
        found = here or matching(typed, self._names)
        if not found:
            raise TableRefusal("unknown_territory", name=typed[:40])
        if len(found) > 1:
            raise TableRefusal("several", name=typed[:40], found=", ".join(shown[each] for each in found))
        return found[0]
