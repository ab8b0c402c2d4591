"""Pages around online tables: the lobby, one's own games, a help, the waiting room, the end."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import HTMLResponse

from kamchatka.app.games.bots import no_thinkers
from kamchatka.app.games.online import seating
from kamchatka.app.games.online.envelope import Envelope, TableView
from kamchatka.app.games.online.lobby import card, lobby
from kamchatka.app.games.online.own_games import colours_of, own_games
from kamchatka.app.games.online.record_files import replay_address
from kamchatka.app.games.records import examples
from kamchatka.board import load_board
from kamchatka.bots import BOTS, SERGENTE, bot_names
from kamchatka.bots.thinking import thinks
from kamchatka.game.names import names_of
from kamchatka.game.sentences import half_points, objective_title
from kamchatka.game.view import view
from kamchatka.messages import Language, has_text, text
from kamchatka.rulebook import load, shipped
from kamchatka.web.play.play_visit import AtPlay, PlayForm, PlayVisit
from kamchatka.web.site.locks import JUDGES, LockedRouter, Need, may_open
from kamchatka.web.site.map_drawing import land_paths
from kamchatka.web.site.qr import qr_svg

router = LockedRouter()
DEFAULT_BOT = bot_names()[SERGENTE]
MOST_CHAIRS, FEWEST_CHAIRS = 6, 3
SEEN, SEEN_PATH = "visti", "/gioca"
"""A cookie with the version of each own table that this browser showed last."""
MOST_SEEN = 20
SEEN_TABLE = re.compile(r"([a-z0-9]{4,20})\.(\d{1,9})", re.ASCII)
LASTS = 60 * 60 * 24 * 60
MINUTE = 60


@dataclass(frozen=True)
class BotChoice:
    """A bot in a list."""

    name: str
    title: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class FinalRow:
    """A seat in the final standings."""

    place: int
    letter: str
    colour: str
    name: str
    objective: str
    points: str
    is_me: bool


@dataclass(frozen=True)
class EventSheet:
    """The table of a tournament that a game was played for."""

    address: str
    round: int
    table: int


@router.page("/gioca", Need.NOTHING)
def show_lobby(at: AtPlay) -> HTMLResponse:
    """The form to open a table, public tables that wait for players, and those being played."""
    found = lobby(at.hall, at.device, at.lang)
    playing = [(each, _owners(at, each.id, each.thumb)) for each in found.playing if each.thumb]
    return _page(
        at,
        "play/lobby.html",
        "tables",
        open=found.open,
        playing=playing,
        rulebooks=[load(id) for id in shipped()],
        bots=bot_choices(at),
        default_bot=DEFAULT_BOT,
        most_chairs=MOST_CHAIRS,
        fewest_chairs=FEWEST_CHAIRS,
    )


@router.page("/gioca/mie", Need.NOTHING)
def show_own_games(at: AtPlay) -> HTMLResponse:
    """The games of this device: to play, to wait for, finished."""
    return _page(at, "play/mine.html", "mine")


@router.page("/gioca/aiuto", Need.NOTHING)
def show_help(at: AtPlay) -> HTMLResponse:
    """How to play here, for newcomers."""
    return _page(at, "play/help.html", "help", bots=bot_choices(at), example=next(iter(examples())))


@router.page("/gioca/{id}/altrove", Need.NOTHING)
def show_seat_form(at: AtPlay) -> HTMLResponse:
    """Where a device types the code that moves a seat to it."""
    return _page(at, "play/elsewhere.html", "", id=at.id, name=at.envelope().table.name, code="", address="")


@router.form("/gioca/{id}/altrove", Need.SEAT)
def show_seat_code(at: PlayForm) -> HTMLResponse:
    """A code that moves the visitor's seat to another device, and the address where it is typed."""
    at.slow_down()
    code = seating.seat_code(at.live, at.seat, at.hall.timer())
    address = str(at.request.url.replace(query=""))
    name = at.envelope().table.name
    return _page(
        at, "play/elsewhere.html", "", id=at.id, name=name, code=code, address=address, qr=qr_svg(address)
    )


def waiting_page(at: PlayVisit, found: Envelope) -> HTMLResponse:
    """The waiting room of a table."""
    table = found.table
    me = table.players[table.me.chair] if table.me else None
    opener = next((player.name for player in table.players if player.name and not player.bot), "")
    address = str(at.request.url.replace(query=""))
    word = plain_word(me.word) if me and me.word else ""
    return _page(at, "play/waiting.html", "", table=table, my_word=word, opener=opener, address=address)


def late_page(at: PlayVisit, found: Envelope) -> HTMLResponse:
    """What spectators get in the first lap of a table that they see one lap late."""
    return _page(at, "play/late.html", "", table=found.table, seen=found.version)


