"""A final board as it is ticked at the table: who holds which territory, and who had which objective card.

Armies are not ticked. Where points or a tie need them, their sum is typed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.board.decks import Objective
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.sheet.board import BoardCount, HeldSeat, count_board
from kamchatka.scoring.sheet.cells import TIE_CELLS
from kamchatka.scoring.sheet.model import Status

NOT_TICKED = ("armies", "armies_inside", "armies_outside", "cards", "last_turn")
"""Cells that ticked territories do not tell."""
NOT_POINTS = (
    *("borders_inside", "continent_borders", "strip", "strip_deck", "strip_factor", "risiko_points"),
    "clauses",
)
"""Tally fields that give no points by themselves; a strip needs points outside objectives."""


@dataclass(frozen=True, kw_only=True)
class TickedSeat:
    """What a seat holds at the end: its objective card, its territories, and sums that were typed."""

    card: str = ""
    held: tuple[str, ...] = ()
    armies: int = 0
    cards: int = 0
    status: Status = "playing"


def counts_objective_alone(rulebook: Rulebook) -> bool:
    """Whether table points come only from the territories of the objective."""
    tally = rulebook.tally
    others = [name for name in type(tally).model_fields if name not in NOT_POINTS]
    return bool(tally.borders_inside) and not any(getattr(tally, name) for name in others)


def objective_cards(rulebook: Rulebook) -> tuple[Objective, ...]:
    """The objective cards of the regulation, by their numbers; none if it has none."""
    if rulebook.setup.objective_source == "none":
        return ()
    return board_of(rulebook).deck(rulebook.setup.objective_deck).objectives


def sums_for_points(rulebook: Rulebook) -> tuple[str, ...]:
    """The cells that table points need besides the territories."""
    tally = rulebook.tally
    wanted = {"armies": tally.half_points_per_army, "cards": tally.each_card}
    return tuple(cell for cell, points in wanted.items() if points)


def count_ticks(rulebook: Rulebook, seats: Sequence[TickedSeat], dummies: int = 0) -> tuple[BoardCount, ...]:
    """The count of each seat; only a board on which every territory has an owner gives tie-break numbers."""
    held = tuple(
        HeldSeat(
            territories=_with_armies(seat),
            objective_card=seat.card or None,
            cards=seat.cards,
            status=seat.status,
        )
        for seat in seats
    )
    return count_board(rulebook, held, {}, dummies)


def tie_numbers(count: BoardCount) -> dict[str, int]:
    """The tie-break cells that ticked territories tell."""
    return {cell: count.numbers[criterion] for cell, criterion in TIE_CELLS.items() if cell not in NOT_TICKED}


def _with_armies(seat: TickedSeat) -> dict[str, int]:
    """One army on each territory and the rest on the first: points depend on their sum alone."""
    found = dict.fromkeys(seat.held, 1)
    if seat.held:
        found[seat.held[0]] = max(1, seat.armies - len(seat.held) + 1)
    return found
