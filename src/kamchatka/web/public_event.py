"""Pages of an event that everybody may open: not found where it is hidden, made once for all who ask."""

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka import __version__
from kamchatka.app.tournament.showing import Showing, mark_of, open_showing
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.views.bracket import Bracket, bracket
from kamchatka.tournament.views.outcomes import RoundOutcome, round_outcomes
from kamchatka.tournament.views.standings import StandingsPage, standings_page
from kamchatka.web.access import JUDGES, may_open
from kamchatka.web.event_frame import public_page
from kamchatka.web.forms import office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import SAID
from kamchatka.web.shelf import Shelf
from kamchatka.web.visitors import visitor_of

MOST_VIEWS, MOST_ANSWERS = 60, 200
LASTING = frozenset({"tutti", "turno"})
"""What an address may ask for so that many ask the same; a search is everybody's own."""
T = TypeVar("T")


@dataclass(frozen=True)
class KeptAnswer:
    """An answer as it is sent: packed once."""

    packed: bytes
    headers: dict[str, str]


class PublicShelves:
    """What the pages of events are made of, as long as nothing changes."""

    def __init__(self) -> None:
        self.views: Shelf[object] = Shelf(MOST_VIEWS)
        self.answers: Shelf[KeptAnswer] = Shelf(MOST_ANSWERS)


def kept_view(request: Request, key: tuple[object, ...], mark: str, make: Callable[[], T]) -> T:
    """What a page is made of, as long as nothing changes."""
    shelves: PublicShelves = request.app.state.public
    return shelves.views.get((*key, language_of(request)), mark, make)  # type: ignore[return-value]


@dataclass(frozen=True)
class PublicEvent:
    """The event of an address, as the visitor may see it."""

    request: Request
    id: str
    mark: str

    @property
    def showing(self) -> Showing:
        """The event; not found if it is hidden from this visitor."""
        lang = language_of(self.request)
        try:
            found = self._kept("showing", lambda: open_showing(office_of(self.request), self.id, lang))
        except NotUnderstood:
            raise HTTPException(404) from None
        if not (found.tournament.visibility.is_shown or self.is_staff):
            raise HTTPException(404)
        return found

    @property
    def is_staff(self) -> bool:
        """Whether the visitor runs or judges the event."""
        return may_open(JUDGES, visitor_of(self.request), self.id)

    @property
    def standings(self) -> StandingsPage:
        """Its standings. Raises Unscorable or MissingNumber."""
        shown, lang = self.showing, language_of(self.request)
        return self._kept("standings", lambda: standings_page(shown.results, shown.names, lang, shown.last))

    @property
    def outcomes(self) -> tuple[RoundOutcome, ...]:
        """Its results, round by round. Raises Unscorable or MissingNumber."""
        shown, lang = self.showing, language_of(self.request)
        return self._kept("outcomes", lambda: round_outcomes(shown.results, shown.names, lang, shown.last))

    @property
    def bracket(self) -> Bracket:
        """From the qualifying rounds to the final. Raises Unscorable or MissingNumber."""
        shown, told = self.showing, self.showing.told
        return self._kept("bracket", lambda: bracket(told, shown.names, told.rounds))

    def _kept(self, what: str, make: Callable[[], T]) -> T:
        return kept_view(self.request, (what, self.id), self.mark, make)

    def page(self, template: str, tab: str, **values: Any) -> HTMLResponse:
        """A page, or a part of one."""
        shown = self.showing
        visibility = shown.tournament.visibility
        page = public_page(
            self.request,
            template,
            shown.desk,
            tab,
            shown=shown,
            is_indexed=visibility.is_shown and visibility.may_index,
            is_hidden=not visibility.is_shown,
            is_staff=self.is_staff,
            **values,
        )
        if not (visibility.is_shown and visibility.may_index):
            page.headers["x-robots-tag"] = "noindex"
        return page


def event_of(request: Request) -> PublicEvent:
    """The event of the address; not found if there is none."""
    id = request.path_params["id"]
    mark = mark_of(office_of(request), id)
    if not mark:
        raise HTTPException(404)
    return PublicEvent(request, id, mark)


def answered(event: PublicEvent, make: Callable[[PublicEvent], Response]) -> Response:
    """The answer, made once for everybody without an account who asks for it while nothing changes."""
    request = event.request
    is_own = visitor_of(request).account or SAID in request.cookies
    if is_own or not LASTING.issuperset(request.query_params):
        return make(event)
    address = f"{request.url.path}?{request.url.query}"
    what = (address, language_of(request), request.headers.get("hx-request", ""))
    tag = f'"{hashlib.sha256(repr((event.mark, what, __version__)).encode()).hexdigest()[:24]}"'
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"etag": tag, "vary": VARY})
    shelves: PublicShelves = request.app.state.public
    kept = shelves.answers.get(what, event.mark, lambda: _packed(make(event)))
    headers = {**kept.headers, "etag": tag, "vary": VARY}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(kept.packed, headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(kept.packed), headers=headers)


VARY = "Accept-Encoding, Accept-Language, Cookie, HX-Request"


def _packed(answer: Response) -> KeptAnswer:
    kept = ("content-type", "content-disposition", "content-security-policy", "x-robots-tag")
    headers = {name: answer.headers[name] for name in kept if name in answer.headers}
    return KeptAnswer(gzip.compress(bytes(answer.body), 6, mtime=0), headers)
