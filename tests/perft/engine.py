"""The rules core on a small board: tables with the rows of the board replaced, a game as the walk sees it.

Territories beyond the small board belong to nobody at the table, hold one army and border nothing.
"""

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import CONTINENTS, MOST_OBJECTIVES, TERRITORIES, Row, Tables, tables
from kamchatka.rules import layout
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import Position, Secrets
from kamchatka.rules.legality import MOST_FAMILIES, check, list_moves
from kamchatka.rules.moves import (
    ADVANCE_WITH,
    ATTACK,
    DEFEND,
    END_TURN,
    EXCLUDE,
    LATE_CARD,
    MOVE,
    NO_CARD,
    PASS_WITHOUT_CARD,
    PLACE,
    ROLL,
    TAKE_BACK,
    TIME_EXPIRED,
    TRIS,
    UNDO_MOVE,
    WITHDRAW,
    first_of,
    kind_of,
    move,
    number_of,
    second_of,
)
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.rules.turn import begin_turn
from tests.perft.country import Country
from tests.perft.opinion import Action, Opinion

KINDS = {
    "tris": TRIS,
    "place": PLACE,
    "take_back": TAKE_BACK,
    "attack": ATTACK,
    "defend": DEFEND,
    "advance": ADVANCE_WITH,
    "move": MOVE,
    "roll": ROLL,
    "end": END_TURN,
    "undo": UNDO_MOVE,
    "pass": PASS_WITHOUT_CARD,
    "late": LATE_CARD,
    "expire": TIME_EXPIRED,
    "withdraw": WITHDRAW,
    "exclude": EXCLUDE,
}
NAMES = {kind: name for name, kind in KINDS.items()}
STATUS = {"playing": 0, "eliminated": 1, "withdrawn": 2, "excluded": 3, "frozen": 4}
FOUND = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")


def row(numbers: list[int], length: int) -> Row:
    """A row of a table."""
    cells = memoryview(bytearray(8 * length)).cast("q")
    for place, number in enumerate(numbers):
        cells[place] = number
    return cells


def mask(things: frozenset[int] | set[int]) -> int:
    """A set as bits."""
    return sum(1 << thing for thing in things)


def small_tables(rules: Rulebook, board: Country) -> Tables:
    """The tables of the rulebook, on the small board."""
    tally = rules.tally
    nobodys = 1 << (TERRITORIES - 1)
    lands = [mask(c.lands) for c in board.continents]
    points = [
        2
        * (
            tally.continent_base
            + tally.continent_per_bonus * c.bonus
            + tally.continent_per_territory * len(c.lands)
            + tally.continent_per_border * board.links_out(c.lands)
        )
        for c in board.continents
    ]
    return tables(rules)._replace(
        neighbours=row([mask(board.borders[land]) for land in sorted(board.borders)], TERRITORIES),
        values=row([board.value[land] for land in sorted(board.borders)], TERRITORIES),
        continent_masks=row(lands + [nobodys] * (CONTINENTS - len(lands)), CONTINENTS),
        continent_bonus=row([c.bonus for c in board.continents], CONTINENTS),
        continent_points=row(points, CONTINENTS),
        objective_count=len(board.objectives),
        objectives=row([mask(board.objectives[s]) for s in sorted(board.objectives)], MOST_OBJECTIVES),
    )


def encode(action: Action) -> int:
    """The core's number for an action."""
    kind = KINDS[str(action[0])]
    numbers = [int(x) for x in action[1:]]
    if kind == TRIS:
        a, b, c = [*numbers, NO_CARD, NO_CARD][:3]
        return move(TRIS, a, b, c)
    if kind in (PLACE, TAKE_BACK):
        return move(kind, numbers[0], 0, numbers[1])
    if kind in (DEFEND, ADVANCE_WITH, ROLL):
        return move(kind, 0, 0, numbers[0])
    return move(kind, *numbers)


def decode(coded: int) -> Action:
    """The action a number of the core stands for."""
    kind = kind_of(coded)
    name = NAMES.get(kind, f"kind {kind}")
    a, b, n = first_of(coded), second_of(coded), number_of(coded)
    if kind == TRIS:
        return (name, *[card for card in (a, b, n) if card != NO_CARD])
    if kind in (PLACE, TAKE_BACK):
        return (name, a, n)
    if kind in (DEFEND, ADVANCE_WITH, ROLL):
        return (name, n)
    return (name, a, b, n) if kind in (ATTACK, MOVE) else (name,)


