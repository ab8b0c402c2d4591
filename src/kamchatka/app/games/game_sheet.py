"""The sheet of a finished digital game: the final board, as a judge would record it."""

from typing import Any

from kamchatka.app.games.retelling import Retelling
from kamchatka.board import load_board
from kamchatka.game.events import SeatsTaken
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables
from kamchatka.rules.layout import (
    CONGELATO,
    CONGELATO_IN_EXTRA_LAPS,
    ELIMINATED,
    EXCLUDED,
    NEUTRAL,
    OVER,
    PHASE,
    SEATS_AT_TABLE,
    TERRITORIES,
    WINNER,
    WITHDRAWN,
    Position,
    Secrets,
)
from kamchatka.rules.places import is_out

STATUS = {
    WITHDRAWN: "withdrawn",
    EXCLUDED: "excluded",
    CONGELATO: "congelato",
    CONGELATO_IN_EXTRA_LAPS: "congelato-in-extra-laps",
}


def sheet_of_record(retelling: Retelling) -> dict[str, Any] | None:
    """The sheet of a recorded game with its players' names; None if unfinished or not replayable."""
    game = retelling.game
    if game is None or retelling.difference is not None or game.position.now[PHASE] != OVER:
        return None
    data = sheet_of(retelling.rulebook, game.position, game.secrets)
    taken = next(entry for entry in retelling.entries if isinstance(entry, SeatsTaken))
    for seat, chair in zip(data["seat"], taken.chairs, strict=True):  # records list names by chair
        seat["player"] = retelling.record.players[chair]
    return data


def sheet_of(book: Rulebook, pos: Position, hidden: Secrets) -> dict[str, Any]:
    """The final board as the data of a sheet; dice thrown at the end become lots."""
    seats = [_seat(book, pos, hidden, seat) for seat in range(pos.now[SEATS_AT_TABLE])]
    return {"rulebook": book.id, "seat": seats, "neutral": _held(pos, NEUTRAL)}


def _seat(book: Rulebook, pos: Position, hidden: Secrets, seat: int) -> dict[str, Any]:
    status = pos.status[seat]
    found: dict[str, Any] = {
        "player": f"p{seat + 1}",
        "territories": _held(pos, seat),
        "cards": pos.hand[seat],
        "last_turn": pos.last_turn[seat],
        "lot": [pos.rolls[seat]],
        "objective": pos.now[WINNER] == seat,
    }
    if hidden.objective[seat] >= 0:
        deck = load_board().deck(book.setup.objective_deck).objectives
        found["objective_card"] = deck[hidden.objective[seat]].id
    if status == ELIMINATED or is_out(tables(book), pos, seat):
        found["eliminated"] = pos.out_order[seat]
    if status in STATUS:
        found["status"] = STATUS[status]
    return found


def _held(pos: Position, owner: int) -> dict[str, int]:
    ids = [info.id for info in load_board().territories]
    return {ids[t]: pos.armies[t] for t in range(TERRITORIES) if pos.owner[t] == owner}
