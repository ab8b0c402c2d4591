"""The closing rules in words, sharing no code with the table; and every history of leavers, tapped."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from kamchatka.referee.casebook.model import Kind
from tests.referee.tables import Table, person

LAST_LAP, LAPS = 2, 4
"""Time expires in lap 1; closing rolls are followed up to this lap."""
MOST_EXITS = 2
KINDS: tuple[Kind, ...] = ("eliminated", "withdrawn", "excluded")


@dataclass(frozen=True)
class Exit:
    """Somebody goes in the turn of a seat: put out by whoever is in turn, gone, or sent away."""

    lap: int
    in_turn: str
    who: str
    kind: Kind


@dataclass
class Oracle:
    """The closing rules in words: rolls start with the last seat left, whose set grows each time it rolls.

    A seat that withdrew keeps its roll while its land stands, thrown by the one before; one that is out or
    excluded has none, and the role of last seat passes back (001-C23d, C25, C26).
    """

    seats: str
    playing: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    grown: int = 0

    def rolls(self, exits: tuple[Exit, ...]) -> Iterator[tuple[int, str, int]]:
        """Lap, seat and size of the set of every closing roll; ends when one seat is left alone."""
        self.playing = list(self.seats)
        for lap in range(1, LAPS + 1):
            for seat in self.seats:
                if seat in self.playing:
                    for each in exits:
                        if (each.lap, each.in_turn) == (lap, seat) and seat in self.playing:
                            self._goes(each)
                if self._is_decided():
                    return
                if lap < LAST_LAP or seat not in (*self.playing, *self.waiting):
                    continue
                later = self.seats[self.seats.index(seat) + 1 :]
                if not any(other in (*self.playing, *self.waiting) for other in later):
                    self.grown += 1
                if self.grown:
                    yield lap, seat, min(self.grown, 4)

    def _goes(self, each: Exit) -> None:
        if each.who in self.playing:
            self.playing.remove(each.who)
            if each.kind == "withdrawn":
                self.waiting.append(each.who)
            elif each.kind == "excluded":
                self.standing.add(each.who)
        elif each.kind == "eliminated":
            self.standing.discard(each.who)
            if each.who in self.waiting:
                self.waiting.remove(each.who)

    standing: set[str] = field(default_factory=set)
    """Excluded seats whose land still stands on the board."""

    def _is_decided(self) -> bool:
        if not self.playing:
            return True
        return len(self.playing) == 1 and not self.waiting and not self.standing


Rolls = tuple[tuple[int, str, int], ...]


@dataclass
class Tapped:
    """The same, as the table answers when it is tapped; every roll is a twelve, which closes nothing.

    Histories that begin alike are tapped once up to where they part.
    """

    seats: str
    turns: dict[tuple[Exit, ...], dict[tuple[int, str], tuple[Table, Rolls]]] = field(default_factory=dict)
    """By history: the table and its rolls as each turn begins."""
    ended: dict[tuple[Exit, ...], Rolls] = field(default_factory=dict)

    def rolls(self, exits: tuple[Exit, ...]) -> Rolls:
        """The rolls of a history; its exits are in the order of the turns."""
        if exits in self.ended:
            return self.ended[exits]
        if not exits:
            table = Table("rtu", self.seats)
            table.expire()
            return self._play(table, (), ())
        before, last = exits[:-1], exits[-1]
        rolls = self.rolls(before)
        begins = self.turns[before].get((last.lap, last.in_turn))
        # Whoever had left by then had no turn for anything to happen in.
        return self._play(begins[0].copy(), begins[1], exits) if begins else rolls

    def _play(self, table: Table, made: Rolls, exits: tuple[Exit, ...]) -> Rolls:
        turns: dict[tuple[int, str], tuple[Table, Rolls]] = {}
        while not table.live.course.is_over and table.live.course.lap <= LAPS:
            due = table.live.course.due
            if due is not None:
                made += ((table.live.course.lap, table.live.seats[due.seat], len(due.totals)),)
                table.roll(6, 6)
                continue
            lap, seat = table.live.course.lap, table.live.in_turn
            if len(exits) < MOST_EXITS:
                turns[lap, seat] = table.copy(), made
            for each in exits:
                if (each.lap, each.in_turn) == (lap, seat) and is_playing(table, seat):
                    goes(table, each)
            if is_playing(table, seat):
                table.pass_dice()
        if len(exits) < MOST_EXITS:
            self.turns[exits], self.ended[exits] = turns, made
        return made


def is_playing(table: Table, seat: str) -> bool:
    """Whether the seat in turn can still go on with it."""
    course = table.live.course
    return not course.is_over and course.takes_turns(table.live.seat_of(person(seat)))


def goes(table: Table, each: Exit) -> None:
    """Somebody leaves, if that can be: nobody leaves twice, and only land that stands is taken."""
    seat = table.live.seat_of(person(each.who))
    can = table.live.course.takes_turns(seat)
    if each.kind == "eliminated":
        can = table.live.course.is_on_board(seat)
    if can and not table.live.course.is_over:
        table.leaves(each.who, each.kind)


def one_exit(seats: str) -> Iterator[Exit]:
    """Every way in which somebody can go in the laps of closing rolls; nobody puts themselves out."""
    for lap in range(LAST_LAP, LAPS):
        for in_turn in seats:
            for who in seats:
                for kind in KINDS:
                    if kind != "eliminated" or who != in_turn:
                        yield Exit(lap, in_turn, who, kind)


def histories(seats: str, leaving: str) -> Iterator[tuple[Exit, ...]]:
    """Nobody, one or two of these leave; nobody twice, but that whoever has left is put out later."""
    ways = [each for each in one_exit(seats) if each.who in leaving]
    yield ()
    yield from ((each,) for each in ways)
    for first, second in combinations(ways, MOST_EXITS):
        if first.who != second.who or (first.kind != "eliminated" and second.kind == "eliminated"):
            yield first, second


def differences(seats: str, leaving: str) -> tuple[int, list[tuple[Exit, ...]]]:
    """How many histories were tried, and those in which the table and the oracle differ."""
    tried, tapped = list(histories(seats, leaving)), Tapped(seats)
    return len(tried), [each for each in tried if tapped.rolls(each) != tuple(Oracle(seats).rolls(each))]
