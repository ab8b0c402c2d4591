"""A game as it lies on the table, hidden cards included, and what can be read off it at a glance."""

from dataclasses import dataclass, field, replace
from typing import Self

from kamchatka.rulebook import Rulebook
from tests.perft.country import Card, Country, Seat, Territory

Action = tuple[str | int, ...]


@dataclass
class Table:
    """A game as it stands."""

    rules: Rulebook
    board: Country
    seats: int
    owner: dict[Territory, Seat | None]
    armies: dict[Territory, int]
    hands: dict[Seat, frozenset[Card]]
    piles: list[frozenset[Card]]
    """The deck: face-down cards, the pile on top first; nobody knows the order within a pile."""
    discards: frozenset[Card] = frozenset()
    status: dict[Seat, str] = field(default_factory=dict)
    """playing, eliminated, withdrawn, excluded, frozen"""
    forfeits: dict[Seat, int] = field(default_factory=dict)
    """Cards a late-comer must still leave in the deck."""
    lap: int = 1
    last_lap: int | None = None
    """Known once time has expired."""
    seat: Seat = 0
    phase: str = "turn"
    left_to_place: int = 0
    placed: dict[Territory, int] = field(default_factory=dict)
    has_placed: bool = False
    take_backs: int = 0
    trios: int = 0
    settled: bool = False
    """An attack was declared or the move made: reinforcements stay where they are."""
    conquests: int = 0
    moves: int = 0
    combat_over: bool = False
    moved: tuple[Territory, Territory, int] | None = None
    battle: tuple[Territory, Territory, int, int] = (0, 0, 0, 0)
    """Source, target, attacking dice, defending dice."""
    spare: int = 0
    """Armies that may still follow into the conquered territory."""
    to_do: list[tuple[str, int]] = field(default_factory=list)
    rounds: int = 0
    """Rounds of closing rolls opened so far; the last seat of the lap opens them."""
    threshold: int = 0
    left_cards: tuple[Seat, int] | None = None
    """Who passed without taking its cards, and how many."""
    late: str = ""
    """The phase to go back to once cards left lying are taken."""
    result: tuple[str, Seat | None] | None = None

    def lands(self, seat: Seat) -> set[Territory]:
        """Territories the seat occupies."""
        return {land for land, owner in self.owner.items() if owner == seat}

    def beside_an_enemy(self, land: Territory) -> bool:
        """Whether a border leads to somebody else's territory, neutral ones included."""
        return any(self.owner[other] != self.owner[land] for other in self.board.borders[land])

    def room_to_place(self) -> int:
        """Armies still to be placed; the stock of armies is limited."""
        limit = self.rules.armies.limit
        if not limit:
            return self.left_to_place
        on_board = sum(self.armies[land] for land in self.lands(self.seat))
        return max(0, min(self.left_to_place, limit - on_board))

    def settle(self) -> None:
        """Reinforcements can no longer be changed; what could not be placed is lost."""
        self.settled = True
        self.left_to_place = 0
        self.placed = {}

    def copy(self) -> Self:
        """The same game, to be changed freely."""
        return replace(
            self,
            owner=dict(self.owner),
            armies=dict(self.armies),
            hands=dict(self.hands),
            piles=list(self.piles),
            status=dict(self.status),
            forfeits=dict(self.forfeits),
            placed=dict(self.placed),
            to_do=list(self.to_do),
        )

    def key(self) -> bytes:
        """All that may matter for what follows, as bytes."""
        return repr(
            (
                self.owner,
                self.armies,
                sorted((seat, sorted(cards)) for seat, cards in self.hands.items()),
                [sorted(pile) for pile in self.piles],
                sorted(self.discards),
                self.status,
                self.forfeits,
                (self.lap, self.last_lap, self.seat, self.phase, self.left_to_place, self.has_placed),
                sorted(self.placed.items()),
                (self.take_backs, self.trios, self.settled, self.conquests, self.moves, self.combat_over),
                (self.moved, self.battle, self.spare, self.to_do, self.rounds, self.threshold),
                (self.left_cards, self.late, self.result),
            )
        ).encode()
