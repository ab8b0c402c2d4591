"""The page behind a personal code: an entrant's seat and results, as everybody may see them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from fastapi import Depends
from limits import RateLimitItemPerMinute
from starlette.responses import Response

from kamchatka.app.register.accounts.passwords import MINUTES, network_of
from kamchatka.app.tournaments.personal_codes import CodeHolder, holder_of
from kamchatka.web.public.event import PublicEvent
from kamchatka.web.public.people import player_shown
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import existing, unkept
from kamchatka.web.site.visit import asking

router = LockedRouter()
WRONG = RateLimitItemPerMinute(30, MINUTES)
"""Limit on wrong codes per network: phones of a hall share one, and some people type."""


@dataclass(frozen=True)
class OwnVisit(PublicEvent):
    """A request with a personal code in the address."""

    @cached_property
    def holder(self) -> CodeHolder:
        """Whose code it is; 404 for a wrong code, and for one of a hidden event."""
        of = ("personal-code", network_of(self.client_address))
        self.tries.check(WRONG, *of)
        found = holder_of(self.office, self.request.path_params["code"])
        if found is None:
            self.tries.limit(WRONG, *of)
        return existing(found)

    @property
    def id(self) -> str:
        """The event of the code."""
        return self.holder.id


AtOwn = Annotated[OwnVisit, Depends(asking(OwnVisit))]


@router.page("/io/{code}", Need.NOTHING)
def show_own(event: AtOwn, code: str) -> Response:
    """My seat and my results."""
    player = player_shown(event, event.holder.person)
    page = event.page("public/own.html", "", seat=player.seat, games=player.games, row=player.row)
    page.headers["x-robots-tag"] = "noindex"
    return unkept(page)
