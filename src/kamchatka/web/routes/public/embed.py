"""The standings within pages of other sites, where the organiser allows it."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.public_event import AtEvent, kept
from kamchatka.web.routes.public.standings import standings_values
from kamchatka.web.security import framed_by

router = LockedRouter()


@router.page("/incorpora/{id}", Need.NOTHING)
@kept
def embed(event: AtEvent) -> Response:
    """The standings alone, for pages of the sites that may show them; not found where none may."""
    sites = event.showing.tournament.visibility.embedders
    if not sites:
        raise HTTPException(404)
    page = event.page("public/embed.html", "standings", **standings_values(event))
    page.headers["content-security-policy"] = framed_by(sites)
    return page
