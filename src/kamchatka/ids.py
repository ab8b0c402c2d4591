"""Small distinct types for the names that travel between packages."""

from typing import NewType

Territory = NewType("Territory", str)
"""A territory's id, such as `africa_del_nord`."""

Continent = NewType("Continent", str)
"""A continent's id, such as `america_del_sud`."""

ObjectiveId = NewType("ObjectiveId", str)
"""An objective card's id, such as `challenge-01`."""

RulebookId = NewType("RulebookId", str)
"""A regulation's id, such as `rtu`."""

ClauseId = NewType("ClauseId", str)
"""A clause of the five regulations, such as `001-E7`."""

Seat = NewType("Seat", int)
"""A seat in the order of play, from 0; people call them A, B, C…"""

Card = NewType("Card", str)
"""A card of the deck: the id of the territory it shows, or `jolly_1`, `jolly_2`."""

PersonId = NewType("PersonId", str)
"""A person's opaque id, such as `p-3f2a90c1d4e5b677`: events hold nothing else about people."""

ActionId = NewType("ActionId", str)
"""A client's id for one of its requests; a request repeated under the same id is executed once."""

AccountId = NewType("AccountId", str)
"""An account's opaque id, such as `u-3f2a90c1d4e5b677`: the log holds nothing else about it."""


def kebab(name: str) -> str:
    """A class name in kebab case, as files write it: `PlaceArmies` is `place-armies`."""
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("-")
