"""Every event happens somewhere, and has sentences for those who know its secret and those who do not."""

from collections.abc import Iterator

import pytest

from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.chance import Seeded
from kamchatka.game.codec import EVENTS, entry_from_plain, entry_to_plain
from kamchatka.game.game import Game
from kamchatka.game.names import names_of
from kamchatka.game.sentences import sentence
from kamchatka.game.view import event_for
from kamchatka.ids import Card, ObjectiveId, Seat, Territory
from kamchatka.messages import LANGUAGES, codes
from kamchatka.rulebook import Rulebook, load, read, shipped
from tests.game.play import played
from tests.game.prepared import BRASILE, PERU, prepared

A, B = Seat(0), Seat(1)

Told = tuple[Rulebook, ev.Event]


def random_games() -> Iterator[Told]:
    """What happens when everybody plays at random and a judge decides often."""
    for name in shipped():
        for seed in range(2):
            game = played(load(name), load(name).seats.preferred, seed, laps=2, judge=25)
            yield from ((game.rulebook, entry) for entry in game.entries if isinstance(entry, ev.Event))


def prepared_tables() -> Iterator[Told]:
    """What random games rarely or never reach, each on a table made for it."""
    lone = ("A holds Brasile 8", "B holds Peru 1", "B holds the cards Siam, Cina")
    goal = (
        "A's objective is challenge-08",
        "A holds Stati Uniti Orientali 8",
        "B holds America Centrale 1, Cina 1",
        "A holds the rest of challenge-08",
    )
    equal = (
        "A holds Alaska 2",
        "B holds Peru 2",
        "C holds Siam 2",
        "D holds Quebec 2",
        "the rest belongs to neutral",
        "last lap 10, lap 10, D to act",
    )
    conquest = act.Attack(BRASILE, PERU, 3)
    win = act.Attack(Territory("stati_uniti_orientali"), Territory("america_centrale"), 3)
    last = "D to act"
    for game, actions in (
        (prepared("rtu", *lone, luck=[(6, 6, 6, 1)]), [conquest]),  # eliminated, hand taken
        (prepared("milano", *lone, luck=[(6, 6, 6, 1)]), [conquest]),  # hand given up
        (prepared("challenge", *goal, luck=[(6, 5, 4, 1)]), [win]),  # the objective
        (prepared("challenge", *equal, luck=[(2, 2), (1, 6, 3, 6), (2, 1)]), [act.EndTurn()]),  # tie rolled
        (prepared("rtu", "1 conquests", "deck empty", luck=[(3,)]), [act.EndTurn()]),  # deck renewed
        (prepared("rtu", "1 conquests"), [act.PassWithoutCard()]),  # card left
        (prepared("rtu", "lap 400", last), [act.EndTurn()]),  # the bound
        (prepared("primavera", "extra lap 1", last), [act.FreezeSeat(B)]),  # congelato in extra laps
        (prepared("primavera", last), [act.WithdrawSeat(B)]),  # withdrawn, territories raised
        (prepared("primavera", "lap 1, 1 conquests"), [act.DeclareLate(A), act.EndTurn()]),  # late
        (prepared("primavera", "A forfeits 1 card", "1 conquests"), [act.EndTurn()]),  # the last card left
        (prepared("rtu", last), [act.ExcludeSeat(B), act.EndGame()]),  # ended by the judge
        (
            prepared("rtu", last),
            [act.ExcludeSeat(B), act.FreezeSeat(A), act.WithdrawSeat(Seat(2)), act.WithdrawSeat(Seat(3))],
        ),  # nobody left
    ):
        for action in actions:
            yield from ((game.rulebook, event) for event in game.play(action))


def declared_strips() -> Iterator[Told]:
    """Strips are declared under a house regulation only."""
    text = 'id = "casa"\ntitle = "Casa"\nextends = "primavera"\n[tally]\nstrip = "declared"\n'
    game = Game.start(read(text, name="casa.toml"), 4, Seeded(1))
    while not any(isinstance(entry, ev.StripDeclared) for entry in game.entries):
        game.play(game.legal_actions()[0].action())
    yield from ((game.rulebook, entry) for entry in game.entries if isinstance(entry, ev.Event))


