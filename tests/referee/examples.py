"""One event of every kind that a live table keeps."""

from pydantic import JsonValue

from kamchatka.clock import ClockReading
from kamchatka.ids import ClauseId, PersonId
from kamchatka.referee import events as happened
from kamchatka.referee.casebook.model import Effect


def table_examples(who: PersonId) -> list[object]:
    """One of each."""
    now = ClockReading("run", 1000)
    effect = happened.Consequence(Effect(kind="remove-armies", who="offender", of="any", armies=8), who)
    answers: dict[str, JsonValue] = {"offender": who, "armies": 134, "how": "found"}
    return [
        happened.TableOpened(round=1, table=1, seats=(who,), rulebook="00", minutes=90, sanctions=(effect,)),
        happened.OrderSet((who,)),
        happened.ClockStarted(now, "23:00"),
        happened.ClockStopped(now, "all"),
        happened.ClockResumed(now, "table", 60),
        happened.ClockExtended(300),
        happened.ClockInterrupted(now, now, 192),
        happened.InterruptionSettled(False, 192),
        happened.TurnEnded(who, 2, 250),
        happened.TurnSet(who, 3, 0, who),
        happened.LapRecorded(4, 0),
        happened.PassAsked(who, False),
        happened.TimeExpired(who, 9, 10),
        happened.ClosingRolled(person=who, by=who, dice=(3, 1), totals=(4,), closes=True),
        happened.ClosingExcused(who, 3),
        happened.ClosingDeclined(who),
        happened.ClosingForgotten(who),
        happened.PlayerEliminated(who, who),
        happened.ObjectiveDeclared(who, True),
        happened.GameEnded(),
        happened.IncidentRuled(
            number=1,
            case="over-limit",
            answers=answers,
            effects=(effect,),
            clauses=(ClauseId("001-C11d"),),
            offender=who,
            author=who,
            role="official-judge",
            club="Torino",
        ),
        happened.IncidentForwarded(number=2, case="coarse-language", offender=who),
        happened.JudgeCalled(1, who, "turn"),
        happened.CallAnswered(1, who),
        happened.CallClosed(1, who),
        happened.BoardCounted("points", (happened.SeatCount(who, {"points": 62}),)),
        happened.SheetSigned("paper"),
    ]