def over_page(at: PlayVisit, found: Envelope) -> HTMLResponse:
    """The end of a table: result, dice, luck, scores, rematch."""
    table = found.table
    rows = _final(at, table)
    first = [row for row in rows if row.place == 1]
    people = [player for player in table.players if player.name and not player.bot]
    return _page(
        at,
        "play/over.html",
        "",
        table=table,
        seen=found.version,
        card=card(at.live, at.device, at.lang),
        view=found.view,
        rows=rows,
        abandoned=not rows,
        winners=[row.name for row in first],
        i_won=any(row.is_me for row in first),
        agreed=[player.name for player in people if player.rematch],
        refused=[player.name for player in people if player.rematch is False],
        undecided=[player.name for player in people if player.rematch is None],
        game=replay_address(at.live.table),
        sheet=_sheet(at),
    )


def _sheet(at: PlayVisit) -> EventSheet | None:
    """Where the result becomes the sheet of an event's table; None unless the visitor may do that."""
    table = at.live.table
    terms = table.terms
    if not terms.event or table.is_abandoned or not may_open(JUDGES, at.visitor, terms.event):
        return None
    return EventSheet(f"/organizza/{terms.event}/gioca/{table.id}/referto", terms.round, terms.table)


def note_seen(at: PlayVisit, response: HTMLResponse, version: int) -> HTMLResponse:
    """Note that this browser showed its table as of a version."""
    seen = {at.id: version} | {id: known for id, known in seen_tables(at).items() if id != at.id}
    value = "_".join(f"{id}.{known}" for id, known in list(seen.items())[:MOST_SEEN])
    response.set_cookie(SEEN, value, max_age=LASTS, path=SEEN_PATH, httponly=True, samesite="lax")
    return response


def seen_tables(at: PlayVisit) -> Mapping[str, int]:
    """The version of each own table that this browser showed last, the latest first."""
    pairs = SEEN_TABLE.findall(at.request.cookies.get(SEEN, ""))[:MOST_SEEN]
    return {id: int(version) for id, version in pairs}


def plain_word(hex: str) -> str:
    """A word for the dice as it was typed; bytes as hexadecimal."""
    part = bytes.fromhex(hex)
    try:
        word = part.decode()
    except UnicodeDecodeError:
        return hex
    return word if word.isprintable() else hex


def bot_choices(at: PlayVisit) -> list[BotChoice]:
    """The bots that people may choose here, the easiest first; styles for measurements have no text."""
    names = [name for name in BOTS if has_text(f"{_code(name)}.title", at.lang)]
    may_think = at.hall.thinkers is not no_thinkers
    return [
        BotChoice(name, text(f"{_code(name)}.title", at.lang), text(f"{_code(name)}.meaning", at.lang))
        for name in names
        if may_think or not thinks(BOTS[name])
    ]


def _code(bot: str) -> str:
    return f"lobby.bot.{bot.replace(':', '_')}"


def _page(at: PlayVisit, template: str, current: str, **values: Any) -> HTMLResponse:
    lang = at.lang
    own = own_games(at.hall, at.device, seen_tables(at), lang)
    board = load_board()
    return at.render(
        template,
        current=current,
        own=own,
        waiting_for_me=len(own.mine),
        paths=land_paths(),
        owners=lambda card: _owners(at, card.id, card.thumb),
        colours=lambda card: colours_of(at.hall, card.id),
        lands=lambda ids: ", ".join(board.territory(id).name(lang) for id in ids),
        half_points=half_points,
        time_words=lambda seconds: time_words(seconds, lang),
        **values,
    )


def _owners(at: PlayVisit, id: str, thumb: str) -> list[str]:
    colours = colours_of(at.hall, id)
    return [colours.get(owner, "none") for owner in thumb]


def time_words(seconds: float, lang: Language) -> str:
    """“40 s”, “3 min”."""
    if seconds < MINUTE:
        return text("lobby.clock.seconds", lang, count=int(seconds))
    return text("lobby.clock.minutes", lang, count=int(seconds // MINUTE))


def _final(at: PlayVisit, table: TableView) -> list[FinalRow]:
    """The final standings; empty for a game that was abandoned."""
    game = at.live.table.game
    if game is None or not game.is_over:
        return []
    names = names_of(at.live.table.book)
    by_seat = {player.seat: player for player in table.players}
    rows = [
        FinalRow(
            place=seat.place or 0,
            letter=seat.seat,
            colour=seat.colour or "none",
            name=by_seat[seat.seat].name or "",
            objective=objective_title(seat.objective, names, at.lang) if seat.objective else "",
            points=half_points(seat.half_points or 0, at.lang),
            is_me=by_seat[seat.seat].is_me,
        )
        for seat in view(game, "public").seats
    ]
    return sorted(rows, key=lambda row: (row.place, row.letter))
