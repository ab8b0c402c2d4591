"""Sets of territories and cards as masks of bits.

With `stream`, these are the only functions that have a second, compiled body.
"""


def count(mask: int) -> int:
    """Number of set bits."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The number of the lowest set bit (the mask is not empty)."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The number of the n-th set bit, counting from 0 upwards."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def contains(mask: int, bit: int) -> bool:
    """Whether this bit is set."""
    return (mask >> bit) & 1 == 1
