"""What the desk sees of draws and cuts, at every step of random tournaments of every shape."""

from collections import Counter
from itertools import combinations

import pytest

from kamchatka.ids import PersonId
from kamchatka.refusals import Refusal
from kamchatka.tournament.arranging import MovePlayers, StartTables, SwapPlayers
from kamchatka.tournament.cutting import cut, overtaken_cuts
from kamchatka.tournament.draws import DrawRound, PartPair, PlanSeason
from kamchatka.tournament.entries import CallRoll, WithdrawPlayer
from kamchatka.tournament.events import StageCut
from kamchatka.tournament.generator import RandomEvent, play
from kamchatka.tournament.progress import is_decided, next_step, winners
from kamchatka.tournament.rounds import KeepCut, before_cut
from kamchatka.tournament.scores import ids
from kamchatka.tournament.seating.exchanges import SeatingChange
from kamchatka.tournament.seating.views import changes_in_words, receipt_view
from kamchatka.tournament.views.bracket import bracket
from kamchatka.tournament.views.cut import cut_page, finale
from kamchatka.tournament.views.draw import draw_ahead, draw_view, redraw_view, swap_options
from kamchatka.tournament.views.standings import standings_page
from tests.tournament.random_events import begun, until

SHAPES = (
    *("challenge", "tre-partite-finale", "campionato", "eliminazione-diretta", "seconda-chance", "squadre"),
    *("raduno-circuito", "master", "primavera"),
)
"""Formats of every shape: with finals, without, by tables, by ranks, in parallel groups, of teams."""


def look_at_the_end(event: RandomEvent) -> None:
    """The pages of the cut, the bracket and the end."""
    now, names = event.tournament, ids(event.tournament)
    page = cut_page(now, names, "it")
    if page.moment == "to-cut":
        assert page.cut is not None
        made = cut(before_cut(now), "un seme")[-1]
        assert isinstance(made, StageCut)
        lots = {who.person for lot in page.cut.lots for who in lot.people}
        told = {each.who.person for each in (*page.cut.qualified, *page.cut.direct)}
        assert {each.person for each in (*made.qualified, *made.direct)} - lots == told
    assert bracket(now, names, now.rounds).winners == winners(now, names)
    assert finale(now, names, "it").is_over == is_decided(now)
    is_overtaken = bool(overtaken_cuts(now))
    assert (page.moment == "overtaken") == is_overtaken
    assert is_overtaken or (page.moment == "over") == is_decided(now)


def look_at_the_draw(event: RandomEvent) -> None:
    """The page of the draw, before it or after it."""
    now, names = event.tournament, ids(event.tournament)
    if now.open_round is None:
        ahead = draw_ahead(now, names)
        assert ahead.refusal is not None or ahead.should_cut or next_step(now) == "draw"
        return
    view = draw_view(now, names, now.open_round)
    begun_at = [table for table in now.open_round.tables.values() if table.is_started]
    assert view.players == sum(len(table.seated.seats) for table in now.open_round.tables.values())
    assert view.may_change == (len(begun_at) < len(view.tables))
    if view.may_change:
        assert redraw_view(now, names).begun == tuple(table.number for table in begun_at)


@pytest.mark.parametrize("format", SHAPES)
def test_every_page_of_draws_and_cuts_stands_at_every_step(format: str) -> None:
    event = begun(format, 7, publishes_later=True)
    for _ in play(event):
        look_at_the_end(event)
        look_at_the_draw(event)
    look_at_the_end(event)
    if overtaken_cuts(event.tournament):
        event.ask(KeepCut("finale già giocata"))
    assert cut_page(event.tournament, ids(event.tournament), "it").moment == "over"


def test_a_draw_that_is_said_to_be_possible_is_and_one_that_is_not_is_refused() -> None:
    for players in range(4, 40):
        event = begun("raduno", players)
        everybody = [each.person for each in event.tournament.playing]
        event.ask(CallRoll(tuple(everybody[:players])))
        refusal = draw_ahead(event.tournament, ids(event.tournament)).refusal
        if refusal is None:
            event.ask(DrawRound("gru-4471"))
        else:
            with pytest.raises(Refusal) as refused:
                event.ask(DrawRound("gru-4471"))
            assert refused.value.code == refusal.code


def test_a_move_that_is_offered_changes_what_was_said_and_no_other_is_allowed() -> None:
    event = begun("raduno", 5)
    everybody = tuple(each.person for each in event.tournament.playing)
    event.ask(CallRoll(everybody[:13]), DrawRound("gru-4471", is_draft=True))
    now, names = event.tournament, ids(event.tournament)
    found = now.round
    assert found is not None
    five = next(table for table in found.tables.values() if len(table.seated.seats) == 5)
    who = five.seated.seats[0]
    options = swap_options(now, names, who)
    assert {each.table for each in options.tables} == found.tables.keys() - {five.number}
    assert len(options.people) == 4 * (len(found.tables) - 1)
    before = {each.outcome.wish: each.failed for each in draw_view(now, names, found).receipt.wishes}
    to = options.tables[0]
    event.ask(MovePlayers((who,), to.table, "prova"))
    assert event.tournament.round is not None
    after = draw_view(event.tournament, names, event.tournament.round).receipt.wishes
    assert {each.outcome.wish: each.failed - before[each.outcome.wish] for each in after} == to.change.changes
    fours = (table for table in found.tables.values() if len(table.seated.seats) == 4)
    alone = next(table for table in fours if table.number != to.table)
    assert swap_options(now, names, alone.seated.seats[0]).tables == ()


