"""Closing dice: who rolls, in which round, and which totals end the game."""

from tests.perft.country import Seat
from tests.perft.opinion.table import Table


def end_roll(game: Table, seat: Seat) -> bool:
    """The closing roll of this seat's place in the lap, if it has one."""
    closing = game.rules.closing
    if closing.roller != "each-seat" or not open_round(game, seat):
        return False
    excused = closing.excused_by_conquests
    if seat == game.seat and excused and game.conquests >= excused:
        return False
    game.phase = "roll" if closing.roll == "optional" else "closing"
    return True


def end_lap(game: Table, _: int) -> bool:
    """Where the dice are thrown once a lap: after its last turn."""
    if game.rules.closing.roller != "once-a-lap" or game.last_lap is None or game.lap < game.last_lap:
        return False
    game.rounds = game.lap - game.last_lap + 1
    set_threshold(game, game.rounds)
    game.phase = "closing"
    return True


def open_round(game: Table, seat: Seat) -> bool:
    """Whether closing rolls have begun at this seat's place in the lap; sets which totals close.

    The last of the lap opens each round, the first one at the end of the last lap (001-C25, 001-C26).
    """
    if game.last_lap is None or game.lap < game.last_lap:
        return False
    laps = game.lap - game.last_lap
    if game.rules.closing.starter == "first-seat":
        game.rounds = laps
    elif game.rules.closing.step == "game-lap":
        game.rounds = laps + 1 if laps or seat == last_seat(game) else 0
    elif seat == last_seat(game):
        game.rounds += 1
    set_threshold(game, game.rounds)
    return game.rounds > 0


def last_seat(game: Table) -> Seat:
    """The last of the lap among those who still have a roll."""
    return max(s for s in range(game.seats) if game.status[s] == "playing" or keeps_its_roll(game, s))


def keeps_its_roll(game: Table, seat: Seat) -> bool:
    """Whether somebody rolls in this absent seat's place."""
    return game.status[seat] == "withdrawn" and game.rules.withdrawal.closing_rolls == "preceding-seat"


def set_threshold(game: Table, step: int) -> None:
    """The highest total that closes in this step."""
    closing = game.rules.closing
    game.threshold = min(closing.first + step - 1, closing.cap or 6 * closing.dice)


def closes(game: Table, total: int) -> bool:
    """Whether this total of the closing dice ends the game."""
    lowest = game.rules.closing.first if game.rules.closing.mode == "exact" else 1
    return lowest <= total <= game.threshold
