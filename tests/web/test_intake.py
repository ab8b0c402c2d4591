"""What strangers send is bounded: one charset, and little work before it is refused (S3)."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.datastructures import Headers

from kamchatka.app.office import Office, open_office
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.web import create_app
from kamchatka.web.site import forms
from kamchatka.web.site.locks import Need
from kamchatka.web.site.visitors import COOKIE
from kamchatka.web.site.work_queue import MOST_WAITING, TooManyAtOnce, WorkQueue
from tests.web import fuzzed_requests
from tests.web.fuzzed_requests import fuzz, fuzzed_site
from tests.web.matrix import LOCKS, OWN, filled
from tests.web.site import asked, served, session_cookies

READ_NO_FORM = ("/esci", "/terminale")
OPEN = sorted(
    filled(path)
    for (method, path), lock in LOCKS.items()
    if method == "POST" and lock is Need.NOTHING and path not in READ_NO_FORM
)
"""The doors where anybody may send a form."""
CPU_SECONDS = 2.0
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
"""150 kB that take a second to decode, and a hundred times that at ten times the size."""


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


def test_a_form_of_very_many_fields_is_not_read(stranger: httpx.Client) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="a"' + b";" * 4000 + b"\r\n\r\n1\r\n"
    headers = {"content-type": "multipart/form-data; boundary=x"}
    began = time.process_time()
    answer = stranger.post("/entra", content=part * 210 + b"--x--\r\n", headers=headers)
    assert answer.status_code == 400
    assert time.process_time() - began < CPU_SECONDS


# --- quick standings ---


def rounds(number: int, tables: int) -> str:
    """Results as JSON in one line."""
    seats = [[{"player": f"G{at * 4 + k}", "points": 10 + k * 7} for k in range(4)] for at in range(tables)]
    return json.dumps({"round": [{"table": [{"seat": each} for each in seats]} for _ in range(number)]})


def csv(columns: int, lines: int) -> str:
    """Results as CSV with further columns."""
    heading = "turno;tavolo;giocatore;punti" + "".join(f";c{number}" for number in range(columns))
    return "\n".join([heading, *(f"1;{at // 4 + 1};G{at};{at % 4}" for at in range(lines))])


def unknown_people() -> str:
    """Lots drawn by people who are nowhere in the results."""
    lots = [{"player": f"G{number + 1000}", "lot": [1]} for number in range(7000)]
    return json.dumps({**json.loads(rounds(1, 50)), "lot": lots})


@pytest.mark.parametrize(
    "words",
    [
        rounds(750, 4),
        rounds(1, 2900),
        rounds(101, 4),
        csv(5000, 4),
        csv(101, 4),
        "\r".join(csv(0, 2500).split("\n")),
        json.dumps({"round": [{"absent": [f"G{number}" for number in range(28_000)]}]}),
        json.dumps({"round": [], "team": [{"name": f"T{number}"} for number in range(12_000)]}),
        unknown_people(),
    ],
    ids=["long", "wide", "rounds", "columns", "more", "lines", "absent", "teams", "unknown"],
)
def test_results_that_nobody_plays_cost_little_and_are_refused(stranger: httpx.Client, words: str) -> None:
    began = time.process_time()
    answer = stranger.post("/classifica-veloce", data={"risultati": words, "e-se": "1"})
    assert answer.status_code == 422
    assert time.process_time() - began < CPU_SECONDS


def test_too_many_results_are_refused_with_the_limits(stranger: httpx.Client) -> None:
    for words in (rounds(101, 4), rounds(1, 501), rounds(750, 4)):
        answer = stranger.post("/classifica-veloce", data={"risultati": words})
        assert text("refused.too_many_results", "it", seats=2000, rounds=100) in answer.text


def test_the_most_results_that_are_taken_are_counted(stranger: httpx.Client) -> None:
    assert stranger.post("/classifica-veloce", data={"risultati": rounds(100, 5)}).status_code == 200


def test_heavy_work_runs_one_at_a_time_and_a_long_queue_is_refused() -> None:
    together: list[int] = []
    running: list[int] = []

    def work(number: int) -> int:
        running.append(number)
        together.append(len(running))
        time.sleep(0.002)
        running.remove(number)
        return number

    async def ask() -> list[object]:
        queue = WorkQueue()
        asked = [queue.run(work, number) for number in range(MOST_WAITING + 4)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert await queue.run(work, 99) == 99, "the queue is free again"
        return [each.code if isinstance(each, TooManyAtOnce) else each for each in found]

    assert asyncio.run(ask()) == [*range(MOST_WAITING + 1), *["too_many_at_once"] * 3]
    assert set(together) == {1}


def test_strangers_wait_for_their_turn_at_quick_standings_and_organisers_do_not(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kamchatka.web.site.work_queue.MOST_WAITING", -1)
    app, form = create_app(office=office), {"risultati": rounds(1, 1), "torneo": "Veloce"}
    headers = {"host": "127.0.0.1", **OWN}
    for door in ("", "/perche", "/classifica.csv", "/stampa"):
        answer = asked(app, "POST", f"/classifica-veloce{door}", headers, form=form)
        assert answer.status_code == 429
        assert text("refused.too_many_at_once", "it") in answer.text
    headers["cookie"] = f"{COOKIE}={session_cookies(office)[COOKIE]}"
    assert asked(app, "POST", "/classifica-veloce/torneo", headers, form=form).status_code == 303


# --- anything at all ---


# The parser leaves the file of a part without an end to the collector, which closes it at once.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("is_inside", [False, True], ids=["strangers", "inside"])
def test_whatever_is_sent_to_a_door_gets_an_answer_and_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_inside: bool
) -> None:
    def failing(headers: Headers) -> None:
        if "charset" in headers.get("content-type", ""):
            raise UnicodeError("undefined")

    monkeypatch.setattr(fuzzed_requests, "SLOWEST", 10.0)  # other tests take the processors meanwhile
    with fuzzed_site(tmp_path, is_inside=is_inside) as site:
        assert fuzz(site, 60, seed=7).faults == []
        monkeypatch.setattr(forms, "check_encoding", failing)
        assert any(" 500 in " in fault for fault in fuzz(site, 25, seed=8).faults), "the planted fault shows"
