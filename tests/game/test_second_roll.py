"""No second roll: the same action gives the same luck, whatever was tried, asked, saved or interrupted."""

import pytest

from kamchatka.game import actions as act
from kamchatka.game.chance import Request
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game, NothingToUndo
from kamchatka.ids import Seat
from kamchatka.rulebook import load
from tests.game import fair_games as games
from tests.game.disturbance import disturbed
from tests.game.play import Wanderer, copy_of, tables

SEED = 20010222


@pytest.mark.parametrize(("name", "seats"), tables())
def test_nothing_that_is_tried_around_the_table_changes_the_luck(name: str, seats: int) -> None:
    """The same actions, once alone and once among refusals, questions, undo, saving, deaths and retries."""
    calm = games.fair_game(name, seats, SEED)
    game, kills = disturbed(name, seats, SEED)
    assert game.entries == calm.entries
    assert game.digest() == calm.digest()
    assert kills > 5


def battles(game: Game) -> list[act.Attack]:
    """All attacks that may be tried now."""
    every = (action for choice in game.legal_actions() for action in choice.actions())
    return [action for action in every if isinstance(action, act.Attack)]


def test_whatever_is_chosen_now_the_next_dice_are_the_same() -> None:
    """Games that differ only in what is chosen next: as far as they roll the same dice, these fall alike."""
    game = Game.start(load("rtu"), 4, games.fair(4, SEED))
    wanderer = Wanderer(game, SEED, laps=2)
    compared = 0
    while not game.is_over:
        used, rolls = len(games.luck_of(game)), set()
        for action in battles(game):
            other = copy_of(game)
            other.play(action)
            rolls |= {luck.numbers for luck in games.luck_of(other)[used : used + 1]}
        longest = max(rolls, key=len, default=())
        assert all(roll == longest[: len(roll)] for roll in rolls)
        compared += len(rolls) > 1
        game.play(wanderer.next())
    assert compared > 5


def test_a_different_later_action_leaves_all_earlier_luck_alone() -> None:
    one, other = (Game.start(load("milano"), 5, games.fair(5, SEED)) for _ in range(2))
    for game, seed in ((one, 1), (other, 2)):
        for _ in Wanderer(game, seed, laps=1).walk():
            pass
    mine, theirs = games.luck_of(one), games.luck_of(other)
    assert mine != theirs
    alike = [a == b for a, b in zip(mine, theirs, strict=False) if a.request == b.request]
    assert len(alike) > 20
    assert all(alike)


def test_luck_that_was_seen_cannot_be_taken_back() -> None:
    game = Game.start(load("rtu"), 4, games.fair(4, SEED))
    used = len(games.luck_of(game))
    for _ in Wanderer(game, SEED, laps=1).walk():
        now = len(games.luck_of(game))
        if now != used:
            for seat in range(game.seats):
                with pytest.raises(NothingToUndo):
                    game.undo(Seat(seat))
            with pytest.raises(NothingToUndo):
                game.rewind()
        used = now


def test_a_source_that_remembered_would_be_found_out() -> None:
    """The trial above sees luck that depends on how often it was asked."""

    class Nervous(Fair):
        asked = 0

        def answer(self, number: int, request: Request) -> tuple[int, ...]:
            Nervous.asked += 1
            return super().answer(Nervous.asked, request)

    fair = games.fair(4, SEED)
    game = Game.start(load("rtu"), 4, Nervous(fair.table, fair.secret, fair.entropy))
    wanderer = Wanderer(game, SEED, laps=1)
    while not battles(game):
        game.play(wanderer.next())
    attack = battles(game)[0]
    rolls = set()
    for _ in range(10):
        other = copy_of(game)
        used = len(games.luck_of(game))
        other.play(attack)
        rolls.add(games.luck_of(other)[used].numbers)
    assert len(rolls) > 1
