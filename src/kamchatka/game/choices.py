"""The legal actions as families: the same action with a number from least to most."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.game.actions import Action
from kamchatka.game.coding import action_of
from kamchatka.game.names import Names
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import CARD_LEFT_BY, Cells, Position
from kamchatka.rules.legality import MOST_FAMILIES, check, list_moves
from kamchatka.rules.moves import LATE_CARD, kind_of, move
from kamchatka.rules.step import to_act
from kamchatka.rules.violations import ALLOWED


class _Room(threading.local):
    """A thread-local buffer for one list of families."""

    def __init__(self) -> None:
        self.cells: Cells = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")


_ROOM = _Room()


@dataclass(frozen=True)
class Choice:
    """A family of legal actions; `least` and `most` bound its number (armies, dice), equal if it has none."""

    names: Names
    coded: int
    least: int
    most: int

    def kind(self) -> int:
        """The kind of elementary move, by its number in the core."""
        return kind_of(self.coded)

    def action(self, number: int | None = None) -> Action:
        """The action with this number; by default with the most."""
        chosen = self.most if number is None else number
        if not self.least <= chosen <= self.most:
            raise ValueError(f"{chosen} is not between {self.least} and {self.most}")
        return action_of(self.names, self.coded | chosen)

    def actions(self) -> Iterator[Action]:
        """All actions of the family."""
        return (self.action(number) for number in range(self.least, self.most + 1))


def choices(names: Names, tables: Tables, pos: Position, hand: int, seat: int) -> tuple[Choice, ...]:
    """Everything this seat may do now with this hand."""
    found: list[Choice] = []
    if to_act(pos) == seat:
        cells = _ROOM.cells
        families = list_moves(tables, pos, hand, cells)
        rows = (cells[3 * row : 3 * row + 3] for row in range(families))
        found = [Choice(names, coded, least, most) for coded, least, most in rows]
    if pos.now[CARD_LEFT_BY] == seat + 1 and check(tables, pos, hand, seat, move(LATE_CARD)) == ALLOWED:
        found.append(Choice(names, move(LATE_CARD), 0, 0))
    return tuple(found)
