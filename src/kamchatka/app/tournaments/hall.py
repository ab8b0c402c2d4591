"""The tables of a round as the desk sees them: their results, and the state of live tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from kamchatka.app.office import Office
from kamchatka.app.tables.keeper import Timer
from kamchatka.app.tables.tables import OpenTable, open_tables
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.messages import Language, Phrase
from kamchatka.referee.views import RefereedTableView as LiveView
from kamchatka.scoring.sheet.model import Kind
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.desk import desk as desk_view
from kamchatka.tournament.views.sheets import SheetView, sheets, table_list

TileState = Literal["call", "contested", "late", "playing", "counting", "signed"]
"""State of a table, the most urgent first."""
URGENCY: tuple[TileState, ...] = ("call", "contested", "late", "playing", "counting", "signed")
Place = Literal["sheet", "results", "calls", "entries", "rollcall", "draw", "cut", "judges", "settings"]
"""The page of the desk for a task."""
PLACE_OF_TASK: Mapping[str, Place] = {
    "judge": "judges",
    "sign": "rollcall",
    "hand-out": "entries",
    "pay": "rollcall",
    "answer": "rollcall",
    "short-told": "rollcall",
    "short-out": "rollcall",
    "captain": "entries",
    "seat": "draw",
    "leave": "rollcall",
}

MOST_NAMES = 5
"""Most names in one line."""


@dataclass(frozen=True)
class Tile:
    """Summary of a table."""

    table: int
    state: TileState
    detail: Notice
    size: int
    kind: Kind
    stage: Stage | None
    """The stage of the table, where the round's tables are of several."""


@dataclass(frozen=True)
class WatchItem:
    """Something that needs attention, and the page for it."""

    state: TileState | Literal["doubt", "task"]
    said: Notice
    place: Place
    table: int = 0


@dataclass(frozen=True)
class RoundTilesView:
    """All tables of a round, in the order of the round."""

    round: int
    is_open: bool
    tiles: tuple[Tile, ...]
    watch: tuple[WatchItem, ...]
    settled: int
    players: int
    clubs: int
    odd_sizes: Mapping[int, tuple[int, ...]]
    """Tables larger or smaller than most, by size."""
    ends: str = ""
    """When the last of the live tables is due to end."""

    def counts(self) -> dict[TileState, int]:
        """Number of tables in each state, without empty states."""
        found = {state: sum(tile.state == state for tile in self.tiles) for state in URGENCY}
        return {state: count for state, count in found.items() if count}

    def only(self, state: str) -> tuple[Tile, ...]:
        """The tables in a state; all tables if none is in it."""
        found = tuple(tile for tile in self.tiles if tile.state == state)
        return found or self.tiles


def round_tiles(office: Office, desk: OpenTournament, timer: Timer, lang: Language) -> RoundTilesView | None:
    """The tables of the last round; None if there is no round, or only a draft."""
    played = desk.tournament.round
    if played is None or played.is_draft:
        return None
    live: dict[int, OpenTable] = {}
    if not played.is_closed:
        with office.reading() as reading:
            live = {each.table.opened.table: each for each in open_tables(reading, desk)}
    views = sheets(desk.tournament, desk.names, played.number, lang)
    followed = {number: each.view(timer) for number, each in live.items()}
    stages = {number: desk.tournament.stage_at(played, table) for number, table in played.tables.items()}
    tiles = tuple(
        _tile(view, stages[view.table], followed.get(view.table), live.get(view.table)) for view in views
    )
    clubs = {desk.tournament.entrants[seat.person].club for view in views for seat in view.seats}
    return RoundTilesView(
        round=played.number,
        is_open=not played.is_closed,
        tiles=tiles,
        watch=tuple(_watch(views, followed, live)) if not played.is_closed else (),
        settled=sum(table.is_settled for table in played.tables.values()),
        players=sum(len(view.seats) for view in views),
        clubs=len(clubs - {""}),
        odd_sizes=_odd_sizes(played),
        ends=max((each.ends for each in followed.values()), default=""),
    )


def _odd_sizes(played: Round) -> Mapping[int, tuple[int, ...]]:
    sizes: dict[int, list[int]] = {}
    for table in played.tables.values():
        sizes.setdefault(len(table.seated.seats), []).append(table.number)
    usual = max(sizes, key=lambda size: len(sizes[size]), default=0)
    return {size: tuple(tables) for size, tables in sorted(sizes.items()) if size != usual}


