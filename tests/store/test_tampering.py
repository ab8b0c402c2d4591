"""Bar R9: whoever changes the database by hand is found out, and where; 10,000 in `./run soak store_races`.

What checking cannot find, because nothing in the log depends on it:
- a request's fingerprint that is gone or another: the request would be done again, or another refused;
- a note that is emptied just as an erasure does it;
- mentions, and which projections are up to date: they are put together again from the log;
- the row of a feed without events;
- events appended with every hash, counter and request in its place, and without a head that somebody kept
  also a chain written anew from the changed event on, or cut with everything that counts it;
- a pinned text that is gone, or belongs to another tournament: until events name its digest.
"""

from random import Random

import pytest
from sqlalchemy import delete, update

from kamchatka.app.events import PersonCorrected
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.register.merging import merge
from kamchatka.app.register.people import correct, enter, erase, register
from kamchatka.ids import ActionId, PersonId
from kamchatka.store import schema
from kamchatka.store.chain import Breach, Head
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person
from kamchatka.store.verifying import Verdict, verify
from kamchatka.tournament.events import EntrantEntered
from tests.store.histories import NAMES, events_of, heads_of, live
from tests.store.tampering import Tables, cut, touched, undetected, verdict_after

SEED = 20261121


@pytest.fixture
def installation(office: Office) -> Office:
    """Some sixty events of people and tables; one person is merged, one erased, and two have a club."""
    live(office, Random(SEED), 40)
    one, other, gone = (enter(office, TERMINAL, Person(name=name)) for name in NAMES[:3])
    merge(office, TERMINAL, one, other)
    with office.store.writing(Stamp(office.now(), "organiser/x", ActionId("entries"))) as writing:
        writing.is_repeated([])
        entries = [EntrantEntered(who, "Il Gufo", family=who, number=1) for who in (one, gone)]
        writing.append("torneo", 0, *entries)
    erase(office, TERMINAL, gone)
    return office


def test_every_change_by_hand_is_found_and_located(installation: Office) -> None:
    print(f"seed {SEED}")
    assert check(installation, heads_of(installation)) == Verdict(len(events_of(installation)), None)
    assert undetected(installation, 250, SEED) == []


def test_without_hashes_changes_stay_hidden(installation: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kamchatka.store.chain.link", lambda previous, event: event[-1])
    assert undetected(installation, 25, SEED)


def test_a_cut_end_shows_only_to_whoever_kept_a_head(installation: Office) -> None:
    with installation.reading() as reading:
        change = cut(Tables(reading.connection), Random(SEED))
    without, with_heads = (
        verdict_after(installation, change, heads) for heads in ((), heads_of(installation))
    )
    assert without is not None
    assert without.broken is None
    assert with_heads is not None
    assert with_heads.broken is not None
    assert with_heads.broken.why == "cut"


def test_some_changes_cannot_be_told(installation: Office) -> None:
    for statement in (
        update(schema.actions).values(fingerprint=""),
        update(schema.notes).values(salt="", content=""),
        delete(schema.mentions),
        delete(schema.texts),
    ):
        with touched(installation) as connection:
            assert connection.execute(statement).rowcount > 0
            assert verify(connection).broken is None, statement


def test_corrections_add_to_the_log_and_change_nothing_in_it(office: Office) -> None:
    print(f"seed {SEED}")
    luck, wanted = Random(SEED), {}
    for name in NAMES:
        wanted[enter(office, TERMINAL, Person(name=name))] = Person(name=name)
    before = events_of(office)
    for _ in range(100):
        who = luck.choice(list(wanted))
        old, new = (
            wanted[who],
            Person(name=luck.choice(NAMES), club=luck.choice(("", "Il Gufo")), born="1990-02-28"),
        )
        correct(office, TERMINAL, who, new.model_dump())
        changed = tuple(name for name, value in new.model_dump().items() if value != getattr(old, name))
        after = events_of(office)
        added = [event for event in after if event not in before]
        assert [event for event in after if event in before] == before
        with office.reading() as reading:
            assert [reading.decode(event) for event in added] == (
                [PersonCorrected(who, changed)] if changed else []
            )
        wanted[who], before = new, after
    assert {each.id: each.person for each in register(office)} == wanted
    assert check(office).broken is None


def test_a_long_log_is_checked_by_two_processes_alike(
    installation: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = heads_of(installation)
    whole = check(installation, heads)
    streams = sorted({event.stream for event in events_of(installation)})
    monkeypatch.setattr("kamchatka.store.verifying.MANY_EVENTS", 10)
    assert check(installation, heads) == whole
    assert check(installation, [*heads, Head("table/99", 1, "0" * 16)]).broken == Breach("cut", "table/99", 1)
    events = schema.events
    for stream in (streams[-1], streams[0]):
        with installation.store.database.writing() as connection:
            connection.execute(update(events).where(events.c.stream == stream).values(at="2020"))
        assert check(installation, heads).broken == Breach("altered", stream, 1)


def test_what_is_written_while_two_processes_check_accuses_nobody(
    installation: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second process sees a later moment: what came after the first one is left out."""
    monkeypatch.setattr("kamchatka.store.verifying.MANY_EVENTS", 10)
    with installation.reading() as reading:
        before = verify(reading.connection)
        with installation.store.writing(Stamp(installation.now(), "organiser/x", new_action())) as writing:
            writing.is_repeated([])
            writing.append("zeta/1", 0, PersonCorrected(PersonId("p-1"), ()), note="arriva ora")
        enter(installation, TERMINAL, Person(name="Zeno"))
        assert verify(reading.connection) == before
    assert check(installation).events > before.events


def test_if_the_second_process_dies_the_first_does_its_work(
    installation: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = check(installation)
    monkeypatch.setattr("kamchatka.store.verifying.MANY_EVENTS", 10)
    monkeypatch.setattr("sys.executable", "/bin/true")
    assert check(installation) == whole


def test_of_two_heads_for_one_place_both_must_fit(installation: Office) -> None:
    [head, *_] = heads_of(installation)
    wrong = Head(head.stream, head.sequence, "0" * 16)
    for heads in ([head, wrong], [wrong, head]):
        assert check(installation, heads).broken == Breach("other_head", head.stream, head.sequence)
