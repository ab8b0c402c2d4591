"""A final board typed by a judge: turned into a Position and counted by `rules`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import get_args

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.rulebook.tables import Tables, board_of
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import NEUTRAL, TERRITORIES, Position, Secrets, new_position, new_secrets
from kamchatka.rules.names import STATUS_NAMES
from kamchatka.rules.setup import start
from kamchatka.rules.tally import best_group, best_path, criterion, table_points, value_of
from kamchatka.rules.victory import goal_of, has_won
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.sheet.model import Status
from kamchatka.scoring.sheet.places import SEATS

MOST_ARMIES = 500
"""Limit for one territory: more than any box holds, yet a board full of them can still be counted."""


@dataclass(frozen=True, kw_only=True)
class HeldSeat:
    """A seat's holdings on the final board."""

    territories: Mapping[str, int]
    objective_card: str | None = None
    cards: int = 0
    status: Status = "playing"
    last_turn: int = 0
    strip: int | None = None
    """The row declared as its strip, if the regulation has declared strips."""


@dataclass(frozen=True)
class BoardCount:
    """The count of a seat: points, numbers for tie-breaks, and whether its goal is reached."""

    points: Number
    numbers: Mapping[Criterion, int]
    has_goal: bool
    armies: int


def count_board(
    rulebook: Rulebook, seats: tuple[HeldSeat, ...], neutral: Mapping[str, int], dummies: int = 0
) -> tuple[BoardCount, ...]:
    """Count every seat of a final board; the caller has checked that the board is complete.

    Dead seats hold no land here (it is neutral), but they count in the table size that sets the goal.
    """
    tables, pos, secrets = tables_of(rulebook), new_position(), new_secrets()
    start(tables, pos, secrets, len(seats) + dummies)
    board, deck = board_of(rulebook), objective_ids(rulebook)
    for seat, held in enumerate(seats):
        _settle(pos, {board.number(where): armies for where, armies in held.territories.items()}, seat)
        pos.hand[seat] = held.cards
        pos.status[seat] = STATUS_NAMES.index(held.status)
        pos.last_turn[seat] = held.last_turn
        if held.strip is not None:
            pos.strip[seat] = held.strip
        if held.objective_card is not None:
            secrets.objective[seat] = deck.index(held.objective_card)
    _settle(pos, {board.number(where): armies for where, armies in neutral.items()}, NEUTRAL)
    return tuple(_counted(tables, pos, secrets, seat) for seat in range(len(seats)))


def most_on_board(rulebook: Rulebook, cards: int, seats: int = 1) -> Number:
    """Upper bound on the points of these seats together: one owns the whole world, counted at its best.

    A bound, not a real board: every territory is in the objective if that gives more, borders a missing one,
    and belongs to the strip.
    """
    tables, pos, secrets = tables_of(rulebook), new_position(), new_secrets()
    start(tables, pos, secrets, rulebook.seats.preferred)
    limit = rulebook.armies.limit * seats
    each = -(-limit // TERRITORIES) if limit else MOST_ARMIES
    _settle(pos, dict.fromkeys(range(TERRITORIES), each), 0)
    pos.hand[0] = cards
    world = (1 << TERRITORIES) - 1
    plain = tables._replace(strip=0)
    points = max(table_points(plain, pos, 0, goal) for goal in (0, world))
    points += tables.points_beside_missing * TERRITORIES
    if tables.strip:
        points += (tables.strip_factor - 1) * tables.points_borders_outside * value_of(tables, world)
    return ratio(int(points), 2)


def is_strip(rulebook: Rulebook, territories: Iterable[str]) -> bool:
    """Whether these territories form one strip (a group or a chain), if the regulation lists none."""
    tables, board = tables_of(rulebook), board_of(rulebook)
    mask = sum(1 << board.number(name) for name in set(territories))
    best = {"connected": best_group, "path": best_path}.get(rulebook.tally.strip)
    return best is not None and mask != 0 and best(tables, mask) == value_of(tables, mask)


def strip_values(rulebook: Rulebook, strip: Iterable[str], held: Iterable[str]) -> tuple[int, int]:
    """Values of the strip the seat chose and of its best possible strip, before the factor."""
    tables, board = tables_of(rulebook), board_of(rulebook)
    chosen, owned = (sum(1 << board.number(name) for name in set(names)) for names in (strip, held))
    best = {"connected": best_group, "path": best_path}[rulebook.tally.strip]
    return value_of(tables, chosen), best(tables, owned)


def _settle(pos: Position, territories: Mapping[int, int], owner: int) -> None:
    for territory, armies in territories.items():
        hand_over(pos, territory, owner)
        add_armies(pos, territory, armies)


def objective_ids(rulebook: Rulebook) -> tuple[str, ...]:
    """Ids of the objective cards, by their index in the tables."""
    if rulebook.setup.objective_source == "none":
        return ()
    return tuple(card.id for card in board_of(rulebook).deck(rulebook.setup.objective_deck).objectives)


def _counted(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> BoardCount:
    goal = goal_of(tables, secrets, seat)
    numbers = {
        name: int(criterion(tables, pos, seat, goal, number))
        for number, name in enumerate(get_args(Criterion), 1)
        if name not in ("die", "lot", *SEATS)
    }
    numbers["best-continent"] //= 2  # the rules count in half points, the sheet in whole continent points
    points = ratio(int(table_points(tables, pos, seat, goal)), 2)
    return BoardCount(points, numbers, has_won(tables, pos, secrets, seat), pos.on_board[seat])
