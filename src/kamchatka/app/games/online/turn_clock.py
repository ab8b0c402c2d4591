"""The time of seats in a game: a time for each turn, then a reserve for the whole game; in milliseconds.

It never reads the time: whoever plays an action says how long its seat's clock ran before.
"""

from dataclasses import dataclass, field

from kamchatka.clock import SECOND

DEFENCE = 10 * SECOND
"""For a defender who may choose its dice."""


@dataclass
class TurnClock:
    """The time spent so far; a clock without turn time never runs out."""

    turn_time: int
    reserve: int
    turn: int = 0
    spent: dict[int, int] = field(default_factory=dict)
    """By seat, in this turn; before the first turn, since it was last its turn."""
    used: dict[int, int] = field(default_factory=dict)
    """Of the reserve, by seat."""
    played: int = 0
    """All time of the game so far."""

    def spend(self, seat: int, time: int, *, of_turn: bool) -> None:
        """The clock of a seat ran this long; a defender's time is not of its turn."""
        self.played += time
        if of_turn:
            before = self.spent.get(seat, 0)
            over = max(0, before + time - self.turn_time) - max(0, before - self.turn_time)
            self.spent[seat] = before + time
            self.used[seat] = min(self.reserve, self.used.get(seat, 0) + over)

    def follow(self, turn: int, seat: int | None) -> None:
        """Another turn begins, or during the preparation another seat acts."""
        if turn != self.turn or (not turn and seat not in self.spent):
            self.turn, self.spent = turn, {}

    def turn_left(self, seat: int) -> int:
        """What is left of the turn."""
        return max(0, self.turn_time - self.spent.get(seat, 0))

    def reserve_left(self, seat: int) -> int:
        """What is left of the reserve."""
        return self.reserve - self.used.get(seat, 0)

    def left(self, seat: int) -> int | None:
        """All that is left to this seat now; None without a clock."""
        return self.turn_left(seat) + self.reserve_left(seat) if self.turn_time else None
