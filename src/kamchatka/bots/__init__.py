"""Policies: what a seat does, from what it may know.

A policy is a plain function like those of `rules`:
`decide(tables, pos, hand, goal, state, found) -> (state, move)`, where `hand` and `goal` are the seat's own
cards and objective, `state` a stream and `found` room for a list of moves. It sees no Secrets.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kamchatka.refusals import NotUnderstood

RANDOM = 0
SOLDATO = 1

BOTS: Mapping[str, int] = MappingProxyType({"random": RANDOM, "soldato": SOLDATO})
"""Every policy by the name people type, and the number the rules' loops know it by. A new one adds a line."""


class UnknownBot(NotUnderstood):
    """No policy has this name."""

    section = "simulate.refused"


def bot_number(name: str) -> int:
    """The number of a policy by its name."""
    if name not in BOTS:
        raise UnknownBot("bot", bot=name, known=", ".join(BOTS))
    return BOTS[name]
