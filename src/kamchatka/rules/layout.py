"""What lies on the table and what is hidden, as cells of two small buffers.

Interpreted code reads them through memoryviews, compiled code as records over the same bytes; both write
`pos.armies[t]`. All cells are signed. `Position` is everything players can see; `Secrets` are hands,
objectives and what is left of the deck. Territory sets are masks: bit t for territory t.
"""

from typing import NamedTuple

Cells = memoryview

TERRITORIES = 42
SEATS = 6
NEUTRAL = 6
"""Owner of territories that never belonged to a seat."""
NOBODY = -1
"""Owner of a territory not yet assigned."""

# Status of a seat
PLAYING = 0
ELIMINATED = 1
WITHDRAWN = 2
EXCLUDED = 3
CONGELATO = 4
CONGELATO_IN_EXTRA_LAPS = 5

# Phases, in the order a game meets them
ORDER = 0
COLOURS = 1
STRIPS = 2
OBJECTIVES = 3
DEAL = 4
DRAFT = 5
PLACEMENT = 6
REINFORCEMENT = 7
COMBAT = 8
DEFENCE = 9
BATTLE = 10
ADVANCE = 11
MOVED = 12
CARD = 13
CLOSING = 14
CLOSING_CHOICE = 15
ROLL_OFF = 16
OVER = 17

# How a game ended
NOT_ENDED = 0
BY_OBJECTIVE = 1
BY_CLOSING = 2
LAST_SEAT = 3
BY_BOUND = 4

MOST_LAPS = 400
"""A stated bound: a game still open after so many laps is ended and reported as such."""

# Cells of `now`
PHASE = 0
SEATS_AT_TABLE = 1
SEAT = 2
LAP = 3
TURN = 4
TO_PLACE = 5
HAS_PLACED = 6
TRIS_PLAYED = 7
TAKEN_BACK = 8
CONQUESTS = 9
FROM = 10
TO = 11
ATTACK_DICE = 12
DEFENCE_DICE = 13
ARMIES_AT_ROLL = 14
MOST_ADVANCE = 15
MOVES_MADE = 16
CARDS_TO_TAKE = 17
CARD_LEFT_BY = 18
LAST_LAP = 19
CLOSING_ROUND = 20
CLOSING_SLOT = 21
ENDING = 22
WINNER = 23
OUT_COUNT = 24
DECK_SIZE = 25
DEAL_SLOT = 26
DEAL_LOOK = 27
DEAL_TRIES = 28
DEAL_FLAGGED = 29
PLACED_IN_PASS = 30
FIRST_SEAT = 31
ROLLING = 32
STARTED_EXCHANGE_WITH = 33
RETURN_PHASE = 34
MOVED_FROM = 35
MOVED_TO = 36
MOVED_ARMIES = 37
CARDS_LEFT = 38
NOW_CELLS = 40

# Cells of `masks`
STRONG = 0
"""Territories with at least two armies."""
DISCARD = 1
"""Cards played; cards 42 and 43 are the jolly."""
MASK_CELLS = 2

PILES = 12
"""Piles of the deck: the first is taken from, the others lie underneath in order."""
QUEUE = 44

POSITION_LAYOUT: tuple[tuple[str, str, int], ...] = (
    ("owned", "q", SEATS + 1),
    ("masks", "q", MASK_CELLS),
    ("armies", "h", TERRITORIES),
    ("placed", "h", TERRITORIES),
    ("now", "h", NOW_CELLS),
    ("on_board", "h", SEATS),
    ("limit", "h", SEATS),
    ("to_place", "h", SEATS),
    ("last_turn", "h", SEATS),
    ("owner", "b", TERRITORIES),
    ("hand", "b", SEATS),
    ("status", "b", SEATS),
    ("out_order", "b", SEATS),
    ("forfeits", "b", SEATS),
    ("colour", "b", SEATS),
    ("chair", "b", SEATS),
    ("strip", "b", SEATS),
    ("rolls", "b", SEATS),
    ("place", "b", SEATS),
    ("decided", "b", SEATS),
)
"""Name, format and number of cells of each field of a Position, in the order of its bytes."""

SECRETS_LAYOUT: tuple[tuple[str, str, int], ...] = (
    ("hands", "q", SEATS),
    ("piles", "q", PILES),
    ("gone", "q", 1),
    ("objectives_left", "q", 1),
    ("objective", "b", SEATS),
    ("queue", "b", QUEUE),
    ("dealt", "b", QUEUE),
    ("card_set", "b", 1),
)
"""The same for Secrets."""


class Position(NamedTuple):
    """All that lies on the table."""

    owned: Cells
    masks: Cells
    armies: Cells
    placed: Cells
    now: Cells
    on_board: Cells
    limit: Cells
    to_place: Cells
    last_turn: Cells
    owner: Cells
    hand: Cells
    status: Cells
    out_order: Cells
    forfeits: Cells
    colour: Cells
    chair: Cells
    strip: Cells
    rolls: Cells
    place: Cells
    decided: Cells


class Secrets(NamedTuple):
    """What is hidden: hands, objectives, the deck."""

    hands: Cells
    piles: Cells
    gone: Cells
    objectives_left: Cells
    objective: Cells
    queue: Cells
    dealt: Cells
    card_set: Cells


CELL_BYTES = {"b": 1, "h": 2, "i": 4, "q": 8}


def size_of(layout: tuple[tuple[str, str, int], ...]) -> int:
    """Bytes of a buffer with this layout."""
    return sum(CELL_BYTES[kind] * count for _, kind, count in layout)


def views(layout: tuple[tuple[str, str, int], ...], buffer: bytearray) -> list[Cells]:
    """A memoryview for each field of a buffer."""
    fields = []
    start = 0
    for _, kind, count in layout:
        end = start + CELL_BYTES[kind] * count
        fields.append(memoryview(buffer)[start:end].cast(kind))  # type: ignore[call-overload]
        start = end
    return fields


def position(buffer: bytearray) -> Position:
    """A Position over these bytes."""
    return Position(*views(POSITION_LAYOUT, buffer))


def secrets(buffer: bytearray) -> Secrets:
    """Secrets over these bytes."""
    return Secrets(*views(SECRETS_LAYOUT, buffer))


def new_position() -> Position:
    """An empty Position; `setup.start` prepares it."""
    return position(bytearray(size_of(POSITION_LAYOUT)))


def new_secrets() -> Secrets:
    """Empty Secrets; `setup.start` prepares them."""
    return secrets(bytearray(size_of(SECRETS_LAYOUT)))