@pytest.mark.parametrize(
    ("changes", "helps", "harms", "words"),
    [
        ({"club": 0, "opponents": 0}, False, False, "non cambia nulla"),
        (
            {"club": -1, "opponents": 2},
            True,
            False,
            "toglie una coppia dello stesso club, aggiunge 2 incontri ripetuti",
        ),
        ({"club": 0, "opponents": 1}, False, True, "aggiunge un incontro ripetuto"),
    ],
)
def test_a_change_helps_or_harms_by_the_first_wish_it_concerns(
    changes: dict[str, int], helps: bool, harms: bool, words: str
) -> None:
    change = SeatingChange(changes=changes)
    assert (change.helps, change.harms) == (helps, harms)
    assert changes_in_words(changes)("it") == words


def test_whoever_meets_again_is_told_where_they_met_last() -> None:
    event = until(begun("tre-partite", 4), "publish")
    tournament, names = event.tournament, ids(event.tournament)
    met: dict[frozenset[PersonId], tuple[int, int]] = {}
    again = 0
    for played in tournament.rounds:
        for failure in receipt_view(tournament, names, played).failures:
            if failure.broken.wish == "opponents":
                again += 1
                round, table = met[frozenset(failure.broken.people)]
                assert [each.values for each in failure.causes] == [{"round": round, "table": table}]
        for each in played.tables.values():
            for pair in combinations(each.seated.seats, 2):
                met[frozenset(pair)] = (played.number, each.number)
    assert again


def test_another_draw_keeps_by_hand_only_who_is_still_there() -> None:
    event = until(begun("tre-partite", 4), "record")
    found = event.tournament.rounds[0]
    one, other = found.tables[1].seated.seats[0], found.tables[2].seated.seats[0]
    event.ask(SwapPlayers(one, other, "vicino all'ingresso"))

    def by_hand() -> dict[PersonId, int]:
        view = redraw_view(event.tournament, ids(event.tournament))
        return {who.person: table for who, table in view.by_hand}

    assert by_hand() == {one: 2, other: 1}
    event.ask(WithdrawPlayer(one))
    assert by_hand() == {other: 1}


def test_whoever_qualifies_is_shown_with_the_totals_that_decide() -> None:
    event = until(begun("raduno", 5), "cut")
    names = ids(event.tournament)
    totals = {row.name: row.totals for row in standings_page(event.tournament, names, "it").rows}
    page = cut_page(event.tournament, names, "it")
    assert page.cut is not None
    assert page.cut.qualified
    assert all(each.totals == totals[each.who.name] for each in page.cut.qualified)


def test_whoever_arrives_is_offered_a_seat_until_every_table_has_begun() -> None:
    event = begun("tre-partite", 4)
    everybody = tuple(event.tournament.entrants)
    event.ask(CallRoll(everybody[:8], everybody[8:]))
    ahead = draw_ahead(event.tournament, ids(event.tournament))
    assert [{each.person for each in some} for some in (ahead.seated, ahead.missing, ahead.silent)] == [
        {*everybody[:8]},
        {*everybody[8:]},
        set(),
    ]
    event.ask(DrawRound("gru-4471"))
    event.ask(CallRoll(everybody[8:9]))

    def arrivals() -> int:
        now = event.tournament
        return len(draw_view(now, ids(now), now.rounds[-1]).arrivals)

    first, *others = event.tournament.rounds[-1].tables
    assert arrivals() == 1
    event.ask(StartTables((first,)))
    assert arrivals() == 1
    event.ask(StartTables(tuple(others)))
    assert arrivals() == 0


def test_pairs_to_keep_apart_come_before_the_wishes_of_the_format() -> None:
    event = begun("tre-partite", 1)
    one, other, *_ = event.tournament.entrants
    assert draw_ahead(event.tournament, ids(event.tournament)).wishes == ("club", "opponents", "five")
    event.ask(PartPair(one, other))
    ahead = draw_ahead(event.tournament, ids(event.tournament))
    assert ahead.wishes == ("family", "club", "opponents", "five")


def test_everybody_may_be_chosen_by_hand_beside_who_qualifies() -> None:
    event = until(begun("due-giorni", 1), "cut")
    page = cut_page(event.tournament, ids(event.tournament), "it")
    assert Counter(each.goes for each in page.choices) == {"on": 12, "direct": 1, "out": 10}


def test_a_season_may_be_planned_where_it_is_not_planned_yet() -> None:
    event = begun("tre-partite", 1)
    assert not draw_ahead(event.tournament, ids(event.tournament)).may_plan
    event = begun("campionato-periodico", 1, options={"seating": "planned"})
    assert draw_ahead(event.tournament, ids(event.tournament)).may_plan
    event.ask(PlanSeason("gru-4471"))
    assert not draw_ahead(event.tournament, ids(event.tournament)).may_plan
