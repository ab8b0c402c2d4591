"""Numbers from two phones of one table: the same confirm each other, others wait for a judge."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments.opening import open_tournament, texts_now
from kamchatka.app.tournaments.settings import change_settings
from kamchatka.refusals import NotAllowed
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.recording import ApproveResult, ConfirmResult, RecordSheet
from kamchatka.tournament.state import Table
from tests.tournament.small_event import drawn, points, table

COUNTED, OTHERWISE = (69, 42, 36, 53), (69, 42, 36, 54)


@pytest.fixture
def office() -> Iterator[Office]:
    with open_office(None) as found:
        yield found


def send(office: Office, id: str, seat: int, given: tuple[int, ...]) -> Table:
    """What comes of the numbers that a seat of table 1 sends."""
    now = table(open_tournament(office, id), 1)
    sent = RecordSheet(table=1, seats=points(now, given), sent_by=now.seated.seats[seat])
    execute(office, TERMINAL, id, sent)
    return table(open_tournament(office, id), 1)


def test_two_players_who_send_the_same_numbers_confirm_each_other(office: Office) -> None:
    id = drawn(office)
    first = send(office, id, 0, COUNTED)
    assert first.result is not None
    assert not first.is_settled
    second = send(office, id, 1, COUNTED)
    assert second.result is not None
    assert second.is_settled
    assert second.result.others == ()


def test_other_numbers_stand_beside_the_first_until_a_judge_decides(office: Office) -> None:
    id = drawn(office)
    first = send(office, id, 0, COUNTED)
    second = send(office, id, 1, OTHERWISE)
    people = first.seated.seats
    assert second.result is not None
    assert [(each.sent_by, each.seats) for each in second.result.versions] == [
        (people[1], points(first, OTHERWISE)),
        (people[0], points(first, COUNTED)),
    ]
    with pytest.raises(NotAllowed) as refused:
        execute(office, TERMINAL, id, ConfirmResult(1, by=people[2]))
    assert refused.value.code == "judge_decides"
    execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(first, COUNTED)))
    decided = table(open_tournament(office, id), 1)
    assert decided.is_settled
    assert decided.result is not None
    assert (decided.result.seats, decided.result.others) == (points(first, COUNTED), ())


def test_a_judge_may_let_the_last_version_stand(office: Office) -> None:
    id = drawn(office)
    send(office, id, 0, COUNTED)
    first = send(office, id, 1, OTHERWISE)
    execute(office, TERMINAL, id, ConfirmResult(1))
    decided = table(open_tournament(office, id), 1)
    assert decided.result is not None
    assert (decided.result.seats, decided.result.others) == (points(first, OTHERWISE), ())


def test_whoever_sends_again_replaces_only_their_own_numbers(office: Office) -> None:
    id = drawn(office)
    send(office, id, 0, COUNTED)
    again = send(office, id, 0, OTHERWISE)
    assert again.result is not None
    assert again.result.others == ()
    assert not again.is_settled
    send(office, id, 1, COUNTED)
    agreed = send(office, id, 0, COUNTED)
    assert agreed.is_settled


def test_where_a_judge_confirms_two_equal_sheets_still_wait(office: Office) -> None:
    id = drawn(office)
    desk = open_tournament(office, id)
    settings = replace(desk.tournament.settings, confirmation="judge")
    change_settings(office, TERMINAL, id, settings, texts=texts_now(office, desk))
    send(office, id, 0, COUNTED)
    assert not send(office, id, 1, COUNTED).is_settled
    assert next_step(open_tournament(office, id).tournament) == "record"


def test_a_result_that_looks_odd_is_kept_until_it_changes(office: Office) -> None:
    id = drawn(office)
    now = table(open_tournament(office, id), 1)
    execute(office, TERMINAL, id, RecordSheet(table=1, seats=points(now, COUNTED)))
    execute(office, TERMINAL, id, ApproveResult(1, 1))
    assert table(open_tournament(office, id), 1).is_kept
    assert execute(office, TERMINAL, id, ApproveResult(1, 1)).events == ()
