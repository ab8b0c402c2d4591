"""The small boards: a map, who holds what, and which part of the rules the tree below it meets.

`0:3 1:1 | 2:2` gives territories 0 (three armies) and 1 to the first seat, 2 to the second; a group that
begins with `-` belongs to nobody.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from kamchatka.board import load_board
from kamchatka.rulebook import Rulebook, load
from tests.perft.country import JOLLY, Country, country
from tests.perft.opinion import Opinion

LINE4 = "0-1 1-2 2-3"
STAR4 = "0-1 0-2 0-3"
RING5 = "0-1 1-2 2-3 3-4 4-0"
KITE5 = "0-1 1-2 2-0 2-3 3-4"
GRID6 = "0-1 1-2 3-4 4-5 0-3 1-4 2-5"
BRIDGE7 = "0-1 0-2 1-2 2-3 3-4 4-5 4-6 5-6"
WHEEL8 = "0-1 0-2 0-3 0-4 1-2 2-3 3-4 4-5 5-6 6-7 7-1"


@dataclass(frozen=True, kw_only=True)
class Board:
    """One small board and the position the walk starts from."""

    name: str
    rules: str
    map: str
    holds: str
    turn: int = 0
    lap: int = 1
    last_lap: int | None = None
    continents: tuple[tuple[str, int], ...] = ()
    goals: tuple[str, ...] = ()
    """Objective of each seat; by default more than it can ever hold."""
    hands: dict[int, str] = field(default_factory=dict)
    deck: str = "20 21"
    under: str = ""
    discards: str = ""
    status: dict[int, str] = field(default_factory=dict)
    forfeits: dict[int, int] = field(default_factory=dict)
    outside: str = ""
    change: dict[str, Any] = field(default_factory=dict)
    """Settings that differ from the regulation's, so that a small board reaches its rules."""


def numbers(text: str) -> list[int]:
    """Whole numbers of a text."""
    return [int(word) for word in text.split()]


@cache
def symbols() -> dict[int, str]:
    """What the cards show, as printed."""
    printed = {number: str(land.card) for number, land in enumerate(load_board().territories)}
    return printed | {42: JOLLY, 43: JOLLY}


def rulebook_of(board: Board) -> Rulebook:
    """The regulation the board is played by."""
    book = load(board.rules)
    fields: dict[str, Any] = {name: getattr(book, name) for name in book.__dataclass_fields__}
    out_of_reach = {"victory.points": {2: 90, 3: 90, 4: 90}} if book.victory.goal == "points" else {}
    for key, value in (out_of_reach | board.change).items():
        section, _, name = key.partition(".")
        fields[section] = fields[section].model_copy(update={name: value})
    return Rulebook(**fields)


def country_of(board: Board, seats: int) -> Country:
    """The board's map."""
    edges = [(int(pair.split("-")[0]), int(pair.split("-")[1])) for pair in board.map.split()]
    goals = [set(numbers(goal)) for goal in board.goals]
    goals += [set(range(30, 40))] * (seats - len(goals))
    points = rulebook_of(board).victory.goal == "points"
    return country(
        edges=edges,
        continents=[(set(numbers(lands)), bonus) for lands, bonus in board.continents],
        symbols=symbols(),
        objectives={} if points else dict(enumerate(goals)),
    )


def opening(board: Board) -> Opinion:
    """The second opinion's game at the start of the walk."""
    groups = [group.split() for group in board.holds.split("|")]
    seated = [group for group in groups if group[0] != "-"]
    owner: dict[int, int | None] = {}
    armies: dict[int, int] = {}
    for group in groups:
        for word in group:
            if word != "-":
                land, _, count = word.partition(":")
                owner[int(land)] = None if group[0] == "-" else seated.index(group)
                armies[int(land)] = int(count)
    seats = len(seated)
    piles = [frozenset(numbers(board.deck)), frozenset(numbers(board.under))]
    game = Opinion(
        rules=rulebook_of(board),
        board=country_of(board, seats),
        seats=seats,
        owner=dict(sorted(owner.items())),
        armies=dict(sorted(armies.items())),
        hands={seat: frozenset(numbers(board.hands.get(seat, ""))) for seat in range(seats)},
        piles=[pile for pile in piles if pile],
        discards=frozenset(numbers(board.discards)),
        status={seat: board.status.get(seat, "playing") for seat in range(seats)},
        forfeits=dict(board.forfeits),
        lap=board.lap,
        last_lap=board.last_lap,
        seat=board.turn,
    )
    cards = [card for pile in (*game.hands.values(), *game.piles, game.discards) for card in pile]
    assert len(cards) == len(set(cards)), f"{board.name}: a card lies in two places"
    if board.last_lap is not None and game.rules.closing.starter == "last-seat":
        game.rounds = max(0, board.lap - board.last_lap)
    game.begin_turn(board.turn)
    return game
