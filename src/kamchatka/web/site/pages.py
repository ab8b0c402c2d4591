"""Rendering pages: templates, texts in the visitor's language, and response helpers."""

import base64
import re
import time
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, TypeVar

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response, StreamingResponse

from kamchatka import __version__
from kamchatka.app.office import new_action
from kamchatka.messages import LANGUAGES, text
from kamchatka.messages.moments import date_words, day_of, time_of
from kamchatka.tournament.fees import money
from kamchatka.web.site.charts import spark
from kamchatka.web.site.language import language_of
from kamchatka.web.site.menu import JOBS
from kamchatka.web.site.visitors import visitor_of

R = TypeVar("R", bound=Response)
T = TypeVar("T")
FLASH_COOKIE = "detto"
"""Cookie with a message that the next page shows once."""
LONGEST_SAID = 2000
SHOWN_ABOVE = {"hx-retarget": "#avviso", "hx-reswap": "innerHTML show:window:top"}
"""Headers that make htmx show a refusal in the page's notice area; the form keeps the typed values."""


@cache
def environment() -> Environment:
    """The templates; an undefined variable raises an error."""
    return Environment(
        loader=PackageLoader("kamchatka.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """Render a template in the visitor's language, with the Vary header for caches."""
    page = environment().get_template(template)
    html = page.render(**_known(request), status=status, **values)
    return _finished(request, HTMLResponse(html, status_code=status))


def render_slowly(request: Request, template: str, **values: object) -> StreamingResponse:
    """Stream a template: output arrives while long work goes on."""
    page = environment().get_template(template)
    pieces = page.generate(**_known(request), status=200, **values)
    # Compression would buffer the output.
    response = StreamingResponse(pieces, media_type="text/html", headers={"content-encoding": "identity"})
    return _finished(request, response)


def _known(request: Request) -> dict[str, Any]:
    """Values passed to every template."""
    lang = language_of(request)
    query = request.url.query
    return {
        "t": partial(text, lang=lang),
        "lang": lang,
        "languages": LANGUAGES,
        "path": request.url.path,
        "here": request.url.path + (f"?{query}" if query else ""),
        "jobs": JOBS,
        "visitor": visitor_of(request),
        "new_action": new_action,
        "version": __version__,
        "now_ms": _now_ms,
        "time_of": time_of,
        "day_of": day_of,
        "date_words": partial(date_words, lang=lang),
        "money": partial(money, lang=lang),
        "spark": spark,
        "said": _said_before(request),
    }


def _now_ms() -> int:
    """The server's time, against which clocks of a page tick."""
    return time.time_ns() // 1_000_000


def _finished(request: Request, response: R) -> R:
    response.headers["vary"] = "Accept-Language, Cookie"
    if FLASH_COOKIE in request.cookies:
        response.delete_cookie(FLASH_COOKIE, httponly=True, samesite="lax")
    return response


def unkept(response: R) -> R:
    """A response that no browser stores, since it contains a secret."""
    response.headers["cache-control"] = "no-store"
    return response


def existing(found: T | None) -> T:
    """The value; 404 if it is None."""
    if found is None:
        raise HTTPException(404)
    return found


def numbered(found: Sequence[T], number: int) -> T:
    """The item with this number, counted from 1; 404 if there is none."""
    return existing(found[number - 1] if 1 <= number <= len(found) else None)


def is_fragment(request: Request) -> bool:
    """Whether htmx sent the request and expects a fragment."""
    return request.headers.get("hx-request") == "true"


def as_file(response: R, name: str) -> R:
    """A response that the browser saves as a file with this name; odd characters become hyphens."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "-", name)
    response.headers["content-disposition"] = f'attachment; filename="{plain}"'
    return response


def csv_file(words: str, name: str) -> Response:
    """A CSV download with a byte order mark, by which spreadsheets recognise UTF-8."""
    return as_file(Response(words.encode("utf-8-sig"), media_type="text/csv; charset=utf-8"), name)


def say_once(response: Response, sentence: str) -> None:
    """Make the next page show a message."""
    packed = base64.urlsafe_b64encode(sentence[:LONGEST_SAID].encode()).decode()
    response.set_cookie(FLASH_COOKIE, packed, max_age=60, httponly=True, samesite="lax")


def _said_before(request: Request) -> str:
    try:
        return base64.urlsafe_b64decode(request.cookies.get(FLASH_COOKIE, "")).decode()
    except ValueError:
        return ""  # not one of ours
