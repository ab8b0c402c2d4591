"""Generate the example games shipped with the product: `python -m tools.example_games`.

Played by the soldato and the random player with fixed seeds, under fair dice with a published secret, so
that anybody can replay and verify them. Run it again when RULES_VERSION is raised; otherwise it writes the
same bytes.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from kamchatka.bots.recluta import decide_as_recluta
from kamchatka.bots.soldato import decide_as_soldato
from kamchatka.game.actions import ExpireTime
from kamchatka.game.coding import action_of
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.record import record_of
from kamchatka.game.record_text import record_to_text
from kamchatka.rulebook import load
from kamchatka.rules.layout import LAP, LAST_LAP
from kamchatka.rules.legality import MOST_FAMILIES
from kamchatka.rules.victory import goal_of
from kamchatka.stream import seeded

FOLDER = Path(__file__).parents[1] / "src" / "kamchatka" / "game" / "examples"


@dataclass(frozen=True)
class Example:
    """One game: `players` by chair; those in `careless` play at random; time expires after `laps` laps."""

    name: str
    rulebook: str
    players: tuple[str, ...]
    seed: str
    laps: int
    careless: frozenset[str] = frozenset()


EXAMPLES = (
    Example("1-rtu", "rtu", ("Anna", "Bruno", "Carla", "Dario"), "rtu-3", 9),
    Example("2-primavera", "primavera", ("Elena", "Fabio", "Gaia", "Ivo", "Lucia"), "primavera-8", 7),
    Example("3-aziendale", "aziendale", ("Marta", "Nico", "Olga", "Piero"), "aziendale-4", 8),
)


def played(example: Example) -> str:
    """The record of an example, as text."""
    book = load(example.rulebook)
    secret = hashlib.sha256(example.seed.encode()).digest()
    entropy = tuple(hashlib.sha256(name.encode()).digest()[:8] for name in example.players)
    table = f"esempio {example.name}"
    game = Game.start(book, len(example.players), Fair(table, secret, entropy))
    room = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")
    state = seeded(len(example.players), example.laps)
    while not game.is_over:
        pos = game.position
        if pos.now[LAP] > example.laps and pos.now[LAST_LAP] == 0:
            game.play(ExpireTime())
        seat = game.to_act
        assert seat is not None
        careless = example.players[pos.chair[seat]] in example.careless
        decide = decide_as_recluta if careless else decide_as_soldato
        hand, goal = game.secrets.hands[seat], goal_of(game.tables, game.secrets, seat)
        state, coded = decide(game.tables, pos, hand, goal, state, room)
        game.play(action_of(game.names, coded))
    return record_to_text(record_of(game, table=table, players=example.players))


def main() -> None:
    """Write all examples."""
    FOLDER.mkdir(exist_ok=True)
    for example in EXAMPLES:
        (FOLDER / f"{example.name}.partita").write_text(played(example), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
