"""Objective cards, the sets they are dealt from, and the rules a deck declares about itself."""

from dataclasses import dataclass
from typing import Literal

from kamchatka.board.names import Name
from kamchatka.faults import Fault
from kamchatka.ids import ObjectiveId, Territory
from kamchatka.messages import Language, text

ValueSum = int | Literal["equal", "any"]


@dataclass(frozen=True)
class Objective:
    """A secret objective: the territories its owner must hold."""

    id: ObjectiveId
    number: int
    territories: tuple[Territory, ...]
    nicknames: Name | None = None
    notes: Name | None = None
    tolerates: tuple[str, ...] = ()
    """Rules of the deck this card may break: a breach is a warning, not a refusal."""

    def nickname(self, lang: Language) -> str | None:
        """The players' name for the card, if it has one."""
        return self.nicknames(lang) if self.nicknames else None

    def title(self, lang: Language) -> str:
        """The card's nickname, or its number if it has none."""
        return self.nickname(lang) or text("board.objective.numbered", lang, number=self.number)

    def note(self, lang: Language) -> str | None:
        """A remark for readers of the card, such as a corrected misprint."""
        return self.notes(lang) if self.notes else None


@dataclass(frozen=True)
class ObjectiveSet:
    """Cards a table is dealt from instead of the whole deck."""

    id: str
    objectives: tuple[ObjectiveId, ...]
    seats: tuple[int, ...]
    """Table sizes this set serves."""
    max_shared: int | None = None
    """Homogeneity: no two cards of the set share more territories than this."""
    proposed_by: str | None = None
    """The author of the set, if not the publisher."""


@dataclass(frozen=True, kw_only=True)
class DeckRules:
    """A deck's declarations about its own cards; the loader enforces them."""

    size: int | None = None
    value_sum: ValueSum = "equal"
    territories_each: int | None = None
    continents_each: int | None = None
    connected: bool = False
    no_whole_continent: bool = False
    distinct_continent_sets: bool = False
    every_continent_set: bool = False
    without_borders: tuple[str, ...] = ()
    """Switchable borders that are absent when this deck is played."""
    partition_seats: tuple[int, ...] = ()
    """Table sizes at which the sets are disjoint and use every card."""


@dataclass(frozen=True)
class ObjectiveDeck:
    """An objective deck, with the warnings from loading it."""

    id: str
    titles: Name
    objectives: tuple[Objective, ...]
    sets: tuple[ObjectiveSet, ...] = ()
    rules: DeckRules = DeckRules()
    warnings: tuple[Fault, ...] = ()

    def title(self, lang: Language) -> str:
        """The deck's name."""
        return self.titles(lang)

    def objective(self, id: ObjectiveId | str) -> Objective:
        """One card by its id; `KeyError` if the deck does not hold it."""
        for card in self.objectives:
            if card.id == id:
                return card
        raise KeyError(id)

    def sets_for(self, seats: int) -> tuple[ObjectiveSet, ...]:
        """The sets a table of this size may be dealt from; if empty, deal from the whole deck."""
        return tuple(group for group in self.sets if seats in group.seats)
