"""Error pages in the visitor's language: what happened and what to do, never a traceback."""

import errno
from http import HTTPStatus
from urllib.parse import quote

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kamchatka.refusals import NotPossibleNow
from kamchatka.web.site.forms import on_refusal
from kamchatka.web.site.language import page_left
from kamchatka.web.site.pages import SHOWN_ABOVE, is_fragment, render
from kamchatka.web.site.visitors import visitor_of

EXPLAINED = (400, 401, 403, 404, 405, 500)


def error_page(request: Request, status: int, code: str = "") -> HTMLResponse:
    """The page for a status, or for a more specific message code.

    A status without a message of its own is shown as a bad request or a server error.
    """
    known = status if status in EXPLAINED else 400 if status < 500 else 500
    id = request.path_params.get("id", "")
    role = visitor_of(request).grants.get(id) if known == HTTPStatus.FORBIDDEN and not code else None
    return render(request, "error.html", status=status, code=code or known, role=role, event=id)


async def on_http_error(request: Request, error: Exception) -> Response:
    """Handle 404, 403 and the like; the headers of the error are kept."""
    assert isinstance(error, HTTPException)
    if error.status_code < HTTPStatus.BAD_REQUEST:
        return Response(status_code=error.status_code, headers=error.headers)
    if error.status_code == HTTPStatus.UNAUTHORIZED:
        return _way_in(request)
    page = error_page(request, error.status_code)
    page.headers.update(error.headers or {})
    return page


def _way_in(request: Request) -> Response:
    """Redirect to the login page, and back afterwards; htmx shows a link above the form, which stays."""
    is_page = request.method in ("GET", "HEAD") and not is_fragment(request)
    here = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
    address = f"/entra?torna={quote(here if is_page else page_left(request, '/'), safe='/')}"
    if not is_fragment(request):
        return RedirectResponse(address, HTTPStatus.SEE_OTHER)
    page = render(request, "parts/way_in.html", status=HTTPStatus.UNAUTHORIZED, address=address)
    page.headers.update(SHOWN_ABOVE)
    return page


async def on_bad_input(request: Request, error: Exception) -> Response:
    """A form or address with fields missing or malformed."""
    assert isinstance(error, RequestValidationError)
    return error_page(request, HTTPStatus.BAD_REQUEST)


async def on_trouble(request: Request, error: Exception) -> Response:
    """A refusal by circumstances, or an error of the system: 507 if the disk is full."""
    is_full = isinstance(error, OSError) and error.errno == errno.ENOSPC
    refusal = NotPossibleNow("disk_full") if is_full else error
    if not isinstance(refusal, NotPossibleNow):
        raise error
    page = await on_refusal(request, refusal)
    if refusal.code == "disk_full":
        page.status_code = HTTPStatus.INSUFFICIENT_STORAGE
    return page
