"""Automatic copies of events in a background thread, so that no request waits for a slow stick.

The thread looks every few seconds for new events. It copies them within a minute, and at once when a round
was closed, whose copy is kept beside the newest one. After an erasure it renews the copies that hold words of
the erased person. The event's first page reports a stick that was pulled out; once it is back, copies resume.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kamchatka.app.archive.backup import backup
from kamchatka.app.archive.places import CopyPlace, Sticks, chosen_places, keep_places, place_at, plugged_in
from kamchatka.app.files import ONLY_THE_OWNER, write_whole
from kamchatka.app.office import Actor, Office, Role
from kamchatka.app.tournaments.opening import is_id, stream_of
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood, Refusal
from kamchatka.store.archive import Archive, outline
from kamchatka.tournament.events import RoundClosed

LOOK = 2.0
"""Seconds between two checks for new events."""
EVERY = 55.0
"""Seconds between two copies while results come in; the copy is made at the next check, within a minute."""
AGAIN = 10.0
"""Seconds before a failed copy is retried."""
EVERYTHING = 10**9
"""No limit on the events read from a feed."""
OF_ROUND = re.compile(r"-turno-([0-9]+)\.jsonl$")
KEEPER = Actor(Role.ADMINISTRATOR, "copies")
"""The actor of automatic copies."""


@dataclass(frozen=True)
class CopyStatus:
    """The state of the copies of an event."""

    place: CopyPlace | None = None
    made: str = ""
    """Time of the newest copy."""
    number: int = 0
    """Number of events in it."""
    waiting: int = 0
    """Number of events since then."""
    trouble: Refusal | None = None
    """Why the last attempt failed."""


@dataclass
class _Course:
    """The thread's state for one event."""

    made: str = ""
    number: int | None = None
    """Number of events in the newest copy; None before the first check."""
    copied: float = float("-inf")
    erased: int | None = None
    """Number of erased people when the copies were last compared with the register."""
    rests: float = float("-inf")
    """Time of the next retry."""
    trouble: Refusal | None = None
    is_wanted: bool = False
    done: threading.Event = field(default_factory=threading.Event)


def copy_name(id: str, round: int = 0) -> str:
    """File name of the newest copy, or of the copy of a round; NotUnderstood if the id could be a path."""
    if not is_id(id):
        raise NotUnderstood("odd_id", id=id)
    return f"kamchatka-{id}-turno-{round}.jsonl" if round else f"kamchatka-{id}.jsonl"


def of_rounds(id: str) -> str:
    """The pattern of the names of an event's copies of rounds."""
    return copy_name(id).replace(".", "-turno-*.")


def round_of(path: Path) -> int:
    """The round whose copy has this name; 0 if it is the newest one."""
    found = OF_ROUND.search(path.name)
    return int(found[1]) if found else 0


