"""Commands of players and judges to a live table; a command decides its events.

A command is plain data and its `decide` is pure. Names are not known here; refusals name people by their ids.
"""

from abc import ABC, abstractmethod
from typing import ClassVar

from kamchatka.command import Command, Roles
from kamchatka.ids import PersonId
from kamchatka.referee.state import RefereedTable
from kamchatka.refusals import NotPossibleNow, NotUnderstood

OFFICIAL: Roles = ("organiser", "official-judge")
JUDGES: Roles = (*OFFICIAL, "table-judge")
AT_TABLE: Roles = (*JUDGES, "scorekeeper", "player")


class TableCommand(Command, ABC):
    """A command to a live table."""

    roles = AT_TABLE
    during_stop: ClassVar[bool] = False
    """Whether it is allowed while all tables are stopped."""

    @abstractmethod
    def decide(self, table: RefereedTable) -> list[object]:
        """The events of the command. Raises a Refusal."""


def decide(table: RefereedTable, command: TableCommand) -> list[object]:
    """The events of a command; a signed table accepts none."""
    if table.signed is not None:
        raise NotPossibleNow("table_signed", table=table.opened.table)
    if table.stopped_for == "all" and not command.during_stop:
        raise NotPossibleNow("all_stopped", clause="000-2e")
    return command.decide(table)


def seated(table: RefereedTable, person: PersonId) -> PersonId:
    """The person, if seated at the table; else NotUnderstood."""
    if person not in table.seats:
        raise NotUnderstood("sits_elsewhere", who=person, table=table.opened.table)
    return person


def must_play(table: RefereedTable, person: PersonId) -> None:
    """Raises NotPossibleNow if the person takes no more turns."""
    if not table.course.takes_turns(table.seat_of(seated(table, person))):
        raise NotPossibleNow("takes_no_turns", who=person)


def others_stay(table: RefereedTable, person: PersonId) -> bool:
    """Whether another player would remain at the table without this one."""
    by_points = table.rulebook.withdrawal.counts == "by-points"
    staying = ("playing", "congelato", "congelato-in-extra-laps", *(("withdrawn",) if by_points else ()))
    return any(table.course.status(table.seat_of(who)) in staying for who in table.seats if who != person)


def must_go_on(table: RefereedTable) -> None:
    """Raises NotPossibleNow once the game is over."""
    if table.course.is_over:
        raise NotPossibleNow("game_over", table=table.opened.table)


def against_record(said: PersonId, recorded: PersonId) -> NotPossibleNow:
    """The refusal of a statement that contradicts the record."""
    return NotPossibleNow("against_record", said=said, recorded=recorded)
