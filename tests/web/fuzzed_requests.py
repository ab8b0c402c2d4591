"""Random requests to every door, by a stranger or from inside, byte by byte as no browser would: bar S3."""

import encodings.aliases
import json
import random
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, quote_plus, urlsplit

from fastapi import FastAPI

from kamchatka.app.office import TERMINAL, open_office
from kamchatka.app.register.accounts.passwords import Tries
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.passes import TablePlace, join, pass_path
from kamchatka.app.tournaments.settings import save_settings
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.game.record_text import record_to_text
from kamchatka.web import create_app
from kamchatka.web.phone.table_door import COOKIE as TABLE_COOKIE
from kamchatka.web.site.locks import Need
from tests.app.games import finished
from tests.plugins.databases import TESTS
from tests.tournament.small_event import drawn
from tests.web.matrix import LOCKS
from tests.web.people_event import HOSTILE
from tests.web.site import served, session_cookies

OPEN = sorted((method, path) for (method, path), lock in LOCKS.items() if lock is Need.NOTHING)
"""Method and path of every door that anybody may open."""
LOCKED = sorted((method, path) for (method, path), lock in LOCKS.items() if lock is not Need.NOTHING)
"""Method and path of every other door."""
STATUSES = {200, 204, 303, 304, 400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 431}
"""What the site answers with."""
SLOWEST = 2.0
"""Seconds an answer may take."""
TIMEOUT = 60.0
FORGETTING = 10
"""Requests after which the limits on attempts start anew, so that the work behind them is reached."""
CHARSETS = [*sorted({*encodings.aliases.aliases, *encodings.aliases.aliases.values()}), "nonsense"]
WORST_CHARSETS = ["punycode", "undefined", "idna", "utf-7", "unicode_escape", "utf-16"]
"""Codecs that take long, or fail in a way of their own."""
CHUNKED = "Transfer-Encoding: chunked"
NAME = re.compile(r'name="([\w.-]+)"')
RESULTS = "turno;tavolo;giocatore;punti\n1;1;Anna;62\n1;1;Ugo;50\n1;1;Ivo;40\n1;1;Eva;12\n"
SEATS = [{"player": name, "points": points} for name, points in zip("ABCD", (50, 40, 30, 12), strict=True)]
STANDS = {"nome": "Zeno Zanella", "eta": "maggiorenne", "accetto": "1", "consento": "1", "risultati": RESULTS}
"""Fields that let a request past the first check of some door."""


def field_names() -> list[str]:
    """The names of all fields of our own forms."""
    folder = Path(str(files("kamchatka.web") / "templates"))
    return sorted({name for page in folder.rglob("*.html") for name in NAME.findall(page.read_text("utf-8"))})


@dataclass(frozen=True)
class FuzzedSite:
    """A served site, the doors to try, and the values that fill their paths."""

    app: FastAPI
    address: str
    values: dict[str, list[str]]
    doors: list[tuple[str, str]]
    cookie: str
    """Of the administrator who has joined a table; empty for a stranger."""


@contextmanager
def fuzzed_site(home: Path, *, is_inside: bool = False) -> Iterator[FuzzedSite]:
    """A site with an event whose entry form is open, and one with a pass at its tables.

    Strangers try the doors that are open to them; who is inside tries the others.
    """
    with open_office(home / "kamchatka.db", TESTS) as office:  # in memory, requests would share a connection
        waiting = create(office, TERMINAL, name="Aperto", texts=texts_of("tre-partite"))
        save_settings(office, TERMINAL, open_tournament(office, waiting), {"entry_form": True})
        running = drawn(office, 8, name="In corso", format="raduno")
        code = pass_path(office, TablePlace(running, 1, 1)).rpartition("/")[2]
        app = create_app(home, office=office)
        values = {"id": [waiting, running], "round": ["1"], "table": ["1", "2"], "code": [code]}
        cookies = {}
        if is_inside:
            place = TablePlace(running, 1, 1)
            cookies = {**session_cookies(office), TABLE_COOKIE: join(office, place, code)}
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        with served(app) as address:
            yield FuzzedSite(app, address, values, LOCKED if is_inside else OPEN, cookie)


@dataclass(frozen=True)
class FuzzedRequest:
    """The bytes of a request."""

    door: str
    head: bytes
    body: bytes
    is_cut: bool
    """Whether the client hangs up before the end, and may get no answer."""