class Copier:
    """The places chosen for copies, and the thread that writes them."""

    def __init__(
        self,
        office: Office,
        home: Path,
        sticks: Sticks = plugged_in,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self.sticks = sticks
        self._office = office
        self._home = home
        self._timer = timer
        self._places = chosen_places(home)
        self._courses: dict[str, _Course] = {}
        self._lock = threading.Lock()
        self._look = threading.Event()
        self._ends = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the thread; it makes a last copy on exit."""
        thread = threading.Thread(target=self._run, name="copies", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._ends = True
            self._look.set()
            thread.join(AGAIN)

    def choose(self, actor: Actor, id: str, folder: Path, *, at_the_computer: bool) -> CopyPlace:
        """Copy an event to this folder: on a stick, or elsewhere for an administrator at the computer.

        A link on a stick that leads to another disk counts as elsewhere.
        """
        actor.must_be(Role.ORGANISER)
        suggested = {stick.folder: stick for stick in self.sticks()}
        is_stick = folder in suggested and folder.resolve().is_relative_to(suggested[folder].root.resolve())
        if not is_stick and not (at_the_computer and actor.role == Role.ADMINISTRATOR):
            raise NotAllowed("copy_place_not_yours", path=folder)
        place = place_at(folder, self._home)
        self._keep({**self._places, id: place})
        self.ask(id)
        return place

    def leave(self, actor: Actor, id: str) -> None:
        """Stop copying an event; existing copies stay."""
        actor.must_be(Role.ORGANISER)
        self._keep({each: place for each, place in self._places.items() if each != id})

    def remove(self, actor: Actor, id: str) -> None:
        """Stop copying an event that was deleted, and delete its copies if their place is there."""
        place = self._places.get(id)
        self.leave(actor, id)
        if place:
            try:
                for each in (place.folder / copy_name(id), *place.folder.glob(of_rounds(id))):
                    each.unlink(missing_ok=True)
            except OSError as error:
                raise NotPossibleNow("unwritable", path=place.folder, error=error) from error

    def ask(self, id: str) -> None:
        """Request a copy of an event now; NotPossibleNow if no place is chosen for it."""
        if id not in self._places:
            raise NotPossibleNow("copy_nowhere")
        with self._lock:
            course = self._course(id)
            course.is_wanted = True
            course.done.clear()
        self._look.set()

    def wait(self, id: str, seconds: float) -> CopyStatus:
        """The state after the requested copy was made, or after this timeout."""
        self._course(id).done.wait(seconds)
        return self.status(id)

    def status(self, id: str) -> CopyStatus:
        """The state of the copies of an event."""
        place = self._places.get(id)
        if place is None:
            return CopyStatus()
        course = self._course(id)
        with self._office.reading() as reading:
            happened = reading.feeds(stream_of(id)).get(stream_of(id), 0)
        return CopyStatus(
            place,
            made=course.made,
            number=course.number or 0,
            waiting=max(0, happened - (course.number or 0)),
            trouble=course.trouble,
        )

    def _keep(self, places: dict[str, CopyPlace]) -> None:
        with self._lock:
            keep_places(self._home, places)
            gone = {id for id in self._courses if places.get(id) != self._places.get(id)}
            self._courses = {id: each for id, each in self._courses.items() if id not in gone}
            self._places = places

    def _course(self, id: str) -> _Course:
        return self._courses.setdefault(id, _Course())

    # --- the thread ---

    def _run(self) -> None:
        while not self._ends:
            self.look()
            self._look.wait(LOOK if self._places else None)
            self._look.clear()
        self.look(is_last=True)

    def look(self, *, is_last: bool = False) -> None:
        """Make the copies that are due; at the last check, of all new events."""
        for id, place in dict(self._places).items():
            course = self._course(id)
            is_asked = course.is_wanted
            if not is_asked and not is_last and self._timer() < course.rests:
                continue
            try:
                self._copy_if_due(id, place, course, is_last)
                course.trouble = None
            except Refusal as refusal:
                course.trouble = refusal
            except OSError as error:
                course.trouble = NotPossibleNow("unwritable", path=place.folder, error=error)
            except Exception as error:
                # A programming error must not end the thread: it is reported like any other failure.
                logging.getLogger(__name__).exception("copy of %s", id)
                course.trouble = NotPossibleNow("copy_failed", error=type(error).__name__)
            course.rests = self._timer() + AGAIN if course.trouble else float("-inf")
            if is_asked:
                course.is_wanted = False
                course.done.set()

    def _copy_if_due(self, id: str, place: CopyPlace, course: _Course, is_last: bool) -> None:
        place.must_be_there(self._home)
        path = place.folder / copy_name(id)
        if course.number is None:
            course.made, course.number = self._kept(id, path)
        with self._office.reading() as reading:
            erased = reading.erased_people()
        if erased != course.erased:
            for each in (path, *path.parent.glob(of_rounds(id))):
                self._renew(id, each)
            course.erased = erased
        with self._office.reading() as reading:
            news = reading.feed(stream_of(id), course.number, EVERYTHING)
            decoded = [reading.decode(each) for each in news if each.kind == RoundClosed.stored_as]
        closed = [each.round for each in decoded if isinstance(each, RoundClosed)]
        is_soon = news and (is_last or closed or self._timer() - course.copied >= EVERY)
        if is_soon or course.is_wanted or not path.exists():
            self._copy(id, path, closed)
            course.made, course.copied = self._office.now(), self._timer()
            course.number = news[-1].number if news else course.number

    def _copy(self, id: str, path: Path, closed: Sequence[int]) -> None:
        """Write the newest copy, and one for each round closed since the last."""
        self._kept(id, path)
        backup(self._office, KEEPER, path, only=[stream_of(id)])
        for round in closed:
            write_whole(path.with_name(copy_name(id, round)), path.read_bytes(), ONLY_THE_OWNER)

    def _renew(self, id: str, path: Path) -> None:
        """Write a copy again, up to its last event, if it would differ now: somebody was erased."""
        made, number = self._kept(id, path)
        if number:
            with self._office.reading() as reading:
                archive = Archive(reading, made=made, only=[stream_of(id)], until=number)
                content = b"".join(archive)
            if content != path.read_bytes():
                write_whole(path, content, ONLY_THE_OWNER)

    def _kept(self, id: str, path: Path) -> tuple[str, int]:
        """Time and number of events of an existing copy; empty if it is missing or damaged.

        NotPossibleNow if the copy has events that this computer lacks: the event went on elsewhere.
        """
        try:
            with path.open("rb") as file:
                found = outline(file)
        except (FileNotFoundError, NotUnderstood):
            return "", 0
        except OSError as error:
            raise NotPossibleNow("unreadable", path=path, error=error) from error
        number, hash = found.last.get(stream_of(id), (0, ""))
        with self._office.reading() as reading:
            ours = reading.feed(stream_of(id), number - 1, 1)
            if not ours:
                raise NotPossibleNow("copy_is_ahead", path=path)
            if not reading.has_hash(ours[0], hash):
                raise NotPossibleNow("copy_of_another", path=path)
        return found.made, number


def renew_copies(office: Office, home: Path) -> list[Refusal]:
    """Renew the copies of this installation after an erasure; returns why some could not be.

    Those are renewed by the server, once their stick is back.
    """
    copier = Copier(office, home)
    copier.look()
    found = [copier.status(id).trouble for id in chosen_places(home)]
    return [trouble for trouble in found if trouble]
