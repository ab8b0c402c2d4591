"""The objective cards of a regulation, by their number in the rules."""

from kamchatka.board import load_board
from kamchatka.messages import Language
from kamchatka.rulebook.model import Rulebook


def objective_ids(rulebook: Rulebook) -> list[str]:
    """Ids of the objective cards by number; empty if none are dealt."""
    if rulebook.setup.objective_source == "none":
        return []
    return [str(card.id) for card in load_board().deck(rulebook.setup.objective_deck).objectives]


def objective_titles(rulebook: Rulebook, lang: Language) -> dict[str, str]:
    """The players' name of each objective, by its id."""
    if not objective_ids(rulebook):
        return {}
    deck = load_board().deck(rulebook.setup.objective_deck)
    return {str(card.id): card.title(lang) for card in deck.objectives}
