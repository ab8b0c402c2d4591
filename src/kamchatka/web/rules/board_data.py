"""The board as rows for the page and JSON for its script, both made from the Board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kamchatka.board import Board, Objective, load_board
from kamchatka.ids import Territory
from kamchatka.messages import Language, text

SWITCH = "egypt_middle_east"
OURSELVES = "kamchatka"
SCRIPT_TEXTS = (
    "bonus", "card", "choose_hint", "continent", "neighbours", "neighbour_closed", "running_sum", "sum",
    "territories_count", "value", "zoom_in", "zoom_out",
)  # fmt: skip


@dataclass(frozen=True)
class TerritoryRow:
    """One territory in the table under the map."""

    id: str
    name: str
    continent: str
    value: int
    card: str
    neighbours: tuple[tuple[Territory, str], ...]


@dataclass(frozen=True)
class ObjectiveRow:
    """One objective: its name, its territories and the sum of their values."""

    key: str
    name: str
    note: str | None
    territories: tuple[Territory, ...]
    total: int


@dataclass(frozen=True)
class SetRow:
    """A set of cards to deal from: for how many players, and whether the set is our own choice."""

    name: str
    seats: str
    cards: tuple[str, ...]
    ours: bool


@dataclass(frozen=True)
class DeckRows:
    """A deck of objectives with its sets, if it has any."""

    title: str
    cards: tuple[ObjectiveRow, ...]
    sets: tuple[SetRow, ...]


def rows(board: Board, lang: Language) -> list[TerritoryRow]:
    """The territories by continent, then by name."""
    names = {territory.id: territory.name(lang) for territory in board.territories}
    continents = {continent.id: continent.name(lang) for continent in board.continents}
    found = [
        TerritoryRow(
            id=territory.id,
            name=names[territory.id],
            continent=continents[territory.continent],
            value=territory.value,
            card=text(f"web.board.cards.{territory.card}", lang),
            neighbours=_named(board.neighbours(territory.id), names),
        )
        for territory in board.territories
    ]
    return sorted(found, key=lambda row: (row.continent, row.name.casefold()))


def _named(ids: Iterable[Territory], names: Mapping[Territory, str]) -> tuple[tuple[Territory, str], ...]:
    """Territories with their names, by name."""
    return tuple(sorted(((id, names[id]) for id in ids), key=lambda pair: pair[1].casefold()))


def decks(board: Board, lang: Language) -> tuple[DeckRows, ...]:
    """The objective decks, card by card."""
    return tuple(
        DeckRows(
            title=deck.title(lang),
            cards=tuple(
                ObjectiveRow(
                    # Decks share cards, so the key includes the deck.
                    key=f"{deck.id}:{card.id}",
                    name=_card_name(card, lang),
                    note=card.note(lang),
                    territories=card.territories,
                    total=board.value_sum(card.territories),
                )
                for card in deck.objectives
            ),
            sets=tuple(
                SetRow(
                    name=group.id,
                    seats=", ".join(map(str, group.seats)),
                    cards=tuple(_card_name(deck.objective(id), lang) for id in group.objectives),
                    ours=group.proposed_by == OURSELVES,
                )
                for group in deck.sets
            ),
        )
        for deck in board.objective_decks
    )


def _card_name(card: Objective, lang: Language) -> str:
    nickname = card.nickname(lang)
    return f"{card.number}. {nickname}" if nickname else card.title(lang)


def page_data(lang: Language) -> dict[str, object]:
    """Everything the map's script needs, ready for JSON."""
    board = load_board()
    closed = board.with_switch(SWITCH, present=False)
    return {
        "territories": [
            {
                "id": territory.id,
                "name": territory.name(lang),
                "continent": territory.continent,
                "value": territory.value,
                "card": text(f"web.board.cards.{territory.card}", lang),
                "neighbours": sorted(board.neighbours(territory.id)),
                "neighboursClosed": sorted(closed.neighbours(territory.id)),
            }
            for territory in board.territories
        ],
        "continents": [
            {
                "id": continent.id,
                "name": continent.name(lang),
                "bonus": continent.bonus,
                "territories": list(continent.territories),
            }
            for continent in board.continents
        ],
        "objectives": [
            {"id": row.key, "name": row.name, "deck": deck.title, "territories": list(row.territories)}
            for deck in decks(board, lang)
            for row in deck.cards
        ],
        "texts": {code: text(f"web.board.{code}", lang) for code in SCRIPT_TEXTS},
    }
