"""An online table for tests: its hall, a clock that only tests move, and people who play."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from kamchatka.app.games.online import seating
from kamchatka.app.games.online.facts import envelope
from kamchatka.app.games.online.hall import SERVER, TableHall
from kamchatka.app.games.online.keeper import TableKeeper
from kamchatka.app.games.online.live import LiveTable, Pace
from kamchatka.app.games.online.playing import Answer, Until, passive_action, play
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.app.office import Office, new_action, open_office
from kamchatka.events import LoggedEvent
from kamchatka.game.game import Game
from kamchatka.game.notation import action_to_text
from kamchatka.ids import ActionId, Seat
from kamchatka.rulebook import load
from kamchatka.rules import moves
from kamchatka.web.play.play_visit import to_json

SHOWN = {"pubblico": "si", "spettatori": "si", "probabilita": "si"}
AT = datetime(2026, 11, 18, 21, tzinfo=UTC)
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Franco")


class Evening:
    """A hall of online tables, and the steady clock on its wall."""

    def __init__(self, office: Office, pace: Pace | None = None) -> None:
        self.office, self.now = office, 0
        self.hall = TableHall(office, lambda: self.now, pace)
        self.keeper = TableKeeper(self.hall)

    def open(
        self, chairs: Sequence[str] = ("", "soldato", "soldato"), rulebook: str = "rtu", **words: str
    ) -> "Table":
        """A table that Anna opened; the other chairs are free or taken by bots."""
        asked = {**SHOWN, "nome": NAMES[0], "regolamento": rulebook, "giri": "2", **words}
        id = self.hall.open_new(SERVER, new_action(), seating.opening(asked, list(chairs), "device-0"))
        return Table(self, id)

    def begin(self, chairs: Sequence[str] = ("", "soldato", "soldato"), **words: str) -> "Table":
        """A game in which everybody is there and ready."""
        table = self.open(chairs, **words)
        for chair in range(1, len(chairs) + 1):
            if not chairs[chair - 1]:
                table.sit(chair)
        for chair in table.table.people:
            table.ask(chair, "parola", parola=NAMES[chair])
            table.ask(chair, "pronto", si="si")
            table.come(chair)
        table.ask(0, "parti")
        return table


class Table:
    """One table of the evening."""

    def __init__(self, evening: Evening, id: str) -> None:
        self.evening, self.id = evening, id
        self._listeners: dict[int | None, Callable[[], None]] = {}

    @property
    def live(self) -> LiveTable:
        return self.evening.hall.live(self.id)

    @property
    def table(self) -> OnlineTable:
        return self.live.table

    @property
    def game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def sit(self, chair: int) -> None:
        """Somebody takes a chair."""
        table = self.table
        self._change([seating.take_chair(table, NAMES[chair], chair, f"device-{chair}", "")])

    def _change(self, events: list[LoggedEvent]) -> None:
        self.evening.hall.change(self.live, SERVER, new_action(), [], lambda _, __: events)

    def come(self, chair: int | None) -> None:
        """A page of this chair begins to follow."""
        self.evening.hall.come(self.live, chair, self._listeners.setdefault(chair, lambda: None))

    def go(self, chair: int | None) -> None:
        """It ends."""
        self.evening.hall.leave(self.live, chair, self._listeners[chair])

    def ask(self, chair: int, name: str, **words: str) -> None:
        """A command of a seat."""
        command, table = seating.read_command(name, words), self.table
        self._change(command.decide(table, chair))

    def play(
        self, chair: int, *lines: str, seen: int | None = None, until: Until = None, action: str = ""
    ) -> Answer:
        """Actions of a chair, who saw the present state unless told otherwise."""
        version = self.table.version if seen is None else seen
        request = ActionId(action) if action else new_action()
        return play(self.evening.hall, self.live, chair, lines, seen=version, until=until, action=request)

    def go_on(self, most: int = 5000, *, wildly: bool = False) -> None:
        """Everybody plays until the game is over, or for so many actions; wildly: attack whenever one may."""
        for _ in range(most):
            if self.table.is_over or self.game.to_act is None:
                return
            self.act(wildly=wildly)

    def act(self, *, wildly: bool = False) -> None:
        """The seat to act plays."""
        seat = self.game.to_act
        assert seat is not None
        if self.table.bot_of(seat) is not None:
            self.evening.now += self.evening.hall.pace.action
            self.evening.keeper.attend(self.live)
            return
        self.play(self.table.chair_at(seat), next_line(self.game, seat, wildly=wildly))

    def bytes_for(self, chair: int | None) -> bytes:
        """What the viewer on this chair is sent."""
        with self.live.lock:
            return to_json(envelope(self.evening.hall, self.live, chair, "it", 1))


def next_line(game: Game, seat: Seat, *, wildly: bool) -> str:
    """An action in notation: an attack if one may and wants to, else what the server would play."""
    if wildly:
        attacks = [each for each in game.legal_actions(seat) if each.kind() in (moves.ATTACK, moves.TRIS)]
        if attacks:
            return action_to_text(attacks[len(game.entries) % len(attacks)].action())
    return action_to_text(passive_action(game, seat))


@contextmanager
def evening(pace: Pace | None = None) -> Iterator[Evening]:
    """An evening in memory."""
    with open_office(None, clock=lambda: AT) as office:
        yield Evening(office, pace)


def sizes(rulebook: str) -> int:
    """Seats of a table under this regulation: four where it may be, else its fewest."""
    allowed = load(rulebook).seats.sizes
    return 4 if 4 in allowed else min(allowed)
