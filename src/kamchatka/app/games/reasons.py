"""Why the bots of a finished game played as they did, turn by turn, from its record.

Their reasons are public facts, computed again on the board as it was before each of their actions.
"""

from dataclasses import dataclass

from kamchatka.app.games.bots import Bots, bot_seed
from kamchatka.app.games.players import player_of
from kamchatka.bots.explaining import Why
from kamchatka.game.record import Record, Replay
from kamchatka.ids import Seat
from kamchatka.rules.layout import LAP, TURN


@dataclass(frozen=True)
class TurnReasons:
    """The reasons of one bot in one turn; turn 0 is the preparation."""

    turn: int
    lap: int
    seat: Seat
    reasons: tuple[Why, ...]


def has_bots(record: Record) -> bool:
    """Whether a bot played, by the names of the record."""
    return any(player_of(name).bot is not None for name in record.players)


def reasons_of(record: Record) -> tuple[TurnReasons, ...]:
    """The reasons of all bots of a game; the record must replay."""
    again, bots = Replay(record), Bots(bot_seed(record.luck, record.table))
    found: dict[tuple[int, int, Seat], list[Why]] = {}
    while (acted := again.ahead) is not None:
        game, seat = again.game, acted.by
        bot = None if seat is None else player_of(record.players[game.position.chair[seat]]).bot
        if seat is not None and bot is not None:
            now = game.position.now
            found.setdefault((now[TURN], now[LAP], seat), []).extend(
                bots.explain(game, seat, bot, acted.action)
            )
        again.step()
    return tuple(TurnReasons(*turn, tuple(said)) for turn, said in found.items() if said)
