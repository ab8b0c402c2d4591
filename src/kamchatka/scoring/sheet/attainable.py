"""Table points a seat can have under some objective card, and two seats together.

Sets of points are bits of one integer: each territory adds its shifted copy. They are kept for each deck.
"""

from functools import lru_cache
from itertools import combinations

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.rules.hold import hand_over
from kamchatka.rules.layout import TERRITORIES, new_position, new_secrets
from kamchatka.rules.setup import start
from kamchatka.rules.tally import table_points

Weights = tuple[int, ...]
"""Points of each territory for a seat with one card."""


def card_weights(rulebook: Rulebook) -> tuple[Weights, ...]:
    """The weights of every card; none if points are not a sum over single territories."""
    tables, pos = tables_of(rulebook), new_position()
    others = (tables.points_beside_missing, tables.points_protected, tables.half_points_army)
    if any((*others, *tables.continent_points, tables.points_card, tables.strip)):
        return ()
    start(tables, pos, new_secrets(), rulebook.seats.preferred)
    inside, outside = [], []
    for territory in range(TERRITORIES):
        hand_over(pos, territory, 0)
        inside.append(table_points(tables, pos, 0, 1 << territory) // 2)
        outside.append(table_points(tables, pos, 0, 0) // 2)
        hand_over(pos, territory, 1)
    return tuple(
        tuple(
            (inside if tables.objectives[card] >> land & 1 else outside)[land] for land in range(TERRITORIES)
        )
        for card in range(tables.objective_count)
    )


def attainable(cards: tuple[Weights, ...], points: int) -> bool:
    """Whether a seat can have exactly these points with one of the cards."""
    return bool(_alone(cards) >> points & 1)


def attainable_together(cards: tuple[Weights, ...], points: int, others: int) -> bool:
    """Whether two seats can have exactly these points with two of the cards, no territory owned twice."""
    if not (attainable(cards, points) and attainable(cards, others)):
        return False
    found, width = _in_pairs(cards), _width(cards)
    return bool((found >> points * width + others | found >> others * width + points) & 1)


@lru_cache(maxsize=64)
def _alone(cards: tuple[Weights, ...]) -> int:
    found = 0
    for card in cards:
        sums = 1
        for weight in card:
            sums |= sums << weight
        found |= sums
    return found


@lru_cache(maxsize=64)
def _in_pairs(cards: tuple[Weights, ...]) -> int:
    """Bit `p * width + q`: one seat of a pair has p points and the other q."""
    found, width = 0, _width(cards)
    for card, other in combinations(cards, 2):
        sums = 1
        for mine, theirs in zip(card, other, strict=True):
            sums |= sums << mine * width | sums << theirs
        found |= sums
    return found


def _width(cards: tuple[Weights, ...]) -> int:
    return max(map(sum, cards)) + 1
