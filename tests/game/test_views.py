"""What each viewer may see: by allow-list, searched for foreign secrets, and compared table by table."""

import json
from dataclasses import replace

import pytest

from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.view import Viewer, event_for, view, viewer_name
from kamchatka.ids import Card, ObjectiveId, Seat
from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import TURN
from tests.game.canaries import search
from tests.game.play import Draw, Wanderer, played, stack
from tests.game.shown import LEAKS, SILENT_LEAKS, viewers
from tests.game.worlds import compare

SEED = 20_260_102
"""Even; games with the odd seed after it are made to have full hands and eliminations."""

A, B, C = Seat(0), Seat(1), Seat(2)


@pytest.mark.parametrize("name", shipped())
def test_no_foreign_secret_reaches_any_viewer_on_any_channel(name: str) -> None:
    book = load(name)
    for seed in (SEED, SEED + 1):
        print(f"seed {seed}")
        found = search(book, book.seats.preferred, seed, most=1_200)
        assert found.leaks == ()
        assert found.pairs > 400
        assert found.bytes > 1000 * found.pairs


@pytest.mark.parametrize("name", shipped())
def test_tables_that_differ_in_hidden_facts_show_the_same_bytes(name: str) -> None:
    book = load(name)
    for seed in (SEED, SEED + 1):
        print(f"seed {seed}")
        found = compare(book, book.seats.preferred, seed, most=450)
        assert found.differences == ()
        assert found.pairs >= 450
        assert found.stepped > found.pairs * 9 // 10


@pytest.mark.parametrize("leak", LEAKS)
def test_both_searches_find_a_planted_leak(leak: str) -> None:
    """Negative control: a hand, an objective, a card, told where they should not be."""
    print(f"seed {SEED + 1}")
    assert search(load("rtu"), 4, SEED + 1, LEAKS[leak]).leaks != ()
    assert compare(load("rtu"), 4, SEED + 1, LEAKS[leak]).differences != ()


@pytest.mark.parametrize("leak", SILENT_LEAKS)
def test_pairs_of_tables_find_a_leak_that_names_no_secret(leak: str) -> None:
    """Negative control: an order and a number that follow from hidden facts."""
    print(f"seed {SEED + 1}")
    assert search(load("rtu"), 4, SEED + 1, SILENT_LEAKS[leak]).leaks == ()
    assert compare(load("rtu"), 4, SEED + 1, SILENT_LEAKS[leak]).differences != ()


def test_the_search_goes_through_games_in_which_everything_happens() -> None:
    """Eliminations, hands that change owner, renewed decks and judges are among what is searched."""
    met = search(load("challenge"), 4, SEED + 1).met
    assert set(met) >= {
        "HandTaken",
        "HandGivenUp",
        "DeckRenewed",
        "CardTaken",
        "CardsPlayed",
        "SeatLeft",
        "TerritoryCorrected",
        "ObjectiveTaken",
    }


def game_with_secrets() -> Game:
    game = Game.start(load("rtu"), 4, Seeded(5))
    walk = Wanderer(game, 5).walk()
    while game.position.now[TURN] == 0:
        next(walk)
    stack(game, Draw(5))
    return game


def test_a_seat_sees_its_own_cards_and_objective_and_how_many_others_hold() -> None:
    game = game_with_secrets()
    seen = view(game, B)
    assert [seat.cards is not None for seat in seen.seats] == [False, True, False, False]
    assert [seat.objective is not None for seat in seen.seats] == [False, True, False, False]
    assert seen.seats[B].cards == game.names.cards_of(game.secrets.hands[B])
    assert [seat.card_count for seat in seen.seats] == list(game.position.hand[:4])


def test_the_public_sees_no_hand_and_the_judge_every_hand_but_never_the_deck() -> None:
    game = game_with_secrets()
    public, judge = view(game, "public"), view(game, "judge")
    assert [(seat.cards, seat.objective) for seat in public.seats] == [(None, None)] * 4
    assert all(seat.cards and seat.objective for seat in judge.seats)
    assert (public.viewer, judge.viewer, public.choices, judge.choices) == ("public", "judge", (), ())
    deck = set(game.names.cards_of(game.secrets.piles[0]))
    hands = {card for seat in judge.seats for card in seat.cards or ()}
    assert deck
    assert not deck & (hands | set(judge.discard))


