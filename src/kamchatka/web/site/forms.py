"""Reading forms with size limits and idempotent request ids, and answering refusals."""

from collections.abc import AsyncIterator, Callable

from fastapi import Request
from starlette.datastructures import FormData
from starlette.responses import Response
from starlette.types import Message

from kamchatka.app.office import new_action
from kamchatka.app.register.accounts.passwords import TooManyTries
from kamchatka.ids import ActionId
from kamchatka.refusals import NotAllowed, NotUnderstood, Refusal
from kamchatka.scoring.numbers import whole
from kamchatka.web.site.language import language_of
from kamchatka.web.site.pages import SHOWN_ABOVE, is_fragment, render

ACTION = "azione"
"""Field with the request id, which makes a repeated request idempotent."""
MOST_FIELDS = 10_000
"""Enough for the sheets of a whole round in one form."""
MEGABYTE = 1024 * 1024
MOST_MEGABYTES = 4
"""Limit on a form with its files, so that a client cannot fill memory or disk."""
PATIENCE = 16
"""How far past the limit we keep reading: browsers show our answer only once they have sent everything."""
STATUS: dict[type[Refusal], int] = {TooManyTries: 429, NotAllowed: 403, NotUnderstood: 422}


def form_up_to(megabytes: int) -> Callable[[Request], AsyncIterator[FormData]]:
    """A dependency that reads a form of at most this size; NotUnderstood if it is larger."""

    async def read(request: Request) -> AsyncIterator[FormData]:
        refusal = NotUnderstood("file_too_large", most=megabytes)
        limited = request_up_to(request, megabytes * MEGABYTE, refusal)
        async with limited.form(max_fields=MOST_FIELDS) as form:
            yield form

    return read


def request_up_to(request: Request, most: int, refusal: Refusal) -> Request:
    """The request with a limit of `most` bytes; reading past it raises `refusal`."""
    size = 0

    async def receive() -> Message:
        nonlocal size
        while True:
            message = await request.receive()
            size += len(message.get("body", b""))
            if size <= most:
                return message
            if not message.get("more_body") or size > most * PATIENCE:
                raise refusal

    return Request(request.scope, receive)


def field_of(form: FormData, name: str) -> str:
    """A field as stripped text; empty if it was not sent or is a file."""
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def number_in(words: str, digits: int = 6) -> int:
    """A number of at most `digits` digits; 0 if invalid (numbering starts at 1)."""
    return whole(words, digits) or 0


def action_of(form: FormData) -> ActionId:
    """The request id from the form, or a new one."""
    return ActionId(field_of(form, ACTION)) if field_of(form, ACTION) else new_action()


async def on_refusal(request: Request, refusal: Exception) -> Response:
    """Show why a request was refused: above its form (htmx), or as a page of its own."""
    assert isinstance(refusal, Refusal)
    status = next((status for kind, status in STATUS.items() if isinstance(refusal, kind)), 409)
    told = {"sentence": refusal.on_page(language_of(request)), "clause": refusal.clause}
    if is_fragment(request):
        page = render(request, "parts/refusal.html", status=status, **told)
        page.headers.update(SHOWN_ABOVE)
        return page
    return render(request, "refused.html", status=status, **told)
