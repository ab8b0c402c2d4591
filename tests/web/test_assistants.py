"""Assistants of the desk: roll call only, sheets only, view only; what each sees and may do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kamchatka.app.office import TERMINAL, Actor, Office, Role
from kamchatka.app.register.accounts import links
from kamchatka.app.register.accounts.account_register import RoleHolder, role_holders
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.refusals import NotAllowed
from kamchatka.tournament.state import Entrant
from tests.tournament.small_event import drawn, table
from tests.web.desk_pages import DeskClient, desk_site, words_of
from tests.web.played import entered
from tests.web.site import session_cookies

COUNTED = ("50", "40", "30", "20")
TABS = re.compile(r'<ul class="tabs">(.*?)</ul>', re.DOTALL)


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site() as found:
        yield found


@contextmanager
def assistant(served: tuple[Office, DeskClient], role: Role, id: str) -> Iterator[DeskClient]:
    """Somebody with this role in the event."""
    office, desk = served
    client = DeskClient(desk.site, session_cookies(office, role, id))
    with client.http:
        yield client


def tabs(page: str) -> list[str]:
    """The words of an event's tabs."""
    return re.findall(r">([^<>]+)</a>", TABS.findall(page)[0])


def entrant(office: Office, id: str, number: int) -> Entrant:
    people = open_tournament(office, id).tournament.entrants.values()
    return next(each for each in people if each.number == number)


def typed(number: int, points: tuple[str, ...] = COUNTED) -> dict[str, str]:
    return {f"t{number}.punti{seat}": each for seat, each in enumerate(points, 1)}


def test_an_organiser_invites_assistants_and_the_latest_invitation_decides(
    served: tuple[Office, DeskClient],
) -> None:
    office, client = served
    id = drawn(office, 8, name="Inviti")
    page = words_of(client.get(f"/organizza/{id}/accessi"))
    for label in ("Solo appello", "Solo referti", "Solo vista"):
        assert label in page
    guest = DeskClient(client.site, {})
    for role in (Role.ROLL_CALLER, Role.SHEET_TYPIST, Role.OFFICIAL_JUDGE, Role.OBSERVER):
        token = links.invite(office, TERMINAL, "Marta Rossi", id, role)
        assert guest.post(f"/invito/{token}", {"nome": "Marta Rossi"}).status_code == 303
    holders = [each for each in role_holders(office, TERMINAL, id) if each.account.name == "Marta Rossi"]
    assert [type(each) for each in holders] == [RoleHolder]
    assert holders[0].role == Role.OFFICIAL_JUDGE, "a judge stays a judge"
    guest.http.close()
    with pytest.raises(NotAllowed):
        links.invite(office, Actor(Role.ROLL_CALLER, "a"), "Ugo", id, Role.ROLL_CALLER)


def test_the_roll_call_assistant_calls_takes_fees_and_enters_and_no_more(
    served: tuple[Office, DeskClient],
) -> None:
    office, _ = served
    id = entered(office, 8, name="Appello di Marta")
    home = f"/organizza/{id}"
    with assistant(served, Role.ROLL_CALLER, id) as marta:
        board = marta.get(home)
        assert tabs(board) == ["Bacheca", "Appello"]
        assert "Registro" not in words_of(board)
        assert re.findall(r'action="[^"]*/fai/([a-z-]+)"', marta.get(f"{home}/appello")) == ["check-in"]
        for fields in ({"fa": "presente"}, {"fa": "firma"}, {"fa": "atteso", "ora": "9:50"}):
            assert marta.post(f"{home}/appello/1", fields).status_code == 303
        assert (entrant(office, id, 1).is_present, entrant(office, id, 1).expected_at) == (True, "9:50")
        sent = marta.post(f"{home}/appello/nuovo", {"nome": "Zeno", "cognome": "Dell'Ultimora"})
        assert sent.status_code == 303
        assert entrant(office, id, 9).is_present is True
        refused = marta.http.get(f"{home}/iscritti")
        assert refused.status_code == 403
        assert "Il tuo invito a questo torneo è «Solo appello». Potrai segnare chi c'è" in words_of(
            refused.text
        )
        for path in ("/fai/draw", "/fai/withdraw", "/iscritti/segna", "/appello/1/proposta"):
            assert marta.post(f"{home}{path}", {}).status_code == 403


def test_the_sheets_assistant_types_missing_sheets_and_leaves_the_rest(
    served: tuple[Office, DeskClient],
) -> None:
    office, desk = served
    id = drawn(office, 8, name="Referti di Ivo")
    home = f"/organizza/{id}"
    with assistant(served, Role.SHEET_TYPIST, id) as ivo:
        page = ivo.get(f"{home}/referti")
        assert tabs(page) == ["Bacheca", "Referti"]
        assert "Chiudi il turno" not in words_of(page)
        assert f"{home}/referti?turno=1#t1" in ivo.get(home)
        assert ivo.post(f"{home}/referti/1/1", typed(1)).status_code == 303
        result = table(open_tournament(office, id), 1).result
        assert result is not None
        assert result.is_confirmed
        assert ivo.post(f"{home}/referti/1/1", typed(1)).status_code == 303, "the same again"
        other = ivo.post(f"{home}/referti/1/1", typed(1, ("60", "40", "30", "20")))
        assert other.status_code == 403
        assert "Il tavolo 1 ha già un referto con altri numeri" in words_of(other.text)
        assert table(open_tournament(office, id), 1).result == result
        for path in ("/referti/1/1/conferma", "/referti/1/1/correggi", "/referti/1/1/decidi", "/fai/void"):
            assert ivo.post(f"{home}{path}", typed(1)).status_code == 403
        assert 'name="t1.punti1"' not in ivo.get(f"{home}/referti")
        assert 'name="t1.punti1"' in desk.get(f"{home}/referti")


def test_the_observer_sees_the_desk_without_a_form_a_contact_or_a_pass(
    served: tuple[Office, DeskClient],
) -> None:
    office, _ = served
    id = drawn(office, 8, name="Sguardo")
    home = f"/organizza/{id}"
    with assistant(served, Role.OBSERVER, id) as zoe:
        board = zoe.get(home)
        assert tabs(board)[:3] == ["Bacheca", "Sorteggio", "Referti"]
        assert {"Iscritti", "Appello", "Impostazioni"} & set(tabs(board)) == set()
        for path in ("", "/sorteggio", "/referti", "/referti/1/1", "/classifica", "/giudici", "/registro"):
            assert 'method="post" action="/organizza' not in zoe.get(f"{home}{path}")
        assert "QR" not in words_of(zoe.get(f"{home}/referti/1/1"))
        assert zoe.post(f"{home}/referti/1/1", typed(1)).status_code == 403
        assert table(open_tournament(office, id), 1).result is None
