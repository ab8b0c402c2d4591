"""Closing dice after eliminations, withdrawals and exclusions, against a small oracle of the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from kamchatka.referee.effects import Effect
from kamchatka.referee.presiding import RuleIncident
from kamchatka.rulebook import load
from tests.referee.judge import Judge
from tests.referee.tables import Table, person

LAST_LAP, LAPS = 2, 4
"""Time expires in lap 1; closing rolls are followed up to this lap."""
KINDS = ("eliminated", "withdrawn", "excluded")


@dataclass(frozen=True)
class Exit:
    """Somebody goes in the turn of a seat: put out by whoever is in turn, gone, or sent away."""

    lap: int
    in_turn: str
    who: str
    kind: str


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


def tapped(seats: str, exits: tuple[Exit, ...]) -> Iterator[tuple[int, str, int]]:
    """The same, as the table answers when it is tapped; every roll is a twelve, which closes nothing."""
    table = Table("rtu", seats)
    table.expire()
    while not table.live.course.is_over and table.live.course.lap <= LAPS:
        due = table.live.course.due
        if due is not None:
            yield table.live.course.lap, table.live.seats[due.seat], len(due.totals)
            table.roll(6, 6)
            continue
        lap, seat = table.live.course.lap, table.live.in_turn
        for each in exits:
            if (each.lap, each.in_turn) == (lap, seat) and is_playing(table, seat):
                goes(table, each)
        if is_playing(table, seat):
            table.pass_dice()


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
        effect = Effect(kind=each.kind, seat=each.who)
        table.do(RuleIncident(case="test", effects=(effect,)))


def one_exit(seats: str) -> Iterator[Exit]:
    """Every way in which somebody can go in the laps of closing rolls; nobody puts themselves out."""
    for lap in range(LAST_LAP, LAPS):
        for in_turn in seats:
            for who in seats:
                for kind in KINDS:
                    if kind != "eliminated" or who != in_turn:
                        yield Exit(lap, in_turn, who, kind)


def histories(seats: str) -> Iterator[tuple[Exit, ...]]:
    """Nobody, one or two leave."""
    ways = list(one_exit(seats))
    yield ()
    yield from ((each,) for each in ways)
    yield from combinations(ways, 2) if len(seats) == 4 else _last_two(ways, seats)


def _last_two(ways: list[Exit], seats: str) -> Iterator[tuple[Exit, ...]]:
    """Of five seats, the pairs that touch the last two, to whom the role of last seat belongs."""
    touching = [each for each in ways if each.who in seats[-2:]]
    yield from combinations(touching, 2)


@pytest.mark.parametrize("seats", ["ABCD", "ABCDE"])
def test_every_history_of_leavers_rolls_as_the_oracle_says(seats: str) -> None:
    differing = []
    count = 0
    for exits in histories(seats):
        count += 1
        told, true = list(tapped(seats, exits)), list(Oracle(seats).rolls(exits))
        if told != true:
            differing.append((exits, told, true))
    assert count > 1000
    assert differing[:3] == []


EXPIRED = {
    # Nothing was recorded: B is in turn, C is out, and D is the last in the order of play.
    "rtu": ("D", (4,), "3/36"),
    "challenge": ("D", (2, 3, 4), "6/36"),
    "milano": ("D", (4,), "3/36"),
    "primavera": ("A", (4,), "3/36"),
    "aziendale": ("D", (1, 2), "2/6"),
}
TURNS_BEFORE = {"rtu": 4, "challenge": 4, "milano": 4, "primavera": 8, "aziendale": 1}
"""Turns of the three who play from B's on, before the turn that ends with the first closing roll."""


@pytest.mark.parametrize("rulebook", EXPIRED)
def test_three_answers_lead_to_the_right_closing_set(judge: Judge, rulebook: str) -> None:
    seats = judge.opens(rulebook)
    # Clockwise from the second: the order of play is only known by who is last in it.
    order = [*seats[1:], seats[0]]
    judge.type("expire", "1", "--turn", order[1], "--out", order[2], "--last", order[3])
    for _ in range(TURNS_BEFORE[rulebook]):
        now = judge.turn()
        assert not now["due"]
    letter, totals, chance = EXPIRED[rulebook]
    assert (now["turn"], now["rolls"], tuple(now["set"]), now["probability"]) == (
        letter,
        True,
        totals,
        chance,
    )
    now = judge.turn()
    assert now["due"]
    assert now["player"] == order["ABCD".index(letter)]


def test_the_printed_probabilities_come_from_the_command(judge: Judge) -> None:
    status, out, _ = judge.organiser.terminal.type("it", "closing", "--rulebook", "rtu")
    assert status == 0
    exact, at_most = out.split("Al più")
    assert [word for word in exact.split() if "/" in word] == ["3/36", "7/36", "12/36", "18/36"]
    assert [word for word in at_most.split() if "/" in word] == ["6/36", "10/36", "15/36", "21/36"]


def test_the_one_die_of_a_lap_has_one_set(judge: Judge) -> None:
    assert load("aziendale").closing.dice == 1
    _, out, _ = judge.organiser.terminal.type("en", "closing", "--rulebook", "aziendale", "--json")
    assert '"2/6"' in out
    assert out.count('"round"') == 2


@pytest.mark.clause("001-C26")
def test_who_puts_the_last_out_rolls_with_the_next_set(judge: Judge) -> None:
    judge.opens("rtu")
    judge.reach_closing()
    judge.roll("--dice", "6,6")
    for _ in range(2):
        assert judge.turn()["set"] == [4]
        judge.roll("--dice", "6,6")
    now = judge.turn("--out", "D")
    assert (now["turn"], now["due"], now["set"], now["probability"]) == ("C", True, [4, 5], "7/36")
