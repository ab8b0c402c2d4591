"""Commands to a tournament by an organiser, a judge or a player; a command decides its events.

A command is plain data and its `decide` is pure: it reads the tournament's state and returns events, or
refuses with a clause. Names are not known here: refusals name people by their ids.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from kamchatka.command import Command, Roles
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.tournament.state import Entrant, Round, Table, Tournament

JUDGES: Roles = ("organiser", "official-judge")
ROLL_CALL: Roles = ("organiser", "roll-caller")
SHEETS: Roles = (*JUDGES, "sheet-typist")
AT_TABLE: Roles = (*JUDGES, "table-judge", "scorekeeper", "player")


class TournamentCommand(Command, ABC):
    """A command to a tournament."""

    outlasts_closing: ClassVar[bool] = False
    """Whether a closed tournament accepts it: it adds nothing to the games."""

    @abstractmethod
    def decide(self, tournament: Tournament) -> list[object]:
        """The events of the command. Raises a Refusal."""


def decide(tournament: Tournament, command: TournamentCommand) -> list[object]:
    """The events of a command; a closed tournament accepts only commands that outlast closing."""
    if tournament.is_closed and not command.outlasts_closing:
        raise NotPossibleNow("tournament_closed", name=tournament.settings.name)
    with rankable():
        return command.decide(tournament)


@contextmanager
def rankable() -> Iterator[None]:
    """Refuse with NotAllowed if results cannot be ranked because a sheet lacks a value."""
    try:
        yield
    except Unscorable as problem:
        raise NotAllowed("cannot_rank", said=problem.report) from problem
    except MissingNumber as missing:
        raise NotAllowed("cannot_rank", said=missing.sentence) from missing


def entrant_of(tournament: Tournament, who: PersonId) -> Entrant:
    """The entrant; NotUnderstood if the person is not entered."""
    found = tournament.entrants.get(who)
    if found is None:
        raise NotUnderstood("not_entered", who=who)
    return found


def player_of(tournament: Tournament, who: PersonId) -> Entrant:
    """The entrant, if still playing."""
    found = entrant_of(tournament, who)
    if found.status != "playing":
        raise NotPossibleNow(f"is_{found.status}", who=who)
    return found


def open_round(tournament: Tournament) -> Round:
    """The round in play; refused if there is none."""
    found = tournament.open_round
    if found is None:
        raise NotPossibleNow("no_open_round")
    return found


def public_round(tournament: Tournament) -> Round:
    """The round in play, if its tables are published."""
    found = open_round(tournament)
    if found.is_draft:
        raise NotPossibleNow("tables_draft", round=found.number)
    return found


def table_of(found: Round, number: int) -> Table:
    """A table of a round by its number."""
    table = found.tables.get(number)
    if table is None:
        known = ", ".join(map(str, found.tables))
        raise NotUnderstood("no_such_table", table=number, round=found.number, known=known)
    return table


def reasoned(reason: str, clause: str = "") -> None:
    """Raises NotAllowed if a required reason is missing."""
    if not reason.strip():
        raise NotAllowed("reason_missing", clause=clause)
