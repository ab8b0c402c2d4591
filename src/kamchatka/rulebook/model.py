"""A regulation, read and checked: frozen values, each tied to the clauses it comes from."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from kamchatka.board import load_board
from kamchatka.ids import ClauseId, RulebookId
from kamchatka.messages import Language
from kamchatka.rulebook.faults import NoSuchTable
from kamchatka.rulebook.sections import (
    SECTIONS,
    ArmiesSection,
    AttackSection,
    CardsSection,
    ClockSection,
    ClosingSection,
    ConductSection,
    CongelatoSection,
    ConquestSection,
    DefenceSection,
    EliminationSection,
    MapSection,
    MoveSection,
    ReinforcementSection,
    SeatsSection,
    Section,
    SetupSection,
    TableTiesSection,
    TallySection,
    TrisSection,
    VictorySection,
    WithdrawalSection,
)

Plain = bool | int | str | list[object] | dict[str, object]
"""A value as it stands in the file."""


OWN_CHOICE = ""
"""Source of a value that no printed regulation stands behind."""


LISTED_STRIPS = ("listed", "declared")
"""Kinds of strips that are rows of a deck."""

ADDED_LATER: dict[str, Plain] = {"withdrawal.lone_seat": "counted"}
"""Keys that came after regulations were first stored, with the value under which one plays as before.

An older file may lack them, and where they have this value they leave the digest as it was.
"""


def canonical_digest(content: Mapping[str, object]) -> str:
    """SHA-256 of plain data, the same on every machine and Python and for any order of keys."""
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class RulebookValue:
    """One value of a rulebook with its key (`closing.cap`) and the clauses behind it."""

    key: str
    value: Plain
    clauses: tuple[ClauseId, ...]

    @property
    def section(self) -> str:
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        return self.key.partition(".")[2]


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """Everything that tells one regulation from another."""

    plain_as = "id title sources extends sizes=seats.sizes digest"

    id: RulebookId
    titles: Mapping[Language, str]
    about: Mapping[Language, str]
    sources: tuple[str, ...]
    """Printed regulations it follows, its own first, then those it inherits from."""
    extends: RulebookId | None

    seats: SeatsSection
    map: MapSection
    setup: SetupSection
    reinforcement: ReinforcementSection
    tris: TrisSection
    attack: AttackSection
    defence: DefenceSection
    conquest: ConquestSection
    move: MoveSection
    cards: CardsSection
    elimination: EliminationSection
    withdrawal: WithdrawalSection
    congelato: CongelatoSection
    armies: ArmiesSection
    victory: VictorySection
    closing: ClosingSection
    tally: TallySection
    table_ties: TableTiesSection
    clock: ClockSection
    conduct: ConductSection

    clauses: Mapping[str, tuple[ClauseId, ...]]
    set_by: Mapping[str, str]
    """By key: the printed regulation whose file last stated the value, or OWN_CHOICE."""

    def title(self, lang: Language) -> str:
        """Its name for people."""
        return self.titles[lang]

    def require_seats(self, seats: int) -> None:
        """NoSuchTable if the regulation has no table of so many seats."""
        if seats not in self.seats.sizes:
            raise NoSuchTable(seats, self.seats.sizes)

    def section(self, name: str) -> Section:
        """A section by name."""
        found = getattr(self, name) if name in SECTIONS else None
        if not isinstance(found, Section):
            raise KeyError(name)
        return found

    def entries(self) -> Iterator[RulebookValue]:
        """Every value, section by section, in the order of the game."""
        for name in SECTIONS:
            for key, value in self.section(name).model_dump(mode="json").items():
                dotted = f"{name}.{key}"
                yield RulebookValue(dotted, value, self.clauses.get(dotted, ()))

    def entry(self, key: str) -> RulebookValue:
        """One value by its key; KeyError if no section has it."""
        for entry in self.entries():
            if entry.key == key:
                return entry
        raise KeyError(key)

    def digest(self) -> str:
        """SHA-256 of what is played: id, values and board, independent of machine and key order."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        content = {
            "id": self.id,
            "values": {
                entry.key: entry.value
                for entry in self.entries()
                if not _plays_as_before(entry.key, entry.value)
            },
            "board": load_board().digest(self._decks()),
        }
        return canonical_digest(content)

    def _decks(self) -> tuple[str, ...]:
        """The decks of objectives this regulation plays with."""
        objectives = "" if self.setup.objective_source == "none" else self.setup.objective_deck
        strips = self.tally.strip_deck if self.tally.strip in LISTED_STRIPS else ""
        return tuple(deck for deck in (objectives, strips) if deck)


def _plays_as_before(key: str, value: Plain) -> bool:
    return key in ADDED_LATER and ADDED_LATER[key] == value
