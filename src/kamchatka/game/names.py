"""Map the core's numbers to names: territories, cards, colours, objectives, seats."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import get_args

from kamchatka.board import Board, ObjectiveDeck, load_board
from kamchatka.ids import Card, ObjectiveId, Seat, Territory
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.seats import Colour
from kamchatka.rules.bits import lowest
from kamchatka.rules.layout import NEUTRAL

LETTERS = "ABCDEF"
COLOURS: tuple[Colour, ...] = get_args(Colour)
JOLLY = "jolly_"


def letter(seat: int) -> str:
    """The seat's letter; a dash for the neutral owner and for nobody."""
    return LETTERS[seat] if 0 <= seat < NEUTRAL else "-"


def seat_of(name: str) -> Seat:
    """The seat with this letter; ValueError if there is none."""
    return Seat(LETTERS.index(name))


@dataclass(frozen=True)
class Names:
    """Names of everything on the table under one regulation."""

    board: Board
    objectives: ObjectiveDeck | None
    cards: tuple[Card, ...]

    @cached_property
    def territories(self) -> tuple[Territory, ...]:
        """Territory ids by number."""
        return tuple(info.id for info in self.board.territories)

    def card_number(self, card: str) -> int:
        """A card's number; ValueError if there is no such card."""
        return self.cards.index(Card(card))

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, in ascending order."""
        return tuple(self.cards[number] for number in members(mask))

    def objective(self, number: int) -> ObjectiveId | None:
        """The id of an objective card; None if the seat has none."""
        if self.objectives is None or number < 0:
            return None
        return self.objectives.objectives[number].id

    def territory_name(self, territory: str, lang: Language) -> str:
        """The display name of a territory."""
        return self.board.territory(territory).name(lang)

    def card_name(self, card: str, lang: Language) -> str:
        """A card with its symbol: “Brasile (cannone)”, “jolly”."""
        if card.startswith(JOLLY):
            return text("game.card.jolly", lang)
        symbol = text(f"game.symbol.{self.board.territory(card).card}", lang)
        return text("game.card.territory", lang, territory=self.territory_name(card, lang), symbol=symbol)


def members(mask: int) -> Iterable[int]:
    """The numbers in a mask, in ascending order."""
    while mask:
        yield lowest(mask)
        mask &= mask - 1


def names_of(rulebook: Rulebook) -> Names:
    """Names under this regulation."""
    setup = rulebook.setup
    deck = "" if setup.objective_source == "none" else setup.objective_deck
    return _names(deck, rulebook.cards.jolly, rulebook.map.egypt_middle_east)


@cache
def _names(deck: str, jolly_cards: int, egypt_middle_east: bool) -> Names:
    """Cached names for regulations with this objective deck, number of jolly cards and border."""
    board = load_board().with_switch("egypt_middle_east", present=egypt_middle_east)
    jollies = [f"{JOLLY}{number + 1}" for number in range(jolly_cards)]
    cards = [*(info.id for info in board.territories), *jollies]
    return Names(board, board.deck(deck) if deck else None, tuple(Card(card) for card in cards))
