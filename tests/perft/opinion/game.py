"""The game that the walk asks and plays; each step gives the game that follows, nothing changes in place."""

from collections.abc import Callable

from tests.perft.country import Card, Seat
from tests.perft.opinion import cards, combat, course, leaving, turn
from tests.perft.opinion.closing import closes
from tests.perft.opinion.legal import legal
from tests.perft.opinion.table import Action, Table
from tests.perft.opinion.winning import finish

ACTIONS: dict[str, Callable[..., None]] = {
    "tris": turn.do_tris,
    "place": turn.do_place,
    "take_back": turn.do_take_back,
    "attack": combat.do_attack,
    "defend": combat.do_defend,
    "advance": combat.do_advance,
    "move": turn.do_move,
    "undo": turn.do_undo,
    "roll": turn.do_roll,
    "end": turn.do_end,
    "pass": turn.do_pass,
}


class Opinion(Table):
    """A game as it stands. `play` and `throw` give the game that follows."""

    def begin_turn(self, seat: Seat) -> None:
        """The one change in place: the first turn of a game that is being laid out."""
        course.begin_turn(self, seat)

    def decider(self) -> Seat | None:
        """The seat that must decide, if any."""
        if self.phase == "defend":
            return self.owner[self.battle[1]]
        return self.seat if self.phase in {"turn", "occupy", "roll"} else None

    def legal(self) -> set[Action]:
        """All the actions the seat that must decide may choose."""
        return legal(self)

    def play(self, action: Action) -> "Opinion":
        """The game after an action of the seat that must decide."""
        after = self.copy()
        kind = str(action[0])
        ACTIONS[kind](after, *(int(x) for x in action[1:]))
        cards.forget_left_cards(after, kind, self)
        return after

    def outcomes(self) -> int:
        """Out of how many equally likely outcomes luck chooses now."""
        if self.phase == "battle":
            return int(6 ** (self.battle[2] + self.battle[3]))
        if self.phase == "closing":
            return int(6**self.rules.closing.dice)
        return len(self.piles[0]) if self.phase == "card" else 0

    def luck_kind(self) -> str:
        """What luck is asked for: battle, card or closing."""
        return self.phase

    def throw(self, number: int) -> "Opinion":
        """The game after luck chose this outcome."""
        after = self.copy()
        if self.phase == "battle":
            count = self.battle[2] + self.battle[3]
            dice = [number // 6**place % 6 + 1 for place in range(count)]
            combat.fight(after, dice[: self.battle[2]], dice[self.battle[2] :])
        elif self.phase == "closing":
            after._close_or_go_on(sum(number // 6**place % 6 + 1 for place in range(self.rules.closing.dice)))
        else:
            after._take_card(sorted(self.piles[0])[number])
        return after

    def _close_or_go_on(self, total: int) -> None:
        """The closing dice end the game, or it goes on."""
        if closes(self, total):
            finish(self, "closed", None)
        else:
            course.go_on(self)

    def _take_card(self, card: Card) -> None:
        taker = self.left_cards[0] if self.late and self.left_cards else self.seat
        self.hands[taker] |= {card}
        self.piles[0] -= {card}
        self.piles = [pile for pile in self.piles if pile]
        course.go_on(self)

    def may_take_late(self, seat: Seat) -> bool:
        """Whether this seat may still take the cards it left lying."""
        return cards.may_take_late(self, seat)

    def take_late(self) -> "Opinion":
        """The cards left lying are taken after all."""
        after = self.copy()
        course.take_late(after)
        return after

    def expire(self) -> "Opinion":
        """Time is over: the laps left are known."""
        after = self.copy()
        after.last_lap = self.lap + self.rules.closing.laps_after_expiry
        return after

    def withdraw(self, seat: Seat) -> "Opinion":
        """A seat leaves the table: its territories only defend."""
        return self._without(seat, leaving.withdraw)

    def exclude(self, seat: Seat) -> "Opinion":
        """A judge sends a seat away: it counts as eliminated."""
        return self._without(seat, leaving.exclude)

    def _without(self, seat: Seat, leaves: Callable[[Table, Seat], bool]) -> "Opinion":
        after = self.copy()
        if leaves(after, seat):
            course.go_on(after)
        return after
