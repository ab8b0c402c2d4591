"""Choosing a language, remembering it, and going back only to our own pages."""

import httpx
import pytest

from kamchatka.messages import Language
from kamchatka.web.site.language import own_path, preferred


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", None),
        ("de-DE,fr;q=0.8", None),
        ("en-GB,en;q=0.9,it;q=0.5", "en"),
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("de, en;q=0.4, it;q=0.7", "it"),
        ("en;q=0, it;q=0.1", "it"),
        ("en;q=x", None),
        ("EN", "en"),
    ],
)
def test_the_browsers_wish_is_ranked(header: str, lang: Language | None) -> None:
    assert preferred(header) == lang


@pytest.mark.parametrize("path", ["/", "/mappa", "/confronta?a=rtu&b=milano", "/clausole?cerca=perch%C3%A9"])
def test_own_paths_are_kept(path: str) -> None:
    assert own_path(path) == path


@pytest.mark.parametrize(
    "address",
    ["", "https://example.org/", "//example.org", "/\\example.org", "/\t/example.org", "mappa", "/a\r\nx: y"],
)
def test_other_addresses_lead_home(address: str) -> None:
    assert own_path(address) == "/"


def choose(visitor: httpx.Client, lang: str, back: str = "/", **headers: str) -> httpx.Response:
    """Press a language button of a page of the site."""
    sent = {"sec-fetch-site": "same-origin", **headers}
    return visitor.post("/lingua", data={"lingua": lang, "torna": back}, headers=sent)


def test_the_choice_is_remembered_and_beats_the_browser(visitor: httpx.Client) -> None:
    answer = choose(visitor, "en", "/mappa")
    assert (answer.status_code, answer.headers["location"]) == (303, "/mappa")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=31536000" in cookie
    assert '<html lang="en">' in visitor.get("/mappa", headers={"accept-language": "it"}).text


def test_the_way_back_never_leaves_the_site(visitor: httpx.Client) -> None:
    assert choose(visitor, "en", "//example.org/x").headers["location"] == "/"


def test_the_way_back_is_the_address_the_visitor_sees(visitor: httpx.Client, site: str) -> None:
    seen = choose(visitor, "en", "/clausole", referer=f"{site}/clausole?cerca=jolly")
    assert seen.headers["location"] == "/clausole?cerca=jolly"
    foreign = choose(visitor, "en", "/clausole", referer="http://example.org/clausole?cerca=jolly")
    assert foreign.headers["location"] == "/clausole"
    twisted = choose(visitor, "en", "/clausole", referer=f"{site}//example.org/")
    assert twisted.headers["location"] == "/"


def test_a_language_we_do_not_speak_is_refused_in_words(visitor: httpx.Client) -> None:
    answer = choose(visitor, "fr")
    assert answer.status_code == 400
    assert "Richiesta non compresa" in answer.text
    assert "set-cookie" not in answer.headers


def test_a_form_with_nothing_in_it_is_refused_in_words(visitor: httpx.Client) -> None:
    answer = visitor.post("/lingua", headers={"sec-fetch-site": "same-origin"})
    assert answer.status_code == 400
    assert "Richiesta non compresa" in answer.text
