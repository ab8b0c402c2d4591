"""Golden tournaments: the log of one of every format, the texts it is played by, and how it ended.

`python -m tests.golden.tournaments` records them anew. Changing one is a decision, noted in the changelog: a
stored tournament would be read differently.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from kamchatka.app.events import CODEC
from kamchatka.app.tournaments.texts import Texts, setup_of, texts_of
from kamchatka.ids import ActionId
from kamchatka.scoring.numbers import written
from kamchatka.store.codec import EncodedEvent
from kamchatka.tournament.folding import folded, standing
from kamchatka.tournament.progress import next_step, winners
from kamchatka.tournament.scores import Scoreboard, ids
from kamchatka.tournament.state import Occurrence, Setup, Tournament
from tests.tournament.random_events import FIELDS, played

FOLDER = Path(__file__).parent / "tournaments"
SEED = 2026
END = "== end"


def stored(lines: list[str]) -> tuple[Setup, list[Occurrence]]:
    """A tournament as its file has it."""
    texts = Texts(**json.loads(lines[0]))
    occurrences = []
    for line in lines[1 : lines.index(END)]:
        action, kind, version, payload = line.split(" ", 3)
        event = CODEC.decode(EncodedEvent(kind, int(version), payload))
        occurrences.append(Occurrence(event, ActionId(action)))
    return setup_of(texts, {}, {}), occurrences


def retold(lines: list[str]) -> tuple[list[str], list[str]]:
    """How a stored tournament ends by our reckoning, and how the file says it ended."""
    return list(ending(*stored(lines))), lines[lines.index(END) + 1 :]


def ending(setup: Setup, occurrences: list[Occurrence]) -> Iterator[str]:
    """The rows of the standings and the winners, people by number."""
    tournament: Tournament = folded(setup, standing(occurrences))
    assert next_step(tournament) == "done"
    board = Scoreboard(tournament, ids(tournament))
    for row in board.standings.rows:
        name = row.entry.name
        who = next((str(each.number) for each in tournament.entrants.values() if each.person == name), name)
        reason = row.tie.code if row.tie else "-"
        yield f"{row.rank or '-'} {who} {written(row.entry.score)} games {row.entry.games} tie {reason}"
    yield f"winners {' '.join(winners(tournament, ids(tournament)))}"


def record(format: str) -> str:
    """A tournament of this format, written out."""
    event, texts = played(format, SEED), texts_of(format)
    said = {"format": texts.format, "formula": texts.formula, "rulebook": texts.rulebook, "ids": texts.ids}
    lines = [json.dumps(said)]
    for each in event.occurrences:
        encoded = CODEC.encode(each.event)
        lines.append(f"{each.action} {encoded.kind} {encoded.version} {encoded.payload}")
    return "\n".join([*lines, END, *ending(event.setup, event.occurrences)]) + "\n"


if __name__ == "__main__":
    for name in FIELDS:
        (FOLDER / f"{name}.log").write_text(record(name), encoding="ascii")
