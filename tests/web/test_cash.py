"""The cash: what each person and each club paid and owes, lower fees with their reason, and the CSV."""

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Actor, Role
from kamchatka.app.tournaments.results import cash_view
from kamchatka.app.tournaments.settings import save_settings
from kamchatka.app.tournaments.undo import undo
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.tournament.entries import PayFee, SetOwnFee, WithdrawPlayer
from kamchatka.tournament.fees import cents_of, money
from kamchatka.tournament.views.cash import CashSum, CashView
from tests.web.desk_pages import words_of
from tests.web.people_event import Event, House


@pytest.fixture
def member_event(event: Event) -> Event:
    """The event of twelve: 10 € for all, 7,50 for members."""
    save_settings(event.office, TERMINAL, event.desk, {"member_fee": 750})
    return event


def view(event: Event) -> CashView:
    return cash_view(event.office, event.desk)


def send(event: Event, command: str, **fields: str) -> httpx.Response:
    return event.send(f"/fai/{command}", pagina="cash", **fields)


def test_paid_and_owed_add_up_by_person_club_and_kind(member_event: Event) -> None:
    event = member_event
    send(event, "pay", chi="Anna Bianchi")
    send(event, "pay", chi="Carla Rossi", socio="1")
    send(event, "own-fee", chi="Gina Riva", quota="4,05", motivo="arbitra la finale")
    send(event, "own-fee", chi="Lia Marino", quota="0", motivo="sotto i 14 anni")
    found = view(event)
    by_name = {row.name: (row.kind, row.fee, row.paid, row.owed, row.reason) for row in found.rows}
    assert by_name["Anna Bianchi"] == ("full", 1000, 1000, 0, "")
    assert by_name["Carla Rossi"] == ("member", 750, 750, 0, "")
    assert by_name["Gina Riva"] == ("reduced", 405, 0, 405, "arbitra la finale")
    assert by_name["Lia Marino"] == ("exempt", 0, 0, 0, "sotto i 14 anni")
    assert {each.club: each.sum for each in found.clubs} == {
        "Aosta": CashSum(4, 1750, 405),
        "Bari": CashSum(4, 0, 4000),
        "Como": CashSum(4, 0, 4000),
    }
    assert found.total == CashSum(12, 1750, 8405)
    assert {kind: each.people for kind, each in found.kinds.items()} == {
        "full": 9,
        "member": 1,
        "reduced": 1,
        "exempt": 1,
    }
    assert [found.count(each) for each in ("all", "owing", "paid", "deducted")] == [12, 9, 2, 2]
    page = words_of(event.get("/cassa"))
    assert "Incassato 17,50 €" in page
    assert "Da incassare 84,05 €" in page
    assert "arbitra la finale" in page
    assert event.tap(f"/appello/{event.number('Gina Riva')}", fa="quota").status_code == 200
    assert event.entrant("Gina Riva").paid == 405
    assert "esente" not in page.split("Club per club")[1].lower().split("quota ridotta")[0]


def test_a_lower_fee_needs_a_reason_an_amount_and_an_unpaid_fee(member_event: Event) -> None:
    event = member_event
    who = event.entrant("Bruno Neri").person

    def own(euros: str, reason: str = "aiuta in sala") -> None:
        execute(event.office, TERMINAL, event.id, SetOwnFee(who, euros, reason))

    for euros, reason, refused in (
        ("5", " ", NotAllowed),
        ("10,01", "per sbaglio", NotAllowed),
        ("-1", "per sbaglio", NotUnderstood),
        ("dieci", "per sbaglio", NotUnderstood),
    ):
        with pytest.raises(refused):
            own(euros, reason)
    own("5")
    own("10", "non aiuta più")
    assert [(row.kind, row.owed, row.reason) for row in view(event).rows if row.person == who] == [
        ("full", 1000, "")
    ]
    execute(event.office, TERMINAL, event.id, PayFee(who))
    with pytest.raises(NotPossibleNow):
        own("5")
    assistant = Actor(Role.ROLL_CALLER, "a")
    with pytest.raises(NotAllowed):
        execute(event.office, assistant, event.id, SetOwnFee(who, "5", "per un amico"))


def test_an_undone_agreement_is_gone_and_whoever_leaves_owes_nothing(member_event: Event) -> None:
    event = member_event
    who = event.entrant("Dario Verdi").person
    execute(event.office, TERMINAL, event.id, SetOwnFee(who, "2", "amico"))
    undo(event.office, TERMINAL, event.id, "non è vero", None)
    assert [(row.fee, row.reason) for row in view(event).rows if row.person == who] == [(1000, "")]
    before = view(event).total.owed
    execute(event.office, TERMINAL, event.id, WithdrawPlayer(event.entrant("Elena Gallo").person))
    assert view(event).total.owed == before - 1000


def test_the_csv_has_every_person_with_exact_amounts_and_the_total(member_event: Event) -> None:
    event = member_event
    send(event, "own-fee", chi="Anna Bianchi", quota="7,05", motivo="=aiuta")
    send(event, "pay", chi="Anna Bianchi")
    lines = event.get("/cassa.csv").lstrip("\ufeff").splitlines()
    assert lines[0] == "N.;Cognome;Nome;Club;Tipo;Quota;Pagato;Da pagare;Motivo"
    assert lines[1] == "1;Bianchi;Anna;Aosta;Ridotta;7,05;7,05;0;'=aiuta"
    assert len(lines) == 14
    assert lines[-1] == ";Totale;;;;;7,05;110;"


@pytest.mark.parametrize(
    ("cents", "it", "en"), [(1000, "10", "10"), (750, "7,50", "7.50"), (5, "0,05", "0.05")]
)
def test_money_has_one_way_to_be_written(cents: int, it: str, en: str) -> None:
    assert (money(cents, "it"), money(cents, "en")) == (it, en)
    assert cents_of(it) == cents_of(en) == cents


def test_an_event_without_a_fee_has_no_cash_tab(house: House) -> None:
    with house.event(fee=0) as event:
        assert "/cassa" not in event.get("/appello")
