"""Luck: what is asked for, what answers it, and that every source answers by number alone."""

import pytest

from kamchatka.game.chance import KINDS, Chance, Luck, Recorded, Request, Scripted, Seeded, Typed
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.rulebook import load, shipped
from kamchatka.rules.combat import THROWS
from tests.game.play import advanced, played

REQUESTS = [
    Request("order", dice=(4,)),
    Request("battle", dice=(3, 2)),
    Request("battle", dice=(1, 1)),
    Request("closing", dice=(2,)),
    Request("card", among=44),
    Request("objective", among=16),
    Request("card", among=1),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=str)
def test_every_answer_to_a_request_is_one_outcome_of_the_core(request_: Request) -> None:
    """Each source, many numbers: the outcome is below the number of outcomes, and all of them occur."""
    outcomes = THROWS[sum(request_.dice)] if request_.dice else request_.among
    sources = (Seeded(3), Fair("t", b"s" * 32, (b"a", b"b")))
    for source in sources:
        seen = {request_.outcome(source.answer(number, request_)) for number in range(1200)}
        assert all(0 <= outcome < outcomes for outcome in seen)
        assert len(seen) >= min(outcomes, 44) * 9 // 10


def test_dice_are_digits_to_the_base_six_the_first_one_lowest() -> None:
    two = Request("closing", dice=(2,))
    assert [two.outcome(dice) for dice in ((1, 1), (6, 1), (1, 2), (6, 6))] == [0, 5, 6, 35]
    assert {two.outcome((one, other)) for one in range(1, 7) for other in range(1, 7)} == set(range(36))


@pytest.mark.parametrize("numbers", [(), (1,), (1, 2, 3), (0, 1), (7, 1), (1, -1)])
def test_dice_that_cannot_be_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="2 dice are asked for"):
        Request("closing", dice=(2,)).outcome(numbers)


@pytest.mark.parametrize("numbers", [(), (44,), (-1,), (1, 2)])
def test_one_of_n_that_cannot_be_is_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one number below 44"):
        Request("card", among=44).outcome(numbers)


def test_asking_again_gives_the_same_answer() -> None:
    for source in (Seeded(8), Fair("t", b"x" * 32, (b"1",)), Recorded((Luck(0, REQUESTS[0], (1, 2, 3, 4)),))):
        first = [source.answer(0, REQUESTS[0]) for _ in range(3)]
        assert first[0] is not None
        assert first == [first[0]] * 3


def test_luck_told_beforehand_or_recorded_ends_and_typed_luck_is_never_known() -> None:
    told = Scripted([(1, 2)])
    assert [told.answer(number, REQUESTS[3]) for number in range(3)] == [(1, 2), None, None]
    sources: tuple[Chance, ...] = (Recorded(()), Typed())
    assert [source.answer(0, REQUESTS[3]) for source in sources] == [None, None]


def test_every_kind_of_luck_is_met_and_numbered_without_a_gap() -> None:
    met: set[str] = set()
    for name in shipped():
        game = played(load(name), load(name).seats.preferred, 2, laps=1)
        luck = [entry for entry in game.entries if isinstance(entry, Luck)]
        assert [entry.number for entry in luck] == list(range(len(luck)))
        met |= {entry.request.kind for entry in luck}
    # Rolling off a tie is rare at random; a prepared table reaches it.
    assert met >= {*KINDS.values(), "objective-set"} - {"roll-off"}


def test_a_game_waits_where_luck_ends() -> None:
    whole = Game.start(load("rtu"), 4, Seeded(2))
    luck = tuple(entry for entry in advanced(whole, 2, 30).entries if isinstance(entry, Luck))
    short = Game.start(load("rtu"), 4, Recorded(luck[:1]))
    while short.awaiting is None:
        short.play(short.legal_actions()[0].action())
    assert short.awaiting == luck[1].request
    assert short.to_act is None
