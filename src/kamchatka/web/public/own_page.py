"""The page behind a personal code: an entrant's seat and results, and what entrants say for themselves."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from fastapi import Depends
from limits import RateLimitItemPerMinute
from starlette.responses import RedirectResponse, Response

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Role
from kamchatka.app.register.accounts.passwords import MINUTES, network_of
from kamchatka.app.tournaments.personal_codes import CodeHolder, holder_of
from kamchatka.ids import PersonId
from kamchatka.refusals import Refusal
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.own_word import AskToLeave, CheckIn, Stay
from kamchatka.tournament.progress import is_decided
from kamchatka.web.public.event import PublicEvent
from kamchatka.web.public.people import player_shown
from kamchatka.web.site.forms import status_of
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import existing, unkept
from kamchatka.web.site.visit import asking, sending

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


OwnForm = Annotated[OwnVisit, Depends(sending(OwnVisit))]
SAYINGS: Mapping[str, Callable[[PersonId], TournamentCommand]] = {
    "qui": CheckIn,
    "ritiro": AskToLeave,
    "resto": Stay,
}


@router.page("/io/{code}", Need.NOTHING)
def show_own(event: AtOwn, code: str) -> Response:
    """My seat and my results; I am here, I withdraw."""
    return _page(event)


@router.form("/io/{code}", Need.NOTHING)
def say(event: OwnForm, code: str) -> Response:
    """Say that the holder of the code is here, wants to withdraw, or stays."""
    kind, who = existing(SAYINGS.get(event.field("fa"))), event.holder.person
    assert event.showing, "a hidden event has no such page"
    try:
        execute(event.office, Actor(Role.PLAYER, who), event.id, kind(who), action=event.action)
    except Refusal as refusal:
        return _page(event, refusal)
    return RedirectResponse(f"/io/{code}", status_code=303)


def _page(event: OwnVisit, refusal: Refusal | None = None) -> Response:
    who, tournament = event.holder.person, event.showing.desk.tournament
    player = player_shown(event, who)
    entrant = tournament.entrants[who]
    page = event.page(
        "public/own.html",
        "",
        status=status_of(refusal) if refusal else 200,
        seat=player.seat,
        games=player.games,
        row=player.row,
        entrant=entrant,
        checks_in=tournament.checks_in and not tournament.is_closed,
        may_leave=entrant.status == "playing" and not entrant.is_leaving and not is_decided(tournament),
        refusal=refusal and {"sentence": refusal.on_page(event.lang), "clause": refusal.clause},
    )
    page.headers["x-robots-tag"] = "noindex"
    return unkept(page)
