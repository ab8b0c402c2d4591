"""The screen of the hall: the clock, the tables, who calls, seats and standings, as everybody sees them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from kamchatka.app.office import Office
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.queue import queue
from kamchatka.app.tables.round_clock import RoundClock, TableClock, planned_start, round_clock
from kamchatka.app.tournaments.public_state import PublicState
from kamchatka.messages import Language
from kamchatka.scoring.views.notices import Notice
from kamchatka.scoring.views.standings import scored
from kamchatka.tournament.events import ScreenSet
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.standings import PlayerRow, StandingsPage, standings_page

T = TypeVar("T")
TileLook = Literal["waiting", "playing", "stopped", "call", "later", "over"]
ROWS, TABLES = 8, 4
"""Rows of the standings, and tables with their seats, on one page of the screen."""


@dataclass(frozen=True)
class ScreenTile:
    """A table in the order of the hall."""

    table: int
    look: TileLook
    said: Notice
    later: str = ""
    """By how much it ends later than the round."""


@dataclass(frozen=True)
class ScreenSeats:
    """A table and its players, in order."""

    table: int
    venue: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class ScreenView:
    """What the screen shows now."""

    setting: ScreenSet
    round: int
    """0: no round is public yet."""
    time: RoundClock | None
    planned: str
    """When the round starts by itself, as a moment."""
    tiles: tuple[ScreenTile, ...]
    calls: tuple[int, ...]
    """Tables that call the judge."""
    seats: tuple[tuple[ScreenSeats, ...], ...]
    """Pages of tables with their seats."""
    standings: StandingsPage | None
    ranks: tuple[tuple[PlayerRow, ...], ...]
    """Pages of the standings."""

    @property
    def is_frozen(self) -> bool:
        """Whether the standings wait for the ceremony."""
        return self.setting.frozen is not None

    @property
    def late(self) -> tuple[TableClock, ...]:
        """Tables that were given time."""
        return self.time.late if self.time else ()


def screen_view(office: Office, shown: PublicState, timer: Timer, lang: Language) -> ScreenView:
    """The screen of an event."""
    tournament, setting = shown.tournament, shown.tournament.screen
    played = tournament.round
    time: RoundClock | None = None
    calls: tuple[int, ...] = ()
    planned = ""
    if played and not played.is_closed:
        with office.reading() as reading:
            time = round_clock(reading, shown.desk, timer)
            planned = planned_start(reading, shown.desk)
            calls = tuple(dict.fromkeys(row.table for row in queue(reading, shown.desk) if row.call))
    page = _standings(shown, lang) if "standings" in setting.panels else None
    return ScreenView(
        setting=setting,
        round=played.number if played else 0,
        time=time,
        planned=planned,
        tiles=tuple(_tiles(played, time, calls)) if played and "tables" in setting.panels else (),
        calls=calls,
        seats=_seats(played, shown.names) if played and "seats" in setting.panels else (),
        standings=page,
        ranks=_pages(page.rows, ROWS) if page else (),
    )


def _standings(shown: PublicState, lang: Language) -> StandingsPage | None:
    """The public standings, or those of the round at which they were frozen; None if there are none."""
    frozen, last = shown.tournament.screen.frozen, shown.last
    if frozen is not None:
        last = frozen if last is None else min(frozen, last)
    if last == 0:
        return None
    return scored(lambda: standings_page(shown.results, shown.names, lang, last), lang)[0]


def _tiles(played: Round, time: RoundClock | None, calls: Sequence[int]) -> list[ScreenTile]:
    clocks = {each.table: each for each in time.tables} if time else {}
    found = []
    for number, table in played.tables.items():
        clock = clocks.get(number)
        if number in calls:
            found.append(ScreenTile(number, "call", _said("call")))
        elif not table.awaits or (clock and clock.stage == "over"):
            found.append(ScreenTile(number, "over", _said("over" if table.is_settled else "counting")))
        elif clock is None:
            found.append(ScreenTile(number, "waiting", _said("playing" if table.has_begun else "waiting")))
        else:
            look: TileLook = "playing" if clock.is_running else "stopped"
            later = clock.later_words if clock.later > 0 else ""
            is_unknown = clock.stage == "lap" and not clock.lap
            said = _said("playing" if is_unknown else clock.stage.replace("-", "_"), lap=clock.lap)
            found.append(ScreenTile(number, "later" if later and clock.is_running else look, said, later))
    return found


def _seats(played: Round, names: Names) -> tuple[tuple[ScreenSeats, ...], ...]:
    tables = [
        ScreenSeats(number, table.venue, tuple(names[who] for who in table.seated.seats))
        for number, table in played.tables.items()
    ]
    return _pages(tables, TABLES)


def _pages(rows: Sequence[T], size: int) -> tuple[tuple[T, ...], ...]:
    return tuple(tuple(rows[at : at + size]) for at in range(0, len(rows), size))


def _said(code: str, **values: int) -> Notice:
    return Notice(f"screen.tile.{code}", values)
