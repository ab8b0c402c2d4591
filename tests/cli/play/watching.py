"""A shared terminal that is watched: at every line typed, all that stands on the screen is searched for
secrets of anybody but the one person who sits before it.

Cards and objectives have names found nowhere else, as in the search of views. Who sits before the screen is
known from what is asked and typed, what they may know from the cells and from the cards that moved.
"""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.text import Text

from kamchatka.app.games.bots import Bots
from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.players import line_up
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.screen import FORGET_WHAT_SCROLLED_AWAY, Leaving, Screen
from kamchatka.cli.play.session import Session
from kamchatka.cli.play.words import ALWAYS, understood
from kamchatka.game import events as ev
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.view import Viewer
from kamchatka.ids import Seat
from kamchatka.messages import text
from kamchatka.rulebook import Rulebook
from kamchatka.rules.layout import TURN
from kamchatka.rules.victory import goal_of
from tests.cli.play.twins import told_apart
from tests.game.canaries import CANARY, CARD_SIGN, Secret, may_know, with_canaries
from tests.game.play import Draw, stack, weakest_target
from tests.game.shown import viewers

PEOPLE = "anna,bruno,carla,dario"
SAID = [
    "",
    "",
    "",
    "",
    "",
    "",
    "1!",
    "2!",
    "1",
    "3",
    "s",
    "p",
    "tris",
    "carte",
    "obiettivo",
    "mappa",
    "lista",
]
SAID += ["storia 60", "annulla", "?", "salva", "riprendi", "99", "B storia", "1! 2", "sposta", "tris 1"]
STYLE = re.compile(r"\x1b\[[\d;]*m")
TWINS = 6
"""Once in so many questions the screen is compared with that of a table that differs in hidden facts."""


@dataclass
class Knowledge:
    """What everybody has had a right to know so far."""

    game: Game
    known: dict[Viewer, set[Secret]] = field(default_factory=dict)
    _read: int = 0

    def learn(self) -> None:
        """Look at every hand, and at the cards that moved since the last look."""
        for viewer in viewers(self.game):
            self.known.setdefault(viewer, set()).update(may_know(self.game, viewer))
        entries = self.game.entries
        for entry in entries[min(self._read, len(entries)) :]:
            match entry:
                case ev.CardTaken(seat, str(card)):
                    self._note((card,), seat)
                case ev.HandTaken(seat, loser, _, tuple(cards)):
                    self._note(cards, seat, loser)
        self._read = len(entries)

    def _note(self, cards: tuple[str, ...], *seats: Seat) -> None:
        for seat in seats:
            self.known[seat] |= {(CARD_SIGN, int(card[-2:])) for card in cards}


class Paper(io.StringIO):
    """A terminal's glass."""

    def isatty(self) -> bool:
        return True

    def on_it(self) -> str:
        """What can be read since it was last wiped, colours apart."""
        return STYLE.sub("", self.getvalue().rpartition(FORGET_WHAT_SCROLLED_AWAY)[2])


