"""The bracket of semifinals and final, as the desk and the public see it."""

from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import EnterPlayers, SignAcceptance, WithdrawPlayer
from kamchatka.tournament.generator import RandomEvent
from kamchatka.tournament.rounds import CutStage
from kamchatka.tournament.scores import ids
from kamchatka.tournament.views.bracket import Bracket, bracket, has_bracket
from kamchatka.tournament.views.desk import sizes_now
from kamchatka.tournament.views.draw import why_not_draw
from tests.tournament.random_events import begun, until


def seen(event: RandomEvent) -> Bracket:
    now = event.tournament
    return bracket(now, ids(now), now.rounds)


def test_before_the_cut_the_stages_are_only_named() -> None:
    event = until(begun("raduno", 5), "cut")
    assert [(each.name("it"), each.is_ahead, each.tables) for each in seen(event).stages] == [
        ("Semifinali", True, ()),
        ("Finale", True, ()),
    ]


def test_whoever_qualified_waits_with_a_reason_then_sits_then_goes_on() -> None:
    event = until(begun("raduno", 5), "cut")
    event.ask(CutStage("gru-4471"))
    [semifinals, final] = seen(event).stages
    made = event.tournament.cuts[-1]
    assert [each.person for each in semifinals.waiting] == [each.person for each in made.qualified]
    first = semifinals.waiting[0]
    assert first.why is not None
    assert first.why("it") == f"{made.qualified[0].rank}° in classifica"
    assert final.is_ahead

    event.ask(DrawRound("gru-4472", is_draft=True))
    public = bracket(event.tournament, ids(event.tournament), event.tournament.public_rounds)
    assert public.stages[0].tables == ()
    assert len(public.stages[0].waiting) == len(made.qualified)
    assert len(seen(event).stages[0].tables) == len(event.tournament.rounds[-1].tables)
    assert seen(event).stages[0].waiting == ()

    until(event, "cut")
    event.ask(CutStage("gru-4473"))
    semifinals, final = seen(event).stages
    won = {seat.person for table in semifinals.tables for seat in table.seats if seat.place == 1}
    on = {seat.person for table in semifinals.tables for seat in table.seats if seat.goes_on}
    assert won == on
    assert {seat.person for seat in final.waiting} == won | {seat.person for seat in semifinals.direct}

    until(event, "publish")
    done = seen(event)
    [table] = done.stages[-1].tables
    assert done.winners == tuple(seat.person for seat in table.seats if seat.place == 1)


def test_a_knock_out_shows_its_first_tables_too() -> None:
    event = until(begun("eliminazione-diretta", 1), "cut")
    first, *rest = seen(event).stages
    assert first.stage.id == "prima-partita"
    assert all(sum(seat.place == 1 for seat in table.seats) == 1 for table in first.tables)
    assert not any(seat.goes_on for table in first.tables for seat in table.seats)
    assert [each.is_ahead for each in rest] == [True, True]


def test_winners_of_a_first_stage_by_tables_are_marked_once_it_is_cut() -> None:
    event = until(begun("eliminazione-diretta", 2), "cut")
    event.ask(CutStage("gru-4471"))
    [first, *_] = seen(event).stages
    assert len(first.tables) == len(event.tournament.rounds[0].tables)
    on = {seat.person for table in first.tables for seat in table.seats if seat.goes_on}
    assert on == {each.person for each in event.tournament.cuts[-1].qualified}


def test_who_withdraws_after_the_cut_is_told_as_gone() -> None:
    event = until(begun("raduno", 5), "cut")
    event.ask(CutStage("gru-4471"))
    gone = event.tournament.cuts[-1].qualified[0].person
    event.ask(WithdrawPlayer(gone))
    assert gone not in [each.person for each in event.tournament.members]
    [told] = [each for each in seen(event).stages[0].waiting if each.is_gone]
    assert told.person == gone


def test_formats_of_one_stage_have_none() -> None:
    assert not has_bracket(begun("tre-partite", 1).tournament)
    assert has_bracket(begun("raduno", 1).tournament)


def test_two_finals_side_by_side_have_semifinals_of_their_own() -> None:
    event = begun("raduno-circuito", 3)
    late = tuple(event.newcomer() for _ in range(80 - len(event.tournament.entrants)))
    event.ask(EnterPlayers(late), SignAcceptance(tuple(each.person for each in late), "oggi"))
    until(event, "cut")
    event.ask(CutStage("gru-4471"))
    assert list(sizes_now(event.tournament)) == [], "each final has its own tables"
    assert why_not_draw(event.tournament) is None
    event.ask(DrawRound("gru-4472"))
    [semifinals, _] = seen(event).stages
    assert semifinals.groups == 2
    assert [table.group for table in semifinals.tables] == [1, 1, 1, 1, 2, 2, 2, 2]
