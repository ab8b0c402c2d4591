"""The progress of a cardboard game: a Position of the rules with a placeholder board.

Every seat on the board owns one arbitrary territory. Turns, laps, closing rolls and remaining players then
follow from the same rules as in a digital game.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import Tables
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.rules.congelato import freeze
from kamchatka.rules.elimination import eliminate_if_empty, exclude, withdraw
from kamchatka.rules.ending import closes, closing_roller, expire, open_slot, total_of
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import (
    BY_JUDGE,
    BY_OBJECTIVE,
    CLOSING,
    CLOSING_CHOICE,
    CLOSING_ROUND,
    CLOSING_SLOT,
    CONQUESTS,
    ENDING,
    FIRST_SEAT,
    LAP,
    LAST_LAP,
    NEUTRAL,
    NOBODY,
    OVER,
    PHASE,
    PLAYING,
    ROLL_OFF,
    SEAT,
    SEATS,
    SEATS_AT_TABLE,
    WINNER,
    Position,
    Secrets,
    new_position,
    new_secrets,
    position,
    secrets,
)
from kamchatka.rules.names import ENDING_NAMES, STATUS_NAMES
from kamchatka.rules.setup import start
from kamchatka.rules.step import leave_table, resolve_closing
from kamchatka.rules.turn import begin_turn, end_game, end_turn, first_turn, next_seat

FACES = 6
STANDING_ARMIES = 9
"""Armies on each placeholder territory: enough never to be affected by the rules."""

Change = Callable[[Tables, Position, Secrets], None]


def throw_of(dice: tuple[int, ...]) -> int:
    """The number of a throw in the rules."""
    return sum((face - 1) * FACES**place for place, face in enumerate(dice))


def dice_of(total: int, dice: int) -> tuple[int, ...]:
    """Some dice with this total: the rules ask for nothing else of a closing roll."""
    each, more = divmod(total, dice)
    return tuple(each + (place < more) for place in range(dice))


def closing_totals(tables: Tables, closing_round: int) -> tuple[int, ...]:
    """The totals that end the game in a closing round."""
    return tuple(total for total in _all_totals(tables) if closes(tables, closing_round, total))


def _all_totals(tables: Tables) -> range:
    throws = [total_of(tables, throw) for throw in range(FACES**tables.closing_dice)]
    return range(min(throws), max(throws) + 1)


@dataclass(frozen=True)
class ClosingTotal:
    """A total of the closing dice: the number of throws that give it, and whether it ends the game."""

    total: int
    ways: int
    closes: bool


def all_closing_totals(tables: Tables, closing_round: int) -> tuple[ClosingTotal, ...]:
    """Every total that the closing dice can give."""
    thrown = [total_of(tables, throw) for throw in range(FACES**tables.closing_dice)]
    return tuple(
        ClosingTotal(each, thrown.count(each), closes(tables, closing_round, each))
        for each in _all_totals(tables)
    )


def closing_odds(tables: Tables, closing_round: int) -> str:
    """The fraction of throws that end the game in a closing round, as printed: "7/36"."""
    throws = range(FACES**tables.closing_dice)
    ways = sum(closes(tables, closing_round, total_of(tables, throw)) for throw in throws)
    return f"{ways}/{len(throws)}"


@dataclass(frozen=True)
class ClosingRoll:
    """A closing roll that is due, or will be at the end of the turn."""

    tables: Tables
    seat: int
    roller: int
    round: int
    is_optional: bool

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals that end the game."""
        return closing_totals(self.tables, self.round)

    @property
    def probability(self) -> str:
        """The fraction of throws that end the game."""
        return closing_odds(self.tables, self.round)


