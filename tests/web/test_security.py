"""Writes come only from our own pages; failures show words, never traces."""

import subprocess
import sys

import httpx
import pytest
from starlette.datastructures import Headers

from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.web import create_app
from kamchatka.web.site.security import is_own
from tests.web.site import served


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site", "origin": "http://192.168.1.7:8000"}, False),
        ({"origin": "http://192.168.1.7:8000"}, True),
        ({"origin": "http://192.168.1.7:8001"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
        ({}, False),
    ],
)
def test_who_may_write(headers: dict[str, str], own: bool) -> None:
    assert is_own(Headers({"host": "192.168.1.7:8000", **headers})) is own


def test_a_write_from_another_site_is_refused_and_changes_nothing(visitor: httpx.Client) -> None:
    answer = visitor.post("/lingua", data={"lingua": "en"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403
    assert text("web.error.foreign_site.title", "it") in answer.text
    assert "set-cookie" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/non-esiste", "/regolamenti/rtu/nessuno", "/static/x"])
def test_a_missing_page_says_what_to_do(visitor: httpx.Client, path: str, lang: Language) -> None:
    page = visitor.get(path, headers={"accept-language": lang})
    assert page.status_code == 404
    assert text("web.error.404.advice", lang) in page.text


def test_a_wrong_method_says_what_to_do(visitor: httpx.Client) -> None:
    page = visitor.get("/lingua")
    assert page.status_code == 405
    assert text("web.error.405.title", "it") in page.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_our_own_failure_shows_words_and_no_trace(lang: Language) -> None:
    app = create_app()

    @app.get("/guasto")
    def fail() -> None:
        raise RuntimeError("secret detail")

    with served(app) as site, httpx.Client(base_url=site, trust_env=False) as visitor:
        page = visitor.get("/guasto", headers={"accept-language": lang})
    assert page.status_code == 500
    assert text("web.error.500.advice", lang) in page.text
    assert "secret detail" not in page.text
    assert "Traceback" not in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]


def test_pages_need_neither_the_compiler_nor_the_plotter() -> None:
    source = "import sys, kamchatka.web; print(sorted({'numba', 'matplotlib', 'numpy'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"
