"""Refusals for people: each violation code with its kind, its clause and its remedy."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import cache
from importlib.resources import files
from typing import Self

from kamchatka.game.violation_values import in_words, values_of
from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import Tables
from kamchatka.rules import moves
from kamchatka.rules import violations as reasons
from kamchatka.rules.layout import Position

__all__ = ["RefusalKind", "RuleViolation", "Violation", "clause_of", "refusal_kind", "values_of"]

COMMON_SOURCE = "000"
"""The printed regulation whose common rules apply when another is silent."""


class Violation(IntEnum):
    """Why a move is refused; values are the codes of `rules`."""

    GAME_OVER = reasons.GAME_OVER
    NOT_YOUR_TURN = reasons.NOT_YOUR_TURN
    WRONG_PHASE = reasons.WRONG_PHASE
    WAITING_FOR_LUCK = reasons.WAITING_FOR_LUCK
    UNKNOWN_MOVE = reasons.UNKNOWN_MOVE
    NO_SUCH_TERRITORY = reasons.NO_SUCH_TERRITORY
    NO_SUCH_SEAT = reasons.NO_SUCH_SEAT
    COLOUR_TAKEN = reasons.COLOUR_TAKEN
    COLOUR_EXCLUDED = reasons.COLOUR_EXCLUDED
    TERRITORY_TAKEN = reasons.TERRITORY_TAKEN
    WRONG_NUMBER_OF_ARMIES = reasons.WRONG_NUMBER_OF_ARMIES
    NO_SUCH_STRIP = reasons.NO_SUCH_STRIP
    NOT_YOUR_TERRITORY = reasons.NOT_YOUR_TERRITORY
    TOO_MANY_ARMIES = reasons.TOO_MANY_ARMIES
    ARMIES_STILL_TO_PLACE = reasons.ARMIES_STILL_TO_PLACE
    NOTHING_TO_PLACE = reasons.NOTHING_TO_PLACE
    NOT_PLACED_THIS_TURN = reasons.NOT_PLACED_THIS_TURN
    MAY_NOT_REPOSITION = reasons.MAY_NOT_REPOSITION
    TOO_MANY_TAKE_BACKS = reasons.TOO_MANY_TAKE_BACKS
    CARD_NOT_IN_HAND = reasons.CARD_NOT_IN_HAND
    NOT_A_TRIS = reasons.NOT_A_TRIS
    TOO_LATE_FOR_TRIS = reasons.TOO_LATE_FOR_TRIS
    TOO_MANY_TRIS = reasons.TOO_MANY_TRIS
    NOT_ADJACENT = reasons.NOT_ADJACENT
    OWN_TARGET = reasons.OWN_TARGET
    TOO_FEW_ARMIES = reasons.TOO_FEW_ARMIES
    WRONG_DICE = reasons.WRONG_DICE
    FEWER_DICE_THAN_DEFENCE = reasons.FEWER_DICE_THAN_DEFENCE
    DICE_MUST_BE_MAXIMUM = reasons.DICE_MUST_BE_MAXIMUM
    NO_SUPERIORITY = reasons.NO_SUPERIORITY
    COMBAT_CLOSED = reasons.COMBAT_CLOSED
    ELIMINATION_TOO_EARLY = reasons.ELIMINATION_TOO_EARLY
    TOO_FEW_LEFT = reasons.TOO_FEW_LEFT
    GARRISON_NEEDED = reasons.GARRISON_NEEDED
    NO_MOVE_LEFT = reasons.NO_MOVE_LEFT
    SAME_TERRITORY = reasons.SAME_TERRITORY
    MOVE_IS_FINAL = reasons.MOVE_IS_FINAL
    CARD_LOST = reasons.CARD_LOST
    ALREADY_EXPIRED = reasons.ALREADY_EXPIRED
    SEAT_NOT_PLAYING = reasons.SEAT_NOT_PLAYING
    NOTHING_TO_CORRECT = reasons.NOTHING_TO_CORRECT
    LATENESS_IS_FREE = reasons.LATENESS_IS_FREE
    ALREADY_LATE = reasons.ALREADY_LATE
    TOO_LATE_FOR_LATENESS = reasons.TOO_LATE_FOR_LATENESS


class RefusalKind(StrEnum):
    """Three kinds of refusal, never mixed."""

    NOT_UNDERSTOOD = "not-understood"
    """The action names something that does not exist."""
    NOT_ALLOWED = "not-allowed"
    """A rule forbids it."""
    NOT_NOW = "not-now"
    """Not the right moment: another seat decides or was faster, or the game is over."""


class RuleViolation(Exception):
    """A move the regulation does not allow."""

    def __init__(self, code: Violation, clause: ClauseId, values: Mapping[str, str | int]) -> None:
        super().__init__(f"{code.name} ({clause})")
        self.code = code
        self.clause = clause
        self.values = values

    @classmethod
    def of(  # noqa: PLR0917 - what `check` was asked, in the same order, and what it answered
        cls, rulebook: Rulebook, tables: Tables, pos: Position, seat: int, coded: int, code: int
    ) -> Self:
        """The refusal of this move by this seat, for the reason `check` gave."""
        violation = Violation(code)
        values = values_of(rulebook, tables, pos, seat, coded)
        return cls(violation, clause_of(rulebook, violation, moves.kind_of(coded)), values)

    @property
    def kind(self) -> RefusalKind:
        """The kind of refusal."""
        return refusal_kind(self.code)

    def sentence(self, lang: Language) -> str:
        """The problem, the remedy and the clause, as a sentence."""
        words = in_words(self.values, lang)
        return text(f"violations.{self.code.name.lower()}", lang, **words, clause=self.clause)


@dataclass(frozen=True)
class Ground:
    """The basis of a refusal: values of the regulation, else clauses of the printed ones."""

    keys: tuple[str, ...]
    clauses: tuple[ClauseId, ...]

    def clause(self, rulebook: Rulebook) -> ClauseId:
        """The clause to cite under a regulation.

        First the clauses of its own values, then of the regulations it follows, in order, then of the common
        rules; otherwise the first clause listed.
        """
        for key in self.keys:
            if rulebook.clauses.get(key):
                return rulebook.clauses[key][0]
        for source in (*rulebook.sources, COMMON_SOURCE):
            for clause in self.clauses:
                if clause.startswith(f"{source}-"):
                    return clause
        return self.clauses[0]


@dataclass(frozen=True)
class ViolationText:
    """A violation as its data file states it; some have another ground for certain kinds of move."""

    kind: RefusalKind
    ground: Ground
    by_move: Mapping[int, Ground] = field(default_factory=dict)


def clause_of(rulebook: Rulebook, violation: Violation, move_kind: int | None = None) -> ClauseId:
    """The clause this regulation gives for the refusal; it may depend on the kind of move."""
    reason = _reasons()[violation]
    ground = reason.ground if move_kind is None else reason.by_move.get(move_kind, reason.ground)
    return ground.clause(rulebook)


def refusal_kind(violation: Violation) -> RefusalKind:
    """Not understood, not allowed or not possible now."""
    return _reasons()[violation].kind


@cache
def _reasons() -> dict[Violation, ViolationText]:
    source = files(__package__).joinpath("violations.toml").read_text(encoding="utf-8")
    return {
        Violation[name.upper()]: ViolationText(
            RefusalKind(table["kind"]),
            _ground(table),
            {getattr(moves, kind.upper()): _ground(found) for kind, found in table.get("on", {}).items()},
        )
        for name, table in tomllib.loads(source).items()
    }


def _ground(table: Mapping[str, list[str]]) -> Ground:
    return Ground(tuple(table.get("keys", ())), tuple(ClauseId(id) for id in table["clauses"]))
