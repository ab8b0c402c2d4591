"""Sheets of games that were really played: the final board written down as a judge would, then read again."""

import json

from kamchatka.app.games.game_sheet import sheet_of
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables
from kamchatka.rules.layout import (
    CONGELATO,
    CONGELATO_IN_EXTRA_LAPS,
    OVER,
    PHASE,
    SEATS_AT_TABLE,
    Position,
    position,
    secrets,
)
from kamchatka.rules.places import (
    BY_GOAL,
    BY_OUT_ORDER,
    BY_POINTS,
    BY_SURVIVAL,
    NOTHING,
    SHARED,
    final_points,
)
from kamchatka.rules.tally import (
    ALL_TERRITORIES,
    ARMIES,
    ARMIES_AND_CARDS,
    ARMIES_INSIDE,
    ARMIES_OUTSIDE,
    BEST_CONTINENT,
    CARDS,
    DIE,
    EARLIER_LAST_TURN,
    EARLIER_SEAT,
    LATER_SEAT,
    LOT,
    MISSING_BESIDE,
    PROTECTED,
    TERRITORIES_INSIDE,
    TERRITORIES_OUTSIDE,
    VALUE_OUTSIDE,
)
from kamchatka.scoring.sheet.places import Treatment, placings
from kamchatka.scoring.sheet.reading import read_sheet
from kamchatka.simulate.selfplay import SelfPlayedGame

DECIDED = {
    NOTHING: "",
    BY_GOAL: "goal",
    BY_SURVIVAL: "survival",
    BY_OUT_ORDER: "out-order",
    BY_POINTS: "points",
    SHARED: "shared",
    VALUE_OUTSIDE: "value-outside",
    ARMIES_INSIDE: "armies-inside",
    ARMIES_OUTSIDE: "armies-outside",
    ARMIES: "armies",
    CARDS: "cards",
    TERRITORIES_INSIDE: "territories-inside",
    TERRITORIES_OUTSIDE: "territories-outside",
    ALL_TERRITORIES: "territories",
    MISSING_BESIDE: "missing-beside",
    PROTECTED: "protected",
    BEST_CONTINENT: "best-continent",
    ARMIES_AND_CARDS: "armies-and-cards",
    EARLIER_LAST_TURN: "earlier-last-turn",
    DIE: "die",
    LOT: "lot",
    LATER_SEAT: "later-seat",
    EARLIER_SEAT: "earlier-seat",
}
"""What the rules say decided, in the words of the sheet."""


def has_sheet(book: Rulebook, game: SelfPlayedGame) -> bool:
    """Whether a sheet can tell the game: it has ended, and nobody is congelato where no text knows it."""
    pos = position(bytearray(game.position))
    is_known = bool(book.congelato.single_armies)
    frozen = {CONGELATO, CONGELATO_IN_EXTRA_LAPS} & set(pos.status)
    return pos.now[PHASE] == OVER and (is_known or not frozen)


def differences(book: Rulebook, game: SelfPlayedGame) -> list[str]:
    """What the sheet of a finished game says otherwise than the game did: nothing, if all is well."""
    pos, hidden = position(bytearray(game.position)), secrets(bytearray(game.secrets))
    written = {key: value for key, value in sheet_of(book, pos, hidden).items() if key != "rulebook"}
    found = read_sheet(json.dumps(written), name="played.json", rulebook=book)
    seats = range(pos.now[SEATS_AT_TABLE])
    placed = placings(found.sheet, Treatment("break"))
    halves = [final_points(tables(book), pos, hidden, seat) for seat in seats]
    told = {
        "points": ([found.sheet.points(seat) * 2 for seat in found.sheet.seats], halves),
        "places": ([placing.place for placing in placed], list(pos.place[: len(seats)])),
        "decided": ([p.decided for p in placed], [_decided(pos, seat) for seat in seats]),
        "incidents": (list(found.incidents), []),
    }
    return [f"{what}: sheet {sheet}, game {game}" for what, (sheet, game) in told.items() if sheet != game]


def _decided(pos: Position, seat: int) -> str:
    return DECIDED[pos.decided[seat]]
