"""Check a deck against the regulations and its own declarations."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from kamchatka.board.decks import DeckRules, Objective, ObjectiveDeck
from kamchatka.board.decksets import set_faults, set_warnings
from kamchatka.board.faults import fault
from kamchatka.board.model import Board
from kamchatka.board.shape import components, connected_continent_sets, continents_of, whole_continents
from kamchatka.faults import Fault
from kamchatka.ids import Territory

CARD_RULES = ("connected", "continents_each", "no_whole_continent", "territories_each")
"""The rules that a single card may be marked to break."""


def check_deck(
    deck: ObjectiveDeck, board: Board, *, complete: bool = True
) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    """The faults that refuse the deck, and its warnings.

    `complete` is false if some cards could not be parsed: then missing cards are not reported.
    """
    faults = list(_repeated_cards(deck.objectives))
    warnings: list[Fault] = []
    sound: list[Objective] = []
    for card in deck.objectives:
        wrong = list(_wrong_territories(card, board))
        faults += wrong
        if not wrong:
            sound.append(card)

    played_on = board
    for switch in deck.rules.without_borders:
        played_on = played_on.with_switch(switch, present=False)
    for card in sound:
        for rule, found in _broken_rules(card, deck.rules, played_on):
            (warnings if rule in card.tolerates else faults).append(found)

    faults += _continent_sets(sound, deck.rules, played_on, complete=complete and not faults)
    warnings += unequal_sums(sound, deck.rules, board)
    if complete:
        faults += set_faults(deck)
        warnings += set_warnings(deck)
    return tuple(faults), tuple(warnings)


def unequal_sums(cards: Iterable[Objective], rules: DeckRules, board: Board) -> Iterator[Fault]:
    """Cards whose value sum differs from the others', so they are not equally hard to defend (000-1c)."""
    sums = [(card, board.value_sum(card.territories)) for card in cards]
    if rules.value_sum == "any" or not sums:
        return
    if rules.value_sum == "equal":
        # The most frequent sum is the deck's; of equally frequent ones, the first.
        wanted = Counter(total for _, total in sums).most_common(1)[0][0]
    else:
        wanted = rules.value_sum
    for card, total in sums:
        if total != wanted:
            yield fault("deck.value_sum", card=card.id, found=total, wanted=wanted)


def broken_row(card: Objective, pieces: Sequence[Sequence[Territory]]) -> Fault:
    """The fault of a disconnected card, naming the territories of its smallest piece."""
    smallest: Sequence[Territory] = min(pieces, key=len)
    return fault("deck.connected", card=card.id, pieces=len(pieces), smallest=", ".join(smallest))


def _repeated_cards(cards: Iterable[Objective]) -> Iterator[Fault]:
    cards = tuple(cards)
    for id, times in Counter(card.id for card in cards).items():
        if times > 1:
            yield fault("deck.repeated_card", card=id, times=times)
    for number, times in Counter(card.number for card in cards).items():
        if times > 1:
            yield fault("deck.repeated_number", number=number, times=times)


def _wrong_territories(card: Objective, board: Board) -> Iterator[Fault]:
    for id, times in Counter(card.territories).items():
        if not board.has(id):
            yield fault("deck.unknown_territory", card=card.id, territory=id)
        elif times > 1:
            yield fault("deck.repeated_territory", card=card.id, territory=id, times=times)
    if not card.territories:
        yield fault("deck.no_territories", card=card.id)


def _broken_rules(card: Objective, rules: DeckRules, board: Board) -> Iterator[tuple[str, Fault]]:
    count = len(card.territories)
    if rules.territories_each is not None and count != rules.territories_each:
        yield (
            "territories_each",
            fault("deck.territories_each", card=card.id, found=count, wanted=rules.territories_each),
        )
    continents = len(continents_of(board, card.territories))
    if rules.continents_each is not None and continents != rules.continents_each:
        yield (
            "continents_each",
            fault("deck.continents_each", card=card.id, found=continents, wanted=rules.continents_each),
        )
    pieces = components(board, card.territories)
    if rules.connected and len(pieces) > 1:
        yield "connected", broken_row(card, pieces)
    if rules.no_whole_continent:
        for continent in whole_continents(board, card.territories):
            found = fault("deck.no_whole_continent", card=card.id, continent=continent)
            yield "no_whole_continent", found


def _continent_sets(
    cards: Iterable[Objective], rules: DeckRules, board: Board, *, complete: bool
) -> Iterator[Fault]:
    used = [(card, continents_of(board, card.territories)) for card in cards]
    if rules.distinct_continent_sets:
        for (one, its), (other, theirs) in combinations(used, 2):
            if its == theirs:
                yield fault("deck.distinct_continent_sets", card=other.id, other=one.id)
    if rules.every_continent_set and rules.continents_each is not None and complete:
        possible = connected_continent_sets(board, rules.continents_each)
        for missing in sorted(map(sorted, possible - {continents for _, continents in used})):
            yield fault("deck.every_continent_set", continents=", ".join(missing))
