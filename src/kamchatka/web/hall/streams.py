"""The live streams of an event's pages."""

from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from kamchatka.app.tournaments.opening import stream_of
from kamchatka.web.public.event import LASTING, AtEvent
from kamchatka.web.site.event_frame import pushed_paths, screen_of
from kamchatka.web.site.live import live_stream
from kamchatka.web.site.locks import STAFF, LockedRouter, Need
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()


@router.page("/tornei/{id}/vivo", Need.NOTHING)
def follow_public(event: AtEvent, di: str | None = None, dopo: int = 0) -> StreamingResponse:
    """What changes on a public page; visitors with an account, whose page is their own, get numbers only.

    So do pages of single people. Only the screen shows what is tapped at the tables, and is told of it.
    """
    if not event.showing.tournament.visibility.is_shown and not event.is_staff:
        raise HTTPException(404)
    if di is None:
        raise HTTPException(404)
    path, _, query = di.partition("?")
    names = {each.partition("=")[0] for each in query.split("&") if each}
    if di and not (path in pushed_paths(event.id) and names <= LASTING):
        raise HTTPException(404)
    own = di if not event.visitor.account else ""
    streams = () if path == screen_of(event.id) else (stream_of(event.id),)
    return live_stream(
        event.request, event.office, event.id, dopo, path=own, streams=streams, lang=event.lang
    )


@router.page("/organizza/{id}/vivo", STAFF)
def follow_desk(at: AtDesk, dopo: int = 0) -> StreamingResponse:
    """That something changed: pages of the desk fetch themselves."""
    return live_stream(at.request, at.office, at.desk.id, dopo)
