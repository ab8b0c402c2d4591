"""Elementary moves as integers: kind, two bytes, and a number of 16 bits.

kind << 32 | a << 24 | b << 16 | n. Families in `list_moves` give the minimum and maximum n.
"""

# Moves of a seat, in list order
COLOUR = 1
"""a: colour"""
PICK = 2
"""a: free territory taken in the draft"""
PLACE_FIRST = 3
"""a: own territory, n: initial armies"""
TRIS = 4
"""a, b, n: three cards; 63 means "no card" when one or two are exchanged"""
PLACE = 5
"""a: own territory, n: reinforcements"""
TAKE_BACK = 6
"""a: own territory, n: armies placed this turn"""
ATTACK = 7
"""a: source, b: target, n: dice"""
DEFEND = 8
"""n: dice"""
ADVANCE_WITH = 9
"""n: armies that move into the conquered territory, beyond the compulsory ones"""
MOVE = 10
"""a: source, b: goal, n: armies"""
ROLL = 11
"""n: 1 to roll the closing dice, 0 not to (if the roll is optional)"""
END_TURN = 12
UNDO_MOVE = 13
"""take back the strategic move, to make another one (if allowed until the turn ends)"""

STRIP = 15
"""a: the row a seat declares as its strip before the game (if strips are declared)"""

# Never listed: incidents of live tables, and judges' decisions
PASS_WITHOUT_CARD = 14
"""end the turn and leave the earned card on the deck"""
LATE_CARD = 16
"""the seat that left its card takes it, out of turn"""
TIME_EXPIRED = 20
WITHDRAW = 21
"""a: seat"""
EXCLUDE = 22
"""a: seat"""
CORRECT = 23
"""a: territory, b: owner, n: armies, as on the real board"""

FREEZE = 24
"""a: seat"""
END_GAME = 25
"""the board is counted as it stands"""
COME_LATE = 26
"""a: seat that was absent at the start"""

NO_CARD = 63


def move(kind: int, a: int = 0, b: int = 0, n: int = 0) -> int:
    """A move as one number."""
    return (kind << 32) | (a << 24) | (b << 16) | n


def kind_of(coded: int) -> int:
    """The kind of the move."""
    return coded >> 32


def first_of(coded: int) -> int:
    """The move's a."""
    return (coded >> 24) & 0xFF


def second_of(coded: int) -> int:
    """The move's b."""
    return (coded >> 16) & 0xFF


def number_of(coded: int) -> int:
    """The move's n."""
    return coded & 0xFFFF


def is_well_formed(coded: int) -> bool:
    """Whether the parts this kind of move does not use are zero, so that each move has one number."""
    kind = kind_of(coded)
    uses_a = kind in (COLOUR, PICK, PLACE_FIRST, TRIS, PLACE, TAKE_BACK, ATTACK, MOVE)
    uses_a = uses_a or kind in (STRIP, WITHDRAW, EXCLUDE, FREEZE, CORRECT, COME_LATE)
    uses_b = kind in (TRIS, ATTACK, MOVE, CORRECT)
    uses_n = uses_b or kind in (PLACE_FIRST, PLACE, TAKE_BACK, DEFEND, ADVANCE_WITH, ROLL)
    if not uses_a and first_of(coded) != 0:
        return False
    if not uses_b and second_of(coded) != 0:
        return False
    return uses_n or number_of(coded) == 0
