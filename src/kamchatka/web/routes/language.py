"""Changing the language: a plain form, so that it works without scripts."""

from http import HTTPStatus

from fastapi import HTTPException, Request
from starlette.responses import RedirectResponse

from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.forms import FormBody, field_of
from kamchatka.web.language import COOKIE, COOKIE_SECONDS, known_language, page_left

router = LockedRouter()


@router.form("/lingua", Need.NOTHING)
def choose_language(request: Request, form: FormBody) -> RedirectResponse:
    """Remember the language for a year and go back to the page the visitor was on."""
    chosen = known_language(field_of(form, "lingua"))
    if chosen is None:
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    response = RedirectResponse(page_left(request, field_of(form, "torna")), HTTPStatus.SEE_OTHER)
    response.set_cookie(COOKIE, chosen, max_age=COOKIE_SECONDS, httponly=True, samesite="lax")
    return response
