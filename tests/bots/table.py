"""Games of any line-up for tests of bots, stopped wherever a seat decides."""

from collections.abc import Iterator

from kamchatka.bots.dispatch import decide
from kamchatka.bots.notes import Notes, new_notes
from kamchatka.bots.weighing import begin_notes
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import Tables, pack, tables_over
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import (
    BATTLE,
    CONQUESTS,
    OVER,
    PHASE,
    SEAT,
    Position,
    Secrets,
    new_position,
    new_secrets,
)
from kamchatka.rules.moves import TIME_EXPIRED, move
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.stream import below, seeded

LAPS = 3


class BotTable:
    """A game under a regulation, played by these bots."""

    def __init__(self, rulebook: str, bots: list[int], seed: int) -> None:
        self.packed = pack(load(rulebook))
        self.bots = bots
        self.tables: Tables = tables_over(self.packed)
        self.pos: Position = new_position()
        self.secrets: Secrets = new_secrets()
        self.notes: Notes = new_notes(self.packed)
        self._state = seeded(seed, 0)
        start(self.tables, self.pos, self.secrets, len(bots))
        begin_notes(self.notes, LAPS)

    def decisions(self) -> Iterator[int]:
        """The seat of every decision; the bot decides it afterwards."""
        while self.pos.now[PHASE] != OVER:
            outcomes = luck_outcomes(self.tables, self.pos, self.secrets)
            if outcomes > 0:
                self._throw(outcomes)
                continue
            if time_is_over(self.pos, LAPS):
                apply(self.tables, self.pos, self.secrets, move(TIME_EXPIRED))
            seat = to_act(self.pos)
            yield seat
            state, coded = self.choice(seat, self.secrets)
            apply(self.tables, self.pos, self.secrets, coded)
            self._state = state

    def choice(self, seat: int, secrets: Secrets) -> tuple[int, int]:
        """The stream's next state and the move that the seat's bot chooses, if these are the hidden facts."""
        return decide(self.tables, self.pos, secrets, seat, self.bots[seat], self._state, self.notes)

    def _throw(self, outcomes: int) -> None:
        rolled, before = self.pos.now[PHASE] == BATTLE, self.pos.now[CONQUESTS]
        self._state, outcome = below(self._state, outcomes)
        apply_luck(self.tables, self.pos, self.secrets, outcome)
        if rolled:
            self.notes.conquered[self.pos.now[SEAT]] += self.pos.now[CONQUESTS] - before
