"""How a page is made: one set of templates, the texts of the visitor's language, nothing computed twice."""

import base64
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
from kamchatka.tournament.views.people import money
from kamchatka.web.site.charts import spark
from kamchatka.web.site.language import language_of
from kamchatka.web.site.menu import JOBS
from kamchatka.web.site.moments import date_words, day_of, time_of
from kamchatka.web.site.visitors import visitor_of

R = TypeVar("R", bound=Response)
T = TypeVar("T")
FLASH_COOKIE = "detto"
"""The cookie with the sentence that the next page says once."""
LONGEST_SAID = 2000
SHOWN_ABOVE = {"hx-retarget": "#avviso", "hx-reswap": "innerHTML show:window:top"}
"""Headers by which htmx shows an answer where a page says what was refused; the form keeps what was typed."""


@cache
def environment() -> Environment:
    """The templates; a name a template does not get is an error, never an empty space."""
    return Environment(
        loader=PackageLoader("kamchatka.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(request: Request, template: str, *, status: int = 200, **values: object) -> HTMLResponse:
    """The page of a template, in the visitor's language (which decides its address on caches too)."""
    page = environment().get_template(template)
    html = page.render(**_known(request), status=status, **values)
    return _finished(request, HTMLResponse(html, status_code=status))


def render_slowly(request: Request, template: str, **values: object) -> StreamingResponse:
    """A page that is sent as it is made: what it shows of long work arrives while the work goes on."""
    page = environment().get_template(template)
    pieces = page.generate(**_known(request), status=200, **values)
    # Compressed, it would be held back until there is enough of it.
    response = StreamingResponse(pieces, media_type="text/html", headers={"content-encoding": "identity"})
    return _finished(request, response)


def _known(request: Request) -> dict[str, Any]:
    """What every template gets."""
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
        "time_of": time_of,
        "day_of": day_of,
        "date_words": partial(date_words, lang=lang),
        "money": partial(money, lang=lang),
        "spark": spark,
        "said": _said_before(request),
    }


def _finished(request: Request, response: R) -> R:
    response.headers["vary"] = "Accept-Language, Cookie"
    if FLASH_COOKIE in request.cookies:
        response.delete_cookie(FLASH_COOKIE, httponly=True, samesite="lax")
    return response


def unkept(response: R) -> R:
    """A page that no browser keeps, since a secret stands in it."""
    response.headers["cache-control"] = "no-store"
    return response


def existing(found: T | None) -> T:
    """What was looked for; not found if there is none."""
    if found is None:
        raise HTTPException(404)
    return found


def numbered(found: Sequence[T], number: int) -> T:
    """The one of this number, counted from 1; not found if there is none."""
    return existing(found[number - 1] if 1 <= number <= len(found) else None)


def is_fragment(request: Request) -> bool:
    """Whether htmx asks, and puts the answer into the page."""
    return request.headers.get("hx-request") == "true"


def as_file(response: R, name: str) -> R:
    """An answer that the browser keeps as a file of this name."""
    response.headers["content-disposition"] = f'attachment; filename="{name}"'
    return response


def csv_file(words: str, name: str) -> Response:
    """A file for spreadsheets, with the mark by which they know its letters."""
    return as_file(Response(words.encode("utf-8-sig"), media_type="text/csv; charset=utf-8"), name)


def say_once(response: Response, sentence: str) -> None:
    """Let the next page say a sentence."""
    packed = base64.urlsafe_b64encode(sentence[:LONGEST_SAID].encode()).decode()
    response.set_cookie(FLASH_COOKIE, packed, max_age=60, httponly=True, samesite="lax")


def _said_before(request: Request) -> str:
    try:
        return base64.urlsafe_b64decode(request.cookies.get(FLASH_COOKIE, "")).decode()
    except ValueError:
        return ""  # not one of ours
