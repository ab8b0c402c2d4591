"""Games that are tried, asked, saved, resumed, interrupted and retried without being changed by it."""

from kamchatka.game import actions as act
from kamchatka.game.chance import Request
from kamchatka.game.coding import UnknownName
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.record import resumed
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import record_from_text, record_to_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.rulebook import load
from tests.game import fair_games as games
from tests.game.play import Draw, Wanderer, all_of, copy_of

REFUSED = (RuleViolation, UnknownName)


def is_refused(game: Game, action: act.Action, by: Seat | None) -> bool:
    """Whether the action is not allowed, or not understood at all."""
    try:
        return game.why_not(action, by) is not None
    except UnknownName:
        return True


def ends_in(
    ending: type[BaseException] | tuple[type[BaseException], ...],
    game: Game,
    action: act.Action,
    by: Seat | None = None,
) -> bool:
    """Whether playing it ends so."""
    try:
        game.play(action, by)
    except ending:
        return True
    return False


def pestered(game: Game, draw: Draw) -> None:
    """Everything one may try around a table without changing it."""
    before = all_of(game)
    for action, by in games.wrong_actions(draw, game):
        if is_refused(game, action, by):
            assert ends_in(REFUSED, game, action, by)
        assert all_of(game) == before
    for choice in game.legal_actions()[:3]:
        assert game.why_not(choice.action()) is None
        assert all_of(game) == before


def saved_and_resumed(game: Game, draw: Draw) -> Game:
    """The game after the program was closed and opened again."""
    assert isinstance(game.chance, Fair)
    written = games.record(game, reveal=False)
    read = (
        record_from_text(record_to_text(written))
        if draw.once_in(2)
        else record_from_json(record_to_json(written))
    )
    return resumed(read, game.chance)


class Killed(BaseException):
    """The process dies."""


class Dying:
    """Luck that is thrown, and then everything stops: nobody was told yet."""

    def __init__(self, chance: Fair, lives: int) -> None:
        self.chance = chance
        self.lives = lives

    def answer(self, number: int, request: Request) -> tuple[int, ...]:
        luck = self.chance.answer(number, request)
        self.lives -= 1
        if self.lives < 0:
            raise Killed(str(luck))
        return luck


def retried(game: Game, action: act.Action, lives: int) -> bool:
    """Whether the action died between roll and answer; the table is then as if nothing had been tried."""
    before, fair = all_of(game), game.chance
    assert isinstance(fair, Fair)
    game.chance = Dying(fair, lives)
    is_dead = ends_in(Killed, copy_of(game), action)
    if is_dead:
        game.chance = Dying(fair, lives)
        assert ends_in(Killed, game, action)
    game.chance = fair
    assert all_of(game) == before
    return is_dead


def disturbed(name: str, seats: int, seed: int) -> tuple[Game, int]:
    """A random game among refusals, questions, undo, saving, deaths and retries; how often it died."""
    game = Game.start(load(name), seats, games.fair(seats, seed))
    wanderer, draw = Wanderer(game, seed, laps=1, judge=60), Draw(seed, 3)
    kills = 0
    while not game.is_over:
        if draw.once_in(4):
            pestered(game, draw)
        if draw.once_in(25):
            game = saved_and_resumed(game, draw)
            wanderer.game = game
        action = wanderer.next()
        kills += retried(game, action, draw.below(2))
        game.play(action)
    return game, kills
