"""Bar R6: writers at the same moment, on both databases; 100,000 operations in `./run soak store_races`."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest

from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.register.merging import merge, unmerge
from kamchatka.app.register.people import correct, enter, erase, register
from kamchatka.refusals import Refusal
from kamchatka.store import log
from kamchatka.store.chain import StoredEvent
from kamchatka.store.people import Person, stream_of
from tests.store.races import Attempt, Span, race, race_faults, unexplained

SEED = 20261121
OPERATIONS = {"sqlite": 500, "postgresql": 120}
"""Refused attempts, some seven to an append, make PostgreSQL the slower."""
TABLES = [f"table/{number}" for number in range(1, 5)]


@pytest.mark.parametrize("streams", [TABLES[:1], TABLES], ids=["one table", "one tournament"])
def test_eight_writers_leave_a_history_that_some_serial_order_explains(
    office: Office, streams: list[str]
) -> None:
    print(f"seed {SEED}")
    operations = OPERATIONS[office.store.database.reader.dialect.name]
    attempts = race(office, streams, operations, SEED)
    assert len([attempt for attempt in attempts if attempt.event]) == operations
    assert race_faults(office, attempts) == []


class AnyVersion(int):
    """A number that no other differs from."""

    def __ne__(self, other: object) -> bool:
        return False


class Careless(log.LogWriter):
    """A writer that does not care what whoever decided had seen."""

    def _last(self, stream: str) -> tuple[int, str, str]:
        sequence, previous, feed = super()._last(stream)
        return AnyVersion(sequence), previous, feed


def test_without_the_version_check_the_checker_reports(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "LogWriter", Careless)
    found = race_faults(office, race(office, TABLES[:1], 80, SEED))
    assert any("and wrote" in fault for fault in found)


def history() -> list[Attempt]:
    """Three appends one after the other, and one that came too late for the second place."""

    def attempt(seen: int, at: float, event: StoredEvent | None) -> Attempt:
        return Attempt("table/1", f"a-{at}", seen, Span(at, at + 1), Span(at + 1, at + 2), event)

    def event(place: int) -> StoredEvent:
        return StoredEvent("table/1", place, "raduno", place, "", 1, "", "", f"a-{place}", "", "", "")

    return [*(attempt(n, 10.0 * n, event(n + 1)) for n in range(3)), attempt(1, 10.5, None)]


Spoil = Callable[[list[Attempt], list[StoredEvent]], object]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda made, log: log.pop(), "3 events acknowledged, 2 in the log"),
        (lambda made, log: log.append(log[2]), "3 events acknowledged, 4 in the log"),
        (lambda made, log: log.pop(0), "raduno: 2 stands where 1 should"),
        (lambda made, log: swap_times(made, 0, 2), "had ended before one with a lower number began"),
        (lambda made, log: change(made, 2, seen=1), "saw 1 and wrote 3"),
        (lambda made, log: change(made, 2, seen=9), "saw 9 of 3"),
        (lambda made, log: change(made, 3, seen=3), "saw 3 before it was written"),
        (lambda made, log: change(made, 3, seen=0), "saw 0 when there was more"),
        (lambda made, log: change(made, 3, seen=3), "was refused at 3 for nothing"),
        (lambda made, log: change(made, 3, writing=Span(11, 17)), "waited"),
    ],
)
def test_the_checker_tells_what_is_wrong_with_a_history(spoil: Spoil, said: str) -> None:
    made = history()
    log = [attempt.event for attempt in made if attempt.event]
    assert unexplained(made, log) == []
    spoil(made, log)
    assert any(said in fault for fault in unexplained(made, log))


def change(made: list[Attempt], which: int, **values: object) -> None:
    made[which] = replace(made[which], **values)  # type: ignore[arg-type]


def swap_times(made: list[Attempt], one: int, other: int) -> None:
    first, second = made[one], made[other]
    change(made, one, reading=second.reading, writing=second.writing)
    change(made, other, reading=first.reading, writing=first.writing)


# --- people, at the same moment ---

EVERYBODY = [Person(name=name, phone=phone) for name, phone in (("Anna", "1"), ("Bruno", ""), ("Carla", "3"))]


def at_once(*works: Callable[[], object]) -> list[str]:
    """Do all of it at the same moment; what was refused, by its code."""
    start = threading.Barrier(len(works))

    def work(each: Callable[[], object]) -> str:
        start.wait()
        try:
            each()
        except Refusal as refusal:
            return refusal.code
        return ""

    with ThreadPoolExecutor(len(works)) as pool:
        return [code for code in pool.map(work, works) if code]


@pytest.mark.parametrize("again", range(3))
def test_people_merged_in_opposite_order_end_up_as_one(office: Office, again: int) -> None:
    anna, bruno, _ = (enter(office, TERMINAL, person) for person in EVERYBODY)
    refused = at_once(
        lambda: merge(office, TERMINAL, anna, bruno), lambda: merge(office, TERMINAL, bruno, anna)
    )
    assert refused == ["merged_person"], "whoever came second is told"
    assert len(register(office)) == 2
    assert check(office).broken is None


@pytest.mark.parametrize("again", range(3))
def test_corrections_at_the_same_moment_follow_each_other(office: Office, again: int) -> None:
    anna = enter(office, TERMINAL, EVERYBODY[0])
    names = [f"Anna {number}" for number in range(4)]
    assert at_once(*(partial(correct, office, TERMINAL, anna, {"name": name}) for name in names)) == []
    with office.reading() as reading:
        assert reading.version(stream_of(anna)) == 1 + len(names)
    assert check(office).broken is None


@pytest.mark.parametrize("again", range(3))
def test_nobody_comes_back_who_is_erased_while_they_are_corrected_or_merged(
    office: Office, again: int
) -> None:
    anna, bruno, _ = (enter(office, TERMINAL, person) for person in EVERYBODY)
    refused = at_once(
        lambda: erase(office, TERMINAL, anna),
        lambda: correct(office, TERMINAL, anna, {"name": "Anna Bianchi"}),
        lambda: merge(office, TERMINAL, anna, bruno),
    )
    assert set(refused) <= {"erased_person", "merged_person"}
    assert not {"Anna", "Anna Bianchi"} & {each.person.name for each in register(office)}
    assert check(office).broken is None


@pytest.mark.parametrize("again", range(3))
def test_a_merge_undone_while_its_person_is_erased_brings_nobody_back(office: Office, again: int) -> None:
    anna, bruno, _ = (enter(office, TERMINAL, person) for person in EVERYBODY)
    merge(office, TERMINAL, anna, bruno)
    refused = at_once(lambda: erase(office, TERMINAL, anna), lambda: unmerge(office, TERMINAL, bruno))
    left = {each.id for each in register(office)} & {anna, bruno}
    assert (left, refused) in ((set(), ["not_merged"]), ({bruno}, []))
    assert check(office).broken is None
