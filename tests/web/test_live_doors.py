"""Bar S4: who may open a live stream, and how soon it ends for whoever may no longer."""

import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, Role, new_action
from kamchatka.app.register.accounts.account_register import disable, revoke
from kamchatka.app.register.accounts.sessions import LASTS, find, log_out
from kamchatka.app.tournaments.passes import TablePlace, join, joining_number, pass_path
from kamchatka.app.tournaments.passes import revoke as revoke_pass
from kamchatka.tournament.arranging import SetVenue
from kamchatka.web.phone import table_door
from kamchatka.web.site.live import GZIP_HEAD, feed_number
from kamchatka.web.site.visitors import COOKIE
from tests.web import played
from tests.web.desk_pages import desk_site
from tests.web.site import session_cookies

PUBLIC, DESK = "/tornei/sala/vivo?di=/tornei/sala/tavoli", "/organizza/sala/vivo"
TABLE = "/tavolo/sala/1/{}/vivo"


def sending(cookies: dict[str, str]) -> dict[str, str]:
    """The header that sends these cookies."""
    return {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


@dataclass
class Hall:
    """A site with an event of two tables, and its visitors."""

    site: str
    office: Office
    client: httpx.Client
    """Without cookies of its own."""
    clients: ExitStack = field(default_factory=ExitStack)

    def status(self, path: str, cookies: dict[str, str], headers: dict[str, str] | None = None) -> int:
        """What a request for a stream is answered."""
        with self.client.stream("GET", path, headers={**sending(cookies), **(headers or {})}) as answer:
            return answer.status_code

    def follows(self, path: str, cookies: dict[str, str]) -> Iterator[bytes]:
        """A stream that has begun: what it brings from now on."""
        answer = self.clients.enter_context(self.client.stream("GET", path, headers=sending(cookies)))
        pieces = answer.iter_raw()
        assert next(pieces).startswith(GZIP_HEAD)
        return pieces

    def phone(self, table: int) -> dict[str, str]:
        """The cookies of a phone that joined a table."""
        place = TablePlace("sala", 1, table)
        code = pass_path(self.office, place).rpartition("/")[2]
        return {table_door.COOKIE: join(self.office, place, code, joining_number(self.office, place))}


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with desk_site() as (office, client):
        played.go_on(office, played.entered(office, 8, name="Sala", format="raduno"), "record")
        with httpx.Client(base_url=client.site, trust_env=False, timeout=6) as http:
            hall = Hall(client.site, office, http)
            with hall.clients:
                yield hall


def unpacked(piece: bytes) -> bytes:
    """A piece of a stream, which is compressed alone."""
    return zlib.decompressobj(-15).decompress(piece)


def test_a_stream_opens_for_own_pages_of_whoever_may_read_them(hall: Hall) -> None:
    office, host = hall.office, hall.site.removeprefix("http://")
    judge, stranger = session_cookies(office, Role.OFFICIAL_JUDGE, "sala"), session_cookies(office, None)
    ended = session_cookies(office)
    log_out(office, ended[COOKIE])
    before = replace(office, clock=lambda: office.clock() - LASTS)
    first = hall.phone(1)
    visitors = {
        "judge": (judge, {PUBLIC: 200, DESK: 200, TABLE.format(1): 403}),
        "judge of another event": (
            session_cookies(office, Role.OFFICIAL_JUDGE, "altrove"),
            {PUBLIC: 200, DESK: 403, TABLE.format(1): 403},
        ),
        "member": (stranger, {PUBLIC: 200, DESK: 403, TABLE.format(1): 403}),
        "ended session": (ended, {PUBLIC: 200, DESK: 303, TABLE.format(1): 403}),
        "expired session": (session_cookies(before), {PUBLIC: 200, DESK: 303, TABLE.format(1): 403}),
        "nobody": ({}, {PUBLIC: 200, DESK: 303, TABLE.format(1): 403}),
        "forged": ({COOKIE: "x" * 43, table_door.COOKIE: "y" * 22}, {DESK: 303, TABLE.format(1): 403}),
        "phone": (first, {PUBLIC: 200, DESK: 303, TABLE.format(1): 200, TABLE.format(2): 403}),
    }
    # Browsers send no Origin from a page of the same site, and on plain http nothing else.
    own: list[dict[str, str]] = [{}, {"origin": hall.site}, {"sec-fetch-site": "same-origin"}]
    foreign = [
        {"origin": "http://altrove.example"},
        {"origin": "null"},
        {"origin": f"http://{host.partition(':')[0]}:1"},
        {"origin": f"{hall.site}.altrove.example"},
        {"origin": hall.site, "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ]
    for who, (cookies, answers) in visitors.items():
        for path, status in answers.items():
            for headers in own:
                assert hall.status(path, cookies, headers) == status, (who, path, headers)
            for headers in foreign:
                refused = hall.status(path, cookies, headers)
                assert refused == (403 if status == 200 else status), (who, path, headers)


def test_streams_end_with_the_session_the_role_or_the_pass(hall: Hall) -> None:
    office = hall.office

    def account(cookies: dict[str, str]) -> str:
        found = find(office, cookies[COOKIE])
        assert found
        return found.account.id

    stays, leaves, banned = (session_cookies(office) for _ in range(3))
    demoted = session_cookies(office, Role.OBSERVER, "sala")
    kept, gone = hall.phone(1), hall.phone(2)
    ending = [hall.follows(DESK, each) for each in (leaves, banned, demoted)]
    ending.append(hall.follows(TABLE.format(2), gone))
    staying = [hall.follows(DESK, stays), hall.follows(TABLE.format(1), kept), hall.follows(PUBLIC, leaves)]
    began = time.monotonic()
    log_out(office, leaves[COOKIE])
    disable(office, TERMINAL, account(banned))
    revoke(office, TERMINAL, "sala", account(demoted))
    revoke_pass(office, TERMINAL, TablePlace("sala", 1, 2), new_action())
    for each in ending:
        list(each)  # what is told meanwhile, and the end
    assert time.monotonic() - began < 5
    execute(office, TERMINAL, "sala", SetVenue(1, "Sala grande"))
    number = feed_number(office, "sala")
    for each in staying:
        assert any(f"id: {number}".encode() in unpacked(piece) for piece in each)
