"""A reproducible random stream for draws, bots and simulation, never for the dice of a played game.

The state is one whole number below 2^63, kept in a local variable and handed back by every call, so a game
seeded by (base, index) is the same alone, in any batch and on any number of threads. All arithmetic stays
below 2^63, so interpreted and compiled code agree without a second body. The generator is a
multiply-with-carry with both halves of the state mixed into the output; period about 2^61.
"""

MULTIPLIER = 1791398085
LOW_32 = 0xFFFFFFFF


def scrambled(number: int) -> int:
    """A 32-bit hash of the number's low 32 bits."""
    number = number & LOW_32
    number = ((number ^ (number >> 16)) * 0x21F0AAAD) & LOW_32
    number = ((number ^ (number >> 15)) * 0x735A2D97) & LOW_32
    return number ^ (number >> 15)


def seeded(base: int, index: int) -> int:
    """The first state of stream number `index` under a base seed (both below 2^63)."""
    low = scrambled(scrambled(base) ^ scrambled((base >> 32) + 0x6A09E667))
    high = scrambled(low ^ scrambled(index) ^ 0x3C6EF372)
    low = scrambled(high ^ scrambled((index >> 32) + low))
    # Halves of zero and of the largest value are the generator's two fixed points.
    state = ((high % (MULTIPLIER - 2) + 1) << 32) | low
    for _ in range(4):
        state = advanced(state)
    return state


def advanced(state: int) -> int:
    """The next state."""
    return (state & LOW_32) * MULTIPLIER + (state >> 32)


def output(state: int) -> int:
    """The 32-bit output of a state."""
    return (state & LOW_32) ^ (state >> 32)


def below(state: int, size: int) -> tuple[int, int]:
    """The next state and a number from 0 to size - 1, each exactly as likely (size below 2^31)."""
    state = advanced(state)
    product = output(state) * size
    if (product & LOW_32) < size:
        rejected = ((1 << 32) - size) % size
        while (product & LOW_32) < rejected:
            state = advanced(state)
            product = output(state) * size
    return state, (product >> 32) & LOW_32  # never negative: the mask tells the compiler so
