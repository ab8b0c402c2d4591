"""A bot's working memory: tables of odds, what was played so far, and what it worked out about this turn.

Like a Position it is cells, which interpreted code reads through memoryviews and compiled code as a record.
Nothing in it is secret. What the caller keeps, `conquered` and the laps, are public facts; the rest is worked
out again whenever it is forgotten.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from kamchatka.bots.chances import ARMIES, MOODS, PAIRS, fights, priced, risks
from kamchatka.bots.characters import CHARACTER_CELLS, Characters, shipped_characters
from kamchatka.bots.traits import TRAITS
from kamchatka.rulebook.tables import MOST_OBJECTIVES, tables_over
from kamchatka.rules.layout import SEATS, TERRITORIES, Cells
from kamchatka.rules.legality import MOST_FAMILIES

MOST_TEMPERAMENTS = 8
"""Those shipped, and one for each of two bots with parameters of their own."""
MOST_CHARACTERS = 5
UNKNOWN_LAPS = 1000
"""Laps of a game of which nobody knows when its time expires."""

# Cells of `cell`
LAPS = 0  # laps before time expires
EPOCH = 1  # number of the present state of knowledge: what was noted in another one is void
KEY = 2  # what the worths of this turn depend on
HOSTILE = 3  # hostile armies on the board in this epoch
ROW = 4  # the temperament whose parameters are in `trait`
MOOD = 5  # where its odds in the mood of this turn begin
LACKS = 6  # missing territories of the objective
IS_AHEAD = 7  # 1 if it feels ahead on points
DEFENCE_WEIGHT = 8  # hundredths
PRIOR_TURNS = 9
PRIOR_RATE = 10
ANSWER = 11  # the move a thinker has decided on, or NO_ANSWER
STREAM = 12  # the state of the game's random stream while a thinker is asked
CELLS = 13

NO_ANSWER = 0

Layout = tuple[tuple[str, str, int], ...]
"""Name, format and number of cells of each field of a record."""

NOTES_LAYOUT: Layout = (
    ("found", "q", 3 * MOST_FAMILIES),
    ("cell", "q", CELLS),
    ("conquered", "q", SEATS),
    ("rows", "q", MOST_TEMPERAMENTS * TRAITS),
    ("characters", "q", MOST_CHARACTERS * CHARACTER_CELLS),
    ("trait", "q", TRAITS),
    ("worth", "q", TERRITORIES),
    ("hold", "q", TERRITORIES),
    ("expected", "q", SEATS + 1),
    ("plane", "q", 3),
    ("share", "q", MOST_OBJECTIVES),
    ("chain", "q", TERRITORIES * ARMIES),
    ("stand", "q", TERRITORIES * ARMIES),
    ("threat", "q", TERRITORIES),
    ("threat_epoch", "q", TERRITORIES),
    ("standing", "q", TERRITORIES),
    ("away", "q", TERRITORIES),
    ("odds", "i", MOST_TEMPERAMENTS * MOODS * PAIRS),
    ("risk", "h", PAIRS),
)
"""`found` is a buffer for moves; `conquered` the territories each seat has conquered so far; `trait` the row
of parameters in force; `expected` the armies each owner may add before it attacks; `plane` the binary digits
of the printed values. By territory: its `worth` as a target, the worth to `hold` it, the `threat` of its
strongest neighbour; for the strategic move, how it is `standing` and how far it is `away` from the front.
By territory and armies: the `chain` of conquests that begins there, and how an own territory would `stand`.
"""

CELL_BYTES = {"h": 2, "i": 4, "q": 8}


class Notes(NamedTuple):
    """The working memory of a bot."""

    found: Cells
    cell: Cells
    conquered: Cells
    rows: Cells
    characters: Cells
    trait: Cells
    worth: Cells
    hold: Cells
    expected: Cells
    plane: Cells
    share: Cells
    chain: Cells
    stand: Cells
    threat: Cells
    threat_epoch: Cells
    standing: Cells
    away: Cells
    odds: Cells
    risk: Cells


def new_notes(packed: bytes) -> Notes:
    """Notes for games under these tables, as `pack` writes them."""
    return notes_over(bytearray(blank_notes(packed)))


def notes_over(buffer: bytearray | memoryview) -> Notes:
    """Notes over these bytes."""
    return Notes(*record_over(NOTES_LAYOUT, buffer))


def size_in_bytes(layout: Layout) -> int:
    """The size of a record with this layout."""
    return sum(count * CELL_BYTES[kind] for _, kind, count in layout)


def record_over(layout: Layout, buffer: bytearray | memoryview) -> list[Cells]:
    """The fields of a record over these bytes."""
    whole, at = memoryview(buffer), 0
    fields: list[Cells] = []
    for _, kind, count in layout:
        end = at + count * CELL_BYTES[kind]
        fields.append(whole[at:end].cast(kind))  # type: ignore[call-overload]
        at = end
    return fields


@lru_cache(16)
def blank_notes(packed: bytes, characters: Characters | None = None) -> bytes:
    """Notes about nothing yet, with all tables filled in."""
    buffer = bytearray(size_in_bytes(NOTES_LAYOUT))
    notes, tables = notes_over(buffer), tables_over(packed)
    characters = characters or shipped_characters()
    fought = fights(tables)
    write(notes.risk, 0, risks(fought))
    for row, traits in enumerate(characters.rows):
        write(notes.rows, row * TRAITS, traits)
        for mood in range(MOODS):
            write(notes.odds, (row * MOODS + mood) * PAIRS, priced(fought, traits, mood))
    for number, cells in enumerate(characters.characters):
        write(notes.characters, number * CHARACTER_CELLS, cells)
    for territory in range(TERRITORIES):
        for digit in range(3):
            notes.plane[digit] |= (tables.values[territory] >> digit & 1) << territory
    write(notes.cell, 0, (UNKNOWN_LAPS, 0, -1, -1, -1))
    write(notes.cell, PRIOR_TURNS, characters.prior)
    return bytes(buffer)


def write(cells: Cells, at: int, numbers: Iterable[int]) -> None:
    """Write numbers into consecutive cells."""
    for offset, number in enumerate(numbers):
        cells[at + offset] = number