class Keys(io.StringIO):
    """Keys under fingers that always know something to type; nothing more at the end of a sitting."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__()
        self._lines = lines

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # as StringIO has it
        return next(self._lines, "")


class WatchedScreen(Screen):
    """Tells who sits down before it and who is gone."""

    looking: Seat | None = None
    asks: str = ""
    is_question = False

    def ask_once(self, prompt: str, who: Text | None = None) -> str:
        self.asks, self.is_question = prompt, who is not None
        return super().ask_once(prompt, who)

    def clear(self) -> None:
        super().clear()
        self.looking = None


@dataclass
class Sitting:
    """One game of people at one terminal, played by what a seed has them type."""

    book: Rulebook
    seed: int
    chance: Fair
    folder: Path
    desk_of: Callable[..., TerminalTable] = TerminalTable
    lines: int = 350
    leaks: list[str] = field(default_factory=list)
    looks: int = 0
    twins: int = 0
    met: set[str] = field(default_factory=set)

    def play(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """Play until there is nothing more to type; everything that was ever printed."""
        self.paper = Paper()
        self.draw = Draw(self.seed, 9)
        with monkeypatch.context() as patched:
            patched.setattr("sys.stdin", Keys(self._typed()))
            patched.setattr("sys.stdout", self.paper)
            patched.setenv("COLUMNS", "120")
            patched.setenv("TERM", "xterm")
            self._sit()
        return self.paper.getvalue()

    def _sit(self) -> None:
        seats = self.book.seats.preferred
        self.game = Game(self.book, seats, self.chance)
        self.game.names = with_canaries(self.game.names)
        self.game.go_on()
        self.knowledge = Knowledge(self.game)
        self.screen = WatchedScreen("it")
        # As data: in a text cards have the names people know.
        table = DigitalTable(
            self.game,
            GameFile(self.folder / "game.json"),
            name=self.chance.table,
            players=line_up(PEOPLE, seats, [seats], seats),
            limit=TimeLimit(laps=2),
            bots=Bots(self.seed),
        )
        self.desk = self.desk_of(table, self.screen, hide=True)
        try:
            Session(self.desk).run()
        except Leaving:
            self.screen.asks = ""
            self.look()

    def _typed(self) -> Iterator[str]:
        is_plain = self.seed % 2 == 0
        for _ in range(self.lines):
            self.look()
            if not is_plain and self.game.position.now[TURN]:
                is_plain = True
                stack(self.game, self.draw)
                self.look()
            line = self._line()
            if understood(line)[0] not in ALWAYS:
                self._somebody_comes()
            yield f"{line}\n"

    def _line(self) -> str:
        """Something to type: hurried before the first turn, bold in a fight, otherwise anything."""
        if self.game.position.now[TURN] == 0 and not self.draw.once_in(4):
            return ""
        if self.screen.is_question and self.draw.once_in(2) and (attack := weakest_target(self.game)):
            source, target = (self.game.names.territory_name(t, "it") for t in (attack.source, attack.target))
            return f"{source} > {target}!"
        return SAID[self.draw.below(len(SAID))]

    def _somebody_comes(self) -> None:
        """Whoever was called to the screen is before it from now on."""
        for seat in range(self.game.seats):
            if self.screen.asks == text("play.look.come", "it", name=self.desk.table.name(seat)):
                self.screen.looking = Seat(seat)

    def look(self) -> None:
        """Search the screen as it is now."""
        self.looks += 1
        self.knowledge.learn()
        looking = self.screen.looking
        viewer: Viewer = "public" if looking is None else looking
        seen = self.paper.on_it()
        found = {(sign, int(number)) for sign, number in CANARY.findall(seen)}
        self.met |= {f"{sign} {viewer}" for sign, _ in found}
        for sign, number in sorted(found - self.knowledge.known[viewer]):
            self.leaks.append(f"{viewer} sees {'card' if sign == CARD_SIGN else 'objective'} {number}")
        self.leaks += [f"{viewer} sees a star at {name}" for name in self._foreign_stars(seen, looking)]
        if self.screen.is_question and self.screen.asks and self.draw.once_in(TWINS):
            self.twins += 1
            self.leaks += told_apart(self.desk, viewer, self.draw)

    def _foreign_stars(self, seen: str, looking: Seat | None) -> list[str]:
        """Territories marked as part of an objective that is not of the person who looks."""
        own = 0 if looking is None else goal_of(self.game.tables, self.game.secrets, looking)
        starred = set(re.findall(r"★ ([^★\n]*)", seen))
        names = self.game.names
        foreign = [
            names.territory_name(id, "it") for at, id in enumerate(names.territories) if not own >> at & 1
        ]
        return sorted(name for name in foreign if any(re.match(rf"{name}\b", line) for line in starred))
