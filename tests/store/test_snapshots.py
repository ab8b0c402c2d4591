"""States kept of streams: each event is carried once, nothing that was never written, and not without end."""

from collections.abc import Hashable, Sequence

import pytest

from kamchatka.app.events import PersonEntered
from kamchatka.app.office import Office
from kamchatka.ids import PersonId
from kamchatka.store.chain import StoredEvent
from kamchatka.store.log import LogReader, take_out
from kamchatka.store.snapshots import Snapshot, Snapshots
from tests.store.test_log import ANNA, BRUNO, stamp

ONE, OTHER = "tournament/uno/1/1", "tournament/uno/1/12"


class Fold:
    """Lists the people of a stream, and how many events it was asked for each time."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def carry(self, before: list[str] | None, rows: Sequence[StoredEvent]) -> list[str]:
        self.asked.append(len(rows))
        return [*(before or ()), *(row.payload[-4:-2] for row in rows)]

    def of(self, reading: LogReader, stream: str = ONE, key: Hashable = None) -> list[str] | None:
        return reading.state(stream, self.carry, key)


def write(office: Office, seen: int, *people: PersonId, stream: str = ONE, action: str = "") -> None:
    with office.store.writing(stamp(action or f"{stream}-{seen}")) as writing:
        writing.append(stream, seen, *map(PersonEntered, people), feed="tournament/uno")


def test_only_new_events_are_carried_and_another_key_begins_again(office: Office) -> None:
    fold = Fold()
    with office.reading() as reading:
        assert fold.of(reading) is None
    write(office, 0, ANNA, BRUNO)
    for _ in range(2):
        with office.reading() as reading:
            assert fold.of(reading) == ["aa", "bb"]
    write(office, 2, BRUNO)
    with office.reading() as reading:
        assert fold.of(reading) == ["aa", "bb", "bb"]
        assert fold.of(reading, key="other") == ["aa", "bb", "bb"]
    assert fold.asked == [2, 1, 3]


def test_a_transaction_sees_its_own_events_and_leaves_none_when_it_fails(office: Office) -> None:
    fold = Fold()
    write(office, 0, ANNA)
    with office.reading() as reading:
        fold.of(reading)

    def lost() -> None:
        with office.store.writing(stamp("a-lost")) as writing:
            writing.append(ONE, 1, PersonEntered(BRUNO), feed="tournament/uno")
            assert fold.of(writing) == ["aa", "bb"]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        lost()
    with office.reading() as reading:
        assert fold.of(reading) == ["aa"]
    with office.store.writing(stamp("a-kept")) as writing:
        writing.append(ONE, 1, PersonEntered(ANNA), feed="tournament/uno")
        assert fold.of(writing) == ["aa", "aa"]
    with office.reading() as reading:
        assert fold.of(reading) == ["aa", "aa"]
    assert fold.asked == [1, 1, 1]


def test_a_stream_that_was_taken_out_and_made_anew_begins_again(office: Office) -> None:
    fold = Fold()
    write(office, 0, ANNA, ANNA)
    with office.reading() as reading:
        fold.of(reading)
    with office.store.writing(stamp("a-out")) as writing:
        take_out(writing, ["tournament/uno"])
        assert fold.of(writing) is None
    write(office, 0, BRUNO, BRUNO, ANNA, action="a-anew")
    with office.reading() as reading:
        assert fold.of(reading) == ["bb", "bb", "aa"]


def test_streams_are_found_by_how_they_begin(office: Office) -> None:
    for stream in (ONE, OTHER, "tournament/uno/10/1"):
        write(office, 0, ANNA, stream=stream)
    with office.reading() as reading:
        assert reading.streams("tournament/uno/1/") == {ONE, OTHER}


def test_the_snapshots_unused_for_longest_go_first() -> None:
    kept = Snapshots(most=10)
    for name, events in (("a", 4), ("b", 4)):
        kept.put(name, Snapshot(None, events, "", name))
    assert kept.get("a")
    kept.put("c", Snapshot(None, 2, "", "c"))
    assert [bool(kept.get(name)) for name in "bac"] == [True] * 3
    kept.put("c", Snapshot(None, 3, "", "c"))
    assert [bool(kept.get(name)) for name in "abc"] == [True, False, True]
    kept.put("d", Snapshot(None, 11, "", "d"))
    assert [bool(kept.get(name)) for name in "acd"] == [False, False, True]
