"""Load the board's own data file; an error there is our bug and raises at once."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from kamchatka.board.deckfile import read_shipped_deck
from kamchatka.board.model import Board, Border, ContinentInfo, SwitchableBorder, TerritoryInfo
from kamchatka.board.names import Name
from kamchatka.ids import Continent, Territory


@cache
def load_board() -> Board:
    """The board with its decks, cached."""
    source = files("kamchatka.board").joinpath("data", "board.json")
    facts = json.loads(source.read_text(encoding="utf-8"))
    bare = parse_board(facts)
    return replace(bare, objective_decks=tuple(read_shipped_deck(id, bare) for id in facts["decks"]))


def parse_board(facts: Mapping[str, Any]) -> Board:
    """The map and the cards, without objectives; `ValueError` if the facts contradict each other."""
    territories = tuple(
        TerritoryInfo(
            id=Territory(entry["id"]),
            names=Name(**entry["name"]),
            continent=Continent(entry["continent"]),
            value=entry["value"],
            card=entry["card"],
        )
        for entry in facts["territories"]
    )
    continents = tuple(
        ContinentInfo(
            id=Continent(entry["id"]),
            names=Name(**entry["name"]),
            bonus=entry["bonus"],
            territories=tuple(land.id for land in territories if land.continent == entry["id"]),
        )
        for entry in facts["continents"]
    )
    borders = tuple(
        Border(Territory(entry["a"]), Territory(entry["b"]), entry["kind"]) for entry in facts["borders"]
    )
    _refuse_contradictions(territories, continents, borders, set(facts["symbols"]))
    return Board(
        territories=territories,
        continents=continents,
        borders=borders,
        switchable_borders=tuple(_switch(entry, borders) for entry in facts["switchable_borders"]),
        symbols=tuple(facts["symbols"]),
        jolly_cards=facts["jolly_cards"],
    )


def _switch(entry: Mapping[str, str], borders: tuple[Border, ...]) -> SwitchableBorder:
    for border in borders:
        if border.joins(entry["a"], entry["b"]):
            return SwitchableBorder(entry["id"], border)
    raise ValueError(f"switchable border {entry['id']} is not a border of the map")


def _refuse_contradictions(
    territories: tuple[TerritoryInfo, ...],
    continents: tuple[ContinentInfo, ...],
    borders: tuple[Border, ...],
    symbols: set[str],
) -> None:
    ids = {land.id for land in territories}
    if len(ids) != len(territories):
        raise ValueError("a territory is listed twice")
    known = {continent.id for continent in continents}
    for land in territories:
        if land.continent not in known or land.card not in symbols:
            raise ValueError(f"{land.id}: unknown continent or symbol")
    seen: set[frozenset[Territory]] = set()
    for border in borders:
        ends = frozenset((border.a, border.b))
        if len(ends) != 2 or not ends <= ids or ends in seen or border.kind not in ("land", "sea"):
            raise ValueError(f"border {border.a} - {border.b}: unknown, repeated or of no known kind")
        seen.add(ends)
