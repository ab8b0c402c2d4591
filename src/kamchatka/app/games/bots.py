"""Decisions of bots at the table, from what they may know, and the reasons they give for them."""

import hashlib
from collections.abc import Callable, Iterable

from kamchatka.app.refusals import TableRefusal
from kamchatka.bots.dispatch import decide
from kamchatka.bots.explaining import Why, explain
from kamchatka.bots.notes import UNKNOWN_LAPS, Notes, new_notes
from kamchatka.bots.thinking import Thinker, thinks
from kamchatka.bots.weighing import begin_notes
from kamchatka.game.actions import Action
from kamchatka.game.chance import Seeded, Typed
from kamchatka.game.coding import action_of, moves_of
from kamchatka.game.events import TerritoryConquered
from kamchatka.game.fair import Promise
from kamchatka.game.game import Game
from kamchatka.ids import Seat
from kamchatka.rulebook.tables import pack
from kamchatka.rules.victory import goal_of
from kamchatka.stream import seeded

ThinkerMaker = Callable[[bytes], Thinker]
"""Makes a Thinker for the tables of a regulation: the simulator does, which this package does not know."""


def no_thinkers(packed: bytes) -> Thinker:
    """Where there is no simulator, no bot that thinks can sit down."""
    raise TableRefusal("no_simulator")


class Bots:
    """The bots of one table. They have random streams of their own, one for each length of the log."""

    def __init__(self, seed: int, laps: int = 0, thinkers: ThinkerMaker = no_thinkers) -> None:
        """`laps`: the laps before time expires; 0 if a clock decides, which bots do not see."""
        self._seed, self._laps, self._thinkers = seed, laps or UNKNOWN_LAPS, thinkers
        self._notes: Notes | None = None
        self._think: Thinker | None = None

    def sit_down(self, game: Game, bots: Iterable[int]) -> None:
        """Get ready to play; TableRefusal if one of the bots cannot here."""
        packed = pack(game.rulebook)
        self._notes = new_notes(packed)
        if any(thinks(bot) for bot in bots):
            self._think = self._thinkers(packed)

    def decide(self, game: Game, seat: Seat, bot: int) -> Action:
        """The bot's action for this seat; the same for the same log, also after a resume."""
        pos, hidden = game.position, game.secrets
        state, notes = seeded(self._seed, len(game.entries)), self._notes_on(game)
        if self._think is not None and thinks(bot):
            coded = self._think(pos, hidden.hands[seat], hidden.objective[seat], notes, state)
        else:
            _, coded = decide(game.tables, pos, hidden, seat, bot, state, notes)
        return action_of(game.names, coded)

    def explain(self, game: Game, seat: Seat, bot: int, action: Action) -> tuple[Why, ...]:
        """Why the bot is about to act like this, in public facts."""
        goal, coded = goal_of(game.tables, game.secrets, seat), moves_of(game.names, action)[0]
        return explain(game.tables, game.position, goal, bot, coded, self._notes_on(game), game.names)

    def _notes_on(self, game: Game) -> Notes:
        """Notes with the public facts of the log that bots take into account, and nothing else."""
        if self._notes is None:
            self.sit_down(game, ())
        assert self._notes is not None
        begin_notes(self._notes, self._laps)
        for entry in game.entries:
            if isinstance(entry, TerritoryConquered):
                self._notes.conquered[entry.seat] += 1
        return self._notes


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