def _tile(view: SheetView, stage: Stage | None, followed: LiveView | None, live: OpenTable | None) -> Tile:
    state, detail = _state(view, followed, live)
    return Tile(view.table, state, detail, len(view.seats), view.kind, stage)


def _state(view: SheetView, followed: LiveView | None, live: OpenTable | None) -> tuple[TileState, Notice]:
    """The state of a table: an open call first, then its result, then its live state."""
    if followed and live and followed.state == "call":
        call = next(row for row in live.queue() if row.call)
        return "call", _said("called", player=call.player, time=clock_time(call.at))
    match view.state:
        case "contested":
            return "contested", _said("contested")
        case "waiting":
            return "counting", _said("waiting")
        case "paper" | "phone" | "void" | "bye":
            return "signed", _said(view.state)
    if followed is None or live is None:
        return "playing", _said("unknown")
    match followed.state:
        case "paper":
            return "signed", _said("to_write")
        case "late":
            return "late", _said("late", minutes=_minutes(live))
        case "counting" | "waiting" | "signed":
            return "counting", _said("counted", count=len(live.table.cells), seats=len(view.seats))
    return "playing", _playing(followed)


def _playing(followed: LiveView) -> Notice:
    if followed.stage == "closing" and followed.roll:
        return _said("closing", totals=", ".join(map(str, followed.roll.totals)))
    code = {"setup": "setup", "last-lap": "last_lap"}.get(
        followed.stage, "lap" if followed.knows_lap else "playing"
    )
    return _said(code, lap=followed.lap) if code == "lap" else _said(code)


def _said(code: str, **values: str | int) -> Notice:
    return Notice(f"board_page.tile.{code}", values)


def clock_time(at: str) -> str:
    """A time of the log as local hours and minutes."""
    return f"{datetime.fromisoformat(at).astimezone():%H:%M}"


def _watch(
    views: list[SheetView], followed: Mapping[int, LiveView], live: Mapping[int, OpenTable]
) -> Iterator[WatchItem]:
    """Tables that need attention, the most urgent first."""
    for number, desk in live.items():
        for row in desk.queue():
            said = _item(
                "call" if row.call else "incident", number, player=row.player, time=clock_time(row.at)
            )
            yield WatchItem("call", said, "calls", number)
    for view in views:
        if view.state == "contested":
            yield WatchItem("contested", _item("contested", view.table), "sheet", view.table)
    for number, each in followed.items():
        if each.state == "late":
            said = _item("late", number, minutes=_minutes(live[number]), ends=each.ends)
            yield WatchItem("late", said, "sheet", number)
    waiting = [view.table for view in views if view.state == "waiting"]
    signed = [number for number, each in followed.items() if each.state == "paper"]
    for code, tables in (("waiting", waiting), ("to_write", signed)):
        if tables:
            yield WatchItem("counting", _item(code, tables=table_list(tables)), "results")
    for view in views:
        for notice in view.notices if view.is_doubtful else ():
            yield WatchItem("doubt", _item("doubt", view.table, said=notice.sentence), "sheet", view.table)


def _item(code: str, table: int = 0, **values: str | int | Phrase) -> Notice:
    return Notice(f"board_page.watch_item.{code}", {"table": table, **values})


def _minutes(live: OpenTable) -> int:
    """Minutes by which a table ends later than the others, rounded up."""
    return -(-live.table.given_back // 60)


def desk_items(desk: OpenTournament, lang: Language) -> Iterator[WatchItem]:
    """Open tasks other than the next step, and notices about the regulation."""
    view = desk_view(desk.tournament, desk.names, lang)
    for each in view.todo[:-1]:
        values: Values = {"count": each.task.count, "people": ", ".join(each.names[:MOST_NAMES])}
        code = f"board_page.task.{each.task.what}"
        yield WatchItem("task", Notice(code, values), PLACE_OF_TASK[each.task.what])
    for notice in view.notices:
        yield WatchItem(
            "doubt", notice, "cut" if notice.code == "tournament.notice.other_cut" else "settings"
        )
