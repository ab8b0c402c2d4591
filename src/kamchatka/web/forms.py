"""What forms send and what they get back: typed once, done once, and never lost when it is refused."""

from collections.abc import AsyncIterator, Callable
from urllib.parse import quote

from fastapi import Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response
from starlette.types import Message

from kamchatka.app.accounts.passwords import TooManyTries
from kamchatka.app.office import new_action
from kamchatka.ids import ActionId
from kamchatka.messages import text
from kamchatka.refusals import NotAllowed, NotUnderstood, Refusal
from kamchatka.scoring.numbers import whole
from kamchatka.web.language import language_of
from kamchatka.web.pages import SHOWN_ABOVE, is_fragment, render, say_once

KEPT_SIGNS = ":/%#?=@[]!$&'()*+,;"
"""What an address in a header is written with; all else is coded, as RedirectResponse does."""
ACTION = "azione"
"""The field that carries the id of a request: sent twice, it is done once."""
MOST_FIELDS = 10_000
"""The sheets of a whole round may come in one form."""
MEGABYTE = 1024 * 1024
MOST_MEGABYTES = 4
"""Of a form, with the files in it: whoever asks must not fill our memory or disk."""
PATIENCE = 16
"""A browser shows our answer only after it has sent everything; so many times too much is waited for."""
STATUS: dict[type[Refusal], int] = {TooManyTries: 429, NotAllowed: 403, NotUnderstood: 422}


def form_up_to(megabytes: int) -> Callable[[Request], AsyncIterator[FormData]]:
    """What reads a form of at most this size; NotUnderstood if it is larger."""

    async def read(request: Request) -> AsyncIterator[FormData]:
        size = 0

        async def receive() -> Message:
            nonlocal size
            while True:
                message = await request.receive()
                size += len(message.get("body", b""))
                if size <= megabytes * MEGABYTE:
                    return message
                if not message.get("more_body") or size > megabytes * MEGABYTE * PATIENCE:
                    raise NotUnderstood("file_too_large", most=megabytes)

        async with Request(request.scope, receive).form(max_fields=MOST_FIELDS) as form:
            yield form

    return read


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


def done(request: Request, address: str, code: str = "", **values: object) -> Response:
    """It is done: on to a page, which says so once."""
    if is_fragment(request):
        response = Response(status_code=204, headers={"hx-redirect": quote(address, safe=KEPT_SIGNS)})
    else:
        response = RedirectResponse(address, status_code=303)
    if code:
        say_once(response, text(code, language_of(request), **values))
    return response


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
