"""What a case is given, and the table built from it."""

from dataclasses import dataclass, field
from functools import cache

from kamchatka.game.chance import Typed
from kamchatka.game.game import Game
from kamchatka.rulebook import Rulebook, load
from kamchatka.rulebook.tables import Tables, board_of, tables
from kamchatka.rules import layout
from kamchatka.rules.bits import count
from kamchatka.rules.cards import fill_deck
from kamchatka.rules.congelato import freeze
from kamchatka.rules.elimination import exclude, withdraw
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import Position, Secrets
from kamchatka.rules.setup import (
    after_colours,
    after_territories,
    begin_colours,
    begin_objectives,
    begin_territories,
    come_late,
)
from kamchatka.rules.turn import begin_turn


class CannotStand(Exception):
    """A given situation that contradicts itself."""


@dataclass
class Table:
    """A table in the middle of a case: a game that people play, with luck typed in."""

    game: Game
    refused: int = 0

    @property
    def rulebook(self) -> Rulebook:
        return self.game.rulebook

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def pos(self) -> Position:
        return self.game.position

    @property
    def secrets(self) -> Secrets:
        return self.game.secrets

    def objective_number(self, id: str) -> int:
        """The place of an objective in this regulation's deck."""
        deck = board_of(self.rulebook).deck(self.rulebook.setup.objective_deck)
        return next(number for number, card in enumerate(deck.objectives) if card.id == id)


@dataclass
class Scene:
    """Everything the `given` lines of a case said."""

    rulebook: str
    seats: int = 4
    stage: str = "play"
    holdings: dict[int, tuple[int, int]] = field(default_factory=dict)
    rest: tuple[int, int] | None = None
    hands: dict[int, int] = field(default_factory=dict)
    deck: int | None = None
    underneath: int = 0
    discard: int | None = None
    objectives: dict[int, str] = field(default_factory=dict)
    gone: list[tuple[int, str]] = field(default_factory=list)
    now: dict[int, int] = field(default_factory=dict)
    seat_cells: list[tuple[str, int, int]] = field(default_factory=list)
    late: list[int] = field(default_factory=list)
    begins: int | None = None

    def hold(self, seat: int, territories: dict[int, int]) -> None:
        """Give territories to a seat."""
        for territory, armies in territories.items():
            if territory in self.holdings:
                raise CannotStand("a territory is given twice")
            self.holdings[territory] = (seat, armies)


@cache
def tables_of(rulebook: str) -> Tables:
    """The integer tables of a shipped regulation."""
    return tables(load(rulebook))


def build(scene: Scene, book: Rulebook | None = None) -> Table:
    """The table a case begins with, under the regulation it names or another one."""
    table = Table(Game(book or load(scene.rulebook), scene.seats, Typed()))
    for seat, objective in scene.objectives.items():
        table.secrets.objective[seat] = table.objective_number(objective)
    if scene.stage == "play":
        build_play(scene, table)
    else:
        build_setup(scene, table)
    return table


def build_setup(scene: Scene, table: Table) -> None:
    """A table before its first turn."""
    rules = (table.tables, table.pos, table.secrets)
    if scene.stage == "colours":
        begin_colours(table.pos)
    elif scene.stage == "after colours":
        after_colours(*rules)
    elif scene.stage == "objectives":
        begin_objectives(*rules)
    elif scene.stage == "territories":
        begin_territories(*rules)
    elif scene.stage == "placement":
        share_out(scene, table.pos)
        after_territories(*rules)


def build_play(scene: Scene, table: Table) -> None:
    """A table in the middle of a game."""
    pos = table.pos
    pos.now[layout.PHASE] = layout.COMBAT
    pos.now[layout.ROLLING] = 0
    pos.now[layout.LAP] = 2
    pos.now[layout.FROM] = layout.NOBODY
    pos.now[layout.TO] = layout.NOBODY
    pos.now[layout.RETURN_PHASE] = layout.NOBODY
    for cell, value in scene.now.items():
        pos.now[cell] = value
    share_out(scene, pos)
    for territory in range(layout.TERRITORIES):
        add_armies(pos, territory, scene.holdings[territory][1])
    lay_cards(scene, table)
    for name, seat, value in scene.seat_cells:
        getattr(pos, name)[seat] = value
    for seat in scene.late:
        come_late(table.tables, pos, seat)
    for seat, how in scene.gone:
        leave(table, seat, how)
    if scene.begins is not None:
        begin_turn(table.tables, pos, table.secrets, scene.begins)


def share_out(scene: Scene, pos: Position) -> None:
    """Give every territory its owner.

    What no line names goes to `the rest`; without such a line it is shared in board order, one army each,
    among the seats that no line gives anything; if every seat has something, to the last seat.
    """
    eliminated = {seat for seat, how in scene.gone if how == "eliminated"}
    present = [seat for seat in range(scene.seats) if seat not in eliminated]
    named = {seat for seat, _ in scene.holdings.values()}
    takers = [seat for seat in present if seat not in named] or present[-1:]
    if scene.rest is not None:
        takers = [scene.rest[0]]
    armies = scene.rest[1] if scene.rest is not None else 1
    free = [territory for territory in range(layout.TERRITORIES) if territory not in scene.holdings]
    for turn, territory in enumerate(free):
        scene.holdings[territory] = (takers[turn % len(takers)], armies)
    for territory, (owner, _) in scene.holdings.items():
        hand_over(pos, territory, owner)


def lay_cards(scene: Scene, table: Table) -> None:
    """Hands, deck and discard; cards that no line names go where the lines leave room for them."""
    pos, secrets = table.pos, table.secrets
    fill_deck(table.tables, pos, secrets)
    free = secrets.piles[0]
    named = [*scene.hands.values(), scene.deck or 0, scene.underneath, scene.discard or 0]
    for cards in named:
        if cards & ~free:
            raise CannotStand("a card is given twice, or is not in this deck")
        free &= ~cards
    for seat, cards in scene.hands.items():
        secrets.hands[seat] = cards
        pos.hand[seat] = count(cards)
    secrets.piles[1] = scene.underneath
    secrets.piles[0] = free if scene.deck is None else scene.deck
    if scene.deck is None:
        free = 0
    pos.masks[layout.DISCARD] = scene.discard if scene.discard is not None else free
    secrets.gone[0] = free if scene.discard is not None else 0
    pos.now[layout.DECK_SIZE] = count(secrets.piles[0]) + count(scene.underneath)


def leave(table: Table, seat: int, how: str) -> None:
    """A seat that left before the case begins."""
    pos = table.pos
    if how == "withdrawn":
        withdraw(table.tables, pos, table.secrets, seat)
    elif how == "excluded":
        exclude(table.tables, pos, table.secrets, seat)
    elif how == "congelato":
        freeze(table.tables, pos, table.secrets, seat)
    else:
        if pos.owned[seat]:
            raise CannotStand("an eliminated seat holds a territory")
        pos.status[seat] = layout.ELIMINATED
        pos.now[layout.OUT_COUNT] += 1
        pos.out_order[seat] = pos.now[layout.OUT_COUNT]
