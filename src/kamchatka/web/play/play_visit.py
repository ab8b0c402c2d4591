"""A request about an online table, and its answers as a page or as data."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from fastapi import Depends
from limits import RateLimitItemPerSecond
from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.app.games.online.envelope import Envelope
from kamchatka.app.games.online.facts import envelope, refusal_view
from kamchatka.app.games.online.hall import TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.playing import Answer
from kamchatka.app.games.online.refusals import Forbidden, Unknown
from kamchatka.app.register.accounts.passwords import TooManyTries
from kamchatka.game.codec import Unreadable
from kamchatka.game.coding import UnknownName
from kamchatka.game.violations import RefusalKind, RuleViolation
from kamchatka.ids import ActionId
from kamchatka.messages import Language
from kamchatka.refusals import Refusal
from kamchatka.web.play.seat_door import chair_of, device
from kamchatka.web.site.forms import status_of, wants_data
from kamchatka.web.site.locks import JUDGES, may_open
from kamchatka.web.site.pages import render, unkept
from kamchatka.web.site.visit import Visit, asking, sending

SEAT_PACE = RateLimitItemPerSecond(80, 10)
"""Requests of one seat: eight a second for a while."""
RULE_STATUS = {RefusalKind.NOT_UNDERSTOOD: 422, RefusalKind.NOT_ALLOWED: 403, RefusalKind.NOT_NOW: 409}


class Eyes(NamedTuple):
    """All who see the same of a table."""

    id: str
    chair: int | None
    lang: Language
    is_judge: bool
    """A judge of the table's event, who sees it without the delay of the public."""


class TooFast(TooManyTries):
    """A seat that sends too much."""

    section = "online.refused"


def to_json(found: object) -> bytes:
    """Views as JSON: a dataclass is an object of its fields."""
    return json.dumps(found, default=vars, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(frozen=True)
class PlayVisit(Visit):
    """A request about online tables."""

    @property
    def hall(self) -> TableHall:
        """All online tables."""
        hall: TableHall = self.request.app.state.tables
        return hall

    @property
    def id(self) -> str:
        """The id in the address."""
        id: str = self.request.path_params["id"]
        return id

    @cached_property
    def live(self) -> LiveTable:
        """The table in the address; 404 if there is none."""
        try:
            return self.hall.live(self.id)
        except Unknown:
            raise HTTPException(404) from None

    @property
    def chair(self) -> int | None:
        """The visitor's chair."""
        return chair_of(self.request, self.live)

    @property
    def device(self) -> str:
        """What tables know of the visitor's browser."""
        return device(self.request)

    @property
    def is_judge(self) -> bool:
        """Whether the visitor judges the event whose table this is."""
        event = self.live.table.terms.event
        return bool(event) and may_open(JUDGES, self.visitor, event)

    @property
    def eyes(self) -> Eyes:
        """What the visitor may see."""
        chair = self.chair
        return Eyes(self.id, chair, self.lang, chair is None and self.is_judge)

    @property
    def seat(self) -> int:
        """The visitor's chair, behind a door that only a seat opens."""
        chair = self.chair
        if chair is None:
            raise Forbidden("not_your_seat")
        return chair

    def own_action(self, id: str) -> ActionId:
        """The id of a request, which every seat of every table chooses for itself."""
        return ActionId(f"{self.id}-{self.seat}-{id}")

    @property
    def wants_data(self) -> bool:
        """Whether the page's script asks, not a form without it."""
        return wants_data(self.request)

    @property
    def words(self) -> dict[str, str]:
        """The fields of the form."""
        return dict(self.sent)

    @property
    def seen(self) -> int | None:
        """The version that the page showed last."""
        said = self.query.get("visto", "")
        return int(said) if said.isdecimal() and len(said) < 10 else None

    def check_watching(self) -> None:
        """Forbidden if only players see this table, and the visitor is none."""
        table = self.live.table
        if self.chair is not None or table.game is None or table.terms.spectators or table.is_over:
            return
        if not self.is_judge:
            raise Forbidden("no_spectators")

    def envelope(self) -> Envelope:
        """The present state for this visitor."""
        live = self.live
        with live.lock:
            return envelope(self.hall, live, self.chair, self.lang, self.seen, is_judge=self.eyes.is_judge)

    def slow_down(self) -> None:
        """TooFast if this seat sends too much."""
        try:
            self.tries.limit(SEAT_PACE, "seat", self.id, self.device)
        except TooManyTries:
            raise TooFast("too_fast") from None

    def data(self, found: object, status: int = 200) -> Response:
        """A view as an answer that nobody stores."""
        return unkept(Response(to_json(found), status, media_type="application/json"))

    def answer(self, work: Callable[[], Answer | None]) -> Response:
        """Do the work: the envelope, or the refusal with the envelope; for a plain form, the page."""
        try:
            done = work() or Answer(1)
        except (Refusal, RuleViolation) as refusal:
            done = Answer(0, refusal)
        self.__dict__.pop("live", None)  # the table may have been folded anew
        if done.refusal is None:
            return self._present() if self.wants_data else self.done(f"/gioca/{self.id}")
        return self.refuse(done.refusal, done.done)

    def _present(self) -> Response:
        """The state after a request; if its own page follows the table, it was made for the stream."""
        made = self.request.app.state.broadcast.made(self.live, self.eyes)
        if made is None:
            return self.data(self.envelope())
        return unkept(Response(made.body, media_type="application/json"))

    def refuse(self, refusal: Refusal | RuleViolation, done: int = 0) -> Response:
        """A refusal as data, or as a page."""
        told, status = refusal_view(refusal, self.lang), refusal_status(refusal)
        if not self.wants_data:
            said: dict[str, Any] = {"sentence": told.message, "clause": told.clause}
            return render(self.request, "refused.html", status=status, **said)
        body = {**vars(told), "done": done, "envelope": self._own_envelope()}
        return self.data(body, status)

    def _own_envelope(self) -> Envelope | None:
        try:
            self.check_watching()
            return self.envelope()
        except (Refusal, HTTPException):
            return None


def refusal_status(refusal: Refusal | RuleViolation) -> int:
    """The HTTP status of a refusal, of a rule or of ours."""
    if isinstance(refusal, RuleViolation):
        return RULE_STATUS[refusal.kind]
    if isinstance(refusal, Unreadable | UnknownName):
        return 422
    return status_of(refusal)


AtPlay = Annotated[PlayVisit, Depends(asking(PlayVisit))]
PlayForm = Annotated[PlayVisit, Depends(sending(PlayVisit, 1, 40))]
