"""Reading forms with limits and idempotent request ids, in UTF-8 only, and answering refusals."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from fastapi import Request
from python_multipart.multipart import parse_options_header
from starlette.datastructures import FormData, Headers
from starlette.responses import JSONResponse, Response
from starlette.types import Message

from kamchatka.app.games.online.refusals import TooLarge
from kamchatka.app.office import new_action
from kamchatka.app.register.accounts.passwords import TooManyTries
from kamchatka.ids import ActionId
from kamchatka.messages import Language
from kamchatka.refusals import NotAllowed, NotUnderstood, Refusal
from kamchatka.scoring.numbers import whole
from kamchatka.web.site.language import language_of
from kamchatka.web.site.pages import SHOWN_ABOVE, is_fragment, render
from kamchatka.web.site.work_queue import TooManyAtOnce

ACTION = "azione"
"""Field with the request id, which makes a repeated request idempotent."""
MEGABYTE = 1024 * 1024
PATIENCE = 16
"""How far past the limit we keep reading: browsers show our answer only once they have sent everything."""
UTF_8 = ("", "utf-8", "utf8")
CHARSET = "_charset_"
"""Field by which a form may name its charset."""


MOST_MEGABYTES, MOST_FIELDS = 2, 200
"""Limits on a form, so that a client can fill neither memory nor disk, nor keep the server parsing."""
ROUND_MEGABYTES, ROUND_FIELDS = 4, 10_000
"""Limits at a desk: one form may hold the sheets of a whole round."""


class FormLimit(NamedTuple):
    """The most that is read of a form."""

    bytes: int
    fields: int
    files: int = 2
    field_bytes: int = MEGABYTE


class ForeignEncoding(NotUnderstood):
    """A form in another charset than UTF-8, or compressed."""


STATUS: dict[type[Refusal], int] = {
    TooManyTries: 429,
    TooManyAtOnce: 429,
    TooLarge: 413,
    NotAllowed: 403,
    ForeignEncoding: 415,
    NotUnderstood: 422,
}


def form_up_to(megabytes: int, fields: int) -> Callable[[Request], AsyncIterator[FormData]]:
    """A dependency that reads a form of at most this size; NotUnderstood if it is larger."""

    async def read(request: Request) -> AsyncIterator[FormData]:
        refusal = NotUnderstood("file_too_large", most=megabytes)
        async with form_of(request, FormLimit(megabytes * MEGABYTE, fields), refusal) as form:
            yield form

    return read


@asynccontextmanager
async def form_of(request: Request, limit: FormLimit, refusal: Refusal) -> AsyncIterator[FormData]:
    """The form of a request; raises ForeignEncoding before parsing, and `refusal` if there are more bytes.

    The parser decodes by whatever codec the client names, some of which take quadratic time or fail.
    """
    check_encoding(request.headers)
    limited = request_up_to(request, limit.bytes, refusal)
    fields, files, part = limit.fields, limit.files, limit.field_bytes
    async with limited.form(max_fields=fields, max_files=files, max_part_size=part) as form:
        _check_charset(field_of(form, CHARSET))
        yield form


def check_encoding(headers: Headers) -> None:
    """ForeignEncoding unless the headers of a form leave its text plain UTF-8."""
    for kind in headers.getlist("content-type"):
        _check_charset(parse_options_header(kind)[1].get(b"charset", b"").decode("latin-1"))
    if any(each.strip().lower() not in ("", "identity") for each in headers.getlist("content-encoding")):
        raise ForeignEncoding("foreign_encoding")


def _check_charset(name: str) -> None:
    if name.strip().lower() not in UTF_8:
        raise ForeignEncoding("foreign_encoding")


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


def wants_data(request: Request) -> bool:
    """Whether a script asks for data, not a form for a page."""
    return "application/json" in request.headers.get("accept", "")


def refusal_data(refusal: Refusal, lang: Language) -> dict[str, object]:
    """A refusal for the script of a page."""
    return {"code": refusal.code, "clause": refusal.clause, "message": refusal.on_page(lang)}


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


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return next((status for kind, status in STATUS.items() if isinstance(refusal, kind)), 409)


async def on_refusal(request: Request, refusal: Exception) -> Response:
    """Show why a request was refused: above its form (htmx), as a page of its own, or as data to a script."""
    assert isinstance(refusal, Refusal)
    status = status_of(refusal)
    if wants_data(request):
        data = refusal_data(refusal, language_of(request))
        return JSONResponse(data, status, headers={"cache-control": "no-store"})
    told = {"sentence": refusal.on_page(language_of(request)), "clause": refusal.clause}
    if is_fragment(request):
        page = render(request, "parts/refusal.html", status=status, **told)
        page.headers.update(SHOWN_ABOVE)
        return page
    return render(request, "refused.html", status=status, **told)
