"""The screen of the hall: public, without controls, read from ten metres."""

from starlette.responses import HTMLResponse

from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tournaments.screen import screen_view
from kamchatka.tournament.views.standings import heading
from kamchatka.web.hall.streams import screen_of
from kamchatka.web.public.event import AtEvent
from kamchatka.web.site.event_frame import public_frame
from kamchatka.web.site.hosts import outside_address
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.qr import qr_svg

router = LockedRouter()


@router.page("/schermo/{id}", Need.NOTHING)
def show_screen(event: AtEvent) -> HTMLResponse:
    """The screen of an event."""
    number, shown = event.number, event.showing
    view = screen_view(event.office, shown, system_timer, event.lang)
    page = event.render(
        "hall/screen.html",
        event=public_frame(shown.desk, "", screen_of(event.id), number),
        view=view,
        heading=heading(view.standings, event.lang) if view.standings else "",
        qr=qr_svg(f"{outside_address(event.request)}/tornei/{event.id}"),
    )
    page.headers["x-robots-tag"] = "noindex"
    return page
