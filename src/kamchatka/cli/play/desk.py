"""A terminal that people share as a table: who is looking, and what each person has been shown."""

from collections.abc import Callable, Iterable
from datetime import datetime

from rich.text import Text

from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.play.board_picture import Drawing, style_of
from kamchatka.cli.play.dice import TableDice
from kamchatka.cli.play.question import Situation
from kamchatka.cli.play.screen import Leaving, Screen
from kamchatka.cli.play.telling import Telling
from kamchatka.cli.play.words import Lands
from kamchatka.game import events as ev
from kamchatka.game.actions import Action
from kamchatka.game.log import Rewound
from kamchatka.game.names import letter
from kamchatka.game.view import Viewer
from kamchatka.ids import Seat
from kamchatka.messages import Language, text
from kamchatka.rules import layout
from kamchatka.rules.layout import PHASE, TURN
from kamchatka.scoring.numbers import whole

AT_THE_TABLE = (
    layout.DRAFT,
    layout.PLACEMENT,
    layout.REINFORCEMENT,
    layout.COMBAT,
    layout.ADVANCE,
    layout.MOVED,
)
"""Phases in which the deciding player is shown the whole table, with cards and objective."""

STORY = 20
"""Default number of events that `storia` shows."""


def on_the_wall() -> datetime:
    """The local time."""
    return datetime.now().astimezone()


