"""Cells of a seat that only ties ask for: what each one stands for, typed or counted."""

from collections.abc import Iterator, Mapping

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.sections.table_ties import Criterion

NUMBERS: dict[str, Criterion] = {
    "outside": "value-outside",
    "armies_inside": "armies-inside",
    "armies_outside": "armies-outside",
    "armies": "armies",
    "cards": "cards",
    "inside_count": "territories-inside",
    "outside_count": "territories-outside",
    "territory_count": "territories",
    "missing_adjacent": "missing-beside",
    "protected": "protected",
    "best_continent": "best-continent",
    "last_turn": "earlier-last-turn",
}
"""Cells of a seat that only ties ask for, and the criterion each one serves."""

NOT_ON_BOARD = ("cards", "last_turn")
"""Cells no board shows: they are always typed."""


def typed_numbers(typed: Mapping[str, int], book: Rulebook) -> dict[Criterion, int]:
    """What ties ask for, from the cells that were typed."""
    found = {NUMBERS[key]: number for key, number in typed.items()}
    if "last_turn" in typed:
        found["earlier-last-turn"] = -typed["last_turn"]
    if "inside_count" in typed and "outside_count" in typed:
        found.setdefault("territories", typed["inside_count"] + typed["outside_count"])
    if "armies_inside" in typed and "armies_outside" in typed:
        found.setdefault("armies", typed["armies_inside"] + typed["armies_outside"])
    if "armies" in found and "cards" in typed:
        per_card = book.table_ties.armies_per_card
        found["armies-and-cards"] = found["armies"] + per_card * typed["cards"]
    return found


def contradictions(
    typed: Mapping[str, int], counted: Mapping[Criterion, int]
) -> Iterator[tuple[str, int, int]]:
    """Cells that say something else than the board: the cell, what was typed, what is counted."""
    for key, number in typed.items():
        if key not in NOT_ON_BOARD and number != counted[NUMBERS[key]]:
            yield key, number, counted[NUMBERS[key]]
