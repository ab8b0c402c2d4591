"""Check that the shipped decks match what the regulations say of them (`data/expected.toml`)."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from kamchatka.board.deckrules import broken_row
from kamchatka.board.decks import ObjectiveDeck
from kamchatka.board.decksets import set_faults, set_warnings, shared_territories
from kamchatka.board.faults import fault
from kamchatka.board.model import Board
from kamchatka.board.shape import components, connected_continent_sets, continents_of, whole_continents
from kamchatka.faults import Fault


@dataclass(frozen=True)
class DeckLine:
    """Expected and actual value of a deck check; `known_reading` makes it a warning even if they match."""

    code: str
    expected: str
    found: str
    clauses: tuple[str, ...]
    details: tuple[Fault, ...] = ()
    known_reading: bool = False


def lines(board: Board) -> Iterator[DeckLine]:
    """Every check of the shipped decks, in display order."""
    source = files("kamchatka.board").joinpath("data", "expected.toml")
    expected = tomllib.loads(source.read_text(encoding="utf-8"))
    without = board.with_switch("egypt_middle_east", present=False)
    for entry in expected["sums"]:
        yield _sums(entry, board)
    for entry in expected["sets"]:
        yield from _sets(entry, board.deck(entry["deck"]))
    for entry in expected["rows"]:
        yield from _rows(entry, board.deck(entry["deck"]), without)
    for entry in expected["pieces"]:
        yield _pieces(entry, board.deck(entry["deck"]), without)


def _sums(entry: Mapping[str, Any], board: Board) -> DeckLine:
    wanted: int = entry["value_sum"]
    sums = {card.id: board.value_sum(card.territories) for card in board.deck(entry["deck"]).objectives}
    wrong = tuple(
        fault("deck.value_sum", card=card, found=total, wanted=wanted)
        for card, total in sums.items()
        if total != wanted
    )
    return DeckLine(
        f"{entry['deck']}_sums",
        f"{entry['cards']} × {wanted}",
        f"{len(sums) - len(wrong)} × {wanted}",
        tuple(entry["clauses"]),
        wrong,
    )


def _sets(entry: Mapping[str, Any], deck: ObjectiveDeck) -> Iterator[DeckLine]:
    groups, special = deck.sets_for(entry["seats"]), deck.sets_for(entry["special_seats"])
    used = {id for group in groups for id in group.objectives}
    yield DeckLine(
        "sets",
        f"{_plus(entry['sizes'])} = {entry['cards']}, {_plus(entry['special_sizes'])}",
        f"{_plus(len(group.objectives) for group in groups)} = {len(used)}, "
        f"{_plus(len(group.objectives) for group in special)}",
        ("003-1a", "003-1b"),
        tuple(set_faults(deck)),
    )
    within = [
        group.max_shared is not None and max(shared_territories(deck, group).values()) <= group.max_shared
        for group in deck.sets
    ]
    count = len(entry["sizes"]) + len(entry["special_sizes"])
    yield DeckLine("sets_homogeneous", _all(count), _of(within), ("003-1a",), tuple(set_warnings(deck)))


def _rows(entry: Mapping[str, Any], deck: ObjectiveDeck, board: Board) -> Iterator[DeckLine]:
    every = _all(entry["cards"])
    lands = [card.territories for card in deck.objectives]
    distinct = [len(row) == len(set(row)) == entry["territories"] for row in lands]
    yield DeckLine("rows_size", every, _of(distinct), ("002-4a", "002-4b"))
    connected = [len(components(board, row)) == 1 for row in lands]
    yield DeckLine("rows_connected", every, _of(connected), ("002-4b",), _broken(deck, board))
    crossed = [continents_of(board, row) for row in lands]
    yield DeckLine(
        "rows_continents", every, _of(len(four) == entry["continents"] for four in crossed), ("002-4b",)
    )
    whole = sum(len(whole_continents(board, row)) for row in lands)
    yield DeckLine("rows_no_whole", "0", str(whole), ("002-4c",))
    once = [crossed.count(four) == 1 for four in connected_continent_sets(board, entry["continents"])]
    yield DeckLine("rows_quadruples", every, _of(once), ("002-4d",))


def _pieces(entry: Mapping[str, Any], deck: ObjectiveDeck, board: Board) -> DeckLine:
    pieces = [len(components(board, card.territories)) for card in deck.objectives]
    return DeckLine(
        "rows_printed",
        " ".join(map(str, entry["pieces"])),
        " ".join(map(str, pieces)),
        ("002-4b", "002-O7"),
        _broken(deck, board),
        known_reading=True,
    )


def _broken(deck: ObjectiveDeck, board: Board) -> tuple[Fault, ...]:
    split = ((card, components(board, card.territories)) for card in deck.objectives)
    return tuple(broken_row(card, pieces) for card, pieces in split if len(pieces) > 1)


def _plus(numbers: Iterable[int]) -> str:
    return "+".join(map(str, numbers))


def _all(count: int) -> str:
    return f"{count}/{count}"


def _of(answers: Iterable[bool]) -> str:
    answers = list(answers)
    return f"{sum(answers)}/{len(answers)}"
