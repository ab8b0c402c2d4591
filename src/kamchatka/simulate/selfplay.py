"""Self-play: games by random legal moves, checked or not, interpreted or compiled, with one digest."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from kamchatka.bots.notes import new_notes
from kamchatka.rulebook.model import Rulebook
from kamchatka.rulebook.tables import pack, tables_over
from kamchatka.rules.layout import ENDING, POSITION_LAYOUT, SECRETS_LAYOUT, position, secrets, size_of
from kamchatka.rules.names import ENDING_NAMES, STATUS_NAMES
from kamchatka.simulate.checked import play_checked
from kamchatka.simulate.playout import AT_STEP, FIGURES, VIOLATION, play_game
from kamchatka.stream import seeded

ENDINGS = dict(enumerate(("stopped", *ENDING_NAMES)))
STATUSES = dict(enumerate(STATUS_NAMES))
CHUNK = 100


@dataclass(frozen=True)
class SelfPlayedGame:
    """One game as bytes: its final position, its secrets, its figures."""

    position: bytes
    secrets: bytes
    figures: tuple[int, ...]

    @property
    def ending(self) -> str:
        return ENDINGS[position(bytearray(self.position)).now[ENDING]]

    def statuses(self, seats: int) -> list[str]:
        """The final status of each seat."""
        return [STATUSES[status] for status in position(bytearray(self.position)).status[:seats]]


@dataclass(frozen=True)
class SelfPlay:
    """The result of a number of games."""

    rulebook: str
    seats: int
    games: int
    seed: int
    digest: str
    endings: dict[str, int]
    statuses: dict[str, int]
    violations: list[dict[str, int]]


def play_interpreted(
    rulebook: Rulebook, seats: int, bots: list[int], games: range, *, laps: int, base: int, checked: bool
) -> list[SelfPlayedGame]:
    """The games with these numbers, run as plain Python."""
    rulebook.require_seats(seats)
    packed = pack(rulebook)
    integers, notes = tables_over(packed), new_notes(packed)
    who = memoryview(bytearray(8 * seats)).cast("q")
    for seat, bot in enumerate(bots):
        who[seat] = bot
    played = []
    for game in games:
        here, hidden = bytearray(size_of(POSITION_LAYOUT)), bytearray(size_of(SECRETS_LAYOUT))
        figures = memoryview(bytearray(8 * FIGURES)).cast("q")
        play = play_checked if checked else play_game
        play(integers, position(here), secrets(hidden), seats, who, laps, seeded(base, game), notes, figures)
        played.append(SelfPlayedGame(bytes(here), bytes(hidden), tuple(figures)))
    return played


def play_in_machine_code(
    rulebook: Rulebook, seats: int, bots: list[int], games: range, *, laps: int, base: int, checked: bool
) -> list[SelfPlayedGame]:
    """The games with these numbers, compiled."""
    from kamchatka.simulate.compiled import play_compiled  # noqa: PLC0415 - needs the compiler

    here, hidden, figures = play_compiled(
        rulebook, seats, bots, len(games), laps=laps, base=base, first=games.start, checked=checked
    )
    rows = zip(here, hidden, figures, strict=True)
    return [SelfPlayedGame(p.tobytes(), s.tobytes(), tuple(int(cell) for cell in f)) for p, s, f in rows]


def self_play(
    rulebook: Rulebook,
    seats: int,
    games: int,
    seed: int,
    *,
    laps: int,
    checked: bool,
    compiled: bool,
    bots: list[int] | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> SelfPlay:
    """Play the games in chunks; the digest does not depend on how they are run."""
    play = play_in_machine_code if compiled else play_interpreted
    digest = hashlib.sha256()
    endings: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    violations = []
    for first in range(0, games, CHUNK):
        numbers = range(first, min(first + CHUNK, games))
        policies = bots or [0] * seats
        for game, done in zip(
            numbers,
            play(rulebook, seats, policies, numbers, laps=laps, base=seed, checked=checked),
            strict=True,
        ):
            digest.update(done.position + done.secrets + repr(done.figures).encode())
            endings[done.ending] += 1
            statuses.update(done.statuses(seats))
            if done.figures[VIOLATION]:
                violations.append(
                    {"game": game, "code": done.figures[VIOLATION], "step": done.figures[AT_STEP]}
                )
            progress(1)
    return SelfPlay(
        rulebook.id,
        seats,
        games,
        seed,
        digest.hexdigest(),
        dict(sorted(endings.items())),
        dict(sorted(statuses.items())),
        violations,
    )
