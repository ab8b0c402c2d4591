"""Commands of judges: calls from the table, and rulings on what happened."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pydantic import JsonValue

from kamchatka.ids import PersonId
from kamchatka.referee.command import JUDGES, Roles, TableCommand, others_stay, seated
from kamchatka.referee.effects import DISCIPLINE, LEAVING, Effect
from kamchatka.referee.events import (
    CallAnswered,
    CallClosed,
    IncidentForwarded,
    IncidentRuled,
    JudgeCalled,
    Role,
)
from kamchatka.referee.state import Call, LiveTable
from kamchatka.refusals import NotPossibleNow, NotUnderstood

PHASES = ("setup", "reinforcement", "combat", "move", "turn", "closing-roll", "over")
"""What can be going on when somebody calls."""
CASE = re.compile(r"[a-z][a-z0-9-]{0,59}")
"""A case is a word, never a sentence: what people say goes into the note, which can be erased."""


def phase_of(table: LiveTable) -> str:
    """Where the game is, in one word."""
    if table.course.is_over:
        return "over"
    if table.course.due is not None:
        return "closing-roll"
    return "turn" if table.ends or table.follows_turns else "setup"


@dataclass(frozen=True)
class CallJudge(TableCommand):
    """Ask for the judge."""

    during_stop: ClassVar[bool] = True
    person: PersonId
    phase: str = ""
    """What was going on, if somebody says so."""

    def decide(self, table: LiveTable) -> list[object]:
        """Anybody at the table, at any moment (000-2d)."""
        seated(table, self.person)
        if self.phase and self.phase not in PHASES:
            raise NotUnderstood("unknown_word", given=self.phase, known=", ".join(PHASES))
        return [JudgeCalled(len(table.calls) + 1, self.person, self.phase or phase_of(table))]


def _open_call(table: LiveTable, number: int) -> Call:
    found = next((each for each in table.calls if each.number == number), None)
    if found is None:
        raise NotUnderstood("no_such_call", number=number)
    if found.is_closed:
        raise NotPossibleNow("call_closed", number=number)
    return found


@dataclass(frozen=True)
class AnswerCall(TableCommand):
    """Say that a judge is coming."""

    roles: ClassVar[Roles] = JUDGES
    during_stop: ClassVar[bool] = True
    number: int
    by: PersonId | None = None

    def decide(self, table: LiveTable) -> list[object]:
        """Once."""
        if _open_call(table, self.number).is_answered:
            raise NotPossibleNow("call_answered", number=self.number)
        return [CallAnswered(self.number, self.by)]


@dataclass(frozen=True)
class CloseCall(TableCommand):
    """Say that what was asked is settled."""

    roles: ClassVar[Roles] = JUDGES
    during_stop: ClassVar[bool] = True
    number: int
    by: PersonId | None = None

    def decide(self, table: LiveTable) -> list[object]:
        """Of a call that is open."""
        _open_call(table, self.number)
        return [CallClosed(self.number, self.by)]


@dataclass(frozen=True, kw_only=True)
class RuleIncident(TableCommand):
    """Rule on what happened; what only the official judge may decide is forwarded (000-2j)."""

    roles: ClassVar[Roles] = JUDGES
    during_stop: ClassVar[bool] = True
    case: str
    people: tuple[PersonId, ...] = ()
    answers: Mapping[str, JsonValue] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    author: PersonId | None = None
    role: Role = "official-judge"
    club: str = ""
    number: int | None = None
    """Of the forwarded incident it settles."""

    def decide(self, table: LiveTable) -> list[object]:
        """Effects hit people of the table, and nobody leaves it twice."""
        if not CASE.fullmatch(self.case):
            raise NotUnderstood("case_word", given=self.case)
        for who in (*self.people, *(PersonId(each.seat) for each in self.effects if each.seat)):
            seated(table, who)
        for effect in self.effects:
            if effect.kind in LEAVING:
                self._may_leave(table, effect)
        known = [each.number for each in table.forwarded]
        if self.number is not None and self.number not in known:
            raise NotUnderstood("no_such_incident", number=self.number)
        number = self.number or table.next_incident
        people = self.people or tuple(
            dict.fromkeys(PersonId(each.seat) for each in self.effects if each.seat)
        )
        if self.role == "table-judge" and any(each.kind in DISCIPLINE for each in self.effects):
            return [IncidentForwarded(number=number, case=self.case, people=people, author=self.author)]
        ruled = IncidentRuled(
            number=number,
            case=self.case,
            answers=self.answers,
            effects=self.effects,
            people=people,
            author=self.author,
            role=self.role,
            club=self.club,
        )
        return [ruled]

    def _may_leave(self, table: LiveTable, effect: Effect) -> None:
        seat = table.seat_of(PersonId(effect.seat)) if effect.seat else None
        if seat is None:
            raise NotUnderstood("effect_without_seat", kind=effect.kind)
        gone = "eliminated" if effect.kind == "eliminated" else ""
        is_left = table.course.status(seat) == "eliminated" if gone else not table.course.takes_turns(seat)
        if is_left:
            raise NotPossibleNow("takes_no_turns", who=effect.seat)
        if effect.kind != "congelato" and not others_stay(table, PersonId(effect.seat)):
            raise NotPossibleNow("nobody_would_stay", who=effect.seat)
        if effect.kind == "congelato" and not table.rulebook.congelato.single_armies:
            raise NotUnderstood("no_congelato_here", id=table.rulebook.id)
