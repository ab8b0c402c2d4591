"""Progress of a tournament: next step, pending tasks, winners."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.tournament.cutting import following
from kamchatka.tournament.fees import owed
from kamchatka.tournament.gates import gate, has_judge, unsigned
from kamchatka.tournament.rounds import must_cut_again, stage_is_over
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.teams import players_to_seat, short_teams, without_captain

Step = Literal[
    "enter", "rollcall", "draw", "publish-tables", "record", "confirm", "close", "cut", "publish", "done"
]
State = Literal["entries", "between-rounds", "round", "over", "published", "closed"]


@dataclass(frozen=True)
class Task:
    """A pending task, with its tables or people."""

    what: str
    count: int
    tables: tuple[int, ...] = ()
    people: tuple[PersonId, ...] = ()
    teams: tuple[str, ...] = ()


def next_step(tournament: Tournament) -> Step:
    """The next step. Performing it repeatedly runs the tournament to its end."""
    played = tournament.open_round
    if played is not None:
        if played.is_draft:
            return "publish-tables"
        if any(table.awaits for table in played.tables.values()):
            return "record"
        return "close" if all(table.is_settled for table in played.tables.values()) else "confirm"
    if not tournament.rounds and tournament.settings.official and tournament.rules is None:
        return "publish"
    if must_cut_again(tournament):
        return "cut"
    if stage_is_over(tournament):
        if following(tournament) is not None:
            return "cut"
        return "done" if tournament.published == len(tournament.rounds) else "publish"
    if not tournament.rounds and len(tournament.playing) < max(tournament.format.entrants[0], 1):
        return "enter"
    return "draw" if tournament.has_roll_call and players_to_seat(tournament) else "rollcall"


def state_of(tournament: Tournament) -> State:
    """The state of the tournament as shown to the public."""
    if tournament.is_closed:
        return "closed"
    if tournament.open_round and not tournament.open_round.is_draft:
        return "round"
    if not tournament.public_rounds:
        return "entries"
    step = next_step(tournament)
    return "published" if step == "done" else "over" if step == "publish" else "between-rounds"


def tasks(tournament: Tournament) -> Iterator[Task]:
    """Pending tasks, most urgent first; the last one is the next step."""
    step = next_step(tournament)
    if not tournament.rounds:
        if gate(tournament, "judge") != "open" and not has_judge(tournament):
            yield Task("judge", 1)
        lacking = unsigned(tournament.playing)
        if gate(tournament, "signatures") != "open" and lacking:
            yield Task("sign", len(lacking), people=lacking)
        without = tuple(each.person for each in tournament.playing if not each.has_rules)
        if tournament.settings.official and without:
            yield Task("hand-out", len(without), people=without)
        if lacking_captain := without_captain(tournament):
            yield Task("captain", len(lacking_captain), teams=lacking_captain)
    leaving = tuple(each.person for each in tournament.playing if each.is_leaving)
    if leaving:
        yield Task("leave", len(leaving), people=leaving)
    owing = tuple(each.person for each in tournament.playing if owed(tournament, each))
    if owing:
        yield Task("pay", len(owing), people=owing)
    if step in ("rollcall", "draw"):
        silent = tuple(each.person for each in tournament.members if each.is_present is None)
        if silent and tournament.has_roll_call:
            yield Task("answer", len(silent), people=silent)
        short = short_teams(tournament) if tournament.has_roll_call else ()
        if short:
            yield Task(f"short-{tournament.format.team.short}", len(short), teams=short)
    played = tournament.open_round
    if played and not all(table.is_started for table in played.tables.values()):
        here = {each.person for each in players_to_seat(tournament)}
        standing = tuple(who for who in played.missing if who in here)
        if standing:
            yield Task("seat", len(standing), people=standing)
    yield _step_task(tournament, step)


def unconfirmed(tournament: Tournament) -> tuple[int, ...]:
    """Tables of the open round whose result waits for the desk, disputed or not."""
    tables = tournament.open_round.tables.values() if tournament.open_round else ()
    return tuple(table.number for table in tables if not table.awaits and not table.is_settled)


def _step_task(tournament: Tournament, step: Step) -> Task:
    tables = tournament.open_round.tables.values() if tournament.open_round else ()
    waiting = tuple(table.number for table in tables if table.awaits)
    match step:
        case "record":
            return Task(step, len(waiting), waiting)
        case "confirm":
            return Task(step, len(unconfirmed(tournament)), unconfirmed(tournament))
        case "rollcall":
            return Task(step, len(tournament.members))
        case "draw":
            return Task(step, len(players_to_seat(tournament)))
        case "publish-tables":
            return Task(step, len(tables))
    if step == "publish" and not tournament.rounds:
        return Task("rules", 1)
    return Task(step, 0 if step == "done" else 1)


def steps_ahead(tournament: Tournament) -> list[Step]:
    """The steps after the next one, in order, up to the end of the stage."""
    circle: list[Step] = ["draw", "record", "close"]
    step = next_step(tournament)
    if step == "confirm":
        step = "record"
    if step == "publish-tables":
        step = "draw"
    rest: list[Step] = circle[circle.index(step) + 1 :] if step in circle else []
    if step in ("enter", "rollcall"):
        rest = circle if step == "rollcall" else ["rollcall", *circle]
    if step in ("cut", "publish", "done"):
        return circle if step == "cut" else ["done"] if step == "publish" else []
    if tournament.stage.rounds == "open":
        return [*rest, "draw"]
    rounds = [tournament.stage_named(each.stage).rounds for each in tournament.last_cuts]
    planned = max((each for each in rounds or [tournament.stage.rounds] if isinstance(each, int)), default=0)
    more = tournament.played + (tournament.open_round is None) < planned
    return [*rest, "draw" if more else "cut" if following(tournament) else "publish"]


def dates(tournament: Tournament) -> tuple[date, ...]:
    """The dates of the rounds, if the format plays them at a fixed interval; else empty."""
    step = timedelta(days=tournament.format.calendar.step_days)
    if not step or not tournament.settings.starts:
        return ()
    first = date.fromisoformat(tournament.settings.starts)
    return tuple(first + step * number for number in range(tournament.total_rounds))


def is_decided(tournament: Tournament) -> bool:
    """Whether every round has been played and closed."""
    return not tournament.open_round and stage_is_over(tournament) and following(tournament) is None


def is_proclaimed(tournament: Tournament) -> bool:
    """Whether the final standings are published, and nothing has changed them since."""
    return is_decided(tournament) and tournament.published == len(tournament.rounds)


def winners(tournament: Tournament, names: Names) -> tuple[str, ...]:
    """Names of the winners, one per parallel final; empty before the last round is closed."""
    if not is_decided(tournament):
        return ()
    rows = Scoreboard(tournament, names).standings.rows
    return tuple(row.entry.name for row in rows if row.rank == 1)
