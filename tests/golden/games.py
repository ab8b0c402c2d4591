"""Golden games: moves and luck as numbers, one line a turn, with the digest of the table after it.

`python -m tests.golden.games` records them anew. Changing one is a decision, noted in the changelog: a
recorded game would replay differently.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from kamchatka.bots import RECLUTA, SOLDATO
from kamchatka.bots.dispatch import decide
from kamchatka.bots.notes import new_notes
from kamchatka.rulebook import load, shipped
from kamchatka.rulebook.tables import pack, tables
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import (
    LAST_LAP,
    OVER,
    PHASE,
    POSITION_LAYOUT,
    SECRETS_LAYOUT,
    TURN,
    position,
    secrets,
    size_of,
)
from kamchatka.rules.legality import check
from kamchatka.rules.moves import TIME_EXPIRED, kind_of, move
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.stream import below, seeded

FOLDER = Path(__file__).parent
GAMES_EACH = 10


@dataclass
class Table:
    """A game in progress, replayed number by number."""

    rulebook: str
    seats: int

    def __post_init__(self) -> None:
        self.tables = tables(load(self.rulebook))
        self.here, self.hidden = bytearray(size_of(POSITION_LAYOUT)), bytearray(size_of(SECRETS_LAYOUT))
        self.pos, self.secrets = position(self.here), secrets(self.hidden)
        start(self.tables, self.pos, self.secrets, self.seats)

    def digest(self) -> str:
        return hashlib.sha256(self.here + self.hidden).hexdigest()[:16]

    def play(self, step: str) -> None:
        """One step: `L` and the outcome of luck, or `M` and a move in hexadecimal."""
        outcomes = luck_outcomes(self.tables, self.pos, self.secrets)
        number = int(step[1:], 16)
        if step[0] == "L":
            assert 0 <= number < outcomes, step
            apply_luck(self.tables, self.pos, self.secrets, number)
            return
        seat = to_act(self.pos)
        actor = seat if seat >= 0 else 0
        if kind_of(number) != TIME_EXPIRED:
            assert outcomes == 0, step
        assert check(self.tables, self.pos, self.secrets.hands[actor], actor, number) == 0, step
        apply(self.tables, self.pos, self.secrets, number)


def record(rulebook: str, seats: int, seed: int) -> list[str]:
    """The lines of one game: at random, or (odd seeds) by soldato and random players in turn."""
    table = Table(rulebook, seats)
    state = seeded(seed, 0)
    notes = new_notes(pack(load(rulebook)))
    lines, steps, turn = [f"rulebook {rulebook}", f"seats {seats}"], [], 0
    while table.pos.now[PHASE] != OVER:
        outcomes = luck_outcomes(table.tables, table.pos, table.secrets)
        if outcomes > 0:
            state, number = below(state, outcomes)
            step = f"L{number:x}"
        elif time_is_over(table.pos, 6) and table.pos.now[LAST_LAP] == 0:
            step = f"M{move(TIME_EXPIRED):x}"
        else:
            seat = to_act(table.pos)
            bot = SOLDATO if seed % 2 and seat % 2 else RECLUTA
            state, number = decide(table.tables, table.pos, table.secrets, seat, bot, state, notes)
            step = f"M{number:x}"
        table.play(step)
        steps.append(step)
        if table.pos.now[TURN] != turn or table.pos.now[PHASE] == OVER:
            lines.append(f"turn {turn} {table.digest()} {' '.join(steps)}")
            turn, steps = table.pos.now[TURN], []
    places = " ".join(str(place) for place in table.pos.place[:seats])
    return [*lines, f"places {places}"]


def replay(lines: list[str]) -> str:
    """Replay a recorded game; the first line that differs, or nothing."""
    table = Table(lines[0].split()[1], int(lines[1].split()[1]))
    for line in lines[2:-1]:
        _, _, digest, *steps = line.split()
        for step in steps:
            table.play(step)
        if table.digest() != digest:
            return line
    places = " ".join(str(place) for place in table.pos.place[: table.seats])
    return "" if lines[-1] == f"places {places}" else lines[-1]


def main() -> None:
    """Write all golden games."""
    for name in shipped():
        sizes = load(name).seats.sizes
        for number in range(GAMES_EACH):
            lines = record(name, sizes[number % len(sizes)], seed=1000 + number)
            (FOLDER / f"{name}-{number}.game").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
