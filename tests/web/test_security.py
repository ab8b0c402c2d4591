"""Writes come only from our own pages; failures show words, never traces."""

import errno
import sqlite3
import subprocess
import sys
from html import unescape

import httpx
import pytest
from sqlalchemy.exc import DBAPIError
from starlette.datastructures import Headers

from kamchatka.app.office import open_office
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.web import create_app
from kamchatka.web.site.hosts import Site
from kamchatka.web.site.security import is_own
from kamchatka.web.site.visitors import COOKIE, SECURE_COOKIE
from tests.web.public_events import PublicSite
from tests.web.site import asked, served, session_cookies


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
        ({"origin": "http://["}, False),
        ({}, False),
    ],
)
def test_who_may_write(headers: dict[str, str], own: bool) -> None:
    assert is_own(Headers({"host": "192.168.1.7:8000", **headers}), is_https=False) is own


@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ({"origin": "https://torneo.example"}, True),
        ({"origin": "http://torneo.example"}, False),
        ({"origin": "http://torneo.example", "sec-fetch-site": "same-origin"}, False),
        ({"origin": "https://torneo.example", "sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_under_https_a_page_of_the_same_name_without_it_may_not_write(
    headers: dict[str, str], own: bool
) -> None:
    app = create_app(site=Site(public="https://torneo.example"))
    sent = {"host": "torneo.example", **headers}
    answer = asked(app, "POST", "/lingua", sent, form={"lingua": "en"})
    assert answer.status_code == (303 if own else 403)


@pytest.mark.parametrize("is_https", [True, False])
def test_under_https_every_cookie_is_secure(is_https: bool) -> None:
    public = "https://torneo.example"
    with open_office(None) as office:
        app = create_app(office=office, site=Site(public=public))
        host = "torneo.example" if is_https else "127.0.0.1:8000"
        sent = {"host": host, "sec-fetch-site": "same-origin"}
        token = session_cookies(office)[COOKIE]
        sent["cookie"] = f"{SECURE_COOKIE if is_https else COOKIE}={token}; detto=UHJvdmE="
        answers = [
            asked(app, "POST", "/lingua", sent, form={"lingua": "en"}),  # the language
            asked(app, "POST", "/account/nome", sent, form={"nome": "Anna"}),  # a message
            asked(app, "GET", "/account", sent),  # the message taken away
            asked(app, "POST", "/esci", sent, form={}),  # the session
        ]
    for answer in answers:
        cookies = answer.headers.get_list("set-cookie")
        assert cookies, answer
        assert all(("; secure" in each.lower()) is is_https for each in cookies), cookies


def test_private_pages_are_not_stored_by_the_browser(events: PublicSite) -> None:
    """Back, after logging out, must not show them."""
    private = ("/account", f"/organizza/{events.running}", f"/tornei/{events.running}", "/", "/non-esiste")
    with events.organiser() as organiser, events.anybody() as anybody:
        for address in private:
            answer = organiser.get(address)
            assert (answer.headers["cache-control"], "Prova administrator" in answer.text) == (
                "no-store",
                True,
            )
        for address in ("/", f"/tornei/{events.running}", "/mappa", "/entra"):
            assert anybody.get(address).headers["cache-control"] == "no-cache"
        kept = organiser.get("/static/vendor/htmx-4.0.0/htmx.min.js")
        assert "no-store" not in kept.headers["cache-control"]


class FullDatabase(sqlite3.OperationalError):
    """As SQLite says it."""

    sqlite_errorname = "SQLITE_FULL"


@pytest.mark.parametrize("fragment", [{}, {"hx-request": "true"}])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("error", "status"),
    [
        (DBAPIError(None, None, FullDatabase()), 507),
        (OSError(errno.ENOSPC, "No space left on device"), 507),
        (OSError(errno.EIO, "Input/output error"), 500),
    ],
)
def test_a_full_disk_says_so_and_when_to_try_again(
    lang: Language, fragment: dict[str, str], error: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    with open_office(None) as office:
        own = {"host": "127.0.0.1", "sec-fetch-site": "same-origin", "accept-language": lang, **fragment}
        own["cookie"] = f"{COOKIE}={session_cookies(office)[COOKIE]}"
        monkeypatch.setattr("kamchatka.store.accounts.change", fail)
        answer = asked(create_app(office=office), "POST", "/account/nome", own, form={"nome": "Anna"})
    assert (answer.status_code, answer.headers.get("retry-after")) == (
        status,
        "60" if status == 507 else None,
    )
    assert (text("refused_page.disk_full", lang) in unescape(answer.text)) is (status == 507)


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
