"""A rulebook and its board as integers, for the rules.

Every cell is a signed 64-bit integer; the order of the fields of `Tables` is the published layout, so the
same bytes serve interpreted code (a NamedTuple of numbers and memoryviews) and compiled code (a record).
Territory sets are 42-bit masks, bit n for territory n. Points are counted in half points.
"""

import struct
from collections.abc import Iterable
from typing import NamedTuple, get_type_hints

from kamchatka.board import Board, load_board
from kamchatka.ids import Territory
from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.sections import SECTIONS
from kamchatka.rulebook.sections.base import Cells

TERRITORIES = 42
CONTINENTS = 6
CARDS = 44
MOST_OBJECTIVES = 24
MOST_SETS = 8
JOLLY = 3
"""Symbol of a jolly; 0 fante, 1 cavaliere, 2 cannone."""

Row = memoryview


class Tables(NamedTuple):
    """The integer tables of one rulebook."""

    # Board
    neighbours: Row
    values: Row
    continent_masks: Row
    continent_bonus: Row
    continent_points: Row
    card_symbols: Row
    objective_count: int
    objectives: Row
    set_count: int
    set_cards: Row
    set_sizes: Row
    # Seats and setup
    order_descending: int
    exclusive_colours: Row
    objective_source: int
    objectives_after_territories: int
    draft: int
    deal_in_reverse: int
    correction: int
    correction_last_card_only: int
    correction_protected: int
    correction_limit: int
    correction_counter: int
    correction_accepts_original: int
    neutral_territories: int
    neutral_armies: int
    armies_each_territory: int
    initial_armies: Row
    placement_step: int
    odd_armies_first: int
    # Reinforcement and cards played
    territories_per_army: int
    reinforcement_minimum: int
    minimum_on_territories: int
    reinforcement_on_first_turn: int
    may_reposition: int
    exchange_by_count: int
    tris_equal: Row
    tris_different: int
    tris_jolly: int
    exchange_one: int
    exchange_two: int
    exchange_three: Row
    leftovers_exchange: int
    card_territory_bonus: int
    tris_before_placing: int
    tris_per_turn: int
    # Attack, defence, conquest, move
    attack_most_dice: int
    attack_maximum_dice: int
    attack_fewer_dice: int
    superiority: int
    superiority_waived_from: int
    defence_most_dice: int
    defence_choice: int
    passive_roller: int
    conquest_garrison: int
    conquest_garrison_waived_up_to: int
    moves_per_turn: int
    move_any_time: int
    move_garrison: int
    move_editable: int
    # Cards, elimination, absence
    jolly_cards: int
    conquests_for_card: int
    second_card_from: int
    hand_limit: int
    late_card: int
    late_cards_forfeited: int
    eliminated_cards_taken: int
    elimination_from_lap: int
    withdrawn_counts_eliminated: int
    withdrawn_minimum_armies: int
    withdrawn_hand: int
    withdrawn_closing_rolls: int
    exclusion_rank_shared: int
    lone_seat_counted: int
    congelato_from: int
    congelato_raise_to: int
    congelato_raises_all: int
    congelato_after_roll: int
    congelato_strip_in_extra_laps: int
    army_limit: int
    # Victory and closing
    victory_by_points: int
    others_per_missing: int
    victory_points: Row
    closing_laps_after: int
    closing_expiry_turn: int
    closing_once_a_lap: int
    closing_dice: int
    closing_exact: int
    closing_first: int
    closing_last: int
    closing_step_lap: int
    closing_from_first_seat: int
    closing_excused_from: int
    closing_optional: int
    # Count
    points_borders_inside: int
    points_borders_outside: int
    points_territory: int
    points_objective_territory: int
    points_beside_missing: int
    points_protected: int
    half_points_army: int
    points_card: int
    strip: int
    strip_count: int
    strips: Row
    strip_factor: int
    points_risiko: int
    tie_criteria: Row
    armies_per_card: int
    zero_points: int


ROW_LENGTHS = {
    "neighbours": TERRITORIES,
    "values": TERRITORIES,
    "continent_masks": CONTINENTS,
    "continent_bonus": CONTINENTS,
    "continent_points": CONTINENTS,
    "card_symbols": CARDS,
    "objectives": MOST_OBJECTIVES,
    "set_cards": MOST_SETS,
    "strips": MOST_OBJECTIVES,
    "set_sizes": MOST_SETS,
    "exclusive_colours": 2,
    "initial_armies": 7,
    "tris_equal": 3,
    "exchange_three": 3,
    "victory_points": 7,
    "tie_criteria": 8,
}

LAYOUT: tuple[tuple[str, int], ...] = tuple(
    (name, ROW_LENGTHS[name] if kind is Row else 1) for name, kind in get_type_hints(Tables).items()
)
"""Name and length of each field, in buffer order."""

