"""Policies: the move of a seat, chosen from what the seat may know.

A policy is a plain function like those of `rules`:
`decide(tables, pos, hand, goal, state, found) -> (state, move)`, where `hand` and `goal` are the seat's own
cards and objective, `state` is a random stream and `found` a buffer for moves. It sees no Secrets.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kamchatka.refusals import NotUnderstood

RANDOM = 0
SOLDATO = 1

BOTS: Mapping[str, int] = MappingProxyType({"random": RANDOM, "soldato": SOLDATO})
"""Policies by the name people type, with their number in the rules' loops. A new policy adds a line."""


class UnknownBot(NotUnderstood):
    """No policy has this name."""

    section = "simulate.refused"


def bot_number(name: str) -> int:
    """The number of a policy by its name."""
    if name not in BOTS:
        raise UnknownBot("bot", bot=name, known=", ".join(BOTS))
    return BOTS[name]
