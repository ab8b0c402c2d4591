"""The sets a deck is split into: disjoint if declared so, and homogeneous."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from kamchatka.board.decks import ObjectiveDeck, ObjectiveSet
from kamchatka.board.faults import fault
from kamchatka.faults import Fault
from kamchatka.ids import ObjectiveId


def shared_territories(
    deck: ObjectiveDeck, group: ObjectiveSet
) -> dict[tuple[ObjectiveId, ObjectiveId], int]:
    """Number of shared territories for each pair of cards of the set."""
    lands = {id: set(deck.objective(id).territories) for id in group.objectives}
    return {(one, other): len(lands[one] & lands[other]) for one, other in combinations(lands, 2)}


def set_faults(deck: ObjectiveDeck) -> Iterator[Fault]:
    """Sets that cannot be dealt from, or that do not split the deck as it declares."""
    known = {card.id for card in deck.objectives}
    for id, times in Counter(group.id for group in deck.sets).items():
        if times > 1:
            yield fault("deck.repeated_set", set=id, times=times)
    for group in deck.sets:
        for id, times in Counter(group.objectives).items():
            if id not in known:
                yield fault("deck.unknown_card", where=f"[[set]] {group.id}", card=id)
            elif times > 1:
                yield fault("deck.repeated_in_set", set=group.id, card=id)
        if group.seats and len(group.objectives) < max(group.seats):
            yield fault("deck.small_set", set=group.id, found=len(group.objectives), seats=max(group.seats))
    for seats in deck.rules.partition_seats:
        used = Counter(id for group in deck.sets_for(seats) for id in group.objectives)
        for card in deck.objectives:
            if used[card.id] != 1:
                yield fault("deck.partition", card=card.id, seats=seats, times=used[card.id])


def set_warnings(deck: ObjectiveDeck) -> Iterator[Fault]:
    """Pairs of cards of one set that share more territories than the set allows."""
    known = {card.id for card in deck.objectives}
    for group in deck.sets:
        if group.max_shared is None or not known.issuperset(group.objectives):
            continue
        for (one, other), shared in shared_territories(deck, group).items():
            if shared > group.max_shared:
                yield fault(
                    "deck.not_homogeneous",
                    set=group.id,
                    card=one,
                    other=other,
                    found=shared,
                    limit=group.max_shared,
                )