@dataclass(frozen=True)
class Course:
    """The state of turns, laps, closing rolls and players who left."""

    tables: Tables
    cells: bytes
    hidden: bytes

    @cached_property
    def pos(self) -> Position:
        """The position, read-only."""
        return position(bytearray(self.cells))

    def after(self, change: Change) -> "Course":
        """The course after a change by the rules."""
        buffer = bytearray(self.cells)
        change(self.tables, position(buffer), secrets(bytearray(self.hidden)))
        return replace(self, cells=bytes(buffer))

    @property
    def seats(self) -> int:
        """Number of seats at the table."""
        return int(self.pos.now[SEATS_AT_TABLE])

    @property
    def seat(self) -> int:
        """The seat in turn."""
        return int(self.pos.now[SEAT])

    @property
    def lap(self) -> int:
        """The lap, from 1."""
        return int(self.pos.now[LAP])

    @property
    def last_lap(self) -> int:
        """The last lap before the closing rolls; 0 before time expires."""
        return int(self.pos.now[LAST_LAP])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.pos.now[PHASE] in (OVER, ROLL_OFF)

    @property
    def ending(self) -> str:
        """How the game ended; empty while it is in play."""
        ending = self.pos.now[ENDING]
        return ENDING_NAMES[ending - 1] if ending else ""

    @property
    def winner(self) -> int | None:
        """The seat that reached its objective."""
        winner = int(self.pos.now[WINNER])
        return None if winner == NOBODY else winner

    def status(self, seat: int) -> str:
        """The status of a seat: playing, or how it left."""
        return STATUS_NAMES[self.pos.status[seat]]

    def out_order(self, seat: int) -> int:
        """The order in which the seat was eliminated; 0 if it was not."""
        return int(self.pos.out_order[seat])

    @property
    def due(self) -> ClosingRoll | None:
        """The closing roll that is due now."""
        pos = self.pos
        if pos.now[PHASE] not in (CLOSING, CLOSING_CHOICE):
            return None
        return _roll(self.tables, pos, int(pos.now[CLOSING_SLOT]))

    def ahead(self, conquests: int = 0) -> ClosingRoll | None:
        """The own closing roll of the seat in turn, after this many conquests; None if there is none."""
        if self.is_over or self.due:
            return self.due
        pos = position(bytearray(self.cells))
        pos.now[CONQUESTS] = conquests
        seat = self.seat
        if not open_slot(self.tables, pos, seat):
            return None
        return _roll(self.tables, pos, seat)

    def rolls_ahead(self) -> tuple[ClosingRoll, ...]:
        """The closing rolls before the next turn, the due one first; without conquests if none is due.

        A seat may have to throw twice: its own dice, then those of an absent seat that follows (001-C23d).
        """
        if self.is_over or not self.last_lap:
            return ()
        course, found = self if self.due else self.turn_ended(0), list[ClosingRoll]()
        while due := course.due:
            found.append(due)
            course = course.not_rolled()
        return tuple(found)

    def turn_ended(self, conquests: int) -> "Course":
        """The seat in turn ends its turn."""

        def change(tables: Tables, pos: Position, hidden: Secrets) -> None:
            pos.now[CONQUESTS] = conquests
            end_turn(tables, pos, hidden)

        return self.after(change)

    def turn_set(self, seat: int, lap: int) -> "Course":
        """A judge sets seat and lap; the rolls of that lap are still to be made."""

        def change(tables: Tables, pos: Position, hidden: Secrets) -> None:
            pos.now[CLOSING_ROUND] = max(0, lap - pos.now[LAST_LAP]) if pos.now[LAST_LAP] else 0
            pos.now[LAP] = lap
            begin_turn(tables, pos, hidden, seat)

        return self.after(change)

    def expired(self) -> "Course":
        """Playing time expires."""
        return self.after(lambda tables, pos, hidden: expire(tables, pos))

    def rolled(self, dice: tuple[int, ...]) -> "Course":
        """The closing dice are thrown."""
        return self.after(lambda tables, pos, hidden: resolve_closing(tables, pos, hidden, throw_of(dice)))

    def not_rolled(self) -> "Course":
        """The due roll is skipped and the next seat follows."""
        return self.after(next_seat)

    def ended(self, winner: int | None = None) -> "Course":
        """The game ends, by a seat's objective or by the judge."""

        def change(tables: Tables, pos: Position, hidden: Secrets) -> None:
            how = BY_JUDGE if winner is None else BY_OBJECTIVE
            end_game(tables, pos, hidden, how, NOBODY if winner is None else winner)

        return self.after(change)

    def closed(self, dice: tuple[int, ...], closing_round: int) -> "Course":
        """A late roll, with the totals of the round in which it was forgotten."""

        def change(tables: Tables, pos: Position, hidden: Secrets) -> None:
            if closes(tables, closing_round, total_of(tables, throw_of(dice))):
                pos.now[CLOSING_ROUND] = closing_round
                resolve_closing(tables, pos, hidden, throw_of(dice))

        return self.after(change)

    def left(self, seat: int, how: str, by: int | None = None) -> "Course":
        """A seat leaves and takes no more turns."""

        def change(tables: Tables, pos: Position, hidden: Secrets) -> None:
            match how:
                case "withdrawn":
                    withdraw(tables, pos, hidden, seat)
                case "excluded":
                    exclude(tables, pos, hidden, seat)
                case "congelato":
                    freeze(tables, pos, hidden, seat)
                case _:
                    _take_land(pos, seat, NEUTRAL if by is None else by)
                    eliminate_if_empty(tables, pos, hidden, seat, seat if by is None else by)
            if pos.now[PHASE] not in (OVER, ROLL_OFF):
                leave_table(tables, pos, hidden, seat)

        return self.after(change)

    def takes_turns(self, seat: int) -> bool:
        """Whether the seat still takes turns."""
        return bool(self.pos.status[seat] == PLAYING)

    def is_on_board(self, seat: int) -> bool:
        """Whether the seat still owns a territory."""
        return bool(self.pos.owned[seat] != 0)

    @property
    def first_seat(self) -> int:
        """The seat that begins a lap."""
        return int(self.pos.now[FIRST_SEAT])


def begun(rulebook: Rulebook, seats: int) -> Course:
    """A new game in lap 1 with the first seat in turn."""
    tables, pos, hidden = tables_of(rulebook), new_position(), new_secrets()
    start(tables, pos, hidden, seats)
    for seat in range(seats):
        hand_over(pos, seat, seat)
        add_armies(pos, seat, STANDING_ARMIES)
    first_turn(tables, pos, hidden)
    return Course(tables, _bytes_of(pos), _bytes_of(hidden))


def _bytes_of(fields: Position | Secrets) -> bytes:
    return b"".join(field.tobytes() for field in fields)


def _take_land(pos: Position, seat: int, taker: int) -> None:
    for territory in range(SEATS):
        if pos.owner[territory] == seat:
            hand_over(pos, territory, taker)


def _roll(tables: Tables, pos: Position, seat: int) -> ClosingRoll:
    chooses = bool(tables.closing_optional) and pos.status[seat] == PLAYING
    roller = int(closing_roller(pos, seat))
    return ClosingRoll(tables, seat, roller, int(pos.now[CLOSING_ROUND]), chooses)
