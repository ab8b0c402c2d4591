"""A sheet as people see it: places and scores as typed, faults beside their cells, what a tie asks for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.recording import RecordSheet, VoidGame
from kamchatka.tournament.views.sheets import SheetView, preview_sheet, seat_in_words, sheet, sheets
from tests.tournament.small_event import drawn, points, table


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with open_office(None) as found:
        yield found


@pytest.fixture(scope="module")
def id(office: Office) -> str:
    return drawn(office, 12, format="raduno")


def trial(office: Office, id: str, cells: Sequence[Mapping[str, Any]]) -> SheetView:
    """What table 1 would come to."""
    desk = open_tournament(office, id)
    people = table(desk, 1).seated.seats
    typed = [SeatResult(who, each) for who, each in zip(people, cells, strict=True)]
    return preview_sheet(desk.tournament, desk.names, "it", round=1, table=1, seats=typed)


def test_places_and_scores_come_with_their_reasons(office: Office, id: str) -> None:
    view = trial(office, id, [{"points": 45}, {"points": "30"}, {"points": 24}, {"eliminated": 1}])
    assert [(seat.place, seat.score) for seat in view.seats] == [(1, "95"), (2, "30"), (3, "24"), (4, "0")]
    assert [line.why for line in view.seats[0].lines] == ["45 punti tavolo", "1° posto"]
    assert (view.winners, view.score) == ((view.seats[0].name,), "95")


def test_every_fault_stands_beside_its_cell(office: Office, id: str) -> None:
    view = trial(office, id, [{"points": 45}, {"points": "abc"}, {}, {"eliminated": 2}])
    assert view.state == "refused"
    assert [dict(seat.faults) for seat in view.seats] == [
        {},
        {"points": "«abc» non va bene. Scrivi punti da 0 in su, per esempio 62 o 62,5."},
        {"points": "Scrivi i punti tavolo, oppure segna che è uscito dal gioco."},
        {"eliminated": "L’ordine di uscita va da 1° in poi, senza salti né doppioni: qui è 2."},
    ]


def test_what_is_wrong_with_the_whole_sheet_names_the_sheet(office: Office, id: str) -> None:
    view = trial(office, id, [{"eliminated": order} for order in (1, 2, 3, 4)])
    assert view.refusal.startswith("«Il referto»: risultano tutti eliminati")


def test_a_sheet_of_other_people_is_refused_in_a_sentence(office: Office, id: str) -> None:
    desk = open_tournament(office, id)
    others = points(table(desk, 2), [40, 30, 20, 10])
    view = preview_sheet(desk.tournament, desk.names, "it", round=1, table=1, seats=others)
    assert view.state == "refused"
    assert "tavolo 1" in view.refusal


def test_a_risiko_with_other_points_is_a_doubt_that_stops_nobody(office: Office, id: str) -> None:
    view = trial(
        office, id, [{"points": 86, "objective": True}, {"points": 30}, {"points": 24}, {"points": 3}]
    )
    assert (view.state, view.score) == ("paper", "150")
    [notice] = view.notices
    assert notice.code == "standings.risiko_counts"
    assert view.is_doubtful


def test_a_tie_asks_for_the_number_that_breaks_it_and_for_no_other(office: Office) -> None:
    id = drawn(office, 8, name="Spareggi", format="tre-partite")
    view = trial(office, id, [{"points": 45}, {"points": 45}, {"points": 24}, {"points": 11}])
    assert view.question is not None
    people = table(open_tournament(office, id), 1).seated.seats
    assert view.question.people == people[:2]
    assert view.question.cells == ("outside",)
    told = [{"points": 45, "outside": 9}, {"points": 45, "outside": 12}, {"points": 24}, {"points": 11}]
    assert [seat.place for seat in trial(office, id, told).seats] == [2, 1, 3, 4]


def test_the_sheets_of_a_round_say_how_each_came(office: Office) -> None:
    id = drawn(office, 20, name="Referti", format="raduno")
    desk = open_tournament(office, id)
    counted = (50, 40, 30, 20)

    def send(number: int, sender: int | None, given: tuple[int, ...] = counted) -> None:
        at = table(desk, number)
        who = None if sender is None else at.seated.seats[sender]
        asked = RecordSheet(table=number, seats=points(at, given), sent_by=who)
        execute(office, TERMINAL, id, asked)

    send(1, None)
    send(2, 0)
    send(3, 0)
    send(3, 1, (50, 40, 31, 20))
    execute(office, TERMINAL, id, VoidGame(1, 4, "luce saltata"), note="luce saltata")
    after = open_tournament(office, id)
    views = sheets(after.tournament, after.names, 1, "it")
    assert [view.state for view in views] == ["paper", "waiting", "contested", "void", "empty"]
    assert views[1].sender == views[1].seats[0].name
    [other] = views[2].others
    assert [seat.cells["points"] for seat in other.seats] == [50, 40, 30, 20]
    assert [seat.cells["points"] for seat in views[2].seats] == [50, 40, 31, 20]
    assert sheet(after.tournament, after.names, 1, 1, "it") == views[0]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"points": "45.5"}, "45,5"),
        ({"points": 0}, "0"),
        ({"points": 100, "objective": True}, "100, RisiKo!"),
        ({"eliminated": 1}, "1° fuori"),
        ({"points": 12, "status": "congelato"}, "12, congelato"),
        ({"place": 2}, "2° posto"),
        ({"points": 45, "cards": 3, "lot": [6, 2]}, "45, Carte in mano 3, Dado o sorteggio 6 2"),
        ({"points": 45, "territories": ["alaska"], "cards": 3}, "45, contato sulla mappa"),
        ({}, "-"),
    ],
)
def test_a_seat_is_told_on_one_line(cells: Mapping[str, Any], words: str) -> None:
    assert seat_in_words(cells, "it") == words
