"""Policies: the move of a seat, chosen from what the seat may know.

A policy is a plain function like those of `rules`. It receives the public position, the seat's own hand and
objective, a random stream, and `notes`: working memory with what was played so far. It sees no Secrets.

A bot is a policy with its style, by the name people type: `soldato`, `sergente:cauto`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kamchatka.refusals import NotUnderstood

RECLUTA = 0
SOLDATO = 1
SERGENTE = 2
"""The first style of sergente; the others follow, in the order of their characters."""
STYLES = ("equilibrato", "cauto", "irruento", "t1", "t3")
GENERALE = SERGENTE + len(STYLES)
"""The first bot that thinks: it is asked through a `thinking.Thinker`, and never by `dispatch.decide`."""

_SERGENTI = ("sergente", *(f"sergente:{style}" for style in STYLES[1:]))
BOTS: Mapping[str, int] = MappingProxyType(
    {name: number for number, name in enumerate(("recluta", "soldato", *_SERGENTI, "generale"))}
)
"""Bots by the name people type, with their number in the rules' loops."""

ALIASES: Mapping[str, str] = MappingProxyType({"random": "recluta", "sergente:equilibrato": "sergente"})
"""Other names of the same bots, also from older files."""


class UnknownBot(NotUnderstood):
    """No bot has this name."""

    section = "simulate.refused"


def bot_names() -> tuple[str, ...]:
    """The names of all bots, by number."""
    return tuple(BOTS)


def canonical_name(name: str) -> str:
    """The name of the bot as records and results write it; an unknown name as it is."""
    return ALIASES.get(name, name)


def bot_number(name: str) -> int:
    """The number of a bot by its name."""
    number = BOTS.get(canonical_name(name))
    if number is None:
        raise UnknownBot("bot", bot=name, known=", ".join(BOTS))
    return number
