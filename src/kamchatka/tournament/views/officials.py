"""The judges' page: judges, their shifts and their declared ties."""

from dataclasses import dataclass

from kamchatka.full_name import full_name
from kamchatka.ids import PersonId
from kamchatka.tournament.events import JudgeRole
from kamchatka.tournament.officials import covers, ties_of
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament


@dataclass(frozen=True)
class JudgeView:
    """A judge."""

    person: PersonId
    name: str
    role: JudgeRole
    ties: tuple[str, ...]
    """Players to whom the judge declared a tie."""


@dataclass(frozen=True)
class SessionView:
    """Hours of play, their judges and the hours without a judge."""

    name: str
    hours: str
    shifts: tuple[tuple[str, str], ...]
    """Judge and hours of each shift."""
    uncovered: tuple[str, ...]


@dataclass(frozen=True)
class OfficialsView:
    """The judges of a tournament."""

    judges: tuple[JudgeView, ...]
    sessions: tuple[SessionView, ...]
    players: tuple[str, ...]
    """Names of the players to whom a tie may be declared."""


def officials(tournament: Tournament, names: Names) -> OfficialsView:
    """The official judge first, then the table judges by name."""
    judges = sorted(
        (
            JudgeView(who, names[who], role, tuple(map(names.__getitem__, ties_of(tournament, who, names))))
            for who, role in tournament.judges.items()
        ),
        key=lambda each: (each.role != "official-judge", full_name(each.name).order),
    )
    sessions = (
        SessionView(
            each.session.session,
            f"{each.session.starts}-{each.session.ends}",
            tuple(
                (names[shift.person], f"{shift.starts}-{shift.ends}")
                for shift in tournament.shifts
                if shift.session == each.session.session and shift.person in names
            ),
            tuple(map(str, each.uncovered)),
        )
        for each in covers(tournament)
    )
    players = sorted((names[who] for who in tournament.entrants), key=lambda name: full_name(name).order)
    return OfficialsView(tuple(judges), tuple(sessions), tuple(players))
