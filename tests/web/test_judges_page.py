"""The judges' page: calls with a badge on every tab, who judges when, ties, and the clocks of the hall."""

import re
from collections.abc import Iterator
from html import unescape

import pytest

from kamchatka.app.office import TERMINAL, Role
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.tables import execute_at, open_live, open_table
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.referee.calls import CallJudge
from kamchatka.referee.timing import StartClock, StopClock
from tests.web import played
from tests.web.laptop import Laptop, laptop
from tests.web.site import session_cookies, signed_in

PAGE = "/organizza/raduno/giudici"
ASK = "/organizza/raduno/fai"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """A round of four tables, three of them followed with running clocks."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        played.entered(there.office, 16)
        played.go_on(there.office, "raduno", "record")
        for number in (1, 2, 3):
            open_table(there.office, TERMINAL, "raduno", number)
            execute_at(there.office, TERMINAL, "raduno", number, StartClock(system_timer(), "18:30"))
        yield there


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def calls(there: Laptop, table: int, phase: str = "") -> str:
    """Somebody at a table calls; their name."""
    live = open_live(there.office, "raduno", table)
    who = live.table.seats[1]
    execute_at(there.office, TERMINAL, "raduno", table, CallJudge(who, phase), StopClock(system_timer()))
    return live.desk.names[who]


def test_a_call_is_listed_answered_and_settled_and_the_clock_goes_on(club: Laptop) -> None:
    assert "Nessuno chiama il giudice." in words(club.browser.get(PAGE).text)
    first, second = calls(club, 2, "combat"), calls(club, 3)
    page = club.browser.get(PAGE).text
    assert f"Tavolo 2 , {first}: combattimenti" in words(page)
    assert words(page).index(f"Tavolo 2 , {first}") < words(page).index(f"Tavolo 3 , {second}")
    badge = re.compile(r'href="/organizza/raduno/giudici"[^>]*>Giudici<span class="badge">(\d)</span>')
    assert badge.search(club.browser.get("/organizza/raduno/registro").text)[1] == "2"  # type: ignore[index]
    rows = club.browser.post("/organizza/raduno/chiamate/2/1/arrivo", headers={"hx-request": "true"})
    assert "in arrivo" in words(rows.text)
    assert "<html" not in rows.text
    again = club.browser.post("/organizza/raduno/chiamate/2/1/arrivo")
    assert again.status_code == 409
    assert not open_live(club.office, "raduno", 2).table.clock.is_running
    settled = club.send("/organizza/raduno/chiamate/2/1/risolta")
    assert "Tavolo 2: chiamata risolta." in words(settled.text)
    assert open_live(club.office, "raduno", 2).table.clock.is_running
    club.send("/organizza/raduno/chiamate/3/1/risolta")
    assert "badge" not in club.browser.get(PAGE).text


def test_all_tables_stop_and_go_on(club: Laptop) -> None:
    assert "Tavoli fermati: 3." in words(club.send("/organizza/raduno/tempo", fa="ferma").text)
    assert "Tutti i tavoli sono fermi." in words(club.browser.get(PAGE).text)
    assert "Tavoli ripartiti: 3." in words(club.send("/organizza/raduno/tempo", fa="riparti").text)
    assert club.send("/organizza/raduno/tempo", fa="riparti").status_code == 409
    assert club.send("/organizza/raduno/tempo", fa="esplodi").status_code == 422


def test_hours_without_a_judge_are_named_until_somebody_is_there(club: Laptop) -> None:
    tournament = open_tournament(club.office, "raduno").tournament
    [ugo] = tournament.judges
    club.send(f"{ASK}/session", sessione="sabato", dalle="14:00", alle="20:00")
    assert "Senza giudice: 14:00-20:00." in words(club.browser.get(PAGE).text)
    club.send(f"{ASK}/shift", sessione="sabato", giudice=ugo, dalle="14:00", alle="18:00")
    assert "Senza giudice: 18:00-20:00." in words(club.browser.get(PAGE).text)
    assert "Elena Ferri arbitra." in words(club.send(PAGE, nome="Elena Ferri", ruolo="tavolo").text)
    elena = open_tournament(club.office, "raduno").judge("Elena Ferri")
    club.send(f"{ASK}/shift", sessione="sabato", giudice=elena, dalle="18:00", alle="20:00")
    assert "tutte le ore hanno un giudice" in words(club.browser.get(PAGE).text)
    assert (
        club.send(f"{ASK}/shift", sessione="mai", giudice=elena, dalle="18:00", alle="20:00").status_code
        == 422
    )
    club.send(f"{ASK}/remove-judge", giudice=elena)
    assert "Senza giudice: 18:00-20:00." in words(club.browser.get(PAGE).text)


@pytest.mark.clause("001-J2")
def test_a_declared_tie_is_listed_with_its_judge(club: Laptop) -> None:
    desk = open_tournament(club.office, "raduno")
    [ugo, *_], player = desk.tournament.judges, desk.names[next(iter(desk.tournament.entrants))]
    club.send(f"{ASK}/conflict", giudice=ugo, giocatore=player)
    assert f"Legami dichiarati: {player}." in words(club.browser.get(PAGE).text)
    unknown = club.send(f"{ASK}/conflict", giudice=ugo, giocatore="Nessuno Così")
    assert (unknown.status_code, "Nessuno Così" in words(unknown.text)) == (422, True)


def test_a_player_cannot_be_the_official_judge_and_a_judge_may_open_the_page(club: Laptop) -> None:
    player = open_tournament(club.office, "raduno").names[
        next(iter(open_tournament(club.office, "raduno").tournament.entrants))
    ]
    refused = club.send(PAGE, nome=player, ruolo="ufficiale")
    assert (refused.status_code, "000-2b" in refused.text) == (403, True)
    for role, status in ((Role.OFFICIAL_JUDGE, 200), (Role.ORGANISER, 200), (Role.TABLE_JUDGE, 403)):
        cookies = session_cookies(club.office, role, "raduno")
        own = dict(club.browser.cookies)
        club.browser.cookies.clear()
        club.browser.cookies.update(cookies)
        assert club.browser.get(PAGE).status_code == status
        club.browser.cookies.clear()
        club.browser.cookies.update(own)


def test_whoever_is_named_as_a_judge_is_nobody_of_events_the_organiser_does_not_run(club: Laptop) -> None:
    desk = open_tournament(club.office, "raduno")
    entered = next(iter(desk.tournament.entrants))
    name = desk.names[entered]
    other = create(club.office, TERMINAL, name="Altrove", texts=texts_of("open"))
    with signed_in(str(club.browser.base_url), club.office, Role.ORGANISER, other) as stranger:
        stranger.post(f"/organizza/{other}/giudici", data={"nome": name, "ruolo": "tavolo"})
    [named] = open_tournament(club.office, other).tournament.judges
    assert (open_tournament(club.office, other).names[named], named == entered) == (name, False)
