"""The language of a page: the visitor's choice, else the browser's preference, else Italian."""

from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import Request

from kamchatka.messages import DEFAULT_LANGUAGE, LANGUAGES, Language

COOKIE = "lingua"
COOKIE_SECONDS = 365 * 24 * 60 * 60


def known_language(wanted: str | None) -> Language | None:
    """The language with this code, or None if unsupported."""
    return next((lang for lang in LANGUAGES if lang == wanted), None)


def language_of(request: Request) -> Language:
    """The language for this visitor."""
    return language_for(request.cookies.get(COOKIE), request.headers.get("accept-language", ""))


def language_for(chosen: str | None, accept_language: str) -> Language:
    """The language by the value of the cookie and the browser's preference."""
    return known_language(chosen) or preferred(accept_language) or DEFAULT_LANGUAGE


@lru_cache(maxsize=256)
def preferred(accept_language: str) -> Language | None:
    """The supported language that an Accept-Language header ranks highest; the first named wins a tie."""
    best: tuple[float, Language] | None = None
    for part in accept_language.split(","):
        tag, _, parameter = part.partition(";")
        lang = known_language(tag.strip().lower().split("-")[0])
        weight = _weight(parameter)
        if lang is not None and weight > 0 and (best is None or weight > best[0]):
            best = (weight, lang)
    return best[1] if best else None


def _weight(parameter: str) -> float:
    """The `q=` of one part of the header; 0 if malformed."""
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        return float(value) if name.strip() == "q" else 0.0
    except ValueError:
        return 0.0


def own_path(address: str) -> str:
    """The address if it is a path on this site, else the home page.

    Browsers read `//host` and `/\\host` as other hosts and drop control characters: all are rejected.
    """
    printable = all(character > " " and character != "\x7f" for character in address)
    if address.startswith("/") and not address.startswith("//") and "\\" not in address and printable:
        return address
    return "/"


def page_left(request: Request, named: str) -> str:
    """The page the visitor was on: the referrer if it is on this site, else the form's field.

    Filters change the address without reloading the page, so the field may be out of date.
    """
    came_from = urlsplit(request.headers.get("referer", ""))
    if came_from.netloc and came_from.netloc == request.headers.get("host"):
        named = came_from.path + (f"?{came_from.query}" if came_from.query else "")
    return own_path(named)
