"""A request as routes see it: visitor, language, installation, form, and response helpers."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, ClassVar, TypeVar
from urllib.parse import quote

from fastapi import Depends, Request
from starlette.datastructures import FormData, QueryParams
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kamchatka.app.commands.execution import Outcome, execute
from kamchatka.app.office import Actor, Office
from kamchatka.app.register.accounts.passwords import Tries
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.ids import ActionId
from kamchatka.messages import Language, text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.command import TournamentCommand
from kamchatka.web.site.event_frame import DESK, desk_frame
from kamchatka.web.site.forms import (
    MOST_FIELDS,
    MOST_MEGABYTES,
    ROUND_FIELDS,
    ROUND_MEGABYTES,
    action_of,
    field_of,
    form_up_to,
)
from kamchatka.web.site.language import language_of
from kamchatka.web.site.locks import may_open
from kamchatka.web.site.pages import is_fragment, render, say_once
from kamchatka.web.site.visitors import Visitor, visitor_of

V = TypeVar("V", bound="Visit")
KEPT_SIGNS = ":/%#?=@[]!$&'()*+,;"
"""Characters left unquoted in the address of a redirect header, as in RedirectResponse."""
SWAPPED = ("/arbitro",)
"""Pages whose content alone is replaced after a form: a browser allows their sound until the page is left."""
IN_PLACE = {"target": "main", "select": "main > *", "swap": "innerHTML", "replace": "true"}


@dataclass(frozen=True)
class Visit:
    """One request."""

    request: Request
    form: FormData
    """The sent form; empty if the route reads none."""

    @property
    def office(self) -> Office:
        """The installation being served."""
        office: Office = self.request.app.state.office
        return office

    @cached_property
    def lang(self) -> Language:
        """The visitor's language."""
        return language_of(self.request)

    @property
    def visitor(self) -> Visitor:
        """Who sent the request."""
        return visitor_of(self.request)

    @property
    def actor(self) -> Actor:
        """The visitor as use cases see it, set by the guard."""
        actor: Actor = self.request.state.actor
        return actor

    @property
    def client_address(self) -> str:
        """The client's IP address; forwarding headers count only if a reverse proxy is configured."""
        return self.request.client.host if self.request.client else ""

    @property
    def tries(self) -> Tries:
        """The rate limiter for wrong passwords and the like."""
        tries: Tries = self.request.app.state.tries
        return tries

    @property
    def query(self) -> QueryParams:
        """The query parameters."""
        return self.request.query_params

    @property
    def is_fragment(self) -> bool:
        """Whether htmx sent the request and expects a fragment."""
        return is_fragment(self.request)

    @property
    def action(self) -> ActionId:
        """The request id from the form, or a new one."""
        return action_of(self.form)

    @property
    def home(self) -> str:
        """Prefix of the addresses passed to `done`."""
        return ""

    def field(self, name: str) -> str:
        """A field of the form as stripped text; empty if it was not sent or is a file."""
        return field_of(self.form, name)

    def fields(self, name: str) -> list[str]:
        """All values of a field, such as ticked boxes."""
        return [each for each in self.form.getlist(name) if isinstance(each, str)]

    @property
    def sent(self) -> list[tuple[str, str]]:
        """All fields as they were sent, without files."""
        return [(name, each) for name, each in self.form.multi_items() if isinstance(each, str)]

    def render(self, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
        """Render a page or a fragment."""
        return render(self.request, template, status=status, **values)

    def done(self, address: str = "", code: str = "", **values: object) -> Response:
        """Redirect to a page below `home`, which shows the message `code` once."""
        return self.redirect(f"{self.home}{address}", code, **values)

    def redirect(self, address: str, code: str = "", **values: object) -> Response:
        """Redirect to a page of the site, which shows the message `code` once."""
        if self.is_fragment:
            path = quote(address, safe=KEPT_SIGNS)
            in_place = {"hx-location": json.dumps({"path": path, **IN_PLACE})}
            headers = in_place if path.endswith(SWAPPED) else {"hx-redirect": path}
            response = Response(status_code=204, headers=headers)
        else:
            response = RedirectResponse(address, status_code=303)
        if code:
            say_once(response, text(code, self.lang, **values))
        return response


@dataclass(frozen=True)
class EventVisit(Visit):
    """A request about the event in the address."""

    begins: ClassVar[str]
    """Prefix of the addresses of its pages."""

    @property
    def id(self) -> str:
        """The id in the address, whether or not the event exists."""
        id: str = self.request.path_params["id"]
        return id

    @property
    def home(self) -> str:
        """Address of the event's first page."""
        return f"{self.begins}/{self.id}"


@dataclass(frozen=True)
class DeskVisit(EventVisit):
    """A request at the desk of an event."""

    begins = DESK

    @cached_property
    def desk(self) -> OpenTournament:
        """The event, read on first access; 404 if there is none."""
        try:
            return open_tournament(self.office, self.id, self.lang)
        except NotUnderstood:
            raise HTTPException(404) from None  # does not reveal which events exist

    def reopened(self) -> "DeskVisit":
        """The same visit with the event read again, after a write."""
        return DeskVisit(self.request, self.form)

    def execute(
        self, *commands: TournamentCommand, note: str = "", action: ActionId | None = None
    ) -> Outcome:
        """Execute commands as one request, all or none."""
        action = action or self.action
        return execute(self.office, self.actor, self.id, *commands, note=note, action=action, lang=self.lang)

    def page(self, template: str, tab: str, *, status: int = 200, **values: object) -> HTMLResponse:
        """Render a desk page, with its tabs."""
        frame = desk_frame(self.office, self.desk, tab, self.may)
        if self.request.method == "POST":
            frame = replace(frame, live="")  # its address answers no second request
        return self.render(template, status=status, event=frame, **values)

    def may(self, path: str, method: str = "GET") -> bool:
        """Whether the visitor opens a door of this desk, such as `/referti/{round}/{table}`."""
        lock = self.request.app.state.locks[method, f"{DESK}/{{id}}{path}"]
        return may_open(lock, self.visitor, self.id)

    def render(self, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
        """Render a page or a fragment of the desk; templates ask `may` before they show a form."""
        return super().render(template, status=status, may=self.may, **values)


def asking(kind: type[V]) -> Callable[[Request], Awaitable[V]]:
    """A dependency that gives a route its visit."""

    async def visit(request: Request) -> V:
        return kind(request, FormData())

    return visit


def sending(
    kind: type[V], megabytes: int = MOST_MEGABYTES, fields: int = MOST_FIELDS
) -> Callable[..., Awaitable[V]]:
    """A dependency that gives a route its visit with the sent form, of at most this size."""

    async def visit(request: Request, form: Annotated[FormData, Depends(form_up_to(megabytes, fields))]) -> V:
        return kind(request, form)

    return visit


AtSite = Annotated[Visit, Depends(asking(Visit))]
SiteForm = Annotated[Visit, Depends(sending(Visit))]
AtDesk = Annotated[DeskVisit, Depends(asking(DeskVisit))]
DeskForm = Annotated[DeskVisit, Depends(sending(DeskVisit, ROUND_MEGABYTES, ROUND_FIELDS))]
