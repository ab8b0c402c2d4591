"""Requests that are committed together: each is done once, a refused one leaves the others alone."""

import threading

import pytest

from kamchatka.app.events import PersonEntered
from kamchatka.app.history import check
from kamchatka.app.office import Office, new_action
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.group_commit import GroupCommit
from kamchatka.store.log import LogWriter, Stamp

WRITERS, EACH = 8, 15
ENTERED = PersonEntered(PersonId("p-0123456789abcdef"))


def stamp(action: str = "") -> Stamp:
    return Stamp("2026-11-18T21:00:00.000000Z", "player/x", ActionId(action) if action else new_action())


def append(together: GroupCommit, stream: str, expected: int, action: str = "") -> None:
    def work(writing: LogWriter) -> None:
        writing.append(stream, expected, ENTERED)

    together.carry_out(stamp(action), [stream, expected], work)


def test_racing_requests_are_all_kept_but_the_refused_ones(office: Office) -> None:
    refused: list[str] = []
    together = GroupCommit(office.store)

    def race(number: int) -> None:
        for expected in range(EACH):
            append(together, f"play/{number}", expected)
            try:
                append(together, f"play/{number}", expected)  # of an older version
            except NotPossibleNow as refusal:
                refused.append(refusal.code)

    threads = [threading.Thread(target=race, args=(number,)) for number in range(WRITERS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert refused == ["changed_meanwhile"] * WRITERS * EACH
    assert versions(office) == [EACH] * WRITERS
    assert check(office).broken is None


def versions(office: Office) -> list[int]:
    with office.reading() as reading:
        return [reading.version(f"play/{number}") for number in range(WRITERS)]


def test_a_request_is_done_once_and_a_failed_commit_reaches_everybody_who_waits(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = GroupCommit(office.store)
    append(together, "play/0", 0, "a-once")
    append(together, "play/0", 0, "a-once")
    assert versions(office)[0] == 1

    def fail(*_: object) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr(type(office.store.database), "writing", fail)
        with pytest.raises(OSError, match="full"):
            append(together, "play/0", 1)
    append(together, "play/0", 1)
    assert versions(office)[0] == 2
