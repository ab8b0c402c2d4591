"""Fair games at random, their files, and the ways a file can be spoiled; for tests and long trials."""

import hashlib
import json
from collections.abc import Iterator

from kamchatka.game import actions as act
from kamchatka.game.chance import Luck
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_json import seal_of as json_seal
from kamchatka.game.record_text import record_to_text
from kamchatka.game.record_text import seal_of as text_seal
from kamchatka.ids import Seat
from kamchatka.rulebook import load
from tests.game.play import Draw, Wanderer, judge_action

TABLE = "Sala è grande, tavolo 7"
PLAYERS = ("Anna", "Niccolò", "Carla “la Rossa”", 'Dario "Dado"', "Elsa", "Fabio")


def fair(seats: int, seed: int, table: str = TABLE) -> Fair:
    """Luck from a secret and entropies that follow from a seed, so that a run can be repeated."""
    parts = [hashlib.sha256(f"{seed} {part}".encode()).digest() for part in range(seats + 1)]
    return Fair(table, parts[0], tuple(part[: 3 + chair] for chair, part in enumerate(parts[1:])))


def fair_game(name: str, seats: int, seed: int, *, laps: int = 1, chance: Fair | None = None) -> Game:
    """A whole game at random with fair luck."""
    game = Game.start(load(name), seats, chance or fair(seats, seed))
    for _ in Wanderer(game, seed, laps=laps, judge=60).walk():
        pass
    return game


def record(game: Game, *, reveal: bool = True) -> Record:
    """The game written down."""
    return record_of(game, table=TABLE, players=PLAYERS[: game.seats], reveal=reveal)


def files(written: Record) -> tuple[bytes, bytes]:
    """The record as text and as JSON, as bytes of a file."""
    return record_to_text(written).encode("utf-8"), record_to_json(written).encode("utf-8")


def luck_of(game: Game) -> list[Luck]:
    """All luck of a game, in order."""
    return [entry for entry in game.entries if isinstance(entry, Luck)]


def flipped(data: bytes, place: int, bit: int) -> bytes:
    """The same bytes with one bit changed."""
    return data[:place] + bytes([data[place] ^ (1 << bit)]) + data[place + 1 :]


WHERE: tuple[bytes, ...] = (
    *(b"segreto ", b'"secret": "', b"impegno ", b'"commitment": "', b"entropia 2 ", b'"entropy": ['),
    *(b"sigillo ", b'"seal": "', b" ordine ", b'"order"', b" battaglia ", b'"battle"', b" carta "),
    *(b'"card", "among"', b" distribuzione ", b'"deal"', b" obiettivo ", b'"objective"', b"# turno "),
    *(b"attacca ", b'"attack"', b"tavolo ", b'"table"', b"sedia ", b'"players"', b"\n", b"| "),
)
"""What stands before the places that matter most."""


def flips(data: bytes, draw: Draw, number: int) -> Iterator[tuple[int, int]]:
    """So many bits (place, bit): every second one where it matters most, the others anywhere."""
    for each in range(number):
        start, width = 0, len(data)
        mark = WHERE[each // 2 % len(WHERE)]
        if each % 2 == 0 and (times := data.count(mark)):
            for _ in range(1 + draw.below(min(times, 50))):
                start = data.index(mark, start) + 1
            width = min(len(mark) + 60, len(data) - start)
        yield start + draw.below(width), draw.below(8)


def sealed_text(content: str) -> bytes:
    """A text with a seal that fits, whoever changed it; any old seal is taken off."""
    content = content.rpartition("\nsigillo ")[0] + "\n" if "\nsigillo " in content else content
    return f"{content}sigillo {text_seal(content)}\n".encode()


def sealed_json(data: dict[str, object]) -> bytes:
    """Data with a seal that fits, whoever changed it."""
    content = {key: value for key, value in data.items() if key != "seal"}
    return json.dumps({**content, "seal": json_seal(content)}).encode("ascii")


def wrong_actions(draw: Draw, game: Game) -> Iterator[tuple[act.Action, Seat | None]]:
    """What clumsy or cunning people try: nonsense, moves of others, decisions of judges."""
    there = game.names.territories[draw.below(42)]
    yield act.Attack(there, there, 3), None
    yield act.PlaceArmies({there: 99}), None
    yield act.Defend(1 + draw.below(3)), Seat(draw.below(game.seats))
    yield act.PlayCards((game.names.cards[draw.below(44)],)), None
    yield act.EndTurn(), Seat(draw.below(game.seats))
    yield act.ChooseColour("trasparente"), None
    yield judge_action(draw, game), None
