"""Bars S1, S2, S5, S10: every door has its lock, no click is forged, looking changes nothing.

`locks.txt` pins the lock of every route: a line that changes there is looked at. A write that anybody may ask
for needs a line in `FOR_EVERYBODY` too.
"""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from fastapi import Request
from starlette.responses import RedirectResponse

from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.register.accounts import links
from kamchatka.web import app as web_app
from kamchatka.web import create_app
from kamchatka.web.site import locks as access
from kamchatka.web.site import security
from kamchatka.web.site.locks import JUDGES, READ, EventRoles, LockedRouter, Need, locks_of
from kamchatka.web.site.visitors import Visitor
from tests.plugins.databases import TESTS
from tests.web import matrix, played
from tests.web.matrix import EVENT, KINDS, LOCKS, OTHER

MARK = "Altrove7f3a"
"""Stands in every name of the other event."""
FOR_EVERYBODY = {
    *("/lingua", "/partite", "/terminale"),
    *("/entra", "/esci", "/avvio/{token}", "/invito/{token}", "/t", "/t/{id}/{round}/{table}/{code}"),
    "/io/{code}",
    *("/classifica-veloce", "/classifica-veloce/perche", "/classifica-veloce/stampa"),
    *("/classifica-veloce/classifica.csv", "/tornei/{id}/iscrizione"),
    *("/gioca/apri", "/gioca/entra", "/gioca/{id}/siedi"),
}
"""What may be asked for without an account, each looked at by itself: a language, a record, the terminal of
this computer with its secret, the doors with their limits, sums that keep nothing, asking to enter an
event, which waits for its organiser, and online tables, with their limits.
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def office(home: Path) -> Iterator[Office]:
    """Two events with results, one of which belongs to others."""
    with open_office(home / "kamchatka.db", TESTS) as opened:
        assert played.entered(opened, 8) == EVENT
        assert (
            played.entered(opened, 8, name="Seconda sala", called=lambda number: f"Segno {number} {MARK}")
            == OTHER
        )
        links.invite(opened, TERMINAL, f"Ada {MARK}", OTHER, Role.OFFICIAL_JUDGE)
        for id in (EVENT, OTHER):
            played.go_on(opened, id, "close")
        yield opened


def test_every_door_answers_every_role_as_declared(office: Office, home: Path) -> None:
    app = matrix.hollow(office, home)
    assert sorted(matrix.doors(create_app(home, office=office))) == sorted(LOCKS)
    faults, cells = matrix.matrix_faults(app, office)
    print(f"{cells} cells, {len(KINDS)} kinds of visitors; nothing here is left to luck")
    assert faults == []
    assert all(lock == LOCKS["HEAD", path] for (method, path), lock in LOCKS.items() if method == "GET")
    assert cells > 1300


def test_no_lock_has_changed() -> None:
    pinned = (Path(__file__).parent / "locks.txt").read_text(encoding="utf-8").splitlines()
    found = matrix.lock_lines(LOCKS)
    assert [line for line in pinned if line not in found] == []
    # A new command brings a door of its own, with the roles it declares; any other door is added here.
    assert [line for line in found if line not in pinned and "/fai/" not in line] == []


def test_a_site_does_not_start_with_a_door_that_has_no_lock_or_two() -> None:
    unlocked, twice = LockedRouter(), LockedRouter()
    unlocked.add_api_route("/segreto", matrix.room("GET", "/segreto"), methods=["GET"])
    for lock in (JUDGES, Need.NOTHING):
        twice.form("/segreto", lock)(matrix.room("POST", "/segreto"))
    with pytest.raises(RuntimeError, match="'GET', '/segreto'"):
        locks_of([unlocked])
    with pytest.raises(RuntimeError, match="'POST', '/segreto'"):
        locks_of([twice])


def test_a_door_without_a_lock_and_a_lock_for_any_event_are_caught(
    office: Office, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = matrix.hollow(office, home)
    app.add_api_route("/segreto", matrix.room("GET", "/segreto"), methods=["GET"])
    faults, _ = matrix.matrix_faults(app, office, "/segreto")
    assert [fault[:12] for fault in faults] == ["GET /segreto"] * len(KINDS)
    assert {fault.rpartition(": ")[2] for fault in faults} == {"500 instead of undeclared"}

    def anywhere(lock: access.Lock, visitor: Visitor, event: str = "") -> bool:
        if isinstance(lock, EventRoles):
            return visitor.is_administrator or bool(set(visitor.grants.values()) & set(lock.roles))
        return real(lock, visitor, event)

    real = access.may_open
    monkeypatch.setattr(access, "may_open", anywhere)
    faults, _ = matrix.matrix_faults(matrix.hollow(office, home), office, "/organizza/{id}/referti")
    assert {fault.split(" as ")[1].split(":")[0] for fault in faults} == {
        "judge of another event",
        "organiser of another event",
    }


def test_nobody_writes_without_an_account_but_where_we_looked_at_it() -> None:
    open_to_all = {
        path for (method, path), lock in LOCKS.items() if lock is Need.NOTHING and method not in READ
    }
    assert open_to_all == FOR_EVERYBODY
    desk = {lock for (_, path), lock in LOCKS.items() if path.startswith("/organizza/{id}")}
    assert all(isinstance(lock, EventRoles) or lock is Need.ADMINISTRATOR for lock in desk)


def test_no_click_is_forged_and_a_planted_fault_is_caught(
    office: Office, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = matrix.hollow(office, home)
    faults, cells = matrix.forgery_faults(app, office)
    assert faults == []
    assert cells == len(matrix.FORGED) * len([method for method, _ in LOCKS if method not in READ])
    monkeypatch.setattr(security, "is_own", lambda headers: True)
    assert len(matrix.forgery_faults(app, office)[0]) == cells


def test_nobody_changes_another_event_and_a_planted_fault_is_caught(
    office: Office, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(home, office=office)
    faults, cells = matrix.trespass_faults(app, office, home)
    print(f"{cells} writes to another event")
    assert faults == []
    assert cells > 400
    monkeypatch.setitem(app.state.locks, ("POST", "/organizza/{id}/accessi"), Need.ACCOUNT)
    faults, _ = matrix.trespass_faults(app, office, home)
    # Everybody else is stopped by the use case, which asks for the role once more.
    assert faults == ["POST /organizza/{id}/accessi as creator: 422"]


def starts(office: Office) -> list[str]:
    """Where a crawl begins: the home page, the desk, the public pages, and two links that can be used."""
    invitation = links.invite(office, TERMINAL, "Marta", EVENT, Role.OFFICIAL_JUDGE)
    setup = links.make_setup_link(office)
    return ["/", f"/organizza/{EVENT}", f"/tornei/{EVENT}", f"/invito/{invitation}", f"/avvio/{setup}"]


def test_looking_at_every_page_changes_nothing_and_every_answer_is_protected(
    office: Office, home: Path
) -> None:
    app = create_app(home, office=office)
    visits, has_changed = matrix.crawl(app, office, home, starts(office))
    assert matrix.page_faults(visits) == []
    assert matrix.offer_faults(visits) == []
    assert not has_changed
    assert foreign_rows(visits) == []
    assert {visit.path for visit in visits} == {path for method, path in LOCKS if method == "GET"}


def test_an_offer_of_more_than_one_may_is_caught() -> None:
    home = f"/organizza/{EVENT}"
    page = f"""<a href="{home}/iscritti/4"><form method="post" action="{home}/fai/draw">
    <a href="{home}/classifica"><form method="get" action="{home}/accessi">"""
    visit = matrix.Visit("observer", "", "/organizza/{id}/referti", httpx.Response(200, text=page))
    assert matrix.offer_faults([visit]) == [
        "observer at /organizza/{id}/referti: GET /organizza/{id}/iscritti/{numero}",
        "observer at /organizza/{id}/referti: POST /organizza/{id}/fai/draw",
    ]


def foreign_rows(visits: list[matrix.Visit]) -> list[str]:
    """Pages of one event that hold something of the other, for whoever has no part in it (bar S2)."""
    return [
        f"{visit.who} at {visit.address}"
        for visit in visits
        if visit.who in matrix.OUTSIDERS and OTHER not in visit.address and MARK in visit.answer.text
    ]


class Planted:
    """Pages with a fault each."""

    def __init__(self, office: Office) -> None:
        self.router = LockedRouter()

        @self.router.page("/entra", Need.NOTHING)
        def change(request: Request) -> dict[str, str]:
            links.make_setup_link(office)
            return {}

        @self.router.page("/mappa", Need.NOTHING)
        def lead_away(request: Request) -> RedirectResponse:
            response = RedirectResponse("https://evil.example/")
            response.set_cookie("sessione", "x")
            return response

        @self.router.page("/probabilita", Need.NOTHING)
        def tell(request: Request) -> dict[str, str]:
            return {"judge": MARK}

        @self.router.page("/clausole", Need.NOTHING)
        def bare(request: Request) -> RedirectResponse:
            return RedirectResponse("//evil.example", headers={"referrer-policy": "unsafe-url"})


def test_planted_faults_of_pages_are_caught(
    office: Office, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = SimpleNamespace(router=Planted(office).router)
    monkeypatch.setattr(web_app, "PAGES", (planted,))
    visits, has_changed = matrix.crawl(create_app(home, office=office), office, home, [])
    assert has_changed
    assert len(foreign_rows(visits)) == len(matrix.FEW)
    faults = [fault.split(": ", 1)[1] for fault in matrix.page_faults(visits)]
    assert set(faults) == {
        "loose cookie sessione",
        "leads to https://evil.example/",
        "leads to //evil.example",
        "referrer-policy is not as it should be",
    }
