"""Non-interference: two tables that differ only in what a viewer may not know show it the same bytes.

From a table in play another is made by dealing anew whatever the viewer does not know: objectives, hands and
deck of the others, the set of objectives, cards gone from the game. Counts and everything on the table stay.
Then both tables take one more step, the same action and as far as the viewer can see the same luck.
"""

from collections import Counter
from dataclasses import dataclass, field

from kamchatka.game import actions as act
from kamchatka.game.chance import Request
from kamchatka.game.events import Event, HandGivenUp, HandTaken
from kamchatka.game.game import Game
from kamchatka.game.names import members
from kamchatka.game.view import Viewer, viewer_name
from kamchatka.rulebook import Rulebook
from kamchatka.rules.layout import DECK_SIZE, DISCARD, ENDING, NOT_ENDED, PILES
from tests.game.play import Draw, copy_of, on_the_table
from tests.game.shown import HONEST, Asked, Channels, shown, some_tries, viewers
from tests.game.steps import Steps, taker


@dataclass(frozen=True)
class Difference:
    """A hidden fact that showed."""

    state: int
    viewer: str
    channel: str
    here: str
    there: str


def deal_anew(game: Game, viewer: Viewer, draw: Draw, kept: int = 0) -> None:
    """Deal what the viewer may not know in another way; cards in `kept` stay where they are."""
    if game.position.now[ENDING] != NOT_ENDED:
        # Everything but the deck lies open.
        _cards_anew(game, draw, frozenset(range(game.seats)), kept)
        return
    if viewer == "judge":
        _cards_anew(game, draw, frozenset(range(game.seats)), kept)
        return
    own = frozenset() if viewer == "public" else frozenset({int(viewer)})
    _cards_anew(game, draw, own, kept)
    _objectives_anew(game, draw, own)


def _cards_anew(game: Game, draw: Draw, known: frozenset[int], kept: int) -> None:
    pos, hidden = game.position, game.secrets
    if sum(pile.bit_count() for pile in hidden.piles) != pos.now[DECK_SIZE] or pos.now[DECK_SIZE] == 0:
        return  # territories are still dealt, and the cards put back were seen by all
    hands = [seat for seat in range(game.seats) if seat not in known]
    pool = [
        card
        for mask in (*(hidden.hands[seat] for seat in hands), *hidden.piles, hidden.gone[0])
        for card in members(mask & ~kept)
    ]
    for cells, at in (*((hidden.hands, seat) for seat in hands), *((hidden.piles, n) for n in range(PILES))):
        cells[at] = (cells[at] & kept) | _some(pool, (cells[at] & ~kept).bit_count(), draw)
    hidden.gone[0] = (hidden.gone[0] & kept) | _some(pool, len(pool), draw)


def _some(pool: list[int], number: int, draw: Draw) -> int:
    """So many cards out of the pool, as a mask."""
    return sum(1 << pool.pop(draw.below(len(pool))) for _ in range(number))


def _objectives_anew(game: Game, draw: Draw, known: frozenset[int]) -> None:
    hidden, deck = game.secrets, game.names.objectives
    held = [seat for seat in range(game.seats) if seat not in known and hidden.objective[seat] >= 0]
    if deck is None:
        return
    own = {hidden.objective[seat] for seat in known}
    pool = [number for number in range(len(deck.objectives)) if number not in own]
    for seat in held:
        hidden.objective[seat] = pool.pop(draw.below(len(pool)))
    hidden.objectives_left[0] = _some(pool, hidden.objectives_left[0].bit_count(), draw)
    if hidden.card_set[0] >= 0:
        hidden.card_set[0] = draw.below(len(deck.sets))


def _hand_opened(here: Game, there: Game, viewer: Viewer) -> bool:
    """Whether cards of others became known to the viewer, as the regulation has it."""
    if here.position.masks[DISCARD] != there.position.masks[DISCARD]:
        return True
    return not isinstance(viewer, str) and here.secrets.hands[viewer] != there.secrets.hands[viewer]


