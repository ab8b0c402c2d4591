"""Changing the language: a plain form, so that it works without scripts."""

from http import HTTPStatus

from fastapi import HTTPException
from starlette.responses import RedirectResponse

from kamchatka.web.site.language import COOKIE, COOKIE_SECONDS, known_language, page_left
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import SiteForm

router = LockedRouter()


@router.form("/lingua", Need.NOTHING)
def choose_language(at: SiteForm) -> RedirectResponse:
    """Store the language in a cookie for a year and return to the page the visitor was on."""
    chosen = known_language(at.field("lingua"))
    if chosen is None:
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    response = RedirectResponse(page_left(at.request, at.field("torna")), HTTPStatus.SEE_OTHER)
    response.set_cookie(COOKIE, chosen, max_age=COOKIE_SECONDS, httponly=True, samesite="lax")
    return response
