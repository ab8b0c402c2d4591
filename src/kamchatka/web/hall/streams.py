"""The live streams of an event's pages."""

from starlette.exceptions import HTTPException
from starlette.responses import StreamingResponse

from kamchatka.web.public.event import LASTING, AtEvent
from kamchatka.web.site.event_frame import PUBLIC_TABS
from kamchatka.web.site.live import live_stream
from kamchatka.web.site.locks import STAFF, LockedRouter, Need
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()
SCREEN = "/schermo"
PAGES = {*PUBLIC_TABS.values(), "/classifica", "/dove-siedo"}
"""Public pages that may be followed, below the event's address."""


def screen_of(id: str) -> str:
    """Address of the screen of an event."""
    return f"{SCREEN}/{id}"


@router.page("/tornei/{id}/vivo", Need.NOTHING)
def follow_public(event: AtEvent, di: str = "", dopo: int = 0) -> StreamingResponse:
    """What changes on a public page; visitors with an account, whose page is their own, get numbers only."""
    if not event.showing.tournament.visibility.is_shown and not event.is_staff:
        raise HTTPException(404)
    path, _, query = di.partition("?")
    names = {each.partition("=")[0] for each in query.split("&") if each}
    below = path.removeprefix(event.home) if path.startswith(event.home) else None
    if not (below in PAGES or path == screen_of(event.id)) or not names <= LASTING:
        raise HTTPException(404)
    own = di if not event.visitor.account else ""
    return live_stream(event.request, event.office, event.id, dopo, path=own, lang=event.lang)


@router.page("/organizza/{id}/vivo", STAFF)
def follow_desk(at: AtDesk, dopo: int = 0) -> StreamingResponse:
    """That something changed: pages of the desk fetch themselves."""
    return live_stream(at.request, at.office, at.desk.id, dopo)
