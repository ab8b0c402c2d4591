"""The terminal as a table that people share: who looks, what has been told, where the game is kept."""

from collections.abc import Callable, Iterable
from datetime import datetime

from rich.text import Text

from kamchatka.cli.table.drawing import Drawing, style_of
from kamchatka.cli.table.keeping import Keeper
from kamchatka.cli.table.limit import Limit
from kamchatka.cli.table.luck import TableDice, drawn
from kamchatka.cli.table.matching import Lands
from kamchatka.cli.table.people import Player
from kamchatka.cli.table.question import Asked
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Left, Screen
from kamchatka.cli.table.telling import Telling
from kamchatka.game import events as ev
from kamchatka.game.actions import Action
from kamchatka.game.chance import Typed
from kamchatka.game.game import Game, NothingToUndo
from kamchatka.game.names import letter
from kamchatka.game.view import Viewer
from kamchatka.ids import Seat
from kamchatka.messages import Language, text
from kamchatka.rules import layout
from kamchatka.rules.layout import PHASE, PLAYING, TURN

AT_THE_TABLE = (
    layout.DRAFT,
    layout.PLACEMENT,
    layout.REINFORCEMENT,
    layout.COMBAT,
    layout.ADVANCE,
    layout.MOVED,
)
"""Phases in which whoever decides wants the whole table, cards and objective included."""

STORY = 20
"""Events that `storia` tells where no number is named."""


def on_the_wall() -> datetime:
    """What time it is here."""
    return datetime.now().astimezone()


