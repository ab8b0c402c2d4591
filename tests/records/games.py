"""Old records: `python -m tests.records.games` adds one game of each regulation, as text and as JSON.

Files already there are never written again: whatever we change, they must load and replay for ever.
"""

from pathlib import Path

from kamchatka.game.chance import Seeded
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import record_from_text, record_to_text
from kamchatka.rulebook import load, shipped
from kamchatka.rulebook import read as read_rulebook
from kamchatka.rules import RULES_VERSION
from tests.game.play import PLAYERS, Wanderer
from tests.game.test_typed_records import play_on_cardboard

FOLDER = Path(__file__).parent
FILES = sorted((*FOLDER.glob("*.partita"), *FOLDER.glob("*.json")))
SEED = 7


def read(path: Path) -> Record:
    """The record in one of the files."""
    text = path.read_text(encoding="utf-8")
    return record_from_json(text) if path.suffix == ".json" else record_from_text(text)


def game_of(name: str, seed: int) -> Game:
    """A short game at random, with a judge who decides now and then; every other one with fair dice."""
    book = load(name)
    seats = book.seats.preferred
    secret = bytes([seed]) * 32
    fair = Fair(f"tavolo {seed}", secret, tuple(PLAYERS[chair].encode() for chair in range(seats)))
    game = Game.start(book, seats, fair if seed % 2 == 0 else Seeded(seed))
    for _ in Wanderer(game, seed, laps=1, judge=50).walk():
        pass
    return game


HOUSE = 'id = "casa"\ntitle = "Di casa"\nextends = "primavera"\n[closing]\nfirst = 5\n[armies]\nlimit = 90\n'


def others() -> dict[str, Game]:
    """Other kinds: dice typed in, with a judge who does not wait for them; unfinished; house rules."""
    left = Game.start(load("milano"), 5, Seeded(3))
    for number, _ in enumerate(Wanderer(left, 3, laps=9, judge=90).walk()):
        if number == 120:
            break
    house = Game.start(read_rulebook(HOUSE, name="casa.toml"), 5, Seeded(4))
    for _ in Wanderer(house, 4, laps=1, judge=60).walk():
        pass
    return {"cardboard": play_on_cardboard("rtu", 8), "unfinished": left, "house": house}


def main() -> None:
    """Write the games that are not there yet."""
    for number, name in enumerate(shipped()):
        write(name, game_of(name, SEED + number), f"tavolo {SEED + number}")
    for kind, game in others().items():
        write(kind, game, "tavolo 1")


def write(name: str, game: Game, table: str) -> None:
    """Both files of a game, unless they are there."""
    record = record_of(game, table=table, players=PLAYERS[: game.seats])
    for ending, text in ((".partita", record_to_text(record)), (".json", record_to_json(record))):
        path = FOLDER / f"{name}-rules{RULES_VERSION}{ending}"
        if not path.exists():
            path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