def hidden_hand_sizes() -> Iterator[Told]:
    """How many cards are given up is hidden under a house regulation only."""
    text = 'id = "casa"\ntitle = "Casa"\nextends = "milano"\n[cards]\nhand_size_public = false\n'
    yield read(text, name="casa.toml"), ev.HandGivenUp(B, 2)


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return [*random_games(), *prepared_tables(), *declared_strips(), *hidden_hand_sizes()]


def code_of(event: ev.Event) -> str:
    """The text an event is told by, worked out here from its name and what distinguishes it."""
    name = next(name for name, kind in EVENTS.items() if kind is type(event)).replace("-", "_")
    match event:
        case ev.SeatLeft(_, status):
            name += f".{status.replace('-', '_')}"
        case ev.GameEnded(ending):
            name += f".{ending.replace('-', '_')}"
        case ev.CardsForfeited(left=left):
            name += ".some_left" if left else ".none_left"
        case ev.ClosingRolled(ends=ends):
            name += ".ends" if ends else ".goes_on"
        case (
            ev.CardTaken(card=None)
            | ev.HandTaken(cards=None)
            | ev.HandGivenUp(number=None)
            | ev.ObjectiveTaken(objective=None)
            | ev.ObjectiveSetTaken(number=None)
        ):
            name += "_hidden"
    return f"events.{name}"


def test_every_event_and_every_sentence_is_provoked(told: list[Told]) -> None:
    assert {type(event) for _, event in told} == set(EVENTS.values())
    provoked = {code_of(seen) for book, event in told for seen in (event, event_for(event, "public", book))}
    assert provoked == {code for code in codes("it") if code.startswith("events.")}


def test_every_sentence_is_complete_in_both_languages(told: list[Told]) -> None:
    for book, event in told:
        for seen in (event, event_for(event, "public", book)):
            said = [sentence(seen, names_of(book), lang) for lang in LANGUAGES]
            assert len(set(said)) == 2, said
            for each in said:
                assert each.endswith("."), each
                assert not set("{}_") & set(each), each
                assert "None" not in each, each
                assert "  " not in each, each


def test_every_event_survives_its_way_through_plain_data(told: list[Told]) -> None:
    for _, event in told:
        assert entry_from_plain(entry_to_plain(event)) == event


def test_who_may_not_know_a_secret_reads_a_sentence_without_it(told: list[Told]) -> None:
    hidden = 0
    for book, event in told:
        seen = event_for(event, "public", book)
        if seen == event:
            continue
        hidden += 1
        names = names_of(book)
        for lang in LANGUAGES:
            said = sentence(seen, names, lang)
            assert said != sentence(event, names, lang)
            for card in getattr(event, "cards", None) or (getattr(event, "card", None),):
                assert card is None or names.card_name(card, lang) not in said
    assert hidden > 50


def test_events_in_words() -> None:
    names = names_of(load("rtu"))

    def said(event: ev.Event) -> tuple[str, str]:
        italian, english = (sentence(event, names, lang) for lang in LANGUAGES)
        return italian, english

    assert said(ev.BattleFought(BRASILE, PERU, (6, 4, 1), (5, 5), (1, 1))) == (
        "Brasile contro Perù: 6 4 1 a 5 5; l'attacco perde 1, la difesa 1.",
        "Brazil against Peru: 6 4 1 to 5 5; the attack loses 1, the defence 1.",
    )
    assert said(ev.CardTaken(A, Card("jolly_1")))[0] == "A pesca jolly."
    assert said(ev.CardTaken(A, None))[0] == "A pesca una carta."
    assert said(ev.ObjectiveTaken(B, ObjectiveId("challenge-01")))[0].startswith("B riceve l'obiettivo “")
    assert said(ev.OrderRolled({0: 3, 2: 5}))[0] == "Dadi per l'ordine, sedia per sedia: 1: 3, 3: 5."
    assert said(ev.TerritoryCorrected(PERU, None, 2))[0] == "Il giudice corregge Perù: neutrale, 2."
    placed = ev.SeatsPlaced((2, 1, 3), (125, 140, 0), ("points", "points", ""), (None, None, None))
    assert said(placed)[0] == "Classifica del tavolo: 1° B (70), 2° A (62,5), 3° C (0)."
    assert said(placed)[1].endswith("1. B (70), 2. A (62.5), 3. C (0).")
