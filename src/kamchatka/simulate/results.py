"""The result row of a finished game: plain functions like those of `rules`, run interpreted and compiled."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import (
    CLOSING_ROUND,
    ELIMINATED,
    ENDING,
    LAP,
    NOBODY,
    TURN,
    Cells,
    Position,
    Secrets,
)
from kamchatka.rules.places import final_points
from kamchatka.simulate.playout import CHECKSUM, CONQUERED, ROLLS, STEPS
from kamchatka.simulate.rows import GameRow


def note_row(
    tables: Tables, pos: Position, secrets: Secrets, seats: int, bots: Cells, figures: Cells, row: GameRow
) -> None:
    """Write the row of a finished game; the caller writes its number."""
    row.checksum[0] = figures[CHECKSUM]
    row.steps[0] = figures[STEPS]
    row.rolls[0] = figures[ROLLS]
    row.turns[0] = pos.now[TURN]
    row.laps[0] = pos.now[LAP]
    row.closing_round[0] = pos.now[CLOSING_ROUND]
    row.ending[0] = pos.now[ENDING]
    row.winner[0] = NOBODY
    for seat in range(seats):
        row.points[seat] = final_points(tables, pos, secrets, seat)
        row.conquests[seat] = figures[CONQUERED + seat]
        row.bot[seat] = bots[seat]
        row.place[seat] = pos.place[seat]
        row.status[seat] = pos.status[seat]
        row.objective[seat] = secrets.objective[seat]
        if pos.place[seat] == 1:
            row.winner[0] = seat
        if pos.status[seat] == ELIMINATED:
            row.eliminations[0] += 1
