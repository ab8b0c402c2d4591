"""Public and hidden state, as cells of two small buffers.

Interpreted code reads them through memoryviews, compiled code as records over the same bytes; both write
`pos.armies[t]`. All cells are signed. `Position` is everything players can see; `Secrets` are hands,
objectives and the rest of the deck. Territory sets are masks: bit t for territory t.
"""

from typing import NamedTuple

Cells = memoryview

TERRITORIES = 42
SEATS = 6
NEUTRAL = SEATS
"""Owner of territories that never belonged to a seat."""
NOBODY = -1
"""Owner of a territory not yet assigned."""

# Status of a seat
PLAYING = 0
ELIMINATED = 1  # lost its last territory
WITHDRAWN = 2  # left voluntarily; keeps its territories, which only defend
EXCLUDED = 3  # removed by a judge; counts as the first one out
CONGELATO = 4  # frozen: keeps its territories, only defends, is counted at the end
CONGELATO_IN_EXTRA_LAPS = 5  # the same, frozen after the last lap

# Phases, in the order of a game; DEFENCE to ADVANCE recur within COMBAT
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
BY_JUDGE = 5  # a judge had the board counted as it stood

MOST_LAPS = 400
"""Upper bound: a game still open after this many laps is ended and reported as such."""

# Cells of `now`; for a territory or a seat, NOBODY means none
PHASE = 0
SEATS_AT_TABLE = 1
SEAT = 2  # the seat in turn
LAP = 3  # from 1; a lap is one turn of every seat
TURN = 4  # turns started in the whole game
TO_PLACE = 5  # reinforcements still to place
HAS_PLACED = 6  # 1 after an army was placed this turn, even if taken back
TRIS_PLAYED = 7  # this turn
TAKEN_BACK = 8  # times armies or the move were taken back this turn
CONQUESTS = 9  # this turn
FROM = 10  # source of the last attack of this turn
TO = 11  # its target
ATTACK_DICE = 12
DEFENCE_DICE = 13
ARMIES_AT_ROLL = 14  # on the source before the last roll, for the garrison after a conquest
MOST_ADVANCE = 15  # further armies that may follow a conquest
MOVES_MADE = 16  # strategic moves this turn
CARDS_TO_TAKE = 17  # earned and not yet taken
CARD_LEFT_BY = 18  # 1 + the seat that passed without its card; 0 if none did
LAST_LAP = 19  # last lap before the closing rolls; 0 before time is over
CLOSING_ROUND = 20  # round of closing rolls; 0 before the first
CLOSING_SLOT = 21  # seat whose closing roll is due or was last
ENDING = 22
WINNER = 23  # seat that reached the goal, or NOBODY
OUT_COUNT = 24  # seats out so far
DECK_SIZE = 25
DEAL_SLOT = 26  # territories dealt or chosen so far
DEAL_LOOK = 27  # index of the known next card being tried
DEAL_TRIES = 28  # corrections tried
DEAL_FLAGGED = 29  # irregular cards accepted
PLACED_IN_PASS = 30  # initial armies the seat still places in this pass
FIRST_SEAT = 31  # first seat of a lap; not 0 only if time ends with the turn
ROLLING = 32  # mask of the chairs or seats that must roll for order
STARTED_EXCHANGE_WITH = 33  # cards in hand at the first exchange of this turn; 0 before it
RETURN_PHASE = 34  # phase to go back to after a card taken late
MOVED_FROM = 35  # the strategic move just made
MOVED_TO = 36
MOVED_ARMIES = 37
CARDS_LEFT = 38  # cards the seat of CARD_LEFT_BY may still take late
NOW_CELLS = 40  # one spare, so that the buffer stays aligned

# Cells of `masks`
STRONG = 0
"""Territories with at least two armies."""
DISCARD = 1
"""Played cards; cards 42 and 43 are the jolly."""
MASK_CELLS = 2

PILES = 12
"""Piles of the deck: cards are taken from the first, the others lie underneath in order."""
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
"""Name, format and number of cells of each field of a Position, in byte order.

By territory: `owner`, `armies`, `placed` (this turn).
By seat: `owned` (mask; the last is NEUTRAL), `on_board` (armies), `limit` (of armies, 0 none), `to_place`
(initial armies left), `last_turn` (its latest turn), `hand` (cards), `status`, `out_order` (1 for the
first one out), `forfeits` (cards a latecomer still loses), `colour`, `chair` (where it sits), `strip` (row
declared), `rolls` (rank by dice for order), `place` (at the end), `decided` (what put it ahead of the next).
"""

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
"""Layout of Secrets: `hands` and `objective` by seat, `piles` of the deck, cards `gone` from the game,
objectives still face down, the `queue` of known next cards in a deal, the card `dealt` in each slot, and the
set of objectives drawn for the table.
"""


class Position(NamedTuple):
    """The public state of the table."""

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
    """The hidden state: hands, objectives, the deck."""

    hands: Cells
    piles: Cells
    gone: Cells
    objectives_left: Cells
    objective: Cells
    queue: Cells
    dealt: Cells
    card_set: Cells


CELL_BYTES = {"b": 1, "h": 2, "q": 8}


def size_of(layout: tuple[tuple[str, str, int], ...]) -> int:
    """Size in bytes of a buffer with this layout."""
    return sum(CELL_BYTES[kind] * count for _, kind, count in layout)


def parts_of(layout: tuple[tuple[str, str, int], ...]) -> list[tuple[slice, str]]:
    """The byte range and cell format of each field in a buffer."""
    parts = []
    start = 0
    for _, kind, count in layout:
        end = start + CELL_BYTES[kind] * count
        parts.append((slice(start, end), kind))
        start = end
    return parts


POSITION_PARTS = parts_of(POSITION_LAYOUT)
SECRETS_PARTS = parts_of(SECRETS_LAYOUT)


def views(parts: list[tuple[slice, str]], buffer: bytearray) -> list[Cells]:
    """A memoryview for each field of a buffer."""
    whole = memoryview(buffer)
    return [whole[part].cast(kind) for part, kind in parts]  # type: ignore[call-overload]


def position(buffer: bytearray) -> Position:
    """A Position over these bytes."""
    return Position(*views(POSITION_PARTS, buffer))


def secrets(buffer: bytearray) -> Secrets:
    """Secrets over these bytes."""
    return Secrets(*views(SECRETS_PARTS, buffer))


def new_position() -> Position:
    """A Position of zeros, invalid until `setup.start` prepares it."""
    return position(bytearray(size_of(POSITION_LAYOUT)))


def new_secrets() -> Secrets:
    """Empty Secrets; `setup.start` prepares them."""
    return secrets(bytearray(size_of(SECRETS_LAYOUT)))
