"""How a page is made: one set of templates, the texts of the visitor's language, nothing computed twice."""

import base64
from functools import cache, partial

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from kamchatka import __version__
from kamchatka.app.office import new_action
from kamchatka.messages import LANGUAGES, text
from kamchatka.web.language import language_of
from kamchatka.web.visitors import visitor_of

JOBS = (
    ("/organizza", "web.nav.organise", ("/organizza",)),
    (
        "/regole",
        "web.nav.rules",
        ("/regole", "/regolamenti", "/confronta", "/clausole", "/casi"),
    ),
    (
        "/guarda",
        "web.nav.watch",
        ("/guarda", "/tornei", "/mappa", "/partite", "/probabilita", "/punteggi"),
    ),
)
"""The menu, by what people come to do: where it leads, its name, and the addresses that belong to it."""


SAID = "detto"
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
    lang = language_of(request)
    query = request.url.query
    page = environment().get_template(template)
    html = page.render(
        t=partial(text, lang=lang),
        lang=lang,
        languages=LANGUAGES,
        path=request.url.path,
        here=request.url.path + (f"?{query}" if query else ""),
        jobs=JOBS,
        visitor=visitor_of(request),
        new_action=new_action,
        version=__version__,
        status=status,
        said=_said_before(request),
        **values,
    )
    response = HTMLResponse(html, status_code=status, headers={"vary": "Accept-Language, Cookie"})
    if SAID in request.cookies:
        response.delete_cookie(SAID)
    return response


def is_fragment(request: Request) -> bool:
    """Whether htmx asks, and puts the answer into the page."""
    return request.headers.get("hx-request") == "true"


def say_once(response: Response, sentence: str) -> None:
    """Let the next page say a sentence."""
    packed = base64.urlsafe_b64encode(sentence[:LONGEST_SAID].encode()).decode()
    response.set_cookie(SAID, packed, max_age=60, httponly=True, samesite="lax")


def _said_before(request: Request) -> str:
    try:
        return base64.urlsafe_b64decode(request.cookies.get(SAID, "")).decode()
    except ValueError:
        return ""  # not one of ours
