"""Decisions of bots at the table, from what they may know."""

import hashlib

from kamchatka.bots.dispatch import decide
from kamchatka.game.actions import Action
from kamchatka.game.chance import Seeded, Typed
from kamchatka.game.coding import action_of
from kamchatka.game.fair import Promise
from kamchatka.game.game import Game
from kamchatka.ids import Seat
from kamchatka.rules.layout import Cells
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.stream import seeded


class Bots:
    """The bots of one table. They have random streams of their own, one for each length of the log."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._room: Cells = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")

    def decide(self, game: Game, seat: Seat, bot: int) -> Action:
        """The bot's action for this seat; the same for the same log, also after a resume."""
        state = seeded(self._seed, len(game.entries))
        _, coded = decide(game.tables, game.position, game.secrets, seat, bot, state, self._room)
        return action_of(game.names, coded)


def bot_seed(luck: Seeded | Promise | Typed, table: str) -> int:
    """The seed of the bots' streams: derived from the record, and different from the seed of the dice."""
    match luck:
        case Seeded(seed):
            source = f"seed {seed}"
        case Promise(_, commitment):
            source = f"commitment {commitment.hex()}"
        case _:
            source = f"table {table}"
    digest = hashlib.sha256(f"kamchatka bots, {source}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