class TerminalTable:
    """One table shown on one terminal, shared by its players."""

    def __init__(
        self,
        table: DigitalTable,
        screen: Screen,
        *,
        hide: bool,
        wall: Callable[[], datetime] = on_the_wall,
    ) -> None:
        self.table, self.screen = table, screen
        self.game = game = table.game
        self.draw = Drawing(game, screen, table.name)
        self.telling = Telling(game.rulebook, game.names, screen.lang, table.name, self.style)
        self.gave_up = False
        self.is_silent = False
        """Whether nobody watches: the game is saved but not shown, and the computer throws the dice."""
        self._lands = Lands(game.names.board)
        self._dice = TableDice(screen, table)
        people = sum(player.bot is None for player in table.players)
        self._wall = wall
        self._hide = hide and people > 1
        self._alone = people == 1
        self._looking: Seat | None = None
        self._seen: dict[Seat, tuple[int, int]] = {}
        """For each seat, the turn of its last visit to the terminal and the length of the log then."""
        self._untold: list[ev.Event] = [
            entry for entry in game.entries[table.known :] if isinstance(entry, ev.Event)
        ]

    @property
    def lang(self) -> Language:
        return self.screen.lang

    def style(self, seat: int) -> str:
        """The colour of a seat."""
        return style_of(self.game, seat)

    def signed(self, seat: int) -> Text:
        """The player's name in the seat's colour."""
        return Text(self.table.name(seat), style=self.style(seat))

    @property
    def viewer(self) -> Viewer:
        """Who is looking at the screen."""
        if self._alone:
            return self.table.people[0]
        return "public" if self._looking is None else self._looking

    def situation(self, seat: Seat) -> Situation:
        """The table as this seat sees it."""
        looking = self.viewer == seat
        return Situation(self.game, self.screen, self.draw, self._lands, seat, looking)

    # Playing and showing events

    def play(self, action: Action, by: Seat | None) -> None:
        """Play the action of a person or judge, save the game and show the events."""
        events = self.table.act(action, by)
        if self.is_silent and by is None:
            self._tell_later(events)
        else:
            self.keep()
            self.tell(events)

    def play_bot(self, seat: Seat) -> None:
        """Play a bot's action; bots are saved and shown a turn at a time."""
        self._tell_later(self.table.act_as_bot(seat))

    def _tell_later(self, events: Iterable[ev.Event]) -> None:
        new = list(events)
        self._untold += new
        if any(isinstance(event, ev.TurnBegan) for event in new):
            self.flush()

    def announce_end(self) -> None:
        """Announce the end time, if the regulation requires it."""
        if self.table.limit.minutes and self.game.rulebook.clock.end_announced:
            ends = self.table.limit.ends_at(self._wall()).strftime("%H:%M")
            self.screen.say(text("play.told.end", self.lang, time=ends), "bold")

    def flush(self) -> None:
        """Save and briefly show what bots did since the last flush."""
        if self._untold:
            told, self._untold = self._untold, []
            self.keep()
            if not self.is_silent:
                self.screen.show(*self.telling.brief(told, self.viewer))

    def tell(self, events: Iterable[ev.Event]) -> None:
        """Show these events in full."""
        self.screen.show(*self.telling.lines(events, self.viewer))

    def story(self, typed: str) -> None:
        """Show the last events, as the viewer may know them."""
        number = whole(typed, 5)
        wanted = STORY if number is None else number
        events = [entry for entry in self.game.entries if isinstance(entry, ev.Event)]
        self.tell(events[-wanted:] if wanted else ())

    def explain(self, typed: str) -> None:
        """Show why a bot played its latest turn as it did: the one with this letter, else the last to play.

        TableRefusal if there is none.
        """
        seats = [seat for seat in self.table.reasons if not typed or letter(seat) == typed.upper()]
        if not seats:
            raise TableRefusal("no_reasons")
        self.screen.show(self.signed(seats[-1]))
        for why in self.table.reasons[seats[-1]]:
            self.screen.say(f"  {why.sentence(self.lang)}")

    def show_table(self) -> None:
        """Show the whole table, with the viewer's secrets."""
        self.screen.show(self.draw.table(self.viewer if isinstance(self.viewer, int) else None))

    def keep(self) -> bool:
        """Save the game; False if that failed, which is shown and does not stop play."""
        try:
            self.table.keep()
        except TableRefusal as refusal:
            self.screen.say(refusal.sentence(self.lang), "bold red")
            return False
        return True

    def undo(self, seat: Seat | None) -> None:
        """Undo the last action this seat may undo; raises what the table raises."""
        undone = self.table.undo(seat)
        if isinstance(undone, Rewound):
            # Turn numbers and log lengths repeat after a rewind, so everybody is shown the table again.
            self._seen.clear()
            self.look_away()
            self.screen.say(text("play.told.crossed_out", self.lang, lines=" · ".join(undone.lines)))
        else:
            self.tell(undone)
        self.keep()

    def give_up(self) -> None:
        """Give the game up and leave."""
        self.table.give_up()
        self.gave_up = True
        raise Leaving

    # Who is looking

    def bring(self, seat: Seat, *, secret: bool = False) -> None:
        """Call this player to the terminal; with `secret`, also before showing secrets."""
        turn, phase = self.game.position.now[TURN], self.game.position.now[PHASE]
        known_turn, known = self._seen.get(seat, (-1, self.table.known))
        arrives = phase in AT_THE_TABLE and known_turn != turn
        if self._hide and self._looking is not None and self._looking != seat:
            looked = self.table.name(self._looking)
            self._wait(text("play.look.leave", self.lang, name=looked, next=self.table.name(seat)))
            self.look_away()
        if not (arrives or secret):
            return
        if self._hide and self._looking is None:
            self._wait(text("play.look.come", self.lang, name=self.table.name(seat)))
        self._looking = seat
        self._seen[seat] = turn, len(self.game.entries)
        if arrives:
            self._welcome(known)

    def look_away(self) -> None:
        """Clear the secrets of the player who was looking from the screen."""
        if self._hide and self._looking is not None:
            self._looking = None
            self.screen.clear()

    def _wait(self, prompt: str) -> None:
        """Wait for Enter."""
        while self.screen.always(self.screen.ask_once(prompt)):
            pass

    def _welcome(self, known: int) -> None:
        """Show the table and, if players hide their secrets, what happened since this one last looked."""
        if self._hide:
            new = [entry for entry in self.game.entries[known:] if isinstance(entry, ev.Event)]
            self.screen.show(*self.telling.summary(new, self.viewer))
        self.screen.say("")
        self.show_table()

    # Dice typed in

    def supply_luck(self) -> None:
        """Supply the awaited luck: ask for real dice, let the computer draw the rest."""
        request = self.game.awaiting
        assert request is not None
        if request.dice and not self.is_silent:
            self.flush()
            numbers = self._dice.numbers(request)
            events = self.table.supply(numbers, by_computer=self._dice.by_computer)
            self.keep()
            self.tell(events)
        else:
            self._untold += self.table.draw_luck()
