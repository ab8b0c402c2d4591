"""The same log gives the same tournament: on both databases, and wherever it is read (C4)."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kamchatka.app.archive import backup as keeping
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.generation import generate
from soak.replays import ROOT, SIX, Environment
from tests.tournament.streams import report

FORMATS = ["raduno", "campionato-periodico"]
ENVIRONMENTS = {"sqlite": SIX[:4:2], "postgresql": SIX[4:5]}
"""Where a copy is read again, which no longer knows the database it came from."""


@pytest.fixture
def exported(office: Office, tmp_path: Path) -> tuple[Office, Path]:
    """Generated tournaments in a real database, and a copy of them."""
    for format in FORMATS:
        assert list(generate(office, TERMINAL, format=format, players=16, seed="gru"))
    keeping.backup(office, TERMINAL, tmp_path / "copia.kam")
    return office, tmp_path / "copia.kam"


def elsewhere(environment: Environment, path: Path) -> dict[str, Any]:
    """What another process in another environment makes of the copy."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.tournament.streams", str(path)],
        env=environment.variables(),
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_every_event_gives_the_same_state_everywhere(
    exported: tuple[Office, Path], request: pytest.FixtureRequest
) -> None:
    office, path = exported
    environments = ENVIRONMENTS[request.node.callspec.id]
    here = report(office)
    assert here["differences"] == []
    assert all(len(digests) > 10 for digests in here["digests"].values())
    with ThreadPoolExecutor(2) as pool:
        there = list(pool.map(lambda environment: elsewhere(environment, path), environments))
    assert hash("Kamchatka") not in {each.pop("hash") for each in there}, "hash seeds really differ"
    assert there == [here] * len(environments)
