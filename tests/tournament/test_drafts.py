"""A draw that only the desk sees until it is published."""

import pytest

from kamchatka.app.events import CODEC
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.codec import EncodedEvent
from kamchatka.tournament.arranging import StartTables, SwapPlayers
from kamchatka.tournament.checker import check
from kamchatka.tournament.draws import DrawRound, HideTables, PublishTables, RedrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import Receipt, RoundDrawn, TablesHidden, TablesPublished
from kamchatka.tournament.generator import RandomEvent
from kamchatka.tournament.generator import sheet as invented
from kamchatka.tournament.progress import next_step, state_of, steps_ahead, tasks
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.scores import Scoreboard, ids
from tests.tournament.random_events import begun, played


@pytest.fixture
def draft() -> RandomEvent:
    event = begun("tre-partite", 2)
    event.ask(CallRoll(tuple(each.person for each in event.tournament.playing)))
    event.ask(DrawRound("gru-4471", is_draft=True))
    return event


def test_a_draft_is_nothing_to_the_public_and_waits_to_be_published(draft: RandomEvent) -> None:
    now = draft.tournament
    assert now.round is not None
    assert now.round.is_draft
    assert now.public_rounds == ()
    assert state_of(now) == "entries"
    assert next_step(now) == "publish-tables"
    assert [(each.what, each.count) for each in tasks(now)][-1] == ("publish-tables", len(now.round.tables))
    assert steps_ahead(now) == ["record", "close", "draw"]
    draft.ask(PublishTables())
    assert draft.occurrences[-1].event == TablesPublished(1)
    assert [each.number for each in draft.tournament.public_rounds] == [1]
    assert state_of(draft.tournament) == "round"
    assert next_step(draft.tournament) == "record"


def test_results_from_phones_are_confirmed_before_the_round_is_closed(draft: RandomEvent) -> None:
    draft.ask(PublishTables())
    assert draft.tournament.round is not None
    for table in draft.tournament.round.tables.values():
        seats = invented(draft, table)
        draft.ask(RecordSheet(table=table.number, seats=seats, sent_by=seats[0].person))
    assert next_step(draft.tournament) == "confirm"
    assert steps_ahead(draft.tournament) == ["close", "draw"]


def test_no_game_begins_and_no_sheet_is_written_at_the_tables_of_a_draft(draft: RandomEvent) -> None:
    assert draft.tournament.round is not None
    table = draft.tournament.round.tables[1]
    for asked in (StartTables((1,)), RecordSheet(table=1, seats=invented(draft, table))):
        with pytest.raises(NotPossibleNow) as refused:
            draft.ask(asked)
        assert refused.value.code == "tables_draft"


def test_changes_and_another_draw_leave_a_draft_a_draft(draft: RandomEvent) -> None:
    found = draft.tournament.round
    assert found is not None
    one, other = found.tables[1].seated.seats[0], found.tables[2].seated.seats[0]
    draft.ask(SwapPlayers(one, other, "vicino all'ingresso"))
    draft.ask(RedrawRound("un arrivo"))
    assert draft.tournament.round is not None
    assert draft.tournament.round.is_draft
    assert draft.tournament.round.moved == {one, other}


def test_public_tables_go_back_to_the_desk_until_a_game_has_begun(draft: RandomEvent) -> None:
    draft.ask(PublishTables())
    draft.ask(HideTables())
    assert draft.occurrences[-1].event == TablesHidden(1)
    assert draft.tournament.public_rounds == ()
    draft.ask(PublishTables(), StartTables((2,)))
    with pytest.raises(NotPossibleNow) as refused:
        draft.ask(HideTables())
    assert refused.value.values == {"round": 1, "tables": "2"}
    draft.ask(PublishTables())  # twice is nothing
    assert len(draft.tournament.public_rounds) == 1


def test_whoever_a_draft_leaves_out_is_absent_only_once_it_is_published() -> None:
    event = begun("campionato", 3)
    here = [each.person for each in event.tournament.playing][:8]
    event.ask(CallRoll(tuple(here)))
    event.ask(DrawRound("gru-4471"))
    assert event.tournament.round is not None
    for table in event.tournament.round.tables.values():
        event.ask(RecordSheet(table=table.number, seats=invented(event, table)))
    before = Scoreboard(event.tournament, ids(event.tournament)).standings.rows
    event.ask(CloseRound(), CallRoll(tuple(here[:4])), DrawRound("gru-4472", is_draft=True))
    assert event.tournament.round.missing
    assert Scoreboard(event.tournament, ids(event.tournament)).standings.rows == before


def test_tournaments_whose_draws_are_published_later_come_out_again() -> None:
    for format in ("tre-partite-finale", "campionato", "raduno", "squadre"):
        event = played(format, 3, publishes_later=True)
        done = check(event.setup, event.occurrences, ids(event.tournament))
        assert (done.differences, done.unchecked) == ((), ())
        assert any(isinstance(each.event, TablesPublished) for each in event.occurrences)


def test_a_draw_of_an_earlier_log_is_public() -> None:
    drawn = RoundDrawn(1, "serate", (), Receipt("gru-4471", "random"))
    stored = CODEC.encode(drawn)
    older = stored.payload.replace(',"is_draft":false', "").replace('"is_draft":false,', "")
    assert "is_draft" not in older
    assert CODEC.decode(EncodedEvent(stored.kind, stored.version, older)) == drawn
