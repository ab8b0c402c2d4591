"""Bar R4, in process: what is sent many times is done once; 100,000 in `./run soak store_races`."""

from pathlib import Path

import pytest

from kamchatka.app.office import open_office
from kamchatka.store.log import LogWriter
from tests.plugins.databases import TESTS
from tests.store.channel import repetition_faults, submission_faults, submit, takeover_faults

SEED = 20261121
SUBMISSIONS = 402


def test_every_submission_is_done_once_and_always_answered_alike(place: str | Path) -> None:
    print(f"seed {SEED}")
    with open_office(place, TESTS) as office:
        answers = submit(office, SUBMISSIONS, SEED).answers
        assert len(answers) == SUBMISSIONS
        assert max(map(len, answers.values())) >= 5, "some came often"
        assert submission_faults(office, answers) == []
        assert takeover_faults(office, list(answers)[::10]) == []
    with open_office(place, TESTS) as office:
        some = dict(list(answers.items())[::5])
        assert repetition_faults(office, some) == []
        assert takeover_faults(office, list(some)) == []
        assert submission_faults(office, answers) == [], "nothing was done anew"


def test_without_the_ids_of_requests_the_checker_reports(
    place: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LogWriter, "is_repeated", lambda self, content: False)
    with open_office(place, TESTS) as office:
        found = submission_faults(office, submit(office, 60, SEED).answers)
    assert any("recorded 2 times" in fault for fault in found)
