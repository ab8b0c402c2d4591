"""A stored tournament of every format is read again, and ends as it ended."""

from pathlib import Path

import pytest

from kamchatka.tournament.format.loading import shipped_formats
from tests.golden.tournaments import FOLDER, retold

LOGS = sorted(FOLDER.glob("*.log"))


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_a_stored_tournament_ends_as_it_ended(log: Path) -> None:
    found, wanted = retold(log.read_text(encoding="ascii").splitlines())
    assert found == wanted


def test_every_format_has_its_golden_tournament() -> None:
    assert tuple(sorted(path.stem for path in LOGS)) == shipped_formats()


def test_a_changed_point_is_noticed() -> None:
    """Negative control: another number in one sheet gives other standings."""
    lines = (FOLDER / "tre-partite.log").read_text(encoding="ascii").splitlines()
    at = next(number for number, line in enumerate(lines) if " result-recorded " in line)
    changed = lines[at].replace('"points":', '"points":1', 1)
    assert changed != lines[at]
    found, wanted = retold([*lines[:at], changed, *lines[at + 1 :]])
    assert found != wanted
