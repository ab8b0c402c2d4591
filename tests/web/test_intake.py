"""What strangers send is bounded: one charset, and little work before it is refused (S3)."""

import time
from collections.abc import Iterator

import httpx
import pytest

from kamchatka.app.office import Office, open_office
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.web import create_app
from kamchatka.web.site.locks import Need
from tests.web.matrix import LOCKS, OWN, filled
from tests.web.site import served

READ_NO_FORM = ("/esci",)
OPEN = sorted(
    filled(path)
    for (method, path), lock in LOCKS.items()
    if method == "POST" and lock is Need.NOTHING and path not in READ_NO_FORM
)
"""The doors where anybody may send a form."""
CPU_SECONDS = 1.0
"""Most that any one answer may cost: of this process, which serves too."""


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with open_office(None) as opened:
        yield opened


@pytest.fixture(scope="module")
def stranger(office: Office) -> Iterator[httpx.Client]:
    with (
        served(create_app(office=office)) as site,
        httpx.Client(base_url=site, headers=OWN, trust_env=False, verify=False, timeout=60) as client,
    ):
        yield client


def in_parts(*fields: tuple[str, bytes], kind: str = "") -> bytes:
    """A multipart body with the boundary x; each field may have a Content-Type."""
    typed = f"Content-Type: {kind}\r\n" if kind else ""
    head = 'Content-Disposition: form-data; name="{}"\r\n' + typed
    parts = [b"--x\r\n" + head.format(name).encode() + b"\r\n" + value for name, value in fields]
    return b"\r\n".join([*parts, b"--x--\r\n"])


PUNYCODE = b"a" * 60_000 + b"-" + b"zz9" * 30_000
"""150 kB that take ten seconds to decode."""


@pytest.mark.parametrize("door", OPEN)
def test_a_charset_other_than_utf_8_is_refused_before_anything_is_decoded(
    stranger: httpx.Client, door: str
) -> None:
    for charset in ("punycode", "undefined", "utf-7", "unicode_escape", "UTF-16", "latin-1", "nonsense"):
        kind = f"multipart/form-data; boundary=x; charset={charset}"
        for body in (in_parts(("nome", PUNYCODE)), in_parts(("nome", b"+/v9-"))):
            began = time.process_time()
            answer = stranger.post(door, content=body, headers={"content-type": kind})
            assert (answer.status_code, charset) == (415, charset)
            assert time.process_time() - began < CPU_SECONDS
    for headers in (
        {"content-type": "application/x-www-form-urlencoded; CHARSET=latin-1"},
        {"content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip"},
    ):
        assert stranger.post(door, content=b"nome=a", headers=headers).status_code == 415
    assert stranger.post(door, data={"_charset_": "iso-8859-1"}).status_code == 415


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_sends_another_charset_reads_why(stranger: httpx.Client, lang: Language) -> None:
    kind = "multipart/form-data; boundary=x; charset=latin-1"
    headers = {"content-type": kind, "accept-language": lang}
    for door in ("/entra", "/partite"):
        answer = stranger.post(door, content=in_parts(("testo", b"a")), headers=headers)
        assert text("refused.foreign_encoding", lang) in answer.text


@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; Charset="UTF-8"', "; charset=utf8"])
def test_forms_in_utf_8_are_read_whatever_their_parts_say(stranger: httpx.Client, charset: str) -> None:
    words = "turno;tavolo;giocatore;punti\n1;1;Anna Łódź;62\n1;1;Ugo;50\n1;1;Ivo;40\n1;1;Eva;12\n"
    headers = {"content-type": f"multipart/form-data; boundary=x{charset}", "content-encoding": "identity"}
    for kind in ("", "text/plain; charset=punycode", "text/plain; charset=utf-7"):
        body = in_parts(("risultati", words.encode()), kind=kind)
        answer = stranger.post("/classifica-veloce", content=body, headers=headers)
        assert answer.status_code == 200
        assert "Anna Łódź</" in answer.text


@pytest.mark.parametrize("door", ["/entra", "/partite"])
def test_a_form_of_very_many_fields_is_not_read(stranger: httpx.Client, door: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="a"' + b";" * 4000 + b"\r\n\r\n1\r\n"
    headers = {"content-type": "multipart/form-data; boundary=x"}
    began = time.process_time()
    answer = stranger.post(door, content=part * 450 + b"--x--\r\n", headers=headers)
    assert answer.status_code in (400, 422)
    assert time.process_time() - began < CPU_SECONDS
