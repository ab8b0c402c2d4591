"""What a log keeps: the base of its events, which says how each is stored and what it speaks of."""

from dataclasses import dataclass
from typing import ClassVar, Literal, dataclass_transform

from kamchatka.ids import kebab

Subject = Literal["people", "tables", "results", "event"]
"""What somebody who reads the log may look for; `event`: the tournament as a whole."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class LoggedEvent:
    """An event that a log keeps, a frozen dataclass: `class GameVoided(LoggedEvent, subject="results")`."""

    subject: ClassVar[Subject]
    stored_as: ClassVar[str]
    """Its kind in the store: made from the name of the class; a class that is renamed states the old one."""

    def __init_subclass__(cls, *, subject: Subject, stored_as: str = "", kw_only: bool = False) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only)(cls)
        cls.subject = subject
        cls.stored_as = stored_as or kebab(cls.__name__)
