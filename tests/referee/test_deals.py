"""The deal assistant: each card as it is turned up, whole exchanges, and hands of the right size."""

import json
import random
from collections import Counter

import pytest

from kamchatka.board import load_board
from kamchatka.referee.dealing import dealt
from kamchatka.rulebook import load
from tests.referee.judge import Judge

DEALS = 60


def shuffled(seed: int) -> list[str]:
    """The 42 cards in an order of their own."""
    cards = [str(each.id) for each in load_board().territories]
    random.Random(seed).shuffle(cards)
    return cards


@pytest.mark.clause("001-C1a", "003-2d", "003-2e")
@pytest.mark.parametrize(
    ("rulebook", "seats", "hands"),
    [
        ("rtu", 4, (10, 10, 11, 11)),
        ("rtu", 5, (8, 8, 8, 9, 9)),
        ("milano", 4, (10, 10, 11, 11)),
        ("milano", 6, (7, 7, 7, 7, 7, 7)),
        ("challenge", 4, (10, 10, 11, 11)),
    ],
)
def test_hands_as_they_are_told_are_as_many_as_the_deal_makes_them(
    rulebook: str, seats: int, hands: tuple[int, ...]
) -> None:
    book, corrected = load(rulebook), Counter[str]()
    for seed in range(DEALS):
        deal, held = dealt(book, seats, shuffled(seed)), dict[str, int | None]()
        for step in deal.steps:
            corrected[step.verdict] += 1
            if step.verdict in ("next", "bottom"):
                continue
            if step.exchange:
                assert held[step.exchange.card.id] == step.seat  # it was theirs until now
                held[step.exchange.card.id] = step.exchange.seat
            assert step.card.id not in held
            held[step.card.id] = step.seat
        told = tuple(list(held.values()).count(seat) for seat in range(seats))
        assert (told, deal.hands, deal.is_complete) == (hands, hands, True), seed
    asked = {"rtu": {"next", "put-back", "swapped"}, "milano": {"bottom", "put-back"}, "challenge": set()}
    assert asked[rulebook] <= set(corrected)


@pytest.mark.clause("004-B9d")
def test_a_deck_shuffled_again_ends_with_two_neutral_territories() -> None:
    book, luck = load("primavera"), random.Random(1)
    for _ in range(20):
        turned: list[str] = []
        left = shuffled(luck.randrange(1000))
        while left:
            turned.append(left.pop())
            deal = dealt(book, 4, turned)
            if deal.steps[-1].verdict == "again":
                left.insert(luck.randint(0, len(left)), turned[-1])
            assert deal.is_complete is not bool(left)
        assert deal.hands == (10, 10, 10, 10)
        assert [step.seat for step in deal.steps[-2:]] == [None, None]


@pytest.mark.clause("001-C1a", "001-C1b")
def test_the_last_card_is_exchanged_and_both_halves_are_told(judge: Judge) -> None:
    cards = shuffled(27)
    assert cards[-2:] == ["india", "nuova_guinea"]
    asked = ("table", "deal", "--rulebook", "rtu", *cards)
    found = json.loads(judge.organiser.terminal.type("it", *asked, "--json")[1])
    assert found["cards"][-1] == {
        "card": "nuova_guinea",
        "seat": "D",
        "verdict": "swapped",
        "exchange": {"card": "india", "seat": "C"},
    }
    assert found["hands"] == {"A": 10, "B": 10, "C": 11, "D": 11}
    told = judge.organiser.terminal.type("it", *asked)[1].split("\n")[-3:-1]
    assert told == [
        "Nuova Guinea: non può andare al posto C, si scambia con India. "
        "Nuova Guinea va al posto D, India passa dal posto D al posto C.",
        "Tutte le carte sono distribuite: A 10, B 10, C 11, D 11.",
    ]


@pytest.mark.clause("003-2d", "003-2e")
def test_who_receives_the_cards_put_back_is_told(judge: Judge) -> None:
    oceania = ["indonesia", "nuova_guinea", "australia_orientale", "australia_occidentale"]
    cards = [oceania[0], "alaska", "alberta", "ontario", oceania[1], "peru", "brasile", "cina"]
    asked = ("table", "deal", "--rulebook", "milano", *cards, *oceania[2:], "egitto")
    told = judge.organiser.terminal.type("it", *asked)[1].split("\n")
    assert told[-6:-1] == [
        "Australia Orientale: non può andare al posto D e resta in cima al mazzo; prova la carta in fondo.",
        "Australia Occidentale: non può andare al posto D e resta in cima al mazzo; prova la carta in fondo.",
        "Egitto: va al posto D, regolare.",
        "Australia Occidentale: rimasta in cima al mazzo, va al posto C, regolare.",
        "Australia Orientale: rimasta in cima al mazzo, va al posto B, regolare.",
    ]


def test_cards_are_tapped_as_they_are_dealt(judge: Judge) -> None:
    def dealt(rulebook: str, *cards: str) -> list[tuple[str, str]]:
        words = ("table", "deal", *cards, "--rulebook", rulebook, "--json")
        status, out, err = judge.organiser.terminal.type("it", *words)
        assert status == 0, err
        return [(each["verdict"], each["seat"]) for each in json.loads(out)["cards"]]

    others = ["alaska", "alberta", "ontario"]
    oceania = ["indonesia", "nuova_guinea", "australia_orientale"]
    cards = [oceania[0], *others, oceania[1], "peru", "brasile", "cina", oceania[2]]
    assert dealt("challenge", *cards[:5])[-1] == ("legal", "D")
    verdict, seat = dealt("rtu", *cards)[-1]
    assert (verdict, seat) == ("next", "D")
    assert dealt("rtu", *cards, "egitto")[-2:] == [("legal", "D"), ("put-back", "C")]


@pytest.mark.clause("003-2b", "000-4.4a")
@pytest.mark.parametrize(
    ("rulebook", "dealer", "words"),
    [
        ("milano", "first-seat", "Distribuisce il primo di turno (A)."),
        ("challenge", "judge", "Distribuisce il giudice."),
    ],
)
def test_the_assistant_says_who_deals(judge: Judge, rulebook: str, dealer: str, words: str) -> None:
    asked = ("table", "deal", "alaska", "--rulebook", rulebook)
    terminal = judge.organiser.terminal
    assert json.loads(terminal.type("it", *asked, "--json")[1])["dealer"] == dealer
    assert terminal.type("it", *asked)[1].startswith(words)


def test_cards_of_the_deal_are_called_by_their_printed_names(judge: Judge) -> None:
    terminal = judge.organiser.terminal
    asked = ("table", "deal", "--rulebook", "rtu", "--json")
    spoken = terminal.type("it", *asked, "America Centrale", "PERÙ", "Africa del Nord", "Central America")
    assert json.loads(spoken[1])["error"]["code"] == "card_seen"
    named, by_id = (
        json.loads(terminal.type("it", *asked, *cards)[1])
        for cards in (("America Centrale", "Peru'"), ("america_centrale", "peru"))
    )
    assert named == by_id
    wrong = json.loads(terminal.type("it", *asked, "Atlantide")[1])["error"]
    assert wrong["sentence"].startswith("«Atlantide» non è un territorio: scrivi il nome")
    wrong = json.loads(terminal.type("it", *asked, "x" * 50)[1])["error"]
    assert wrong["sentence"].startswith(f"«{'x' * 40}» non è un territorio")
