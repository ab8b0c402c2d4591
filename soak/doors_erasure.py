"""People in the register and in events, half of them erased: no word of theirs is left anywhere."""

from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from random import Random
from unittest.mock import patch

from kamchatka.app.archive.backup import restore_from
from kamchatka.app.archive.copier import renew_copies
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import people
from kamchatka.store.database import Holder
from kamchatka.store.log import LogWriter
from tests.app.canaries import kept_in_tables, kept_on_disk, logged, settle, take_part
from tests.app.forgeries import archived
from tests.plugins.databases import cluster

EACH = 10
"""One person in so many takes part in an event, every other time written by an earlier version."""


def run(count: int, seed: int, folder: Path) -> list[str]:
    """Settle this many people on each database and erase every other one; returns the faults found."""
    with open_office(folder / "sqlite" / "kamchatka.db", Holder("soak")) as office:
        found = _faults(office, None, Random(seed), count, folder / "sqlite")
    with cluster(folder / "pg") as server, open_office(server.get_uri(), Holder("soak")) as office:
        return found + _faults(office, server.pgdata, Random(seed), count, folder / "postgresql")


def _faults(office: Office, home: Path | None, rng: Random, count: int, folder: Path) -> list[str]:
    canaries = settle(office, rng, count)
    found, events = [], []
    earlier = patch.object(LogWriter, "_coded", lambda _, feed, encoded: encoded.payload)
    for number, canary in enumerate(canaries[::EACH]):
        place = folder / f"event-{number}"
        place.mkdir(parents=True)
        with earlier if number % 2 else nullcontext():
            events.append(take_part(office, canary, place))
    said = logged(office)
    new = [canary for canary in canaries if canary not in [event.canary for event in events[1::2]]]
    found += [f"event with {mark}" for canary in new for mark in canary.marks if mark in said]
    before, erased = archived(office), canaries[::2]
    for who in (*(each.id for each in erased), *(mate for event in events for mate in event.clubmates)):
        people.erase(office, TERMINAL, who)
    for event in events:
        found += [str(trouble) for trouble in renew_copies(office, event.folder.parent)]
    restore_from(office, TERMINAL, BytesIO(before))
    copies = [path.read_bytes() for event in events for path in event.copies()]
    places = [kept_in_tables(office).encode(), archived(office), *kept_on_disk(office, home), *copies]
    for canary in erased:
        found += [mark for mark in canary.marks if any(mark.encode() in place for place in places)]
    found += [f"lost {canary.id}" for canary in canaries[1::2] if canary.marks[0].encode() not in places[0]]
    verdict = check(office)
    found += [str(verdict.broken)] if verdict.broken else []
    print(f"{count} people, {len(erased)} erased, {len(copies)} copies, {verdict.events} events", flush=True)
    return found
