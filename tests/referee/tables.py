"""Live tables without a terminal: commands on the domain alone, by letters instead of people."""

from copy import copy
from functools import reduce

from kamchatka.clock import ClockReading
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.answers import Answers
from kamchatka.referee.casebook.model import Effect, Kind
from kamchatka.referee.casebook.rulings import Author, Club
from kamchatka.referee.command import TableCommand, decide
from kamchatka.referee.events import TableOpened
from kamchatka.referee.folding import evolve
from kamchatka.referee.incidents import RuleIncident
from kamchatka.referee.playing import EndTurn, Expire, RollToClose
from kamchatka.referee.state import RefereedTable, opened
from kamchatka.rulebook import Rulebook, load

NOW = ClockReading("run", 0)
UGO = Author("ugo", "official-judge")
CLUB = Club("Torino", frozenset({UGO.person}))


def person(letter: str) -> PersonId:
    """Whoever sits at a letter."""
    return PersonId(letter)


def ruling(case: str, answers: Answers, *effects: Effect, number: int | None = None) -> RuleIncident:
    """The official judge rules, or decides otherwise than the regulation."""
    return RuleIncident(
        case=case,
        answers=answers,
        effects=effects,
        author=UGO,
        club=CLUB,
        reason="visto",
        number=number,
        now=NOW,
    )


class Table:
    """A table that takes commands and keeps what happened."""

    def __init__(self, rulebook: Rulebook | str, seats: str = "ABCD", minutes: int = 90) -> None:
        book = load(rulebook) if isinstance(rulebook, str) else rulebook
        first = TableOpened(round=1, table=1, seats=tuple(map(person, seats)), rulebook="", minutes=minutes)
        self.events: list[object] = [first]
        self.live: RefereedTable = opened(book, first)

    def copy(self) -> "Table":
        """The same table, to go on in another way."""
        other = copy(self)
        other.events = [*self.events]
        return other

    def do(self, command: TableCommand) -> list[object]:
        """Carry out a command; gives what happened."""
        found = decide(self.live, command)
        self.events += found
        self.live = reduce(evolve, found, self.live)
        return found

    def pass_dice(self, conquests: int = 0, out: str = "") -> None:
        """The player in turn passes, having put these out."""
        self.do(EndTurn(now=NOW, conquests=conquests, out=tuple(map(person, out))))

    def expire(self, turn: str = "", out: str = "", last: str = "") -> None:
        """Time is over, with three answers."""
        self.do(
            Expire(
                now=NOW,
                turn=person(turn) if turn else None,
                out=tuple(map(person, out)),
                last=person(last) if last else None,
            )
        )

    def roll(self, *dice: int) -> None:
        """The closing dice."""
        self.do(RollToClose(dice=dice))

    def leaves(self, letter: str, kind: Kind) -> None:
        """Somebody leaves by a ruling."""
        effect = Effect(kind=kind, who="offender")
        self.do(ruling("other", {"offender": self.live.seat_of(person(letter))}, effect))

    @property
    def closing(self) -> tuple[str, tuple[int, ...]] | None:
        """Whose closing roll ends this turn, or is due, and with which set."""
        roll = self.live.closing
        return None if roll is None else (self.live.seats[roll.seat], roll.totals)
