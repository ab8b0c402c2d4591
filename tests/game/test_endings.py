"""How a game ends when seats leave: nobody is counted too early, no tie is thrown for ever."""

from collections.abc import Callable

import pytest

from kamchatka.bots import RECLUTA
from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.record import replay
from kamchatka.ids import Seat
from kamchatka.rulebook import FaultyRulebook, NoSuchTable, Rulebook, load, read, read_recorded, shipped
from kamchatka.rulebook.writing import written
from kamchatka.rules.layout import PHASE, REINFORCEMENT
from kamchatka.simulate import checked, playout
from kamchatka.simulate.compiled import play_compiled
from kamchatka.simulate.invariants import NEVER_ENDS
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.playout import AT_STEP, STEPS, VIOLATION
from kamchatka.simulate.selfplay import play_interpreted
from kamchatka.simulate.stepped import SteppedGame
from tests.game.play import Wanderer, written_down

LEAVING = (act.WithdrawSeat, act.ExcludeSeat, act.FreezeSeat)


def in_the_first_turn(book: Rulebook, seed: int, seats: int | None = None) -> Game:
    """A game after its preparation, everybody having done the first thing allowed."""
    game = Game.start(book, seats or book.seats.preferred, Seeded(seed))
    while game.position.now[PHASE] < REINFORCEMENT:
        game.play(game.legal_actions()[0].action())
    return game


def house(base: str, change: str) -> Rulebook:
    return read(f'id = "casa"\ntitle = "Casa"\nextends = "{base}"\n{change}\n', name="casa.toml")


def test_two_seats_equal_in_everything_throw_until_they_differ() -> None:
    """Under 003 no printed criterion tells apart two seats that never finished a turn."""
    game = in_the_first_turn(load("milano"), 81, 4)
    for seat in (1, 2, 3):
        game.play(act.WithdrawSeat(Seat(seat)))
    ended = game.play(act.EndGame())
    thrown = [event for event in ended if isinstance(event, ev.TieRolled)]
    placed = ended[-1]
    assert isinstance(placed, ev.SeatsPlaced)
    assert game.is_over
    assert thrown
    assert sorted(placed.places) == [1, 2, 3, 4]
    tied = max(thrown[-1].dice, key=lambda seat: thrown[-1].dice[seat])
    assert placed.decided[tied] == "die"
    assert replay(written_down(game)).digest() == game.digest()


def test_an_old_list_without_an_end_is_still_played_and_leaves_the_rest_to_a_lot() -> None:
    """Records of rules version 1 hold the list of 003 as it was printed."""
    text = written(load("milano"))
    assert '"earlier-last-turn", "die"]' in text
    old = read_recorded(
        text.replace('"earlier-last-turn", "die"]', '"earlier-last-turn"]'), name="milano.toml"
    )
    game = in_the_first_turn(old, 81, 4)
    ended = game.play(act.EndGame())
    thrown = [event.dice for event in ended if isinstance(event, ev.TieRolled)]
    placed = ended[-1]
    assert isinstance(placed, ev.SeatsPlaced)
    assert sorted(placed.places) == [1, 2, 3, 4]
    best = max(thrown[-1], key=lambda seat: thrown[-1][seat])
    assert placed.decided[best] == "lot"
    assert placed.places[best] == min(placed.places[seat] for seat in thrown[-1])


@pytest.mark.parametrize("criteria", ['["value-outside"]', '["die", "armies"]', '["armies", "cards"]'])
def test_a_list_of_ties_without_an_end_is_refused(criteria: str) -> None:
    with pytest.raises(FaultyRulebook) as refused:
        house("rtu", f"[table_ties]\ncriteria = {criteria}")
    assert [(fault.code, fault.where) for fault in refused.value.faults] == [
        ("open_ties", "table_ties.criteria")
    ]


@pytest.mark.parametrize("last", ["die", "lot"])
def test_a_list_of_ties_ends_in_dice_or_lot(last: str) -> None:
    assert house("rtu", f'[table_ties]\ncriteria = ["armies", "{last}"]').table_ties.criteria[-1] == last


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("leaves", LEAVING)
def test_whoever_stays_alone_plays_on_while_armies_of_the_others_stand(
    name: str, leaves: type[act.WithdrawSeat]
) -> None:
    for seed in range(4):
        game = in_the_first_turn(load(name), seed)
        for seat in range(1, game.seats):
            game.play(leaves(Seat(seat)))
        assert (game.is_over, game.to_act) == (False, Seat(0))
        assert game.legal_actions()
        game.play(act.WithdrawSeat(Seat(0)))
        assert game.is_over


@pytest.mark.parametrize("name", shipped())
def test_alone_one_plays_to_an_end_that_the_regulation_knows(name: str) -> None:
    """Time expires as usual; whoever beat all armies of the absent is first."""
    endings = set()
    for seed in range(3):
        game = in_the_first_turn(load(name), seed)
        for seat in range(1, game.seats):
            game.play(act.WithdrawSeat(Seat(seat)))
        for _ in Wanderer(game, seed, laps=2).walk():
            pass
        ended = next(entry for entry in game.entries if isinstance(entry, ev.GameEnded))
        endings.add(ended.ending)
        assert ended.ending != "last-seat" or game.position.place[0] == 1
    assert endings <= {"closing", "objective", "last-seat"}
    assert "closing" in endings


def test_a_game_that_would_go_on_for_ever_is_left_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playout, "MOST_STEPS", 60)
    monkeypatch.setattr(checked, "MOST_STEPS", 60)
    book, bots = load("rtu"), [RECLUTA] * 4
    (plain,) = play_interpreted(book, 4, bots, range(1), laps=9, base=1, checked=False)
    assert (plain.ending, plain.figures[STEPS]) == ("stopped", 60)
    (looked_at,) = play_interpreted(book, 4, bots, range(1), laps=9, base=1, checked=True)
    assert (looked_at.figures[VIOLATION], looked_at.figures[AT_STEP]) == (NEVER_ENDS, 60)


@pytest.mark.parametrize("name", ["challenge", "primavera"])
def test_a_house_may_count_at_once_when_one_stays_alone(name: str) -> None:
    game = in_the_first_turn(house(name, '[withdrawal]\nlone_seat = "counted"'), 1)
    for seat in range(1, game.seats):
        assert not game.is_over
        told = game.play(act.WithdrawSeat(Seat(seat)))
    assert game.is_over
    assert ev.GameEnded("last-seat", None) in told


DOORS: dict[str, Callable[[Rulebook, int], object]] = {
    "a game": lambda book, seats: Game.start(book, seats, Seeded(1)),
    "interpreted": lambda book, seats: play_interpreted(
        book, seats, [1] * seats, range(1), laps=1, base=1, checked=False
    ),
    "compiled": lambda book, seats: play_compiled(book, seats, [1] * seats, 1, laps=1, base=1),
    "stepped": SteppedGame,
    "a plan": lambda book, seats: SimulationPlan(
        rulebook=book, label="casa", bots=("soldato",) * seats, laps=1, seed=1
    ),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("name", shipped())
def test_no_door_opens_a_table_the_regulation_does_not_have(name: str, door: str) -> None:
    sizes = load(name).seats.sizes
    for seats in {1, 2, min(sizes) - 1, max(sizes) + 1}:
        with pytest.raises(NoSuchTable) as refused:
            DOORS[door](load(name), seats)
        assert (refused.value.seats, refused.value.sizes) == (seats, tuple(sizes))