POSITION_BYTES = layout.size_of(layout.POSITION_LAYOUT)


class Engine:
    """A game of the core. `play` and `throw` give the game that follows."""

    def __init__(self, small: Tables, table: bytes) -> None:
        self.tables = small
        self.on_table = bytearray(table[:POSITION_BYTES])
        self.hidden = bytearray(table[POSITION_BYTES:])
        self.pos: Position = layout.position(self.on_table)
        self.secrets: Secrets = layout.secrets(self.hidden)

    @property
    def table(self) -> bytes:
        """The bytes of the Position and of the Secrets."""
        return bytes(self.on_table + self.hidden)

    def decider(self) -> int | None:
        """The seat that must decide, if any."""
        seat = to_act(self.pos)
        return seat if seat >= 0 else None

    def outcomes(self) -> int:
        """Out of how many outcomes luck chooses now; rolling off places is no part of the walk."""
        return 0 if self.is_over() else luck_outcomes(self.tables, self.pos, self.secrets)

    def luck_kind(self) -> str:
        """What luck is asked for: battle, card or closing."""
        asked = {layout.BATTLE: "battle", layout.CARD: "card", layout.CLOSING: "closing"}
        return asked[self.pos.now[layout.PHASE]]

    def is_over(self) -> bool:
        """Whether the game has ended, apart from the places."""
        return self.pos.now[layout.ENDING] != layout.NOT_ENDED

    def legal(self) -> list[int]:
        """Every move, family by family and number by number."""
        seat = to_act(self.pos)
        if seat < 0 or self.is_over():
            return []
        count = list_moves(self.tables, self.pos, self.secrets.hands[seat], FOUND)
        return [
            FOUND[3 * at] | n for at in range(count) for n in range(FOUND[3 * at + 1], FOUND[3 * at + 2] + 1)
        ]

    def refuses(self, seat: int, coded: int) -> int:
        """0 if the core accepts this move of this seat."""
        return check(self.tables, self.pos, self.secrets.hands[seat], seat, coded)

    def play(self, coded: int) -> "Engine":
        """The game after a move."""
        after = Engine(self.tables, self.table)
        apply(after.tables, after.pos, after.secrets, coded)
        return after

    def throw(self, number: int) -> "Engine":
        """The game after luck chose this outcome."""
        after = Engine(self.tables, self.table)
        apply_luck(after.tables, after.pos, after.secrets, number)
        return after


def engine(opinion: Opinion) -> Engine:
    """The core's game at the same start: the first moment of the turn of the seat in turn."""
    rules, board = opinion.rules, opinion.board
    small = small_tables(rules, board)
    core = Engine(small, bytes(POSITION_BYTES + layout.size_of(layout.SECRETS_LAYOUT)))
    pos, secrets = core.pos, core.secrets
    start(small, pos, secrets, opinion.seats)
    for land in range(TERRITORIES):
        owner = opinion.owner.get(land)
        hand_over(pos, land, layout.NEUTRAL if owner is None else owner)
        add_armies(pos, land, opinion.armies.get(land, 1))
    for seat in range(opinion.seats):
        secrets.hands[seat] = mask(opinion.hands[seat])
        pos.hand[seat] = len(opinion.hands[seat])
        pos.status[seat] = STATUS[opinion.status[seat]]
        pos.forfeits[seat] = opinion.forfeits.get(seat, 0)
        if board.objectives:
            secrets.objective[seat] = seat
    for place in range(layout.PILES):
        secrets.piles[place] = mask(opinion.piles[place]) if place < len(opinion.piles) else 0
    pos.masks[layout.DISCARD] = mask(opinion.discards)
    pos.now[layout.DECK_SIZE] = sum(len(pile) for pile in opinion.piles)
    pos.now[layout.LAP] = opinion.lap
    pos.now[layout.LAST_LAP] = opinion.last_lap or 0
    pos.now[layout.CLOSING_ROUND] = opinion.rounds
    begin_turn(small, pos, secrets, opinion.seat)
    return core
