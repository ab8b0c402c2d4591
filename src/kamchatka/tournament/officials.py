"""The judges' roster: sessions, shifts and declared conflicts of interest."""

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
    """A span of two times of day; times before `after` fall on the next day. NotUnderstood if unparsable."""
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
    """A session, its judges and the hours without a judge."""

    session: SessionPlanned
    judges: tuple[PersonId, ...]
    uncovered: tuple[Hours, ...]


def covers(tournament: Tournament) -> Iterator[SessionCover]:
    """Every session with its uncovered hours (001-J1)."""
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
    """A shift in the minutes of its session, cut off at the session's end."""
    found = hours_of(shift.starts, shift.ends, whole.starts)
    return Hours(min(found.starts, whole.ends), min(found.ends, whole.ends))


SessionName = Annotated[str, Meaning("text", "session", "sessione")]
StartTime = Annotated[str, Meaning("text", "starts", "dalle")]
EndTime = Annotated[str, Meaning("text", "ends", "alle")]


class PlanSession(TournamentCommand):
    """Set the hours of a session."""

    name = "session"
    roles = JUDGES
    session: SessionName
    starts: StartTime
    ends: EndTime

    def decide(self, tournament: Tournament) -> list[object]:
        """A second plan for a session replaces the first."""
        if not self.session.strip():
            raise NotUnderstood("hours", given=self.session)
        hours_of(self.starts, self.ends)
        return [SessionPlanned(self.session.strip(), self.starts, self.ends)]


class RosterJudge(TournamentCommand):
    """Assign a judge to hours of a session."""

    name = "shift"
    roles = JUDGES
    session: SessionName
    person: JudgeRef
    starts: StartTime
    ends: EndTime

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a judge of the tournament and a planned session."""
        if self.session not in tournament.sessions:
            known = ", ".join(tournament.sessions) or "-"
            raise NotUnderstood("no_such_session", session=self.session, known=known)
        if self.person not in tournament.judges:
            raise NotUnderstood("not_a_judge", who=self.person)
        hours_of(self.starts, self.ends)
        return [JudgeRostered(self.session, self.person, self.starts, self.ends)]


class DeclareConflict(TournamentCommand):
    """Declare a judge's tie to a player."""

    name = "conflict"
    help = "Un legame dichiarato di un giudice con chi gioca · a judge's declared tie to a player."
    roles = JUDGES
    judge: JudgeRef
    player: Annotated[
        PersonId, Meaning("entrant", "who", "giocatore", "Numero o nome · number or name.", "CHI")
    ]

    def decide(self, tournament: Tournament) -> list[object]:
        """The tie is listed, and shown where the judge would judge the player (001-J2)."""
        if self.judge not in tournament.judges:
            raise NotUnderstood("not_a_judge", who=self.judge)
        entrant_of(tournament, self.player)
        return [ConflictDeclared(self.judge, self.player)]


def check_cover(tournament: Tournament) -> None:
    """Raises NotAllowed if a session has hours without a judge."""
    gaps = [(each.session.session, str(gap)) for each in covers(tournament) for gap in each.uncovered]
    if gaps:
        said = ", ".join(f"{session} {hours}" for session, hours in gaps)
        missing = tuple(hours for _, hours in gaps)
        raise NotAllowed("uncovered_hours", clause="001-J1", missing=missing, hours=said)


def ties_of(tournament: Tournament, judge: PersonId, people: Container[PersonId]) -> tuple[PersonId, ...]:
    """Those of these people to whom the judge declared a tie."""
    return tuple(
        each.player for each in tournament.conflicts if each.judge == judge and each.player in people
    )
