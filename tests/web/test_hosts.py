"""Only known names are answered: a foreign one that somebody points at this computer gets nothing."""

import pytest

from kamchatka.web import create_app
from kamchatka.web.site.hosts import Site, host_name
from kamchatka.web.site.security import HEADERS
from tests.web.site import asked

SITE = Site(names=("torneo.local",), public="https://raduno.example")


@pytest.mark.parametrize(
    ("host", "reached", "known"),
    [
        ("127.0.0.1:8000", "127.0.0.1", True),
        ("localhost", "127.0.0.1", True),
        ("LOCALHOST:8000", "127.0.0.1", True),
        ("[::1]:8000", "::1", True),
        ("192.168.1.7:8000", "192.168.1.7", True),
        ("192.168.1.7:8000", "::ffff:192.168.1.7", True),
        ("torneo.local:8000", "192.168.1.7", True),
        ("Torneo.Local.", "192.168.1.7", True),
        ("raduno.example", "127.0.0.1", True),
        ("192.168.1.8:8000", "192.168.1.7", False),
        ("evil.example", "127.0.0.1", False),
        ("evil.example:8000", "192.168.1.7", False),
        ("localhost.evil.example", "127.0.0.1", False),
        ("127.0.0.1.evil.example", "127.0.0.1", False),
        ("evil.example/127.0.0.1", "127.0.0.1", False),
        ("user@127.0.0.1", "127.0.0.1", False),
        ("127.0.0.1, evil.example", "127.0.0.1", False),
        ("", "127.0.0.1", False),
        ("2130706433", "127.0.0.1", False),
        ("x" * 5000, "127.0.0.1", False),
    ],
)
@pytest.mark.parametrize("path", ["/mappa", "/static/css/base.css", "/non-esiste"])
def test_who_is_answered(host: str, reached: str, known: bool, path: str) -> None:
    answer = asked(create_app(site=SITE), "GET", path, {"host": host}, server=reached)
    if known:
        assert answer.status_code == (404 if path == "/non-esiste" else 200)
    else:
        assert (answer.status_code, answer.content) == (421, b"")
        assert answer.headers["content-security-policy"] == HEADERS["content-security-policy"]


@pytest.mark.parametrize("hosts", [[], ["127.0.0.1", "evil.example"]])
def test_a_request_with_no_host_or_two_is_not_answered(hosts: list[str]) -> None:
    answer = asked(create_app(), "GET", "/mappa", {}, server="127.0.0.1", hosts=hosts)
    assert (answer.status_code, answer.content) == (421, b"")


def test_without_the_check_a_foreign_name_would_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault this file must catch."""
    monkeypatch.setattr("kamchatka.web.site.hosts.Site.is_asked", lambda self, scope: True)
    assert asked(create_app(), "GET", "/mappa", {"host": "evil.example"}).status_code == 200


def test_a_name_is_read_without_its_port() -> None:
    read = [host_name(host) for host in ("Torneo.local:80", "[2001:db8::1]:8000", "a b", "[x]", "a:b", ":80")]
    assert read == ["torneo.local", "2001:db8::1", "", "", "", ""]
