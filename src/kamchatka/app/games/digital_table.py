"""A game while it is played: what people and bots do, luck, second thoughts, and how it is kept.

What is wrong raises TableRefusal, or RuleViolation where the regulation says no. Nothing is on the disk until
`keep`: whoever shows the table says it if the disk refuses, and the game goes on.
"""

import secrets as system
import time
from collections.abc import Callable, Sequence

from kamchatka.app.games.bots import Bots, bot_seed
from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.players import Player, player_of
from kamchatka.app.games.retelling import retell
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.app.refusals import TableRefusal
from kamchatka.game import events as ev
from kamchatka.game.actions import Action
from kamchatka.game.chance import FACES, Chance, Typed
from kamchatka.game.fair import Fair, Promise
from kamchatka.game.game import Game, NothingToUndo
from kamchatka.game.log import Rewound
from kamchatka.game.names import letter
from kamchatka.game.record import Record, facts, record_of
from kamchatka.ids import Seat
from kamchatka.rulebook import Rulebook
from kamchatka.rules import RULES_VERSION
from kamchatka.rules.layout import PLAYING


class DigitalTable:
    """One game, who plays it, when its time is over, and where it is kept."""

    def __init__(
        self,
        game: Game,
        file: GameFile,
        *,
        name: str,
        players: tuple[Player, ...],
        limit: TimeLimit | None = None,
        bots: Bots | None = None,
        known: int = 0,
    ) -> None:
        """`players` by chair; `known`: how much of the log was there when the game was resumed."""
        self.game, self.file, self.players = game, file, players
        self.table_name = name
        self.limit = limit or TimeLimit()
        self.known = known
        self.bots = bots or Bots(bot_seed(self.record().luck, name))

    @classmethod
    def open_new(
        cls,
        file: GameFile,
        book: Rulebook,
        players: tuple[Player, ...],
        chance: Chance,
        *,
        name: str,
        limit: TimeLimit,
    ) -> "DigitalTable":
        """A game that begins, in a file that is held for it."""
        game = Game.start(book, len(players), chance)
        return cls(game, file, name=name, players=players, limit=limit)

    @classmethod
    def resume(
        cls, file: GameFile, *, minutes: int = 0, laps: int = 0, now: Callable[[], float] = time.monotonic
    ) -> "DigitalTable":
        """A game that goes on where it was left, from a file that is held for it.

        Raises TableRefusal, RecordRefusal or Unreadable. The minutes played before are known only to those
        who left: they say how many are left.
        """
        record = file.read()
        if record.rules_version != RULES_VERSION:
            raise TableRefusal("other_version", found=record.rules_version, ours=RULES_VERSION)
        game = retell(record).game
        assert game is not None
        if game.is_over:
            raise TableRefusal("already_over", path=file.path)
        game.chance = _same_luck(record, file)
        game.go_on()
        return cls(
            game,
            file,
            name=record.table,
            players=tuple(player_of(name) for name in record.players),
            limit=TimeLimit.of(game.rulebook, minutes, laps, now),
            known=_length_before(game, record),
        )

    # Who sits there

    def player(self, seat: int) -> Player:
        """Who sits on a seat."""
        return self.players[self.game.position.chair[seat]]

    def name(self, seat: int) -> str:
        """“Anna (A)”."""
        return f"{self.player(seat).name} ({letter(seat)})"

    @property
    def people(self) -> list[Seat]:
        """Seats that are no bot's."""
        return [Seat(seat) for seat in range(self.game.seats) if self.player(seat).bot is None]

    @property
    def is_left_to_bots(self) -> bool:
        """Whether there were people, and all of them are out."""
        status = self.game.position.status
        return bool(self.people) and all(status[seat] != PLAYING for seat in self.people)

    @property
    def is_seated(self) -> bool:
        """Whether the opening dice have turned chairs into seats."""
        return any(isinstance(entry, ev.SeatsTaken) for entry in self.game.entries)

    @property
    def is_cardboard(self) -> bool:
        """Whether the dice are real ones, and this is the record of a table."""
        return isinstance(self.game.chance, Typed)

    # What happens

    def act(self, action: Action, by: Seat | None) -> tuple[ev.Event, ...]:
        """What a person wants, or a judge (None)."""
        return self.game.play(action, by)

    def act_as_bot(self, seat: Seat) -> tuple[ev.Event, ...]:
        """What the bot of this seat wants; it has no second thoughts."""
        bot = self.player(seat).bot
        assert bot is not None
        events = self.game.play(self.bots.decide(self.game, seat, bot), seat)
        self.game.keep_for_good()
        return events

    def supply(self, numbers: Sequence[int], *, by_computer: bool) -> tuple[ev.Event, ...]:
        """Bring the luck that is awaited, once it was thrown."""
        events = self.game.supply(numbers)
        if by_computer:
            # What the computer drew is seen once and stands.
            self.game.keep_for_good()
        return events

    def draw_luck(self) -> tuple[ev.Event, ...]:
        """Let the computer bring it: cards, objectives and territories, and dice that nobody throws."""
        request = self.game.awaiting
        assert request is not None
        numbers = throw(sum(request.dice)) if request.dice else (system.randbelow(request.among),)
        return self.supply(numbers, by_computer=True)

    def undo(self, seat: Seat | None) -> tuple[ev.Event, ...] | Rewound:
        """Take back what the regulation lets this seat take back; where real dice are typed in, whoever
        keeps the record crosses out the last thing typed. RuleViolation or TableRefusal if neither can be.
        """
        try:
            return self._cross_out() if self.is_cardboard else self.game.undo(seat)
        except NothingToUndo as nothing:
            raise TableRefusal("no_rewind" if self.is_cardboard else "no_undo") from nothing

    def _cross_out(self) -> Rewound:
        last = self.game.rewind()
        if not self.limit.is_over(self.game):
            return last
        # What the clock called it would call again at once: what came before it goes with it.
        return Rewound((*self.game.rewind().lines, *last.lines))

    # How it is kept

    def record(self, *, reveal: bool = False) -> Record:
        """The game as it stands; the secret of fair dice is told at its end, or where `reveal` says so."""
        names = tuple(player.name for player in self.players)
        reveal = reveal or self.game.is_over
        return record_of(self.game, table=self.table_name, players=names, reveal=reveal)

    def keep(self) -> None:
        """Write the game down; TableRefusal where it cannot be."""
        self._write(self.record(), is_public=self.game.is_over)

    def give_up(self) -> None:
        """End here for good: the secret of the dice is told although nobody won."""
        self._write(self.record(reveal=True), is_public=True)

    def _write(self, record: Record, *, is_public: bool) -> None:
        self.file.write(record, is_public=is_public)
        if is_public and isinstance(self.game.chance, Fair):
            self.file.forget_secret()


def throw(dice: int) -> tuple[int, ...]:
    """Dice from the computer."""
    return tuple(system.randbelow(FACES) + 1 for _ in range(dice))


def _same_luck(record: Record, file: GameFile) -> Chance:
    """The luck a game began with, to go on with."""
    match record.luck:
        case Promise(table, _, entropy, None):
            return Fair(table, file.secret_of(record.luck), entropy)
        case Promise():
            raise TableRefusal("told_secret")
    return record.luck


def _length_before(game: Game, record: Record) -> int:
    """How much of the log was there before luck that was awaited came with the resuming."""
    old = len(facts(record.entries))
    seen = 0
    for at, entry in enumerate(game.entries):
        seen += bool(facts((entry,)))
        if seen > old:
            return at
    return len(game.entries)
