"""How a page is made: one set of templates, the texts of the visitor's language, nothing computed twice."""

from functools import cache, partial

from fastapi import Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse

from kamchatka import __version__
from kamchatka.messages import LANGUAGES, text
from kamchatka.web.language import language_of

NAVIGATION = (
    ("/regolamenti", "web.nav.rulebooks"),
    ("/confronta", "web.nav.compare"),
    ("/mappa", "web.nav.board"),
    ("/partite", "replay_page.nav"),
    ("/probabilita", "odds.page.nav"),
    ("/punteggi", "scores_page.nav"),
    ("/clausole", "web.nav.clauses"),
)


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
        navigation=NAVIGATION,
        version=__version__,
        status=status,
        **values,
    )
    return HTMLResponse(html, status_code=status, headers={"vary": "Accept-Language, Cookie"})
