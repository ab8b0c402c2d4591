"""The words of case files that name things: territories, cards, phases, reasons of refusal."""

import re
import unicodedata
from functools import cache
from typing import get_args

from kamchatka.board import Board, load_board
from kamchatka.rulebook.sections.seats import Colour
from kamchatka.rules import layout, places, tally, violations

FIRST_JOLLY = 42
SEAT_LETTERS = "ABCDEF"

PHASES = {
    "order": layout.ORDER,
    "colours": layout.COLOURS,
    "objectives": layout.OBJECTIVES,
    "deal": layout.DEAL,
    "choice of territories": layout.DRAFT,
    "placement": layout.PLACEMENT,
    "reinforcement": layout.REINFORCEMENT,
    "combat": layout.COMBAT,
    "defence": layout.DEFENCE,
    "battle": layout.BATTLE,
    "advance": layout.ADVANCE,
    "moved": layout.MOVED,
    "card": layout.CARD,
    "closing": layout.CLOSING,
    "closing choice": layout.CLOSING_CHOICE,
    "roll off": layout.ROLL_OFF,
    "over": layout.OVER,
}

ENDINGS = {
    "objective": layout.BY_OBJECTIVE,
    "closing": layout.BY_CLOSING,
    "last seat": layout.LAST_SEAT,
    "bound": layout.BY_BOUND,
    "judge": layout.BY_JUDGE,
}

STATUSES = {
    "playing": layout.PLAYING,
    "eliminated": layout.ELIMINATED,
    "withdrawn": layout.WITHDRAWN,
    "excluded": layout.EXCLUDED,
    "congelato": layout.CONGELATO,
    "congelato in extra laps": layout.CONGELATO_IN_EXTRA_LAPS,
}

CRITERIA = {
    "goal": places.BY_GOAL,
    "survival": places.BY_SURVIVAL,
    "order of going out": places.BY_OUT_ORDER,
    "points": places.BY_POINTS,
    "value outside": tally.VALUE_OUTSIDE,
    "armies inside": tally.ARMIES_INSIDE,
    "armies outside": tally.ARMIES_OUTSIDE,
    "armies": tally.ARMIES,
    "cards": tally.CARDS,
    "territories inside": tally.TERRITORIES_INSIDE,
    "territories outside": tally.TERRITORIES_OUTSIDE,
    "territories": tally.ALL_TERRITORIES,
    "missing beside": tally.MISSING_BESIDE,
    "protected": tally.PROTECTED,
    "best continent": tally.BEST_CONTINENT,
    "armies and cards": tally.ARMIES_AND_CARDS,
    "earlier last turn": tally.EARLIER_LAST_TURN,
    "die": tally.DIE,
    "lot": tally.LOT,
    "later seat": tally.LATER_SEAT,
    "earlier seat": tally.EARLIER_SEAT,
}

COLOURS = {name: number for number, name in enumerate(get_args(Colour))}
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}

VOID_THROW = 1000
"""Not a reason of the rules: luck that nobody awaits, such as a throw of the wrong number of dice."""
NOTHING_TO_UNDO = 1001
"""Nor is this: a seat wants to take back what cannot be."""

REASONS = {
    name.lower().replace("_", " "): value
    for name, value in vars(violations).items()
    if name.isupper() and isinstance(value, int) and value > 0
} | {"void throw": VOID_THROW, "nothing to undo": NOTHING_TO_UNDO}


def plain(text: str) -> str:
    """The text without accents, so that Perù may be written Peru."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def key(text: str) -> str:
    """How names are compared: without accents, capitals, hyphens and underscores."""
    return re.sub(r"[\s_-]+", " ", plain(text)).strip().casefold()


@cache
def board() -> Board:
    """The board all regulations are played on."""
    return load_board()


@cache
def territories() -> dict[str, int]:
    """Number of each territory by its Italian name and by its id."""
    found = {key(t.id): number for number, t in enumerate(board().territories)}
    return found | {key(t.names.it): number for number, t in enumerate(board().territories)}


@cache
def cards() -> dict[str, int]:
    """Number of each card of the territory deck."""
    return territories() | {"jolly": FIRST_JOLLY, "second jolly": FIRST_JOLLY + 1}


@cache
def regions() -> dict[str, tuple[int, ...]]:
    """Territories of each continent and each objective."""
    found = {}
    for continent in board().continents:
        numbers = tuple(board().number(t) for t in continent.territories)
        found[key(continent.id)] = numbers
        found[key(continent.names.it)] = numbers
    for deck in board().objective_decks:
        for card in deck.objectives:
            found.setdefault(key(card.id), tuple(board().number(t) for t in card.territories))
    return found


def name_of(territory: int) -> str:
    """What a territory is called."""
    return board().territories[territory].names.it


def reason_name(code: int) -> str:
    """The words for a reason of refusal."""
    return next(name for name, value in REASONS.items() if value == code)
