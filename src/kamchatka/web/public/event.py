"""Public pages of an event: 404 if it is hidden; cached for all visitors without an account."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Annotated, Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from fastapi import Depends
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka import __version__
from kamchatka.app.tournaments.opening import stream_of
from kamchatka.app.tournaments.public_state import PublicState, mark_of, open_public_state
from kamchatka.app.tournaments.unreadable import UnreadableTournament
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.progress import is_proclaimed
from kamchatka.tournament.views.bracket import Bracket, bracket
from kamchatka.tournament.views.outcomes import RoundOutcome, round_outcomes
from kamchatka.tournament.views.public import seats_mark
from kamchatka.tournament.views.standings import StandingsPage, standings_page
from kamchatka.web.public.page_cache import PageCache
from kamchatka.web.site.event_frame import PUBLIC, public_frame
from kamchatka.web.site.locks import STAFF, may_open
from kamchatka.web.site.pages import FLASH_COOKIE
from kamchatka.web.site.visit import EventVisit, Visit, asking, sending

MOST_VIEWS = 60
LASTING = frozenset({"tutti", "turno"})
"""Query parameters of cached pages; a page with any other, such as a search, is not cached."""
T = TypeVar("T")


class KeptMark(NamedTuple):
    """The event of a response that may be prepared, and the cache version that was current before."""

    id: str
    mark: str


def kept_view(at: Visit, key: tuple[object, ...], mark: str, make: Callable[[], T]) -> T:
    """The cached view under this key and language; made again when `mark` changes."""
    views: PageCache[T] = at.request.app.state.public_views
    return views.get((*key, at.lang), mark, make)


@dataclass(frozen=True)
class PublicEvent(EventVisit):
    """A request for a public page of the event in the address."""

    begins = PUBLIC

    @cached_property
    def mark(self) -> str:
        """Cache version of its pages; 404 if there is no such event."""
        mark = mark_of(self.office, self.id)
        if not mark:
            raise HTTPException(404)
        return mark

    @cached_property
    def number(self) -> int:
        """Number of the last event, read before the state: the page may show more, never less."""
        with self.office.reading() as reading:
            return reading.number(stream_of(self.id))

    @property
    def showing(self) -> PublicState:
        """The event; 404 if it is hidden from this visitor."""
        try:
            found = self._kept("showing", lambda: open_public_state(self.office, self.id, self.lang))
        except NotUnderstood:
            raise HTTPException(404) from None
        except UnreadableTournament:
            if self.is_staff:
                raise
            raise HTTPException(404) from None  # it may be hidden
        if not (found.tournament.visibility.is_shown or self.is_staff):
            raise HTTPException(404)
        return found

    @property
    def is_staff(self) -> bool:
        """Whether the visitor runs or judges the event."""
        return may_open(STAFF, self.visitor, self.id)

    @property
    def standings(self) -> StandingsPage:
        """The standings. Raises Unscorable or MissingNumber."""
        shown, lang = self.showing, self.lang
        return self._kept("standings", lambda: standings_page(shown.results, shown.names, lang, shown.last))

    @property
    def outcomes(self) -> tuple[RoundOutcome, ...]:
        """The results, round by round. Raises Unscorable or MissingNumber."""
        shown, lang = self.showing, self.lang
        return self._kept("outcomes", lambda: round_outcomes(shown.results, shown.names, lang, shown.last))

    @property
    def bracket(self) -> Bracket:
        """The bracket, from the qualifying rounds to the final. Raises Unscorable or MissingNumber."""
        shown, told = self.showing, self.showing.tournament_shown
        found = self._kept("bracket", lambda: bracket(told, shown.names, told.rounds))
        return found if is_proclaimed(shown.results) else replace(found, winners=())

    def _kept(self, what: str, make: Callable[[], T]) -> T:
        return kept_view(self, (what, self.id), self.mark, make)

    @property
    def _address(self) -> str:
        """Path of the page, with the parameters that cached pages have."""
        asked = [(name, value) for name, value in self.query.items() if name in LASTING]
        return f"{self.request.url.path}{'?' if asked else ''}{urlencode(asked)}"

    def page(self, template: str, tab: str, **values: Any) -> HTMLResponse:
        """Render a page or a fragment, with the frame of the event."""
        number, shown = self.number, self.showing
        visibility = shown.tournament.visibility
        page = self.render(
            template,
            event=public_frame(shown.desk, tab, self._address, number),
            shown=shown,
            is_indexed=visibility.is_shown and visibility.may_index,
            is_hidden=not visibility.is_shown,
            is_staff=self.is_staff,
            seats_mark=seats_mark(shown.tournament),
            **values,
        )
        if not (visibility.is_shown and visibility.may_index):
            page.headers["x-robots-tag"] = "noindex"
        return page


AtEvent = Annotated[PublicEvent, Depends(asking(PublicEvent))]
EventForm = Annotated[PublicEvent, Depends(sending(PublicEvent))]


def kept(route: Callable[..., Response]) -> Callable[..., Response]:
    """A route whose response has an ETag and may be prepared, for visitors without an account."""

    @wraps(route)
    def answer(event: PublicEvent, **values: Any) -> Response:
        request = event.request
        is_own = event.visitor.account or FLASH_COOKIE in request.cookies
        if is_own or not LASTING.issuperset(event.query):
            return route(event, **values)
        address = f"{request.url.path}?{request.url.query}"
        what = (address, event.lang, request.headers.get("hx-request", ""))
        tag = f'"{hashlib.sha256(repr((event.mark, what, __version__)).encode()).hexdigest()[:24]}"'
        page = route(event, **values)
        page.headers.update({"etag": tag, "vary": VARY})
        request.state.kept = KeptMark(event.id, event.mark)
        if tag in request.headers.get("if-none-match", ""):
            # Browsers replace the headers they have by these, such as the sites that may embed the page.
            unchanged = {name: value for name, value in page.headers.items() if name not in OF_BODY}
            return Response(status_code=304, headers=unchanged)
        return page

    return answer


VARY = "Accept-Encoding, Accept-Language, Cookie, HX-Request"
OF_BODY = frozenset({"content-type", "content-length", "content-encoding", "content-disposition"})
"""Headers that an answer without a body leaves out."""
