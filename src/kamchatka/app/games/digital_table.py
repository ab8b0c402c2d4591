"""A digital game in progress: actions of people and bots, luck, undo, and saving.

Invalid requests raise TableRefusal, or RuleViolation where the regulation forbids them. Only `keep` writes to
the disk: if that fails, the caller reports it and the game goes on.
"""

import secrets as system
import time
from collections.abc import Callable, Sequence

from kamchatka.app.games.bots import Bots, ThinkerMaker, bot_seed, no_thinkers
from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.players import Player, player_of
from kamchatka.app.games.retelling import retell
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.app.refusals import TableRefusal
from kamchatka.bots.explaining import Why
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
from kamchatka.rules.layout import PLAYING, TURN


class DigitalTable:
    """One game with its players, time limit and file."""

    def __init__(
        self,
        game: Game,
        file: GameFile,
        *,
        name: str,
        players: tuple[Player, ...],
        limit: TimeLimit | None = None,
        bots: Bots | None = None,
        thinkers: ThinkerMaker = no_thinkers,
        known: int = 0,
    ) -> None:
        """`players` by chair; `known`: length of the log when the game was resumed.

        TableRefusal if a bot thinks, and `thinkers` cannot make it.
        """
        self.game, self.file, self.players = game, file, players
        self.table_name = name
        self.limit = limit or TimeLimit()
        self.known = known
        self.bots = bots or Bots(bot_seed(self.record().luck, name), self.limit.laps, thinkers)
        self.bots.sit_down(game, (player.bot for player in players if player.bot is not None))
        self.reasons: dict[Seat, list[Why]] = {}
        """Why the bot of each seat did what it did in its latest turn; the last to play comes last."""
        self._explained = (-1, -1)

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
        thinkers: ThinkerMaker = no_thinkers,
    ) -> "DigitalTable":
        """Begin a game, in a file whose lock the caller holds."""
        game = Game.start(book, len(players), chance)
        return cls(game, file, name=name, players=players, limit=limit, thinkers=thinkers)

    @classmethod
    def resume(
        cls,
        file: GameFile,
        *,
        minutes: int = 0,
        laps: int = 0,
        now: Callable[[], float] = time.monotonic,
        thinkers: ThinkerMaker = no_thinkers,
    ) -> "DigitalTable":
        """Resume a game from a file whose lock the caller holds.

        Raises TableRefusal, RecordRefusal or Unreadable. The file does not record the minutes played, so the
        caller passes the minutes left.
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
            thinkers=thinkers,
            known=_length_before(game, record),
        )

    # Players

    def player(self, seat: int) -> Player:
        """The player on a seat."""
        return self.players[self.game.position.chair[seat]]

    def name(self, seat: int) -> str:
        """“Anna (A)”."""
        return f"{self.player(seat).name} ({letter(seat)})"

    @property
    def people(self) -> list[Seat]:
        """Seats of people, not bots."""
        return [Seat(seat) for seat in range(self.game.seats) if self.player(seat).bot is None]

    @property
    def is_left_to_bots(self) -> bool:
        """Whether people played, and all of them are out."""
        status = self.game.position.status
        return bool(self.people) and all(status[seat] != PLAYING for seat in self.people)

    @property
    def is_seated(self) -> bool:
        """Whether the opening dice have turned chairs into seats."""
        return any(isinstance(entry, ev.SeatsTaken) for entry in self.game.entries)

    @property
    def is_cardboard(self) -> bool:
        """Whether real dice are typed in, and this is the record of a cardboard game."""
        return isinstance(self.game.chance, Typed)

    # Play

    def act(self, action: Action, by: Seat | None) -> tuple[ev.Event, ...]:
        """Play the action of a person, or of a judge (None)."""
        return self.game.play(action, by)

    def act_as_bot(self, seat: Seat) -> tuple[ev.Event, ...]:
        """Play the action of this seat's bot, which is never undone."""
        bot = self.player(seat).bot
        assert bot is not None
        action = self.bots.decide(self.game, seat, bot)
        self._explain(seat, bot, action)
        events = self.game.play(action, seat)
        self.game.keep_for_good()
        return events

    def _explain(self, seat: Seat, bot: int, action: Action) -> None:
        turn = (seat, self.game.position.now[TURN])
        if turn != self._explained:
            self.reasons.pop(seat, None)
            self._explained = turn
        self.reasons.setdefault(seat, []).extend(self.bots.explain(self.game, seat, bot, action))

    def supply(self, numbers: Sequence[int], *, by_computer: bool) -> tuple[ev.Event, ...]:
        """Supply the awaited luck."""
        events = self.game.supply(numbers)
        if by_computer:
            # Luck drawn by the computer cannot be undone once seen.
            self.game.keep_for_good()
        return events

    def draw_luck(self) -> tuple[ev.Event, ...]:
        """Let the computer draw the awaited luck: cards, objectives, territories or dice."""
        request = self.game.awaiting
        assert request is not None
        numbers = throw(sum(request.dice)) if request.dice else (system.randbelow(request.among),)
        return self.supply(numbers, by_computer=True)

    def undo(self, seat: Seat | None) -> tuple[ev.Event, ...] | Rewound:
        """Undo what the regulation lets this seat undo; with real dice, remove the last input.

        RuleViolation or TableRefusal if there is nothing to undo.
        """
        try:
            return self._cross_out() if self.is_cardboard else self.game.undo(seat)
        except NothingToUndo as nothing:
            raise TableRefusal("no_rewind" if self.is_cardboard else "no_undo") from nothing

    def _cross_out(self) -> Rewound:
        last = self.game.rewind()
        if not self.limit.is_over(self.game):
            return last
        # The clock would repeat a removed end of time at once: remove the input before it too.
        return Rewound((*self.game.rewind().lines, *last.lines))

    # Saving

    def record(self, *, reveal: bool = False) -> Record:
        """The record of the game; reveals the secret of fair dice at the end, or if `reveal` is set."""
        names = tuple(player.name for player in self.players)
        reveal = reveal or self.game.is_over
        return record_of(self.game, table=self.table_name, players=names, reveal=reveal)

    def keep(self) -> None:
        """Save the game; TableRefusal if it cannot be written."""
        self._write(self.record(), is_public=self.game.is_over)

    def give_up(self) -> None:
        """Save an unfinished game for good: the secret of the dice is revealed although nobody won."""
        self._write(self.record(reveal=True), is_public=True)

    def _write(self, record: Record, *, is_public: bool) -> None:
        self.file.write(record, is_public=is_public)
        if is_public and isinstance(self.game.chance, Fair):
            self.file.forget_secret()


def throw(dice: int) -> tuple[int, ...]:
    """Throw dice by computer."""
    return tuple(system.randbelow(FACES) + 1 for _ in range(dice))


def _same_luck(record: Record, file: GameFile) -> Chance:
    """The source of luck of a recorded game, to resume it."""
    match record.luck:
        case Promise(table, _, entropy, None):
            return Fair(table, file.secret_of(record.luck), entropy)
        case Promise():
            raise TableRefusal("told_secret")
    return record.luck


def _length_before(game: Game, record: Record) -> int:
    """Length of the log before the resume supplied awaited luck."""
    old = len(facts(record.entries))
    seen = 0
    for at, entry in enumerate(game.entries):
        seen += bool(facts((entry,)))
        if seen > old:
            return at
    return len(game.entries)
