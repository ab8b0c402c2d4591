"""The judges' roster: which hours of a session somebody covers, and who has a tie to whom."""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Annotated

from kamchatka.command import JudgeRef, Meaning
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.tournament.command import JUDGES, TournamentCommand, entrant_of
from kamchatka.tournament.events import ConflictDeclared, JudgeRostered, SessionPlanned
from kamchatka.tournament.state import Tournament

TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
DAY = 24 * 60


@dataclass(frozen=True)
class Hours:
    """Minutes from midnight of the day on which a session begins."""

    starts: int
    ends: int

    def __str__(self) -> str:
        return "-".join(f"{each % DAY // 60:02d}:{each % 60:02d}" for each in (self.starts, self.ends))


def hours_of(starts: str, ends: str, after: int = 0) -> Hours:
    """Two times of day; what lies before the start is of the next day. NotUnderstood if they are none."""
    found = [TIME.fullmatch(each.strip()) for each in (starts, ends)]
    if None in found:
        raise NotUnderstood("hours", given=f"{starts}-{ends}")
    begin, end = (int(each[1]) * 60 + int(each[2]) for each in found if each)
    begin += DAY if begin < after else 0
    while end <= begin:
        end += DAY
    return Hours(begin, end)


@dataclass(frozen=True)
class SessionCover:
    """A session, who judges in it, and the hours nobody does."""

    session: SessionPlanned
    judges: tuple[PersonId, ...]
    uncovered: tuple[Hours, ...]


def covers(tournament: Tournament) -> Iterator[SessionCover]:
    """Every session with its gaps (001-J1)."""
    for session in tournament.sessions.values():
        whole = hours_of(session.starts, session.ends)
        shifts = [each for each in tournament.shifts if each.session == session.session]
        spans = sorted((span.starts, span.ends) for span in (_within(each, whole) for each in shifts))
        gaps, free = [], whole.starts
        for starts, ends in spans:
            if starts > free:
                gaps.append(Hours(free, min(starts, whole.ends)))
            free = max(free, ends)
        if free < whole.ends:
            gaps.append(Hours(free, whole.ends))
        people = tuple(dict.fromkeys(each.person for each in shifts))
        yield SessionCover(session, people, tuple(gap for gap in gaps if gap.starts < gap.ends))


def _within(shift: JudgeRostered, whole: Hours) -> Hours:
    """A shift on the day of its session."""
    found = hours_of(shift.starts, shift.ends, whole.starts)
    return Hours(min(found.starts, whole.ends), min(found.ends, whole.ends))


SessionName = Annotated[str, Meaning("text", "session", "sessione")]
StartTime = Annotated[str, Meaning("text", "starts", "dalle")]
EndTime = Annotated[str, Meaning("text", "ends", "alle")]


class PlanSession(TournamentCommand):
    """Say when play takes place."""

    name = "session"
    roles = JUDGES
    session: SessionName
    starts: StartTime
    ends: EndTime

    def decide(self, tournament: Tournament) -> list[object]:
        """Again, it replaces what was said."""
        if not self.session.strip():
            raise NotUnderstood("hours", given=self.session)
        hours_of(self.starts, self.ends)
        return [SessionPlanned(self.session.strip(), self.starts, self.ends)]


class RosterJudge(TournamentCommand):
    """Say when a judge is there."""

    name = "shift"
    roles = JUDGES
    session: SessionName
    person: JudgeRef
    starts: StartTime
    ends: EndTime

    def decide(self, tournament: Tournament) -> list[object]:
        """A judge of the tournament, in a session that was planned."""
        if self.session not in tournament.sessions:
            known = ", ".join(tournament.sessions) or "-"
            raise NotUnderstood("no_such_session", session=self.session, known=known)
        if self.person not in tournament.judges:
            raise NotUnderstood("not_a_judge", who=self.person)
        hours_of(self.starts, self.ends)
        return [JudgeRostered(self.session, self.person, self.starts, self.ends)]


class DeclareConflict(TournamentCommand):
    """Say that a judge has a tie to somebody who plays."""

    name = "conflict"
    help = "Un legame dichiarato di un giudice con chi gioca · a judge's declared tie to a player."
    roles = JUDGES
    judge: JudgeRef
    player: Annotated[
        PersonId, Meaning("entrant", "who", "giocatore", "Numero o nome · number or name.", "CHI")
    ]

    def decide(self, tournament: Tournament) -> list[object]:
        """Listed, and told wherever the two would meet (001-J2)."""
        if self.judge not in tournament.judges:
            raise NotUnderstood("not_a_judge", who=self.judge)
        entrant_of(tournament, self.player)
        return [ConflictDeclared(self.judge, self.player)]


def check_cover(tournament: Tournament) -> None:
    """NotAllowed while hours of a session have no judge."""
    gaps = [(each.session.session, str(gap)) for each in covers(tournament) for gap in each.uncovered]
    if gaps:
        said = ", ".join(f"{session} {hours}" for session, hours in gaps)
        missing = tuple(hours for _, hours in gaps)
        raise NotAllowed("uncovered_hours", clause="001-J1", missing=missing, hours=said)


def ties_of(tournament: Tournament, judge: PersonId, people: Container[PersonId]) -> tuple[PersonId, ...]:
    """Those of these people to whom a judge declared a tie."""
    return tuple(
        each.player for each in tournament.conflicts if each.judge == judge and each.player in people
    )