def test_only_the_seat_to_act_is_shown_choices() -> None:
    game = game_with_secrets()
    acting = game.to_act
    assert acting is not None
    for viewer in viewers(game):
        assert bool(view(game, viewer).choices) == (viewer == acting)
    first, listed = view(game, acting).choices[0], game.legal_actions()[0]
    assert (first.least, first.most) == (listed.least, listed.most)


def test_everything_lies_open_once_the_game_has_ended() -> None:
    game = played(load("rtu"), 4, 3)
    plain: list[dict[str, object]] = []
    for viewer in viewers(game):
        seen = view(game, viewer)
        assert all(seat.cards is not None and seat.objective is not None for seat in seen.seats)
        assert all(seat.place and seat.half_points is not None for seat in seen.seats)
        plain.append({**seen.plain(), "viewer": "", "choices": []})
    assert all(each == plain[0] for each in plain)


def test_a_view_is_plain_data() -> None:
    seen = view(game_with_secrets(), A)
    data = json.loads(json.dumps(seen.plain()))
    assert data["seats"][0]["cards"] == list(seen.seats[0].cards or ())
    assert data["territories"][7] == {
        "id": seen.territories[7].id,
        "owner": seen.territories[7].owner,
        "armies": seen.territories[7].armies,
    }
    assert list(data) == [
        "rulebook", "digest", "viewer", "phase", "to_act", "turn", "turn_of", "lap", "last_lap",
        "closing_round", "to_place", "conquests", "deck", "discard", "ending", "winner", "territories",
        "seats", "choices",
    ]  # fmt: skip
    assert list(data["seats"][0]) == [
        "seat", "chair", "colour", "status", "territories", "armies", "card_count", "cards", "objective",
        "place", "half_points", "decided",
    ]  # fmt: skip


CARD, GOAL = Card("siam"), ObjectiveId("challenge-01")

SECRET_EVENTS: list[tuple[ev.Event, str, tuple[Viewer, ...]]] = [
    (ev.CardTaken(A, CARD), "card", (A, "judge")),
    (ev.ObjectiveTaken(B, GOAL), "objective", (B, "judge")),
    (ev.HandTaken(A, B, 1, (CARD,)), "cards", (A, B, "judge")),
    (ev.ObjectiveSetTaken(3), "number", ("judge",)),
]


@pytest.mark.parametrize(("event", "secret", "knowing"), SECRET_EVENTS, ids=lambda part: type(part).__name__)
def test_a_secret_event_is_whole_only_for_those_it_concerns(
    event: ev.Event, secret: str, knowing: tuple[Viewer, ...]
) -> None:
    everybody: tuple[Viewer, ...] = (A, B, C, "public", "judge")
    for viewer in everybody:
        expected = event if viewer in knowing else replace(event, **{secret: None})
        assert event_for(event, viewer, load("rtu")) == expected, viewer_name(viewer)


def test_other_events_are_the_same_for_all() -> None:
    game = played(load("milano"), 4, 8, judge=20)
    hiding = (ev.CardTaken, ev.ObjectiveTaken, ev.HandTaken, ev.ObjectiveSetTaken)
    plain = [entry for entry in game.entries if isinstance(entry, ev.Event) and not isinstance(entry, hiding)]
    assert len(plain) > 100
    assert all(
        event_for(event, viewer, game.rulebook) == event for event in plain for viewer in viewers(game)
    )


def test_asking_about_cards_of_others_tells_nothing() -> None:
    """Whoever is not in turn gets the same answer for any card."""
    game = game_with_secrets()
    acting = game.to_act
    assert acting is not None
    asker = Seat((acting + 1) % 4)
    answers = {str(game.why_not(act.PlayCards((card,)), asker)) for card in game.names.cards}
    assert answers == {str(game.why_not(act.EndTurn(), asker))}