@dataclass
class Fuzz:
    """Makes random requests."""

    site: FuzzedSite
    chance: random.Random
    names: list[str] = field(default_factory=field_names)
    record: str = field(default_factory=lambda: record_to_text(finished(1)))

    def request(self) -> FuzzedRequest:
        """The next request."""
        chance = self.chance
        method, path = chance.choice(self.site.doors)
        # Forms are where the work is: GET doors are many more.
        if chance.random() < 0.6:
            method, path = chance.choice([door for door in self.site.doors if door[0] == "POST"])
        target = re.sub(r"\{(\w+)(?::\w+)?\}", lambda name: self._part(name[1]), path)
        if chance.random() < 0.5:
            pairs = self._fields(chance.randint(1, 5), 400)
            target += "?" + "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in pairs)
        kind, body = self._body() if method == "POST" or chance.random() < 0.1 else ("", b"")
        headers = self._headers(kind, len(body))
        is_cut = CHUNKED in headers or (bool(body) and chance.random() < 0.03)
        head = (
            f"{method} {target[:30_000]} HTTP/1.1\r\n" + "".join(f"{each}\r\n" for each in headers) + "\r\n"
        )
        sent = body[: len(body) // 2] if is_cut else body
        return FuzzedRequest(f"{method} {path}", head.encode("latin-1", "replace"), sent, is_cut)

    def _part(self, name: str) -> str:
        known = self.site.values.get(name, ["1"])
        hostile = quote(self.chance.choice(HOSTILE)[:200], safe="")
        return self.chance.choice(known) if self.chance.random() < 0.8 else hostile

    def _value(self, most: int) -> str:
        chance = self.chance
        kinds: tuple[Callable[[], str], ...] = (
            lambda: chance.choice(HOSTILE),
            lambda: str(
                chance.choice([0, 1, -1, 2**31, 2**64, 10**400, "1e999", "nan", "٣", "½", "1" * 5000])
            ),
            lambda: (
                chance.choice(["à", "\0", "\u202e", "ﷺ", "İ", "a\u0301", "\x7f", "=", "%", "\r\n"]) * most
            ),
            lambda: chance.choice("[{(\"'<&;,=:.") * most,
            lambda: RESULTS,
            lambda: RESULTS + RESULTS.partition("\n")[2] * (most // 50),
            lambda: json.dumps({"round": [{"table": [{"seat": SEATS}]}] * (most // 160)}),
            lambda: json.dumps({"round": [{"absent": [f"G{number}" for number in range(most // 12)]}]}),
            lambda: "turno;tavolo;giocatore;punti" + "".join(f";c{at}" for at in range(most // 8)),
            lambda: "a" * (most // 3) + "-" + "zz9" * (most // 6),
            lambda: (
                "[[round]]\n[[round.table]]\n" + "[[round.table.seat]]\nplayer='a'\npoints=1\n" * (most // 50)
            ),
            lambda: self.record,
            lambda: "".join(chance.sample(self.record.splitlines(keepends=True), 40)),
        )
        return chance.choice(kinds)()[: max(most, 1)]

    def _fields(self, number: int, most: int) -> list[tuple[str, str]]:
        stands = [*STANDS.items()] if self.chance.random() < 0.5 else []
        if self.chance.random() < 0.3:
            stands.append(("risultati", self._value(most * number)))
        return stands + [
            (self.chance.choice([*self.names, "_charset_", ""]), self._value(most)) for _ in range(number)
        ]

    def _body(self) -> tuple[str, bytes]:
        """The content type and the body of a form, or of something else."""
        chance = self.chance
        most = chance.choices((200, 20_000, 300_000, 900_000, 3_000_000), (45, 20, 25, 8, 2))[0]
        number = chance.choices((1, 4, 20, 1000), (30, 50, 15, 5))[0]
        fields = self._fields(number, most // number)
        charset = f"; charset={self._charset()}" if chance.random() < 0.3 else ""
        form = "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in fields).encode()
        kinds: tuple[Callable[[], tuple[str, bytes]], ...] = (
            lambda: ("application/x-www-form-urlencoded", form),
            lambda: ("multipart/form-data; boundary=xyz", self._parts(fields)),
            lambda: ("multipart/form-data; boundary=xyz", self._parts(fields)),
            lambda: (
                f"multipart/form-data; boundary={'x' * chance.choice((0, 1, 70, 300))}",
                self._parts(fields),
            ),
            lambda: ("application/x-www-form-urlencoded", chance.randbytes(most)),
            lambda: ("multipart/form-data; boundary=xyz", b"--xyz\r\n" + chance.randbytes(most)),
            lambda: ("application/json", json.dumps(dict(fields)).encode()),
            lambda: (self._value(300).replace("\n", ""), form),
        )
        kind, body = chance.choice(kinds)()
        return kind + charset, body

    def _charset(self) -> str:
        return self.chance.choice(CHARSETS if self.chance.random() < 0.5 else WORST_CHARSETS)

    def _parts(self, fields: list[tuple[str, str]]) -> bytes:
        chance = self.chance
        parts = []
        for name, value in fields:
            file = '; filename="a.csv"' if chance.random() < 0.1 else ""
            signs = ";" * 4000 if chance.random() < 0.02 else ""
            kind = f"\r\nContent-Type: text/plain; charset={self._charset()}" if chance.random() < 0.1 else ""
            named = name if chance.random() < 0.9 else "verbale"
            head = f'--xyz\r\nContent-Disposition: form-data; name="{named}"{file}{signs}{kind}\r\n\r\n'
            parts.append(head.encode() + value.encode("utf-8", "replace") + b"\r\n")
        return b"".join(parts) + (b"--xyz--\r\n" if chance.random() < 0.9 else b"")

    def _headers(self, kind: str, size: int) -> list[str]:
        chance = self.chance
        host = urlsplit(self.site.address).netloc
        found = [f"Host: {host}", "Connection: close", f"Content-Length: {size}"]
        found += [f"Content-Type: {kind}"] if kind else []
        found += [f"Cookie: {self.site.cookie}"] if self.site.cookie else []
        found += ["Sec-Fetch-Site: same-origin"] if chance.random() < 0.95 else []
        long = re.sub(r"[\r\n\0]", "", self._value(chance.choice((20, 2000, 20_000))))
        odd = (
            *(f"Content-Type: text/plain; charset={self._charset()}", "Content-Encoding: gzip"),
            *("Content-Encoding: identity", "HX-Request: true", f"Cookie: lingua={long}; sessione={long}"),
            *(
                f"Accept-Language: {long}",
                f"Accept-Language: {'it;q=0.1,' * 500}",
                f"Referer: http://{host}/{long}",
            ),
            *(f"User-Agent: {long}", f"If-None-Match: {long}", f"Range: bytes={long}", f"Origin: {long}"),
            *(
                f"X-Forwarded-For: {long}",
                f"Host: {long}",
                "Expect: 100-continue",
                "Accept-Encoding: gzip;q=nan",
            ),
            *(f"Cookie: {'a=b; ' * 3000}", "Content-Type: " + ';"' * 5000, CHUNKED),
        )
        return found + chance.sample(odd, chance.choice((0, 0, 1, 2, 4)))


@dataclass
class FuzzFigures:
    """The answers to random requests."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[tuple[float, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def fuzz(site: FuzzedSite, count: int, seed: int) -> FuzzFigures:
    """Send this many requests one after the other; a fault is an odd status, a slow answer, or none."""
    maker, figures = Fuzz(site, random.Random(seed)), FuzzFigures()
    for number in range(count):
        if number % FORGETTING == 0:
            site.app.state.tries = Tries()
        request = maker.request()
        began = time.monotonic()
        status = _answer(site, request)
        seconds = time.monotonic() - began
        figures.statuses[status or "none"] += 1
        figures.seconds.append((seconds, request.door))
        is_known = int(status) in STATUSES if status else request.is_cut
        if not is_known or seconds > SLOWEST:
            shown = f"{request.head[:300]!r} and {len(request.body)} bytes {request.body[:100]!r}"
            figures.faults.append(f"{number}: {status or 'no answer'} in {seconds:.1f} s: {shown}")
    return figures


def _answer(site: FuzzedSite, request: FuzzedRequest) -> str:
    """The status of the answer; empty if there is none."""
    place = urlsplit(site.address)
    found = b""
    with socket.create_connection((place.hostname or "", place.port or 0), TIMEOUT) as client:
        with suppress(OSError):  # refused before everything was sent
            client.sendall(request.head)
            client.sendall(request.body)
            if request.is_cut:
                client.shutdown(socket.SHUT_WR)
        with suppress(OSError):
            while piece := client.recv(65536):
                found += piece if len(found) < 4096 else b""
    statuses = re.findall(rb"^HTTP/1\.1 (\d{3})", found, re.MULTILINE)
    return next((each.decode() for each in statuses if each != b"100"), "")
