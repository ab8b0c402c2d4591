"""Words that are understood whatever is being asked, in both languages at once; how many of something."""

from functools import cache

from kamchatka.messages import LANGUAGES, Language, text

ALWAYS = (
    "help",
    "map",
    "story",
    "cards",
    "objective",
    "undo",
    "save",
    "quit",
    "give_up",
    "time",
    "withdraw",
)
"""Understood at any time."""

IN_TURN = ("pass", "move", "tris", "take_back", "list")
"""Understood in a turn."""


def counted(what: str, number: int, lang: Language) -> str:
    """“1 armata”, “3 armate”."""
    return text(f"play.one.{what}", lang) if number == 1 else text(f"play.many.{what}", lang, number=number)


@cache
def vocabulary() -> dict[str, str]:
    """Every word and what it stands for."""
    return {
        typed: word
        for lang in LANGUAGES
        for word in (*ALWAYS, *IN_TURN)
        for typed in text(f"play.words.{word}", lang).split()
    }


def understood(line: str) -> tuple[str, str]:
    """The word a line begins with and the rest of it; an empty word if it is none of ours."""
    first, _, rest = line.partition(" ")
    word = vocabulary().get(first.casefold(), "")
    return (word, rest.strip()) if word else ("", line)
