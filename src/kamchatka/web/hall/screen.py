"""The screen of the hall: public, without controls, read from ten metres."""

from starlette.responses import HTMLResponse

from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tournaments.screen import screen_view
from kamchatka.tournament.views.standings import heading
from kamchatka.web.public.event import AtEvent
from kamchatka.web.site.event_frame import public_frame, screen_of
from kamchatka.web.site.hosts import Site, outside_address
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.qr import qr_svg, wifi_svg

router = LockedRouter()


@router.page("/schermo/{id}", Need.NOTHING)
def show_screen(event: AtEvent) -> HTMLResponse:
    """The screen of an event; a site on the internet does not tell the hall's Wi-Fi."""
    site: Site = event.request.app.state.site
    number, shown = event.number, event.showing
    view = screen_view(event.office, shown, system_timer, event.lang)
    wifi = shown.tournament.wifi if not site.public else None
    page = event.render(
        "hall/screen.html",
        event=public_frame(shown.desk, "", screen_of(event.id), number),
        view=view,
        heading=heading(view.standings, event.lang) if view.standings else "",
        wifi=wifi_svg(wifi.network, wifi.password) if wifi else "",
        network=wifi.network if wifi else "",
        qr=qr_svg(f"{outside_address(event.request)}/tornei/{event.id}"),
    )
    page.headers["x-robots-tag"] = "noindex"
    return page
