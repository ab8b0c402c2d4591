"""What forms send and what they get back: typed once, done once, and never lost when it is refused."""

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
"""The field that carries the id of a request: sent twice, it is done once."""
MOST_FIELDS = 10_000
"""The sheets of a whole round may come in one form."""
MEGABYTE = 1024 * 1024
MOST_MEGABYTES = 4
"""Of a form, with the files in it: whoever asks must not fill our memory or disk."""
PATIENCE = 16
"""A browser shows our answer only after it has sent everything: how far past the limit we keep reading."""
STATUS: dict[type[Refusal], int] = {TooManyTries: 429, NotAllowed: 403, NotUnderstood: 422}


def form_up_to(megabytes: int) -> Callable[[Request], AsyncIterator[FormData]]:
    """What reads a form of at most this size; NotUnderstood if it is larger."""

    async def read(request: Request) -> AsyncIterator[FormData]:
        refusal = NotUnderstood("file_too_large", most=megabytes)
        limited = request_up_to(request, megabytes * MEGABYTE, refusal)
        async with limited.form(max_fields=MOST_FIELDS) as form:
            yield form

    return read


def request_up_to(request: Request, most: int, refusal: Refusal) -> Request:
    """The request, refused while it is read if it is larger than so many bytes."""
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
    """A field as text, without spaces around it; nothing if it was not sent or is a file."""
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def number_in(words: str, digits: int = 6) -> int:
    """A number of a few digits; 0 if it is none: nothing here is numbered so."""
    return whole(words, digits) or 0


def action_of(form: FormData) -> ActionId:
    """The id the page gave this request, or a new one."""
    return ActionId(field_of(form, ACTION)) if field_of(form, ACTION) else new_action()


async def on_refusal(request: Request, refusal: Exception) -> Response:
    """What cannot be done, in words: above the form that asked for it, or as a page of its own."""
    assert isinstance(refusal, Refusal)
    status = next((status for kind, status in STATUS.items() if isinstance(refusal, kind)), 409)
    told = {"sentence": refusal.on_page(language_of(request)), "clause": refusal.clause}
    if is_fragment(request):
        page = render(request, "parts/refusal.html", status=status, **told)
        page.headers.update(SHOWN_ABOVE)
        return page
    return render(request, "refused.html", status=status, **told)
