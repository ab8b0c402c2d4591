"""Base class of logged events: the kind under which each is stored, and its subject."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Literal, dataclass_transform

from kamchatka.ids import kebab

Subject = Literal["people", "tables", "results", "event"]
"""Filter of the log page; `event`: the tournament as a whole."""
Bearer = Literal["person", "group"]
"""Whose word it is: erased with the person, or with the last person of the group."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class LoggedEvent:
    """Base of logged events: `class GameVoided(LoggedEvent, subject="results")` is a frozen dataclass."""

    subject: ClassVar[Subject]
    stored_as: ClassVar[str]
    """Its kind in the store, derived from the class name; a renamed class states its old kind."""
    words: ClassVar[Mapping[str, Bearer]]
    """Its fields, at any depth, whose words stand outside the log; the event's `person` bears them."""

    def __init_subclass__(
        cls,
        *,
        subject: Subject,
        stored_as: str = "",
        kw_only: bool = False,
        words: Mapping[str, Bearer] = MappingProxyType({}),
    ) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only)(cls)
        cls.subject = subject
        cls.stored_as = stored_as or kebab(cls.__name__)
        cls.words = words