class Desk:
    """One terminal, one game, everybody at it."""

    def __init__(
        self,
        game: Game,
        keeper: Keeper,
        screen: Screen,
        limit: Limit,
        *,
        hide: bool,
        known: int = 0,
        wall: Callable[[], datetime] = on_the_wall,
    ) -> None:
        """`known`: how much of the log needs no telling, where the game was resumed."""
        self.game, self.keeper, self.screen, self.limit = game, keeper, screen, limit
        self.draw = Drawing(game, screen, self.name)
        self.telling = Telling(game, screen.lang, self.name, lambda seat: style_of(game, seat))
        self.gave_up = False
        self.is_silent = False
        """Nobody watches any more: the game is kept but not told, and the computer throws the dice."""
        self._lands = Lands(game.names.board)
        self._dice = TableDice(screen, game, self.name, keeper.players)
        people = sum(player.bot is None for player in keeper.players)
        self._wall = wall
        self._hide = hide and people > 1
        self._alone = people == 1
        self._known = known
        self._looking: Seat | None = None
        self._seen: dict[Seat, tuple[int, int]] = {}
        """For each seat the turn it last came to the terminal, and how much of the log it knew then."""
        self._untold: list[ev.Event] = [
            entry for entry in game.entries[known:] if isinstance(entry, ev.Event)
        ]

    @property
    def lang(self) -> Language:
        return self.screen.lang

    def player(self, seat: int) -> Player:
        """Who sits there."""
        return self.keeper.players[self.game.position.chair[seat]]

    def name(self, seat: int) -> str:
        """“Anna (A)”."""
        return f"{self.player(seat).name} ({letter(seat)})"

    def signed(self, seat: int) -> Text:
        """The name in the seat's colour."""
        return Text(self.name(seat), style=style_of(self.game, seat))

    @property
    def viewer(self) -> Viewer:
        """Whose eyes are on the screen."""
        if self._alone:
            chair = next(at for at, player in enumerate(self.keeper.players) if player.bot is None)
            return next(Seat(s) for s in range(self.game.seats) if self.game.position.chair[s] == chair)
        return "public" if self._looking is None else self._looking

    @property
    def is_left_to_bots(self) -> bool:
        """Whether there were people, and all of them are out."""
        people = [seat for seat in range(self.game.seats) if self.player(seat).bot is None]
        return bool(people) and all(self.game.position.status[seat] != PLAYING for seat in people)

    @property
    def is_seated(self) -> bool:
        """Whether the opening dice have turned chairs into seats."""
        return any(isinstance(entry, ev.SeatsTaken) for entry in self.game.entries)

    def asked(self, seat: Seat) -> Asked:
        """The table before this person."""
        looking = self.viewer == seat
        return Asked(self.game, self.screen, self.draw, self._lands, seat, looking)

    # What happens, and how it is told

    def play(self, action: Action, by: Seat | None, *, of_bot: bool = False) -> None:
        """Do it, keep it, tell it; what bots do is told a turn at a time."""
        events = self.game.play(action, by)
        if of_bot:
            self.game.keep_for_good()
        if of_bot or (self.is_silent and by is None):
            self._untold += events
            if any(isinstance(event, ev.TurnBegan) for event in events):
                self.flush()
        else:
            self.keep()
            self.screen.show(*self.telling.lines(events, self.viewer))

    def announce_end(self) -> None:
        """Say when time will be over, where the regulation has it announced."""
        if self.limit.minutes and self.game.rulebook.clock.end_announced:
            ends = self.limit.ends_at(self._wall()).strftime("%H:%M")
            self.screen.say(text("play.told.end", self.lang, time=ends), "bold")

    def flush(self) -> None:
        """Tell what bots did since the last telling, in brief."""
        if self._untold:
            told, self._untold = self._untold, []
            self.keep()
            if not self.is_silent:
                self.screen.show(*self.telling.brief(told, self.viewer))

    def tell(self, events: Iterable[ev.Event]) -> None:
        """Tell everything."""
        self.screen.show(*self.telling.lines(events, self.viewer))

    def story(self, typed: str) -> None:
        """The last events, as whoever looks may know them."""
        wanted = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 6 else STORY
        events = [entry for entry in self.game.entries if isinstance(entry, ev.Event)]
        self.tell(events[-wanted:] if wanted else ())

    def show_table(self) -> None:
        """The whole table, with what only whoever looks may know."""
        self.screen.show(self.draw.table(self.viewer if isinstance(self.viewer, int) else None))

    def keep(self) -> None:
        """Write the game down; a full disk is told and play goes on."""
        try:
            self.keeper.keep(self.game)
        except NotSo as refusal:
            self.screen.say(refusal.sentence(self.lang), "bold red")

    def undo(self, seat: Seat | None) -> None:
        """Take back what the regulation lets this seat take back; where real dice are typed in, whoever
        keeps the record crosses out the last thing typed. RuleViolation or NotSo if neither can be.
        """
        try:
            if self.is_cardboard:
                self._cross_out()
            else:
                self.tell(self.game.undo(seat))
        except NothingToUndo as nothing:
            raise NotSo("no_rewind" if self.is_cardboard else "no_undo") from nothing
        self.keep()

    def _cross_out(self) -> None:
        lines = self.game.rewind().lines
        if self.limit.is_over(self.game):
            # What the clock called it would call again at once: what came before it goes with it.
            lines = (*self.game.rewind().lines, *lines)
        # Turns and lengths of the log come round again: everybody is shown the table anew.
        self._seen.clear()
        self.look_away()
        self.screen.say(text("play.told.crossed_out", self.lang, lines=" · ".join(lines)))

    @property
    def is_cardboard(self) -> bool:
        """Whether the dice are real ones, and this is the record of a table."""
        return isinstance(self.game.chance, Typed)

    def give_up(self) -> None:
        """End here for good: the secret of the dice is told although nobody won."""
        self.keeper.keep(self.game, reveal=True)
        self.gave_up = True
        raise Left

    # Who looks

    def bring(self, seat: Seat, *, secret: bool = False) -> None:
        """See that this person is at the terminal, alone where secrets will be shown."""
        turn, phase = self.game.position.now[TURN], self.game.position.now[PHASE]
        known_turn, known = self._seen.get(seat, (-1, self._known))
        arrives = phase in AT_THE_TABLE and known_turn != turn
        if self._hide and self._looking is not None and self._looking != seat:
            looked = self.name(self._looking)
            self._wait(text("play.look.leave", self.lang, name=looked, next=self.name(seat)))
            self.look_away()
        if not (arrives or secret):
            return
        if self._hide and self._looking is None:
            self._wait(text("play.look.come", self.lang, name=self.name(seat)))
        self._looking = seat
        self._seen[seat] = turn, len(self.game.entries)
        if arrives:
            self._welcome(known)

    def look_away(self) -> None:
        """Nobody is alone before the screen any more: what only they may know goes from it."""
        if self._hide and self._looking is not None:
            self._looking = None
            self.screen.clear()

    def _wait(self, prompt: str) -> None:
        """Wait for Enter."""
        while self.screen.always(self.screen.ask_once(prompt)):
            pass

    def _welcome(self, known: int) -> None:
        """The table, and what happened since this person last looked where others looked meanwhile."""
        if self._hide:
            new = [entry for entry in self.game.entries[known:] if isinstance(entry, ev.Event)]
            self.screen.show(*self.telling.summary(new, self.viewer))
        self.screen.say("")
        self.show_table()

    # Luck typed in

    def supply_luck(self) -> None:
        """Bring the luck that real dice decide."""
        request = self.game.awaiting
        assert request is not None
        asks = bool(request.dice) and not self.is_silent
        if asks:
            self.flush()
        events = self.game.supply(self._dice.numbers(request) if asks else drawn(request))
        if not asks or self._dice.by_computer:
            # What the computer drew is seen once and stands.
            self.game.keep_for_good()
        if asks:
            self.keep()
            self.tell(events)
        else:
            self._untold += events
