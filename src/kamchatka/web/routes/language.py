"""Changing the language: a plain form, so that it works without scripts."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from starlette.responses import RedirectResponse

from kamchatka.web.language import COOKIE, COOKIE_SECONDS, known_language, page_left

router = APIRouter()


@router.post("/lingua")
def choose_language(
    request: Request, lingua: Annotated[str, Form()], torna: Annotated[str, Form()] = "/"
) -> RedirectResponse:
    """Remember the language for a year and go back to the page the visitor was on."""
    chosen = known_language(lingua)
    if chosen is None:
        raise HTTPException(HTTPStatus.BAD_REQUEST)
    response = RedirectResponse(page_left(request, torna), HTTPStatus.SEE_OTHER)
    response.set_cookie(COOKIE, chosen, max_age=COOKIE_SECONDS, httponly=True, samesite="lax")
    return response
