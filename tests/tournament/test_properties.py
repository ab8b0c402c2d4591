"""What must hold of every tournament: entries that come and go, results put right, requests taken back."""

from random import Random

import pytest

from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow
from kamchatka.tournament.entries import CallRoll, EnterPlayers, WithdrawPlayer
from kamchatka.tournament.events import Entry, SeatResult
from kamchatka.tournament.generator import RandomEvent
from kamchatka.tournament.recording import CorrectResult, RecordSheet
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.scores import Scoreboard, ids
from kamchatka.tournament.state import Tournament
from tests.tournament.random_events import begun, drawn, until

SEEDS = range(6)
NEWCOMER = Entry(PersonId("p-00000000000abcde"), "Club 1")


def _standings(tournament: Tournament) -> list[tuple[int | None, str, object, str]]:
    rows = Scoreboard(tournament, ids(tournament)).standings.rows
    return [(row.rank, row.entry.name, row.entry.total, row.tie.code if row.tie else "") for row in rows]


def _sheets(event: RandomEvent, luck: Random) -> dict[int, tuple[SeatResult, ...]]:
    """Points for every table of the open round."""
    current = event.tournament.open_round
    assert current is not None
    return {
        table.number: tuple(
            SeatResult(who, {"points": each})
            for who, each in zip(
                table.seated.seats, luck.sample(range(5, 80), len(table.seated.seats)), strict=True
            )
        )
        for table in current.tables.values()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_adding_and_removing_an_entry_leaves_everything_as_it_was(seed: int) -> None:
    event = drawn("tre-partite", seed)
    before = event.tournament
    event.ask(EnterPlayers((NEWCOMER,)))
    assert event.tournament != before
    event.ask(WithdrawPlayer(NEWCOMER.person))
    assert event.tournament == before


def test_the_first_roll_call_of_an_evening_forgets_who_came_the_evening_before() -> None:
    event = until(begun("serate", 1), "close")
    event.ask(CloseRound())
    first, second, *others = (each.person for each in event.tournament.playing)
    event.ask(CallRoll((first,)))
    event.ask(CallRoll((second,)))
    came = {who: each.is_present for who, each in event.tournament.entrants.items()}
    assert came == {first: True, second: True, **dict.fromkeys(others)}


def test_nobody_is_entered_twice() -> None:
    event = drawn("tre-partite", 1)
    [known, *_] = event.tournament.entrants
    for entries in ((NEWCOMER, NEWCOMER), (NEWCOMER, Entry(known))):
        with pytest.raises(NotPossibleNow, match="entered_already"):
            event.ask(EnterPlayers(entries))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_undone_never_was(seed: int) -> None:
    event = drawn("serate", seed)
    before = event.tournament
    event.ask(EnterPlayers((NEWCOMER,)), CallRoll(present=(NEWCOMER.person,)))
    event.undo()
    assert event.tournament == before


@pytest.mark.parametrize("seed", SEEDS)
def test_a_corrected_result_equals_one_entered_right_the_first_time(seed: int) -> None:
    luck = Random(seed)
    right, wrong = drawn("raduno", seed), drawn("raduno", seed)
    sheets, slips = _sheets(right, luck), _sheets(wrong, luck)
    right.ask(*(RecordSheet(table=number, seats=seats) for number, seats in sheets.items()))
    wrong.ask(*(RecordSheet(table=number, seats=seats) for number, seats in slips.items()))
    assert _standings(right.tournament) != _standings(wrong.tournament)
    for number, seats in sheets.items():
        wrong.ask(CorrectResult(round=1, table=number, seats=seats, reason="svista"))
    assert _standings(right.tournament) == _standings(wrong.tournament)


@pytest.mark.parametrize("seed", SEEDS)
def test_standings_do_not_depend_on_the_order_in_which_sheets_come_in(seed: int) -> None:
    one, other = drawn("raduno", seed), drawn("raduno", seed)
    sheets = list(_sheets(one, Random(seed)).items())
    one.ask(*(RecordSheet(table=number, seats=seats) for number, seats in sheets))
    for number, seats in Random(seed + 1).sample(sheets, len(sheets)):
        other.ask(RecordSheet(table=number, seats=tuple(reversed(seats))))
    assert _standings(one.tournament) == _standings(other.tournament)


def test_the_same_seed_and_people_give_the_same_tables_and_another_seed_others() -> None:
    one, same = drawn("raduno", 3), drawn("raduno", 3)
    assert one.tournament.rounds[0].tables == same.tournament.rounds[0].tables
    other = drawn("raduno", 3, draw="un altro seme")
    seats = [
        [table.seated.seats for table in event.tournament.rounds[0].tables.values()] for event in (one, other)
    ]
    assert seats[0] != seats[1]
