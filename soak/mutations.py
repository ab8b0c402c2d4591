"""A million wrong moves over all regulations: refused with a reason, state unchanged."""

import argparse

from kamchatka.rulebook import load, shipped
from tests.properties.mutations import try_mutations


def main(argv: list[str]) -> int:
    """Mutate moves of random games until `--moves` of them were refused."""
    parser = argparse.ArgumentParser(prog="soak mutations", description=__doc__)
    parser.add_argument("--moves", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=31)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    refused, failed, first = 0, 0, 0
    reasons: set[int] = set()
    while refused < wanted.moves and not failed:
        for name in shipped():
            book = load(name)
            for seats in book.seats.sizes:
                tried = try_mutations(book, seats, range(first, first + 5), each_state=30, base=wanted.seed)
                refused += tried.refused
                reasons |= tried.reasons
                failed += len(tried.accepted) + tried.changed
                for line in tried.accepted[:5]:
                    print(f"  accepted: {line}")
        first += 5
        print(f"{refused} refused, {len(reasons)} different reasons", flush=True)
    return 1 if failed else 0
