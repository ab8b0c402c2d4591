"""Writers that race for the same streams, and a checker that some serial order explains what they saw."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

from sqlalchemy import select

from kamchatka.app.events import PersonEntered
from kamchatka.app.history import check
from kamchatka.app.office import Office
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotPossibleNow
from kamchatka.store import schema
from kamchatka.store.chain import StoredEvent
from kamchatka.store.log import Stamp

WRITERS = 8
PATIENCE = 5.0
"""Seconds after which a writer counts as stuck."""
FEED = "raduno"
SOMEBODY = PersonEntered(PersonId("p-00000000000000aa"))


@dataclass(frozen=True)
class Span:
    """From when to when something went on."""

    began: float
    ended: float


@dataclass(frozen=True)
class Attempt:
    """One try of a writer: the version it read, and the event it was told is written, if it was."""

    stream: str
    action: str
    seen: int
    reading: Span
    writing: Span
    event: StoredEvent | None


def race(office: Office, streams: Sequence[str], operations: int, seed: int) -> list[Attempt]:
    """So many appends to these streams by eight threads at once; all their attempts."""
    start = threading.Barrier(WRITERS)

    def write(writer: int) -> list[Attempt]:
        luck, made = Random(f"{seed} {writer}"), []
        start.wait()
        for number in range(writer, operations, WRITERS):
            stream = luck.choice(streams)
            while True:
                made.append(_attempt(office, stream, ActionId(f"a-{seed}-{number}")))
                if made[-1].event:
                    break
        return made

    with ThreadPoolExecutor(WRITERS) as pool:
        return [attempt for made in pool.map(write, range(WRITERS)) for attempt in made]


def _attempt(office: Office, stream: str, action: ActionId) -> Attempt:
    began = time.monotonic()
    with office.reading() as reading:
        seen = reading.version(stream)
    read = time.monotonic()
    event = None
    try:
        with office.store.writing(Stamp(office.now(), "organiser/race", action)) as writing:
            writing.is_repeated([])
            [event] = writing.append(stream, seen, SOMEBODY, feed=FEED)
    except NotPossibleNow as refusal:
        if refusal.code != "changed_meanwhile":
            raise
    return Attempt(stream, action, seen, Span(began, read), Span(read, time.monotonic()), event)


def race_faults(office: Office, attempts: Sequence[Attempt]) -> list[str]:
    """What no serial order of the attempts explains, and what of the log is not whole."""
    table = schema.events
    with office.reading() as reading:
        rows = reading.connection.execute(select(table).order_by(table.c.feed, table.c.number))
        log = [StoredEvent(*row) for row in rows]
    broken = check(office).broken
    return [*([f"the chain is broken: {broken}"] if broken else []), *unexplained(attempts, log)]


def unexplained(attempts: Sequence[Attempt], log: Sequence[StoredEvent]) -> list[str]:
    """What no serial order explains of these attempts and of the log they left, which held nothing before."""
    done = {attempt.event: attempt for attempt in attempts if attempt.event}
    faults = [f"{attempt.action} waited" for attempt in attempts if _waited(attempt) > PATIENCE]
    acknowledged = sum(attempt.event is not None for attempt in attempts)
    if sorted(done) != sorted(log) or len(done) != acknowledged:
        faults.append(f"{acknowledged} events acknowledged, {len(log)} in the log, or others")
    faults += _out_of_order(FEED, log, lambda event: event.number, done)
    for stream in sorted({attempt.stream for attempt in attempts}):
        own = sorted(event for event in log if event.stream == stream)
        faults += _out_of_order(stream, own, lambda event: event.sequence, done)
        tries = [attempt for attempt in attempts if attempt.stream == stream]
        faults += _seen_wrongly(tries, [done[event] for event in own if event in done])
    return faults


def _waited(attempt: Attempt) -> float:
    return max(attempt.reading.ended - attempt.reading.began, attempt.writing.ended - attempt.writing.began)


def _out_of_order(
    name: str,
    events: Sequence[StoredEvent],
    place: Callable[[StoredEvent], int],
    done: dict[StoredEvent, Attempt],
) -> list[str]:
    """Events, in the order of their places, with a gap, or before one that had ended when they began."""
    faults: list[str] = []
    latest = 0.0
    for number, event in enumerate(events, start=1):
        if place(event) != number:
            return [*faults, f"{name}: {place(event)} stands where {number} should"]
        if event in done:
            if done[event].writing.ended < latest:
                faults.append(f"{name}: {number} had ended before one with a lower number began")
            latest = max(latest, done[event].writing.began)
    return faults


def _seen_wrongly(tries: Iterable[Attempt], winners: Sequence[Attempt]) -> list[str]:
    """Versions of one stream that were read or refused although nobody had written so; `winners` in order."""
    faults = []
    for attempt in tries:
        if attempt.event and attempt.event.sequence != attempt.seen + 1:
            faults.append(f"{attempt.action} saw {attempt.seen} and wrote {attempt.event.sequence}")
        if attempt.seen > len(winners):
            faults.append(f"{attempt.action} saw {attempt.seen} of {len(winners)}")
            continue
        before = winners[attempt.seen - 1] if attempt.seen else None
        after = winners[attempt.seen] if attempt.seen < len(winners) else None
        if before and before.writing.began > attempt.reading.ended:
            faults.append(f"{attempt.action} saw {attempt.seen} before it was written")
        if after and after.writing.ended < attempt.reading.began:
            faults.append(f"{attempt.action} saw {attempt.seen} when there was more")
        if not attempt.event and (not after or after.writing.began > attempt.writing.ended):
            faults.append(f"{attempt.action} was refused at {attempt.seen} for nothing")
    return faults
