"""Recorded games: the list with its upload form, one game step by step, its steps as JSON, deletion."""

from http import HTTPStatus

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kamchatka.app.games.records import MOST_BYTES, UNTELLABLE, ShelfFull
from kamchatka.app.games.story_table import BadStory
from kamchatka.app.games.terminal_games import MOST_LISTED
from kamchatka.game.codec import Unreadable
from kamchatka.game.names import names_of
from kamchatka.messages import text
from kamchatka.refusals import Refusal
from kamchatka.web.replay.after_views import game_tabs
from kamchatka.web.replay.chart import charts, x_of
from kamchatka.web.replay.frames import step_html
from kamchatka.web.replay.library import library_of, story_at
from kamchatka.web.replay.map_drawing import replay_map
from kamchatka.web.replay.upload import uploaded
from kamchatka.web.replay.views import cards, page_values
from kamchatka.web.site.errors import error_page
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import LockedRouter, Need, may_open
from kamchatka.web.site.pages import existing
from kamchatka.web.site.visit import AtSite, Visit

router = LockedRouter()

MEGABYTES = MOST_BYTES // (1024 * 1024)
STATUS = {
    "too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "foreign_encoding": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}
"""HTTP status of refusals other than unreadable input."""


@router.page("/partite", Need.NOTHING)
def show_games(at: AtSite) -> HTMLResponse:
    """Examples, uploaded games, and the upload form."""
    return _list(at, HTTPStatus.OK)


@router.form("/partite", Need.NOTHING)
async def keep_game(at: AtSite) -> Response:
    """Store an uploaded record and redirect to its page; faults are shown beside the form."""
    lang = at.lang
    pasted = ""
    try:
        content, pasted = await uploaded(at.request)
        id = await at.request.app.state.work_queue.run(library_of(at).keep, content)
    except (Refusal, Unreadable) as error:
        wrong, status = error.sentence(lang), STATUS.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    except BadStory:
        wrong, status = text("replay_page.refused.bad_story", lang), HTTPStatus.UNPROCESSABLE_ENTITY
    except ShelfFull as full:
        wrong, status = text("replay_page.refused.full", lang, most=full.most), HTTPStatus.CONFLICT
    except OSError:
        wrong, status = text("replay_page.refused.no_room", lang), HTTPStatus.INSUFFICIENT_STORAGE
    else:
        return RedirectResponse(f"/partite/{id}", HTTPStatus.SEE_OTHER)
    return await run_in_threadpool(_list, at, status, wrong=wrong, pasted=pasted)


@router.page("/partite/{id}", Need.NOTHING)
def show_game(at: AtSite, id: str, passo: str = "0") -> HTMLResponse:
    """One game at one step; a step out of range becomes the nearest one."""
    story = story_at(at, id)
    lang = at.lang
    last = len(story.steps) - 1
    number = min(number_in(passo, 8), last)
    return at.render(
        "replay/game.html",
        drawing=replay_map(story, number, lang),
        panel=step_html(story, story.steps[number], names_of(story.retelling.rulebook), lang),
        charts=charts(story),
        cursor=x_of(story, number),
        address=f"/partite/{id}",
        tabs=game_tabs(f"/partite/{id}", story),
        current="after_game.tab.replay",
        **page_values(id, story, number, lang),
    )


@router.page("/partite/{id}/passi.json", Need.NOTHING)
def show_steps(at: AtSite, id: str) -> Response:
    """Every step, for the page's script."""
    try:
        steps = existing(library_of(at).frames(id, at.lang))
    except UNTELLABLE as error:
        raise HTTPException(HTTPStatus.NOT_FOUND) from error
    headers = {"vary": "Accept-Language, Cookie"}
    return Response(steps, media_type="application/json", headers=headers)


@router.form("/partite/{id}/elimina", Need.ADMINISTRATOR)
def remove_game(at: AtSite, id: str) -> Response:
    """Delete an uploaded record; examples cannot be deleted."""
    try:
        was_there = library_of(at).remove(id)
    except OSError:
        return error_page(at.request, HTTPStatus.INSUFFICIENT_STORAGE, "not_removed")
    if not was_there:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return RedirectResponse("/partite", HTTPStatus.SEE_OTHER)


def _list(at: Visit, status: int, *, wrong: str = "", pasted: str = "") -> HTMLResponse:
    return at.render(
        "replay/list.html",
        status=status,
        **cards(library_of(at), at.lang),
        most_played=MOST_LISTED,
        # A name read from a file may hold characters that cannot be encoded.
        wrong=wrong.encode("utf-8", errors="replace").decode("utf-8"),
        pasted=pasted,
        most=MEGABYTES,
        may_delete=may_open(Need.ADMINISTRATOR, at.visitor),
    )
