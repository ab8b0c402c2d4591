"""What a regulation deals its objectives from."""

from kamchatka.board import ObjectiveDeck
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import board_of


def deck_of(rulebook: str) -> ObjectiveDeck:
    """The objective deck this regulation is played with."""
    book = load(rulebook)
    return board_of(book).deck(book.setup.objective_deck)
