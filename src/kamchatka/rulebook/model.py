"""A validated regulation: frozen values, each with the clauses it comes from."""

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
"""A value as parsed from the file."""


OWN_CHOICE = ""
"""Source of a value without a printed regulation."""
ANCESTRY = "ancestry"
"""The table of a self-contained text that says what it was derived from."""


LISTED_STRIPS = ("listed", "declared")
"""Kinds of strips that are listed in a deck."""

ADDED_LATER: dict[str, Plain] = {"withdrawal.lone_seat": "counted"}
"""Keys added after regulations were first stored, with the value that keeps the old play.

An older file may lack them, and this value leaves the digest unchanged.
"""


def canonical_digest(content: Mapping[str, object]) -> str:
    """SHA-256 of plain data, independent of machine, Python version and key order."""
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


@dataclass(frozen=True)
class RulebookValue:
    """One value of a rulebook with its key (`closing.cap`) and its clauses."""

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
    """All values of one regulation."""

    plain_as = "id title sources extends sizes=seats.sizes digest"

    id: RulebookId
    titles: Mapping[Language, str]
    about: Mapping[Language, str]
    sources: tuple[str, ...]
    """Printed regulations it follows: its own first, then inherited ones."""
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
    """By key: the printed regulation whose file last set the value, or OWN_CHOICE."""

    def title(self, lang: Language) -> str:
        """The display name."""
        return self.titles[lang]

    def require_seats(self, seats: int) -> None:
        """Raise NoSuchTable if the regulation has no tables of this size."""
        if seats not in self.seats.sizes:
            raise NoSuchTable(seats, self.seats.sizes)

    def section(self, name: str) -> Section:
        """A section by name."""
        found = getattr(self, name) if name in SECTIONS else None
        if not isinstance(found, Section):
            raise KeyError(name)
        return found

    def entries(self) -> Iterator[RulebookValue]:
        """Every value, section by section, in section order."""
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
        """SHA-256 of id, values and board, independent of machine and key order."""
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
        """The objective decks of this regulation."""
        objectives = "" if self.setup.objective_source == "none" else self.setup.objective_deck
        strips = self.tally.strip_deck if self.tally.strip in LISTED_STRIPS else ""
        return tuple(deck for deck in (objectives, strips) if deck)


def _plays_as_before(key: str, value: Plain) -> bool:
    return key in ADDED_LATER and ADDED_LATER[key] == value
