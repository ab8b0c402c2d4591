"""The tables as the lobby lists them: one's own first, then those that anybody may join or watch.

A table that is not in memory is read without its game; its lap and board are then unknown.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.app.games.online.envelope import State
from kamchatka.app.games.online.hall import CODE_LENGTH, TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.game.names import letter
from kamchatka.messages import Language, text
from kamchatka.rules.layout import LAP, NEUTRAL, TERRITORIES


@dataclass(frozen=True)
class ChairCard:
    """A chair in the lobby; no name: it is free."""

    name: str | None
    bot: str | None
    seat: str | None
    connected: bool
    is_me: bool
    ready: bool


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """One table in the lobby."""

    id: str
    code: str
    name: str
    state: State
    rulebook: str
    title: str
    chairs: tuple[ChairCard, ...]
    free: int
    turn_seconds: int
    reserve_seconds: int
    minutes: int
    laps: int
    public: bool
    spectators: bool
    watchers: int
    opened: str
    lap: int | None
    to_act: str | None
    is_my_turn: bool
    thumb: str
    """The owner of each territory in board order: a seat, “-” neutral, “.” nobody; empty: not known."""


@dataclass(frozen=True)
class Lobby:
    """What one device sees of all tables."""

    mine: tuple[TableCard, ...]
    open: tuple[TableCard, ...]
    """Tables that wait for people."""
    playing: tuple[TableCard, ...]
    """Games that anybody may watch."""


def lobby(hall: TableHall, device: str, lang: Language) -> Lobby:
    """All tables that are not over, newest first; one's own also while they are in memory afterwards."""
    found = sorted(hall.open_tables(), key=lambda live: live.table.at, reverse=True)
    cards = [(live.table, card(live, device, lang)) for live in found]
    mine = [each for table, each in cards if table.chair_of(device) is not None]
    others = [each for table, each in cards if table.chair_of(device) is None and table.terms.public]
    return Lobby(
        mine=tuple(sorted(mine, key=lambda each: (not each.is_my_turn, each.state == "over"))),
        open=tuple(each for each in others if each.state in ("waiting", "ready")),
        playing=tuple(each for each in others if each.spectators and each.state in ("playing", "stopped")),
    )


def card(live: LiveTable, device: str, lang: Language) -> TableCard:
    """A table as this device sees it in the lobby."""
    table, game = live.table, live.table.game
    terms, mine = table.terms, table.chair_of(device)
    to_act = game.to_act if game is not None else None
    return TableCard(
        id=table.id,
        code=table.id[:CODE_LENGTH].upper(),
        name=table.opened.title or text("online.table.named", lang, name=table.chairs[0].name),
        state="stopped" if table.state == "playing" and not live.has_people else table.state,
        rulebook=terms.rulebook,
        title=table.book.titles[lang],
        chairs=tuple(_chairs(live, mine)),
        free=sum(not chair.is_taken for chair in table.chairs),
        turn_seconds=terms.turn_seconds,
        reserve_seconds=terms.reserve_seconds,
        minutes=terms.minutes,
        laps=terms.laps,
        public=terms.public,
        spectators=terms.spectators,
        watchers=live.watchers,
        opened=table.at,
        lap=game.position.now[LAP] if game is not None else None,
        to_act=None if to_act is None else letter(to_act),
        is_my_turn=to_act is not None and mine is not None and table.seat_of(mine) == to_act,
        thumb=_thumb(table),
    )


def _chairs(live: LiveTable, mine: int | None) -> Iterator[ChairCard]:
    table = live.table
    for at, chair in enumerate(table.chairs):
        seat = table.seat_of(at)
        yield ChairCard(
            name=table.shown_name(at),
            bot=chair.bot or None,
            seat=None if seat is None else letter(seat),
            connected=bool(chair.bot or live.streams.get(at)),
            is_me=at == mine,
            ready=bool(chair.bot) or chair.is_ready,
        )


def _thumb(table: OnlineTable) -> str:
    if table.game is None:
        return ""
    owner = table.game.position.owner
    return "".join(
        "." if owner[at] < 0 else "-" if owner[at] == NEUTRAL else letter(owner[at])
        for at in range(TERRITORIES)
    )
