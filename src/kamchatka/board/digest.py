"""The board's digest: equal facts give the same 64 hex digits on every machine."""

import hashlib
import json
from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kamchatka.board.decks import ObjectiveDeck
    from kamchatka.board.model import Board


def digest(board: "Board", decks: Collection[str] | None = None) -> str:
    """SHA-256 in hexadecimal of the board's facts as canonical JSON, with all its decks or only these."""
    included = [deck for deck in board.objective_decks if decks is None or deck.id in decks]
    facts = {
        "territories": [[land.id, land.continent, land.value, land.card] for land in board.territories],
        "continents": [[continent.id, continent.bonus] for continent in board.continents],
        # The order of borders, and of their two ends, carries no meaning.
        "borders": sorted(
            [*sorted((board.number(border.a), board.number(border.b))), border.kind]
            for border in board.borders
        ),
        "jolly_cards": board.jolly_cards,
        "decks": {deck.id: _deck_facts(board, deck) for deck in included},
    }
    canonical = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _deck_facts(board: "Board", deck: "ObjectiveDeck") -> object:
    return {
        "objectives": [
            [card.id, card.number, sorted(board.number(id) for id in card.territories)]
            for card in deck.objectives
        ],
        "sets": [[group.id, list(group.objectives), list(group.seats)] for group in deck.sets],
    }