HALF_POINT_CELLS = frozenset(
    {
        "victory_points",
        "points_borders_inside",
        "points_borders_outside",
        "points_territory",
        "points_objective_territory",
        "points_beside_missing",
        "points_protected",
        "points_card",
        "points_risiko",
    }
)
"""Cells converted from whole to half points; armies and continents are in half points already."""


def tables(rulebook: Rulebook) -> Tables:
    """The integer tables of a rulebook, for interpreted code."""
    return tables_over(pack(rulebook))


def tables_over(packed: bytes) -> Tables:
    """The integer tables that `pack` wrote."""
    cells = memoryview(packed).cast("q")
    fields: list[int | Row] = []
    start = 0
    for _, length in LAYOUT:
        fields.append(cells[start] if length == 1 else cells[start : start + length])
        start += length
    return Tables(*fields)  # type: ignore[arg-type]


def pack(rulebook: Rulebook) -> bytes:
    """The tables as one little-endian buffer in the order of `LAYOUT`."""
    cells = dict(_board_cells(rulebook))
    for name in SECTIONS:
        part = getattr(rulebook.section(name), "cells", None)
        cells |= part() if part else {}
    numbers: list[int] = []
    for name, length in LAYOUT:
        value = cells.pop(name)
        row = value if isinstance(value, tuple) else (value,)
        assert len(row) == length, name
        numbers += [2 * number for number in row] if name in HALF_POINT_CELLS else row
    assert not cells, f"cells without a place in the layout: {sorted(cells)}"
    return struct.pack(f"<{len(numbers)}q", *numbers)


def board_of(rulebook: Rulebook) -> Board:
    """The board with the borders this rulebook plays on."""
    return load_board().with_switch("egypt_middle_east", present=rulebook.map.egypt_middle_east)


def _board_cells(rulebook: Rulebook) -> Cells:
    board = board_of(rulebook)
    symbols = [board.symbols.index(territory.card) for territory in board.territories]
    return {
        "neighbours": tuple(_mask(board, board.neighbours(t.id)) for t in board.territories),
        "values": tuple(board.degree(t.id) for t in board.territories),
        "continent_masks": tuple(_mask(board, c.territories) for c in board.continents),
        "continent_bonus": tuple(rulebook.reinforcement.continents[c.id] for c in board.continents),
        "continent_points": tuple(_continent_points(rulebook, board)),
        "card_symbols": (*symbols, *[JOLLY] * (CARDS - len(symbols))),
        **_objective_cells(rulebook, board),
        **_strip_cells(rulebook, board),
    }


def _continent_points(rulebook: Rulebook, board: Board) -> list[int]:
    """Half points of each continent: base, bonus, territories and borders, weighted as in the tally."""
    tally = rulebook.tally
    measure = {
        "frontier": board.frontier,
        "links": board.external_links,
        "outside": board.outside_neighbours,
    }[tally.continent_borders]
    return [
        2
        * (
            tally.continent_base
            + tally.continent_per_bonus * rulebook.reinforcement.continents[c.id]
            + tally.continent_per_territory * len(c.territories)
            + tally.continent_per_border * len(measure(c.id))
        )
        for c in board.continents
    ]


def _objective_cells(rulebook: Rulebook, board: Board) -> Cells:
    setup = rulebook.setup
    deck = None if setup.objective_source == "none" else board.deck(setup.objective_deck)
    cards = deck.objectives if deck else ()
    sets = deck.sets if deck and setup.objective_source == "sets" else ()
    number = {card.id: index for index, card in enumerate(cards)}
    return {
        "objective_count": len(cards),
        "objectives": _padded([_mask(board, card.territories) for card in cards], MOST_OBJECTIVES),
        "set_count": len(sets),
        "set_cards": _padded(
            [sum(1 << number[card] for card in group.objectives) for group in sets], MOST_SETS
        ),
        "set_sizes": _padded([sum(1 << size for size in group.seats) for group in sets], MOST_SETS),
    }


def _strip_cells(rulebook: Rulebook, board: Board) -> Cells:
    """The fixed strips, if the rulebook lists them."""
    deck = rulebook.tally.strip_deck
    rows = board.deck(deck).objectives if deck else ()
    return {
        "strip_count": len(rows),
        "strips": _padded([_mask(board, row.territories) for row in rows], MOST_OBJECTIVES),
    }


def _mask(board: Board, territories: Iterable[Territory]) -> int:
    return sum(1 << board.number(territory) for territory in territories)


def _padded(numbers: list[int], length: int) -> tuple[int, ...]:
    return (*numbers, *[0] * (length - len(numbers)))
