"""Elementary moves as whole numbers: kind, two bytes, and a number of 16 bits.

kind << 32 | a << 24 | b << 16 | n. Families in `list_moves` give the least and the most n.
"""

# Moves of a seat, in the order they are listed
COLOUR = 1
"""a: colour"""
PICK = 2
"""a: free territory taken in the draft"""
PLACE_FIRST = 3
"""a: own territory, n: initial armies"""
TRIS = 4
"""a, b, n: three cards; 63 stands for "no card" where one or two are exchanged"""
PLACE = 5
"""a: own territory, n: reinforcements"""
TAKE_BACK = 6
"""a: own territory, n: armies placed this turn"""
ATTACK = 7
"""a: source, b: target, n: dice"""
DEFEND = 8
"""n: dice"""
ADVANCE_WITH = 9
"""n: armies that follow into the conquered territory, beyond the compulsory ones"""
MOVE = 10
"""a: source, b: goal, n: armies"""
ROLL = 11
"""n: 1 to roll the closing dice, 0 to let it be (where the roll is optional)"""
END_TURN = 12
UNDO_MOVE = 13
"""the strategic move is taken back, to be made otherwise (where it may be until the turn ends)"""

STRIP = 15
"""a: the row a seat declares as its strip before the game (where strips are declared)"""

# Never listed: what happens at live tables, and what a judge decides
PASS_WITHOUT_CARD = 14
"""the turn ends and the card due is left on the deck"""
LATE_CARD = 16
"""the seat that left its card takes it, out of turn"""
TIME_EXPIRED = 20
WITHDRAW = 21
"""a: seat"""
EXCLUDE = 22
"""a: seat"""
CORRECT = 23
"""a: territory, b: owner, n: armies, as they really stand"""

FREEZE = 24
"""a: seat"""
END_GAME = 25
"""the board is counted as it stands"""
COME_LATE = 26
"""a: seat that was not there when the game began"""

NO_CARD = 63


def move(kind: int, a: int = 0, b: int = 0, n: int = 0) -> int:
    """A move as one number."""
    return (kind << 32) | (a << 24) | (b << 16) | n


def kind_of(coded: int) -> int:
    """What kind of move this is."""
    return coded >> 32


def first_of(coded: int) -> int:
    """Its a."""
    return (coded >> 24) & 0xFF


def second_of(coded: int) -> int:
    """Its b."""
    return (coded >> 16) & 0xFF


def number_of(coded: int) -> int:
    """Its n."""
    return coded & 0xFFFF


def is_well_formed(coded: int) -> bool:
    """Whether the parts this kind of move does not use are zero: every move has one number only."""
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
