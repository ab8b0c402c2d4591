"""Commands for calling the judge to a table."""

from typing import Annotated

from kamchatka.clock import ClockReading
from kamchatka.command import Meaning
from kamchatka.ids import PersonId
from kamchatka.referee.command import JUDGES, TableCommand, seated
from kamchatka.referee.events import CallAnswered, CallClosed, ClockStopped, JudgeCalled
from kamchatka.referee.state import JudgeCall, RefereedTable
from kamchatka.refusals import NotPossibleNow, NotUnderstood

PHASES = ("setup", "reinforcement", "combat", "move", "turn", "closing-roll", "over")
"""Phases of a game in which a player may call."""


def phase_of(table: RefereedTable) -> str:
    """The present phase of the game."""
    if table.course.is_over:
        return "over"
    if table.course.due is not None:
        return "closing-roll"
    return "turn" if table.ends or table.follows_turns else "setup"


class CallJudge(TableCommand):
    """Call the judge."""

    name = "call"
    during_stop = True
    person: Annotated[PersonId, Meaning("seated", form="chi")]
    phase: Annotated[str, Meaning("text", form="fase")] = ""
    """The phase, if the caller states it."""
    stops: Annotated[bool, Meaning("flag", form="ferma")] = False
    """Whether the table's clock stops meanwhile, if it runs."""
    now: Annotated[ClockReading | None, Meaning("clock")] = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Any player of the table, at any time (000-2d). Who waits calls again only to stop the clock."""
        seated(table, self.person)
        if self.phase and self.phase not in PHASES:
            raise NotUnderstood("unknown_word", given=self.phase, known=", ".join(PHASES))
        called = JudgeCalled(len(table.calls) + 1, self.person, self.phase or phase_of(table))
        if self.stops and self.now is not None and table.clock.is_running:
            return [called, ClockStopped(self.now, "table")]
        return [] if any(each.person == self.person for each in table.open_calls) else [called]


def _open_call(table: RefereedTable, number: int) -> JudgeCall:
    found = next((each for each in table.calls if each.number == number), None)
    if found is None:
        raise NotUnderstood("no_such_call", number=number)
    if found.is_closed:
        raise NotPossibleNow("call_closed", number=number)
    return found


class AnswerCall(TableCommand):
    """Record that a judge is coming."""

    name = "answer-call"
    roles = JUDGES
    during_stop = True
    number: Annotated[int, Meaning("number", form="chiamata")]
    by: PersonId | None = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Allowed once per call."""
        if _open_call(table, self.number).is_answered:
            raise NotPossibleNow("call_answered", number=self.number)
        return [CallAnswered(self.number, self.by)]


class CloseCall(TableCommand):
    """Close a call as settled."""

    name = "close-call"
    roles = JUDGES
    during_stop = True
    number: Annotated[int, Meaning("number", form="chiamata")]
    by: PersonId | None = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs an open call."""
        _open_call(table, self.number)
        return [CallClosed(self.number, self.by)]
