"""The web application: routes, static files, error handlers and security middleware."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from kamchatka import __version__
from kamchatka.app.archive.copier import Copier
from kamchatka.app.archive.places import Sticks, plugged_in
from kamchatka.app.files import data_folder
from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.keeper import TableKeeper
from kamchatka.app.games.online.live import Pace
from kamchatka.app.games.online.record_files import keep_record
from kamchatka.app.games.records import RecordShelf
from kamchatka.app.games.terminal_games import TerminalGames
from kamchatka.app.office import Office, open_office
from kamchatka.app.register.accounts import installation_secret
from kamchatka.app.register.accounts.passwords import Tries
from kamchatka.app.terminal import Terminal
from kamchatka.refusals import NotPossibleNow, Refusal
from kamchatka.store.database import Holder
from kamchatka.web.accounts import account
from kamchatka.web.accounts import login as doors
from kamchatka.web.desk import board as desk_board
from kamchatka.web.desk import (
    cash,
    commands,
    compliance,
    copies,
    cut,
    draw,
    entries,
    entry,
    judges,
    papers,
    penalties,
    register,
    results,
    rollcall,
    table_result,
    wizard,
)
from kamchatka.web.desk import log as desk_log
from kamchatka.web.desk import roles as desk_access
from kamchatka.web.desk import settings as desk_settings
from kamchatka.web.desk import standings as desk_standings
from kamchatka.web.hall import bench, round_time, screen, streams
from kamchatka.web.hall import terminal as terminal_door
from kamchatka.web.hall.timekeeper import keep_time, wake_clocks
from kamchatka.web.home import demo, home
from kamchatka.web.home import language_choice as language
from kamchatka.web.phone import count, deal, follow, incidents, table_pass, typed_code
from kamchatka.web.play import event_tables, live_table, seats
from kamchatka.web.play import lobby as play_lobby
from kamchatka.web.play import pages as play_pages
from kamchatka.web.play.live_table import Broadcast
from kamchatka.web.play.thinkers import known_thinkers
from kamchatka.web.public import entry_form, own_page, people, rounds, rules
from kamchatka.web.public import standings as public_standings
from kamchatka.web.public.event import MOST_VIEWS
from kamchatka.web.public.page_cache import PageCache
from kamchatka.web.public.prepared_pages import PreparedPages
from kamchatka.web.replay import after, replays
from kamchatka.web.replay.library import Library
from kamchatka.web.rules import board, cases, clauses, odds, rulebooks
from kamchatka.web.scores import quick, scores
from kamchatka.web.site.errors import error_page, on_bad_input, on_http_error, on_trouble
from kamchatka.web.site.forms import on_refusal
from kamchatka.web.site.hosts import KnownHosts, Site
from kamchatka.web.site.live import LiveHub
from kamchatka.web.site.locks import guard, locks_of
from kamchatka.web.site.security import HEADERS, UNFRAMED, OwnWritesOnly, SecurityHeaders
from kamchatka.web.site.static_files import HeldFiles
from kamchatka.web.site.work_queue import WorkQueue

PAGES = (
    *(home, demo, cases, rulebooks, board, replays, after, clauses, odds, scores, language, doors, account),
    *(wizard, desk_board, desk_access),
    *(results, table_result, penalties),
    *(table_pass, typed_code, follow, incidents, deal, count),
    *(copies, desk_log, judges, papers, compliance, register),
    *(entries, entry, rollcall, cash, desk_settings, entry_form),
    *(draw, cut, commands),
    *(streams, round_time, bench, screen, terminal_door),
    *(seats, live_table, event_tables, play_lobby, play_pages),
    *(quick, desk_standings, public_standings, rounds, people, own_page, rules),
)
STATIC = Path(str(files("kamchatka.web") / "static"))


def create_app(
    home_folder: Path | None = None,
    *,
    office: Office | None = None,
    site: Site | None = None,
    sticks: Sticks = plugged_in,
    terminal: Terminal | None = None,
    pace: Pace | None = None,
) -> FastAPI:
    """The application, ready to serve. `home_folder` and `office` store what visitors send.

    Without an office, events and accounts are in a temporary folder, deleted when the server stops. `site`
    holds the server's names, `sticks` finds the drives for copies, `terminal` executes its commands,
    `pace` is that of bots at online tables.
    """
    # FastAPI's own documentation pages load scripts from other hosts, so they stay off.
    app = FastAPI(
        title="Kamchatka",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(guard)],
        lifespan=_lifespan,
    )
    home_folder = home_folder or data_folder()
    app.state.office = office
    app.state.home, app.state.sticks = home_folder, sticks
    app.state.site = site = site or Site()
    app.state.terminal = terminal
    app.state.pace = pace
    app.state.tries = Tries()
    app.state.work_queue = WorkQueue()
    app.state.public_views = PageCache(MOST_VIEWS)
    app.state.library = Library(RecordShelf(home_folder), TerminalGames(home_folder))
    app.add_middleware(OwnWritesOnly)
    app.add_middleware(KnownHosts, site=site)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(GZipMiddleware, minimum_size=1024)
    app.add_middleware(PreparedPages, site=site)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(RequestValidationError, on_bad_input)
    app.add_exception_handler(Refusal, on_refusal)
    app.add_exception_handler(NotPossibleNow, on_trouble)
    app.add_exception_handler(OSError, on_trouble)
    app.add_exception_handler(ClientDisconnect, _on_hang_up)
    app.add_exception_handler(Exception, _on_failure)
    app.state.locks = locks_of(pages.router for pages in PAGES)
    for pages in PAGES:
        app.include_router(pages.router)
    app.mount("/static", HeldFiles(directory=STATIC), name="static")
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    with ExitStack() as stack:
        if app.state.office is None:
            place = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))) / "kamchatka.db"
            app.state.office = stack.enter_context(open_office(place, Holder("web")))
        installation_secret(app.state.office)  # created now, since a GET may not write
        app.state.copier = Copier(app.state.office, app.state.home, app.state.sticks)
        stack.enter_context(app.state.copier.running())
        app.state.live = LiveHub(app)
        app.state.tables = TableHall(app.state.office, pace=app.state.pace, thinkers=known_thinkers())
        app.state.tables.closed = partial(keep_record, app.state.home)
        app.state.table_keeper = TableKeeper(app.state.tables)
        app.state.broadcast = Broadcast(app.state.tables)
        app.state.tables.prepare = app.state.broadcast.prepare
        stack.enter_context(app.state.table_keeper.running())
        wake_clocks(app.state.office, app.state.home)
        tasks = [
            asyncio.create_task(app.state.live.watch(app.state.office)),
            asyncio.create_task(keep_time(app.state.office, app.state.home)),
        ]
        try:
            yield
        finally:
            for each in tasks:
                each.cancel()
            await asyncio.wait(tasks)


async def _on_hang_up(request: Request, error: Exception) -> Response:
    """The connection was closed before the whole body arrived: nobody reads an answer."""
    return Response(status_code=400)


async def _on_failure(request: Request, error: Exception) -> Response:
    """An internal error: the server logs it, the visitor reads what to do.

    The middleware does not see this response, so it sets the security headers itself.
    """
    page = error_page(request, 500)
    page.headers.update({**HEADERS, **UNFRAMED})
    return page
