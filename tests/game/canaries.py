"""The search for foreign secrets: every card and objective gets a name found nowhere else, and all that a
viewer gets is searched for names it may not know.

What a viewer may know is worked out here from the cells alone: its hand, its objective, the cards it ever
took or lost to a conqueror in this step, what was played; a judge every hand and objective, never the deck;
everybody all of it once the game has ended.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from kamchatka.board.names import Name
from kamchatka.game.chance import Request
from kamchatka.game.events import Event
from kamchatka.game.game import Game
from kamchatka.game.names import Names, members
from kamchatka.game.view import Viewer, viewer_name
from kamchatka.ids import Card, ObjectiveId
from kamchatka.messages import Language
from kamchatka.rulebook import Rulebook
from kamchatka.rules.layout import DISCARD, ENDING, NOT_ENDED
from tests.game.play import Draw, on_the_table
from tests.game.shown import HONEST, Asked, Channels, shown, some_tries, viewers
from tests.game.steps import Steps, taker

SALT = "canarino"
CARD_SIGN, OBJECTIVE_SIGN = "c", "o"
CANARY = re.compile(rf"{SALT}([{CARD_SIGN}{OBJECTIVE_SIGN}])(\d\d)")
Secret = tuple[str, int]
"""The sign of a card or an objective, and its number."""


@dataclass(frozen=True)
class CanaryNames(Names):
    """Names under which every secret can be told from anything else."""

    def card_name(self, card: str, lang: Language) -> str:
        return f"«{card}»"


def with_canaries(names: Names) -> CanaryNames:
    """The same names, but for cards and objectives."""
    cards = tuple(Card(f"{SALT}{CARD_SIGN}{number:02}") for number in range(len(names.cards)))
    deck = names.objectives
    if deck is not None:
        titles = [f"{SALT}{OBJECTIVE_SIGN}{number:02}" for number in range(len(deck.objectives))]
        renamed = tuple(
            replace(card, id=ObjectiveId(title), nicknames=Name(title, title))
            for card, title in zip(deck.objectives, titles, strict=True)
        )
        deck = replace(deck, objectives=renamed)
    return CanaryNames(names.board, deck, cards)


def cards_in(mask: int) -> set[Secret]:
    """The cards of a mask."""
    return {(CARD_SIGN, number) for number in members(mask)}


def may_know(game: Game, viewer: Viewer) -> set[Secret]:
    """The secrets that are this viewer's to know as the table stands."""
    hidden = game.secrets
    ended = game.position.now[ENDING] != NOT_ENDED
    known = cards_in(game.position.masks[DISCARD])
    for seat in range(game.seats):
        if ended or viewer in ("judge", seat):
            known |= cards_in(hidden.hands[seat]) | {(OBJECTIVE_SIGN, hidden.objective[seat])}
    return known


@dataclass(frozen=True)
class Leak:
    """A secret where it should not be."""

    state: int
    viewer: str
    channel: str
    secret: str


@dataclass
class Search:
    """A game played with canaries, everything shown to everybody being searched."""

    game: Game
    seed: int
    channels: Channels = HONEST
    stacked: bool = False
    most: int = 10**9
    pairs: int = 0
    """Pairs of a state and a viewer searched so far."""
    bytes: int = 0

    def __post_init__(self) -> None:
        self.game.names = with_canaries(self.game.names)
        self.draw = Draw(self.seed, 3)
        self.steps = Steps(self.game, self.seed, self.draw, stacked=self.stacked)
        self.met: Counter[str] = Counter()

    def leaks(self) -> Iterator[Leak]:
        """Play to the end, one action or one piece of luck at a time; every leak."""
        yield from self._look((), {})
        while not self.game.is_over and self.pairs < self.most:
            before = {viewer: may_know(self.game, viewer) for viewer in viewers(self.game)}
            if self.game.awaiting is not None:
                self._note_taken_card(self.game.awaiting, before)
            step = self.steps.make(self.steps.wish())
            self.met.update(type(event).__name__ for event in step.events)
            yield from self._look(step.events, {} if step.is_laid_anew else before)

    def _note_taken_card(self, request: Request, known: dict[Viewer, set[Secret]]) -> None:
        """A card taken is its taker's to know, even if the seat loses it in the same step."""
        if request.kind != "card":
            return
        card = list(members(self.game.secrets.piles[0]))[self.steps.numbers()[0]]
        known[taker(self.game, request)].add((CARD_SIGN, card))
        known["judge"].add((CARD_SIGN, card))

    def _look(self, events: tuple[Event, ...], before: dict[Viewer, set[Secret]]) -> Iterator[Leak]:
        """Search what everybody gets now; in events also what was known before the step may stand."""
        if not self.steps.is_looked_at():
            return
        asked = Asked(events, some_tries(self.draw, self.game))
        for viewer in viewers(self.game):
            self.pairs += 1
            known = may_know(self.game, viewer)
            for channel, said in shown(self.channels, self.game, viewer, asked):
                self.bytes += len(said)
                if SALT not in said:
                    continue
                may = known | before.get(viewer, set()) if channel.startswith("event") else known
                found = {(sign, int(number)) for sign, number in CANARY.findall(said)}
                for sign, number in sorted(found - may):
                    yield Leak(self.steps.states, viewer_name(viewer), channel, f"{sign}{number:02}")


@dataclass(frozen=True)
class Searched:
    """What a search went through and found."""

    pairs: int
    bytes: int
    met: Counter[str]
    leaks: tuple[Leak, ...]


def search(book: Rulebook, seats: int, seed: int, channels: Channels = HONEST, most: int = 10**9) -> Searched:
    """Search one game, or about `most` pairs of it, up to its first leaks.

    Games with an odd seed are made to have full hands and eliminations.
    """
    found = Search(on_the_table(book, seats), seed, channels, stacked=seed % 2 == 1, most=most)
    leaks = tuple(islice(found.leaks(), 5))
    return Searched(found.pairs, found.bytes, found.met, leaks)
