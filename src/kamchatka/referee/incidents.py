"""Rulings at a table: consult the casebook with recorded answers, sign the ruling, apply it."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import cast

from pydantic import JsonValue

from kamchatka.clock import ClockReading
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.answers import Answers, Unanswered
from kamchatka.referee.casebook.asking import Ruling, rule
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.model import Case, Effect, Record, Scope
from kamchatka.referee.casebook.rulings import (
    Author,
    Club,
    JudgeRole,
    must_forward,
    overrule,
    require_club,
    sign,
)
from kamchatka.referee.command import JUDGES, TableCommand, against_record, others_stay
from kamchatka.referee.events import Consequence, IncidentForwarded, IncidentRuled
from kamchatka.referee.folding import leavers
from kamchatka.referee.playing import forced_end
from kamchatka.referee.state import RefereedTable
from kamchatka.refusals import NotPossibleNow, NotUnderstood

OFFENDER = "offender"


class RuleIncident(TableCommand, kw_only=True):
    """Rule on an incident by the casebook; forward it if only the official judge may decide."""

    roles = JUDGES
    during_stop = True
    case: str
    answers: Answers = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    """Effects chosen by the judge in place of the regulation's."""
    author: Author | None
    """None: whoever follows the table, who may only forward the incident."""
    club: Club
    reason: str = ""
    number: int | None = None
    """Number of the forwarded incident that this ruling settles."""
    earlier: Mapping[PersonId, Mapping[Scope, int]] = field(default_factory=dict)
    """Earlier rulings on the case per person, at all tables."""
    conquests: int | None = None
    """Conquests of the turn, if the ruling ends it."""
    now: ClockReading

    def decide(self, table: RefereedTable) -> list[object]:
        """Rules in the name of a club (001-J3, 001-J4); forwards what a table judge may not rule (000-2j)."""
        found = self.ruling(table)
        number = table.next_incident if self.number is None else self.number
        kept = {name: _kept(table, found.case, name, answer) for name, answer in found.answers.items()}
        offender = _person(table, found.answers.get(OFFENDER))
        if self.author is not None:
            require_club(self.author, self.club)
        if self.author is None or self.must_forward(found):
            author = PersonId(self.author.person) if self.author else None
            return [
                IncidentForwarded(
                    number=number, case=found.case, answers=kept, offender=offender, author=author
                )
            ]
        if self.effects:
            signed = overrule(found, self.effects, self.author, self.club, reason=self.reason)
        else:
            signed = sign(found, self.author, self.club, reason=self.reason)
        effects = tuple(self._consequence(table, each, offender) for each in signed.effects)
        for person, kind in leavers(effects).items():
            _must_be_able_to_leave(table, person, kind)
        ruled = IncidentRuled(
            number=number,
            case=found.case,
            answers=kept,
            effects=effects,
            clauses=found.clauses,
            offender=offender,
            author=PersonId(self.author.person),
            role=cast(JudgeRole, self.author.role),
            club=signed.club,
        )
        return [ruled, *self._turn_ends(table, effects)]

    def ruling(self, table: RefereedTable) -> Ruling:
        """The regulation's ruling, with recorded answers filled in; raises Unanswered."""
        case = find_case(self.case)
        answers: dict[str, Value] = {**self._answered_before(table, case), **self.answers}
        offender = _person(table, answers.get(OFFENDER))
        known = self._recorded(table, case, offender)
        try:
            found = rule(case.id, table.rulebook, {**known, **answers}, off=table.opened.cases_off)
        except Unanswered as missing:
            if missing.question.counts is None or offender is not None:
                raise
            raise Unanswered(OFFENDER, case.question[OFFENDER]) from missing
        effects = self.effects or found.effects
        if offender is None and any(each.who == OFFENDER and each.kind != "free-ruling" for each in effects):
            raise Unanswered(OFFENDER, case.question[OFFENDER])
        return found

    def must_forward(self, ruling: Ruling) -> bool:
        """Whether the author may only forward the incident."""
        return self.author is None or (not self.effects and must_forward(ruling, self.author.role))

    def _answered_before(self, table: RefereedTable, case: Case) -> dict[str, Value]:
        """The answers of the forwarded incident."""
        if self.number is None:
            return {}
        waiting = next((each for each in table.forwarded if each.number == self.number), None)
        if waiting is None or waiting.case != case.id:
            raise NotUnderstood("no_such_incident", number=self.number)
        given = {name: _given(table, case, name, answer) for name, answer in waiting.answers.items()}
        return given if waiting.offender is None else {OFFENDER: table.seat_of(waiting.offender), **given}

    def _recorded(self, table: RefereedTable, case: Case, offender: PersonId | None) -> dict[str, Value]:
        """Answers taken from the table's record."""
        found: dict[str, Value] = {}
        for name, question in case.question.items():
            if question.counts is not None and offender is not None:
                here = table.repeats(case.id, offender)
                found[name] = max(here, self.earlier.get(offender, {}).get(question.counts, 0))
            elif question.recorded is not None:
                answer = recorded(table, question.recorded, offender, self.now)
                if answer is not None:
                    found[name] = answer
        return found

    def _consequence(self, table: RefereedTable, effect: Effect, offender: PersonId | None) -> Consequence:
        whose = offender if effect.who == OFFENDER else _person(table, effect.seat)
        return Consequence(replace(effect, seat=None), whose)

    def _turn_ends(self, table: RefereedTable, effects: Sequence[Consequence]) -> list[object]:
        """A player who must pass ends the turn at once."""
        passing = next((each.person for each in effects if each.effect.kind == "turn-ends"), None)
        if passing is None or table.course.is_over or table.course.due is not None:
            return []
        if passing != table.in_turn:
            raise against_record(passing, table.in_turn)
        return forced_end(table, self.conquests, self.now)


