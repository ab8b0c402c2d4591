"""People with invented names, half of them erased: searched for in tables, files, archives and events."""

import argparse
import secrets
import tempfile
from pathlib import Path
from random import Random

from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import people
from kamchatka.store.database import Holder
from tests.app.canaries import archived, kept_in_tables, kept_on_disk, logged, settle
from tests.plugins.databases import cluster

PEOPLE = 500


def faults(office: Office, home: Path | None, rng: Random, count: int) -> list[str]:
    """Traces of erased people, missing data of the others, and personal data in events."""
    canaries = settle(office, rng, count)
    events = logged(office)
    found = [f"event with {mark}" for canary in canaries for mark in canary.marks if mark in events]
    erased, staying = canaries[::2], canaries[1::2]
    for canary in erased:
        people.erase(office, TERMINAL, canary.id)
    places = [kept_in_tables(office).encode(), archived(office), *kept_on_disk(office, home)]
    for canary in erased:
        found += [mark for mark in canary.marks if any(mark.encode() in place for place in places)]
    found += [f"lost {canary.id}" for canary in staying if canary.marks[0].encode() not in places[0]]
    verdict = check(office)
    if verdict.broken:
        found.append(str(verdict.broken))
    print(f"{count} people, {len(erased)} erased, {verdict.events} events, {len(found)} faults")
    return found


def main(argv: list[str]) -> int:
    """Run on both databases."""
    parser = argparse.ArgumentParser(prog="./run soak store_people", description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    options = parser.parse_args(argv)
    print(f"seed {options.seed}")
    found: list[str] = []
    with tempfile.TemporaryDirectory(prefix="kamchatka-soak-") as made:
        folder = Path(made)
        with open_office(folder / "sqlite" / "kamchatka.db", Holder("soak")) as office:
            found += faults(office, None, Random(options.seed), options.people)
        with cluster(folder / "pg") as server, open_office(server.get_uri(), Holder("soak")) as office:
            found += faults(office, server.pgdata, Random(options.seed), options.people)
    for fault in found[:20]:
        print(fault)
    return 1 if found else 0
