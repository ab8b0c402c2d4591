"""Tables put together from the log: rebuilt they are what they were, and a raised version is rebuilt."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete, select

from kamchatka.app.events import CODEC
from kamchatka.app.office import Office, open_office
from kamchatka.store import schema
from kamchatka.store.log import Store, open_store
from kamchatka.store.projections import Mentions, rebuild
from tests.plugins.databases import TESTS
from tests.store.histories import live


class NewerMentions(Mentions):
    """Mentions as a later program might put them together."""

    version = Mentions.version + 1


def mentions(store: Store) -> list[tuple[object, ...]]:
    with store.reading() as reading:
        return sorted(tuple(row) for row in reading.connection.execute(select(schema.mentions)))


@pytest.mark.parametrize("seed", range(2))
def test_rebuilt_mentions_are_those_that_appending_kept(office: Office, seed: int) -> None:
    live(office, Random(seed), 20)
    kept = mentions(office.store)
    assert len(kept) > 20
    with office.store.database.writing() as connection:
        connection.execute(delete(schema.mentions).where(schema.mentions.c.sequence > 1))
        rebuild(connection, Mentions())
    assert mentions(office.store) == kept


def test_a_raised_version_is_rebuilt_when_next_opened_for_writing(place: str | Path) -> None:
    with open_office(place, TESTS) as office:
        live(office, Random(0), 10)
        kept = mentions(office.store)
        with office.store.database.writing() as connection:
            connection.execute(delete(schema.mentions))
    for projections, writer, wanted in (
        (Mentions(), TESTS, []),
        (NewerMentions(), None, []),
        (NewerMentions(), TESTS, kept),
    ):
        with open_store(place, CODEC, writer, [projections]) as store:
            assert mentions(store) == wanted
    with open_store(place, CODEC) as store, store.reading() as reading:
        assert reading.connection.execute(select(schema.projections)).all() == [("mentions", 2)]