def recorded(
    table: RefereedTable, what: Record, offender: PersonId | None, now: ClockReading
) -> Value | None:
    """An answer from the table's record; None if it is not known."""
    match what:
        case "army-limit":
            return None if offender is None else table.army_limit(offender)
        case "turn-limit":
            return table.turn_limit > 0
        case "turn-too-long":
            is_late = bool(table.limit_now) and table.turn_seconds(now) > table.limit_now
            return is_late and offender == table.in_turn if table.ends else None
        case "roll-too-late":
            # Recorded before the next player's turn was: that moment counts, whenever it is ruled.
            waiting = [each.person for each in table.forgotten if each.state == "waiting"]
            return False if offender in waiting else None


def _person(table: RefereedTable, seat: object) -> PersonId | None:
    """The player at the seat."""
    if not isinstance(seat, int):
        return None
    if seat >= len(table.seats):
        raise NotUnderstood("no_such_seat", count=len(table.seats))
    return table.seats[seat]


def _kept(table: RefereedTable, case: str, name: str, answer: Value) -> JsonValue:
    """An answer in its stored form."""
    if find_case(case).question[name].kind == "seat":
        return _person(table, answer)
    return list(answer) if isinstance(answer, tuple) else answer


def _given(table: RefereedTable, case: Case, name: str, kept: JsonValue) -> Value:
    """An answer from its stored form."""
    if case.question[name].kind == "seat":
        return table.seat_of(PersonId(str(kept)))
    return cast(Value, tuple(kept) if isinstance(kept, list) else kept)


def _must_be_able_to_leave(table: RefereedTable, person: PersonId, kind: str) -> None:
    """Refuse a second departure, that of the last player, and that of whoever has won."""
    seat = table.seat_of(person)
    if table.course.winner == seat:
        raise NotPossibleNow("has_won", who=person)
    if kind == "eliminated":
        has_left = table.course.status(seat) == "eliminated"
    else:
        has_left = not table.course.takes_turns(seat)
    if has_left:
        raise NotPossibleNow("takes_no_turns", who=person)
    if kind != "congelato" and not others_stay(table, person):
        raise NotPossibleNow("nobody_would_stay", who=person)
    if kind == "congelato" and not table.rulebook.congelato.single_armies:
        raise NotUnderstood("no_congelato_here", id=table.rulebook.id)