@dataclass
class Pairing:
    """A game in play, each of its states compared with others its viewers cannot tell from it."""

    game: Game
    seed: int
    channels: Channels = HONEST
    stacked: bool = False
    most: int = 10**9
    pairs: int = 0
    stepped: int = 0
    """Pairs that also took a step together."""
    apart: Counter[str] = field(default_factory=Counter)
    """Steps that could not be taken together, by reason."""

    def __post_init__(self) -> None:
        self.draw = Draw(self.seed, 4)
        self.steps = Steps(self.game, self.seed, self.draw, stacked=self.stacked)
        self.differences: list[Difference] = []

    def play(self) -> None:
        """Play to the end, comparing every state with as many others as there are viewers."""
        while not self.game.is_over and self.pairs < self.most and len(self.differences) < 5:
            action = self.steps.wish()
            self._compare_all(action)
            self.steps.make(action)

    def _compare_all(self, action: act.Action | None) -> None:
        if not self.steps.is_looked_at():
            return
        tries = Asked((), some_tries(self.draw, self.game))
        for viewer in viewers(self.game):
            self.pairs += 1
            here, there = copy_of(self.game), copy_of(self.game)
            # Cards that are played now lie in that hand on both tables.
            deal_anew(there, viewer, self.draw, kept=self._played(action))
            same = self._compare(here, there, viewer, tries)
            if same:
                self._step(here, there, viewer, action)

    def _played(self, action: act.Action | None) -> int:
        cards = action.cards if isinstance(action, act.PlayCards) else ()
        return sum(1 << self.game.names.card_number(card) for card in cards)

    def _compare(self, here: Game, there: Game, viewer: Viewer, asked: Asked) -> bool:
        one, other = (list(shown(self.channels, game, viewer, asked)) for game in (here, there))
        if one == other:
            return True
        self._note(viewer, one, other)
        return False

    def _note(self, viewer: Viewer, one: list[tuple[str, str]], other: list[tuple[str, str]]) -> None:
        pairs = zip(one, other, strict=False)
        at = next(((a, b) for a, b in pairs if a != b), (("length", str(len(one))), ("", str(len(other)))))
        (channel, here), (_, there) = at
        first = next((n for n, signs in enumerate(zip(here, there, strict=False)) if len(set(signs)) > 1), 0)
        near = slice(max(0, first - 40), first + 40)
        self.differences.append(
            Difference(self.steps.states, viewer_name(viewer), channel, here[near], there[near])
        )

    def _step(self, here: Game, there: Game, viewer: Viewer, action: act.Action | None) -> None:
        """One step on both tables; then the events and what is shown must still be the same."""
        told: list[tuple[Event, ...]] = []
        numbers = self._both_numbers(here, there, viewer) if action is None else ((), ())
        if numbers is None:
            self.apart["the viewer takes a card that the other deck does not hold"] += 1
            return
        for game, luck in zip((here, there), numbers, strict=True):
            told.append(game.play(action) if action is not None else game.supply(luck))
        if here.position.now[ENDING] != there.position.now[ENDING]:
            self.apart["an objective is reached on one table"] += 1
            return
        if here.position.now[ENDING] != NOT_ENDED:
            self.apart["the game ended and hands lie open"] += 1
            return
        if any(isinstance(event, HandTaken | HandGivenUp) for event in told[0]) and _hand_opened(
            here, there, viewer
        ):
            self.apart["a hand came into the viewer's own, or among the played cards"] += 1
            return
        self.stepped += 1
        one, other = (
            list(shown(self.channels, game, viewer, Asked(events)))
            for game, events in zip((here, there), told, strict=True)
        )
        if one != other:
            self._note(viewer, one, other)

    def _both_numbers(
        self, here: Game, there: Game, viewer: Viewer
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The same dice on both tables; the same card or objective for the viewer, any for others."""
        request = here.awaiting
        assert request is not None
        first = self.steps.numbers()
        if request.dice or request.kind == "deal":
            return first, first
        if not self._sees(here, request, viewer):
            asked = there.awaiting
            assert asked is not None
            return first, (self.draw.below(asked.among),)
        cells = (here.secrets, there.secrets)
        masks = [hidden.piles[0] if request.kind == "card" else hidden.objectives_left[0] for hidden in cells]
        lying = [list(members(mask)) for mask in masks]
        if request.kind == "objective-set":
            return first, first
        taken = lying[0][first[0]]
        return (first, (lying[1].index(taken),)) if taken in lying[1] else None

    def _sees(self, game: Game, request: Request, viewer: Viewer) -> bool:
        """Whether what luck points at now is the viewer's to know."""
        if viewer == "judge":
            return True
        return request.kind != "objective-set" and viewer == taker(game, request)


@dataclass(frozen=True)
class Paired:
    """What a comparison went through and found."""

    pairs: int
    stepped: int
    apart: Counter[str]
    differences: tuple[Difference, ...]


def compare(book: Rulebook, seats: int, seed: int, channels: Channels = HONEST, most: int = 10**9) -> Paired:
    """Compare the states of one game, or about `most` pairs of it, up to the first differences.

    Games with an odd seed are made to have full hands and eliminations.
    """
    pairing = Pairing(on_the_table(book, seats), seed, channels, stacked=seed % 2 == 1, most=most)
    pairing.play()
    return Paired(pairing.pairs, pairing.stepped, pairing.apart, tuple(pairing.differences))
