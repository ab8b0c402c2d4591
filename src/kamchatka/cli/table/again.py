"""A record played again, turn by turn, up to the first move at which it departs from what is written."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kamchatka.cli.table.keeping import read_record, read_text
from kamchatka.cli.table.refused import NotSo
from kamchatka.game import events as ev
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, Entry, TurnClosed
from kamchatka.game.names import names_of
from kamchatka.game.record import Differs, OtherRegulation, Record, Replay, rulebook_of
from kamchatka.game.sentences import sentence
from kamchatka.game.view import Viewer
from kamchatka.messages import Language
from kamchatka.rulebook import Rulebook
from kamchatka.rules import RULES_VERSION

TOLD = "  = "
"""How a text record begins what it tells in words."""


@dataclass(frozen=True)
class Opened:
    """A record that can be read, its regulation, and what its file tells in words."""

    record: Record
    book: Rulebook
    told: tuple[str, ...]

    @property
    def of_other_rules(self) -> bool:
        """Whether it was played under another version of the rules."""
        return self.record.rules_version != RULES_VERSION

    def story(self, lang: Language) -> list[str]:
        """The game in words without playing it: from its events, else from the lines of its file."""
        names = names_of(self.book)
        events = (entry for entry in self.record.entries if isinstance(entry, ev.Event))
        return [sentence(event, names, lang) for event in events] or list(self.told)


def open_record(path: Path) -> Opened:
    """What a file holds; NotSo or Unreadable if it is no game that could be played again."""
    record = read_record(path)
    try:
        book = rulebook_of(record)
    except OtherRegulation as error:
        raise NotSo("other_regulation", id=error) from error
    if len(record.players) not in book.seats.sizes:
        raise NotSo("seats", seats=len(record.players), sizes=", ".join(map(str, book.seats.sizes)))
    lines = read_text(path).splitlines()
    return Opened(record, book, tuple(line.removeprefix(TOLD) for line in lines if line.startswith(TOLD)))


@dataclass(frozen=True)
class Chapter:
    """One turn, or what came before the first (0): its events, and the digest it ended with."""

    turn: int
    events: tuple[ev.Event, ...]
    digest: str | None


@dataclass(frozen=True)
class Played:
    """How far a record could be played again. `game` is None where not even the first dice were right."""

    game: Game | None
    chapters: tuple[Chapter, ...]
    moves: int
    departs: Differs | None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game is not None and self.game.is_over

    @property
    def viewer(self) -> Viewer:
        """Whoever reads a game in progress sees what the public sees."""
        return "judge" if self.is_over else "public"


def play_again(record: Record) -> Played:
    """The whole record, or as much of it as is true."""
    again, departs = None, None
    try:
        again = Replay(record)
        while not again.is_at_end:
            again.step()
    except Differs as found:
        departs = found
    entries = again.game.entries if again is not None else ()
    moves = sum(isinstance(entry, Acted) for entry in entries)
    return Played(again.game if again is not None else None, chapters(entries), moves, departs)


def chapters(entries: Iterable[Entry]) -> tuple[Chapter, ...]:
    """The log divided into turns."""
    found: list[tuple[int, list[ev.Event]]] = [(0, [])]
    digests: dict[int, str] = {}
    for entry in entries:
        if isinstance(entry, ev.TurnBegan):
            found.append((entry.turn, []))
        if isinstance(entry, ev.Event):
            found[-1][1].append(entry)
        elif isinstance(entry, TurnClosed):
            digests[entry.turn] = entry.digest
    return tuple(Chapter(turn, tuple(events), digests.get(turn)) for turn, events in found)
