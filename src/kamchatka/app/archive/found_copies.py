"""Finding copies on sticks and in folders, and opening one of them on this computer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from kamchatka.app.archive.backup import restore_from
from kamchatka.app.archive.copier import round_of
from kamchatka.app.archive.places import Stick
from kamchatka.app.events import CODEC
from kamchatka.app.office import Actor, Office
from kamchatka.app.tournaments.opening import TOURNAMENTS, is_id
from kamchatka.refusals import Refusal
from kamchatka.store.archive import ArchiveSummary, opening, outline
from kamchatka.store.chain import StoredEvent
from kamchatka.store.codec import EncodedEvent
from kamchatka.tournament.events import TournamentCreated

ENDING = ".jsonl"
MOST_LISTED = 100


@dataclass(frozen=True)
class FoundCopy:
    """A file with the header of a copy; the rest is verified when it is opened."""

    path: Path
    event: str
    """The id of the event; empty if the copy begins with something else."""
    name: str
    made: str
    bytes: int
    round: int
    """The round whose end it keeps; 0 for the newest copy."""


@dataclass(frozen=True)
class OpenedCopy:
    """The outcome of importing a copy."""

    event: str
    brought: ArchiveSummary


def copies_in(folders: Iterable[Path]) -> list[FoundCopy]:
    """The copies in these folders, newest first; missing folders have none."""
    paths = sorted({path for folder in folders for path in _files(folder)})
    found = (copy for path in paths if (copy := _look_at(path)))
    return sorted(found, key=lambda each: (each.made, not each.round), reverse=True)[:MOST_LISTED]


def on_sticks(sticks: Iterable[Stick]) -> list[FoundCopy]:
    """The copies on sticks that are plugged in."""
    return copies_in(folder for stick in sticks for folder in (stick.root, stick.folder))


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from (path for path in folder.iterdir() if path.suffix == ENDING and path.is_file())
    except OSError:
        return  # missing, or not readable


def _look_at(path: Path) -> FoundCopy | None:
    try:
        with path.open("rb") as file:
            made, first = opening(file)
            size = path.stat().st_size
            return FoundCopy(path, _event_of(first), _name_of(first), made, size, round_of(path))
    except (OSError, Refusal):
        return None  # another kind of file


def _event_of(first: StoredEvent) -> str:
    id = first.feed.removeprefix(TOURNAMENTS)
    return id if first.feed.startswith(TOURNAMENTS) and is_id(id) else ""


def _name_of(first: StoredEvent) -> str:
    event = CODEC.decode(EncodedEvent(first.kind, first.version, first.payload))
    return event.settings.name if isinstance(event, TournamentCreated) else ""


def open_copy(office: Office, actor: Actor, file: BinaryIO) -> OpenedCopy:
    """Import what a copy has and this computer lacks; returns the event it begins with."""
    actor.must_be()
    _, first = opening(file)
    # A corrupt byte could make an event look like a newer version: verify the digest first.
    file.seek(0)
    outline(file)
    file.seek(0)
    return OpenedCopy(_event_of(first), restore_from(office, actor, file))
