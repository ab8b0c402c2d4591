"""A tournament in a list: name, progress, next step."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.tournament.progress import State, dates, state_of, winners
from kamchatka.tournament.scores import ids
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.board import now

Phase = Literal["running", "coming", "past"]
STILL_WARM = timedelta(hours=18)
"""An event with no activity for this long counts as paused."""


@dataclass(frozen=True, kw_only=True)
class EventRow:
    """The overview of a tournament; all fields but `next` are public."""

    id: str
    name: str
    place: str
    club: str
    players: int
    state: State
    day: date | None
    """Date of the first round; of the next round, if rounds are played at a fixed interval."""
    stands: str
    """The progress, in words."""
    done: int
    of: int
    """Settled tables (`done`) and all tables (`of`) of the open round; 0 without an open round."""
    winners: tuple[PersonId, ...]
    last: datetime
    """Time of the last event."""
    is_demo: bool
    is_shown: bool
    """Whether people other than organisers and judges can find it."""
    next: str
    """The organiser's next step, in words."""

    def phase(self, at: datetime) -> Phase:
        """Whether the event is running, coming or past at that time."""
        if self.state in ("published", "closed"):
            return "past"
        if self.state == "round" or self.day == at.date():
            return "running"
        if self.state != "entries" and at - self.last < STILL_WARM:
            return "running"
        return "coming"


def event_row(id: str, tournament: Tournament, last: datetime, lang: Language) -> EventRow:
    """The row of a tournament; winners are given by id."""
    state, settings = state_of(tournament), tournament.settings
    played = tournament.public_rounds[-1] if state == "round" else None
    tables = [each for each in played.tables.values() if each.seated.kind != "bye"] if played else []
    done = sum(each.is_settled for each in tables)
    over = state in ("published", "closed")
    return EventRow(
        id=id,
        name=settings.name,
        place=settings.place,
        club=settings.club,
        players=len(tournament.playing),
        state=state,
        day=_day(tournament),
        stands=_stands(tournament, state, done, len(tables), lang),
        done=done,
        of=len(tables),
        winners=tuple(map(PersonId, winners(tournament, ids(tournament)))) if over else (),
        last=last,
        is_demo=settings.demo,
        is_shown=tournament.visibility.is_shown,
        next=now(tournament, ids(tournament), lang).title.sentence(lang),
    )


def _day(tournament: Tournament) -> date | None:
    planned, played = dates(tournament), len(tournament.public_rounds)
    if played < len(planned):
        return planned[played]
    return date.fromisoformat(tournament.settings.starts) if tournament.settings.starts else None


def _stands(tournament: Tournament, state: State, done: int, of: int, lang: Language) -> str:
    rounds = tournament.public_rounds
    if not rounds:
        players = len(tournament.playing)
        code = "some" if players else "nobody"
        return text(f"tournament.stands.entered_{code}", lang, players=players)
    stage = tournament.stage_named(rounds[-1].stage)
    number = sum(each.stage == stage.id for each in rounds)
    several = isinstance(stage.rounds, int) and stage.rounds > 1
    where = text("tournament.stands.round", lang, round=number, rounds=stage.rounds)
    where = where if several else stage.name(lang)
    if state == "round":
        code = "tables" if of > 1 else "table_done" if done else "table"
        return text(f"tournament.stands.{code}", lang, where=where, done=done, tables=of)
    return text(f"tournament.stands.{'over' if state == 'between-rounds' else 'ended'}", lang, where=where)
