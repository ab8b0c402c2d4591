"""Bars P1 and P3: erasing a person removes every word about them, also from events of earlier versions."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kamchatka.app.archive.backup import backup, restore
from kamchatka.app.archive.copier import Copier, renew_copies
from kamchatka.app.commands.execution import execute
from kamchatka.app.events import CODEC
from kamchatka.app.history import check, history
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import merging, people
from kamchatka.app.register.accounts import links
from kamchatka.app.tournaments.opening import TOURNAMENTS, create, open_tournament, stream_of
from kamchatka.app.tournaments.requests import ask_to_enter, count_waiting
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.refusals import NotUnderstood
from kamchatka.store import schema
from kamchatka.store.chain import Breach, Head
from kamchatka.store.erasure import Trace
from kamchatka.store.log import LogWriter
from kamchatka.store.people import stream_of as person_stream
from kamchatka.tournament.checker import check as check_tournament
from kamchatka.tournament.entries import CorrectEntry
from kamchatka.tournament.events import Entry
from tests.app.canaries import (
    Event,
    kept_in_tables,
    kept_on_disk,
    logged,
    planted,
    settle,
    take_part,
)
from tests.app.forgeries import archived
from tests.web import played

SEED = 32
WITH_ACCOUNT = {"accounts.login", "accounts.name", "sessions.device"}
"""Removed with the account, which its owner or an administrator asks for."""
IN_A_FILE = pytest.mark.parametrize("place", ["sqlite"], indirect=True)
"""One database is enough where nothing depends on which."""


@pytest.fixture
def earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are written as earlier versions did, with the words in them."""
    monkeypatch.setattr(LogWriter, "_coded", lambda _, feed, encoded: encoded.payload)


@pytest.fixture
def other() -> Iterator[Office]:
    """Another laptop, with nothing on it."""
    with open_office(None) as office:
        yield office


@pytest.fixture
def event(office: Office, tmp_path: Path) -> Event:
    """A tournament full of words of somebody."""
    [canary] = settle(office, Random(SEED), 1)
    return take_part(office, canary, tmp_path)


@pytest.fixture
def old_event(office: Office, tmp_path: Path, earlier: None) -> Event:
    """The same, as an earlier version wrote it."""
    [canary] = settle(office, Random(SEED), 1)
    return take_part(office, canary, tmp_path)


def labelled() -> set[str]:
    """Every column and every field of an event that may hold a person's words."""
    columns = {str(each) for table in schema.metadata.sorted_tables for each in table.c if is_personal(each)}
    return columns | {f"{kind}.{name}" for kind, names in CODEC.worded.items() for name in names}


def is_personal(column: object) -> bool:
    label: schema.Label = column.info["label"]  # type: ignore[attr-defined]
    return label.is_personal


def left_of(office: Office, event: Event, request: pytest.FixtureRequest) -> list[str]:
    """Where marks of a canary are still found."""
    home = None if office.store.database.is_sqlite else request.getfixturevalue("postgresql").pgdata
    places = {
        "tables": kept_in_tables(office).encode(),
        "archive": archived(office),
        "disk": b"".join(kept_on_disk(office, home)),
        **{path.name: path.read_bytes() for path in event.copies()},
    }
    return [
        name for name, found in places.items() if any(mark.encode() in found for mark in event.canary.marks)
    ]


def erase(office: Office, event: Event, home: Path) -> None:
    """Erase somebody and the clubmates, who bear the club's word too."""
    for who in (event.canary.id, *event.clubmates):
        people.erase(office, TERMINAL, who)
    assert renew_copies(office, home) == []


@pytest.mark.parametrize("written", ["event", "old_event"])
def test_every_column_and_file_that_can_hold_a_word_is_emptied(
    written: str, office: Office, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The planted words are found first: a new column or field without one fails here."""
    event: Event = request.getfixturevalue(written)
    assert labelled() - planted(office, event.canary) == WITH_ACCOUNT | (
        {"words.content"} if written == "old_event" else set()
    )
    everywhere = ["tables", "archive", "disk", *(path.name for path in event.copies())]
    assert left_of(office, event, request) == everywhere
    before = check(office)
    erase(office, event, tmp_path)
    assert left_of(office, event, request) == []
    verdict = check(office)
    assert (verdict.broken, verdict.events) == (None, before.events + 3)
    assert set(verdict.sealed_anew) == (
        {stream_of(event.id), event.online} if written == "old_event" else set()
    )


@IN_A_FILE
def test_new_events_hold_no_word_of_anybody(office: Office, event: Event) -> None:
    said = logged(office)
    assert event.canary.id in said
    for word in (*event.canary.marks, event.canary.person.name, "Aosta", "Circolo", "via Roma"):
        assert word not in said


@IN_A_FILE
@pytest.mark.parametrize("written", ["event", "old_event"])
def test_what_others_share_stays_and_draws_still_come_out_the_same(
    written: str, office: Office, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    event: Event = request.getfixturevalue(written)
    before = open_tournament(office, event.id)
    erase(office, event, tmp_path)
    after = open_tournament(office, event.id)
    entrants = after.tournament.entrants
    gone, kin = entrants[event.canary.id], entrants[event.relative]
    assert kin.family.startswith("N.N. "), "the word is the family's"
    assert gone.family != kin.family, "corrected before"
    clubs = [each.club for each in entrants.values()]
    assert clubs[1:4] == ["Aosta"] * 3
    assert (len(set(clubs[6:])), len(set(clubs))) == (1, 4), "clubmates stay clubmates"
    for desk in (before, after):
        checked = check_tournament(desk.tournament.setup, desk.occurrences, desk.names)
        assert (checked.differences, checked.draws) == ((), 2)


@IN_A_FILE
def test_a_hash_printed_before_the_erasure_still_finds_its_event(
    office: Office, old_event: Event, tmp_path: Path
) -> None:
    stream = stream_of(old_event.id)
    entries = history(office, stream, "it").entries
    printed = [Head(stream, each.event.sequence, each.event.hash[:16]) for each in entries]
    erase(office, old_event, tmp_path)
    verdict = check(office, printed)
    assert verdict.broken is None
    assert set(verdict.sealed_anew) == {stream, old_event.online}
    now = [each.event.hash for each in history(office, stream, "it").entries]
    assert not {head.hash for head in printed} & {hash[:16] for hash in now}
    assert check(office, [Head(stream, 3, "0" * 16)]).broken is not None
    [at, *_] = [each.event.sequence for each in entries if each.event.kind == "roll-called"]
    with office.store.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE former_heads SET hash = '{'0' * 64}' WHERE sequence = {at}")
    assert check(office).broken == Breach("former", stream, at)


@IN_A_FILE
@pytest.mark.parametrize("written", ["event", "old_event"])
def test_a_copy_from_before_the_erasure_is_sealed_when_it_comes_in(
    written: str, office: Office, other: Office, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Where it was made, on a laptop without the erasure, and on one that has the person only."""
    event: Event = request.getfixturevalue(written)
    backup(office, TERMINAL, tmp_path / "prima.jsonl")
    restore(other, TERMINAL, tmp_path / "prima.jsonl")
    erase(office, event, tmp_path)
    assert restore(office, TERMINAL, tmp_path / "prima.jsonl").events == 0
    assert left_of(office, event, request) == []
    backup(office, TERMINAL, tmp_path / "dopo.jsonl")
    restore(other, TERMINAL, tmp_path / "dopo.jsonl")
    assert traces_in(other, event) == []
    assert hashes(other) == hashes(office), "both sealed the same"
    with open_office(None) as third:
        erased = map(person_stream, (event.canary.id, *event.clubmates))
        backup(office, TERMINAL, tmp_path / "altro.jsonl", only=erased)
        restore(third, TERMINAL, tmp_path / "altro.jsonl")
        restore(third, TERMINAL, tmp_path / "prima.jsonl")
        assert traces_in(third, event) == []
        assert hashes(third) == hashes(office)


@IN_A_FILE
def test_a_copy_that_went_on_elsewhere_before_the_erasure_goes_on_here(
    office: Office, other: Office, old_event: Event, tmp_path: Path
) -> None:
    backup(office, TERMINAL, tmp_path / "prima.jsonl")
    restore(other, TERMINAL, tmp_path / "prima.jsonl")
    played.go_on(other, old_event.id, "done")
    execute(
        other,
        TERMINAL,
        old_event.id,
        CorrectEntry(Entry(old_event.canary.id, f"Fam{old_event.canary.marks[0]}")),
    )
    stream = stream_of(old_event.id)
    printed = history(other, stream, "it").head
    backup(other, TERMINAL, tmp_path / "poi.jsonl")
    erase(office, old_event, tmp_path)
    assert restore(office, TERMINAL, tmp_path / "poi.jsonl").events > 0
    assert traces_in(office, old_event) == []
    assert check(office, [printed]).broken is None
    rounds = [len(open_tournament(each, old_event.id).tournament.rounds) for each in (office, other)]
    assert rounds[0] == rounds[1] > 2
    backup(office, TERMINAL, tmp_path / "dopo.jsonl")
    restore(other, TERMINAL, tmp_path / "dopo.jsonl")
    assert hashes(other) == hashes(office)


@IN_A_FILE
@pytest.mark.parametrize("name", ["w-" + "0" * 64, "Raduno w-" + "0" * 64])
def test_a_text_that_could_be_taken_for_a_missing_word_is_refused(office: Office, name: str) -> None:
    with pytest.raises(NotUnderstood, match="odd_text"):
        create(office, TERMINAL, name=name, texts=texts_of("open"), contact="Anna Bianchi")
    create(office, TERMINAL, name=name[:-1], texts=texts_of("open"), contact="Anna Bianchi")
    assert check(office).broken is None


@IN_A_FILE
@pytest.mark.parametrize("written", ["event", "old_event"])
def test_a_copy_without_people_has_no_word_of_anybody_and_one_with_them_still_fits(
    written: str, office: Office, other: Office, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    event: Event = request.getfixturevalue(written)
    backup(office, TERMINAL, tmp_path / "senza.jsonl", only=[stream_of(event.id)], with_people=False)
    said = (tmp_path / "senza.jsonl").read_text("utf-8")
    for word in (*event.canary.marks, event.canary.person.name, "Aosta", "Circolo", "via Roma"):
        assert word not in said
    restore(other, TERMINAL, tmp_path / "senza.jsonl")
    assert check(other).broken is None
    [club] = {each.club for each in list(open_tournament(other, event.id).tournament.entrants.values())[1:4]}
    assert club.startswith("N.N. ")
    played.go_on(office, event.id, "done")
    backup(office, TERMINAL, tmp_path / "tutto.jsonl")
    assert restore(other, TERMINAL, tmp_path / "tutto.jsonl").events > 0
    assert check(other).broken is None
    assert open_tournament(other, event.id).version == open_tournament(office, event.id).version


@IN_A_FILE
@pytest.mark.parametrize("is_old", [False, True])
def test_a_copy_of_an_event_that_names_somebody_who_never_entered_is_renewed(
    office: Office, tmp_path: Path, is_old: bool, request: pytest.FixtureRequest
) -> None:
    if is_old:
        request.getfixturevalue("earlier")
    who = people.enter(office, TERMINAL, people.person_of({"name": "Anna Bianchi"}))
    id = create(office, TERMINAL, name="Raduno", texts=texts_of("open"), contact="Anna Bianchi, via Roma")
    copier = Copier(office, tmp_path, list)
    copier.choose(TERMINAL, id, tmp_path / "copie", at_the_computer=True)
    copier.look()
    [copy] = (tmp_path / "copie").iterdir()
    before = copy.read_bytes()
    assert b"via Roma" in before
    assert renew_copies(office, tmp_path) == []
    assert copy.read_bytes() == before
    people.erase(office, TERMINAL, who)
    assert renew_copies(office, tmp_path) == []
    assert b"via Roma" not in copy.read_bytes()


@IN_A_FILE
def test_erasing_a_merged_person_leaves_links_that_name_nobody(office: Office) -> None:
    kept, other = (
        people.enter(office, TERMINAL, people.person_of({"name": name})) for name in ("Ugo", "Ugo B")
    )
    merging.merge(office, TERMINAL, kept, other)
    token = links.make_setup_link(office)
    people.erase(office, TERMINAL, kept)
    assert links.look_at(office, token, (links.Purpose.SETUP,))


@IN_A_FILE
@pytest.mark.parametrize("name", ["Mario Rossi", "Rossi Mario"])
@pytest.mark.parametrize(
    ("asked", "is_gone"), [("Rossi Mario", True), ("mario rossi", True), ("Mario Neri", False)]
)
def test_a_waiting_request_goes_with_its_person_in_any_order_of_names(
    office: Office, name: str, asked: str, is_gone: bool
) -> None:
    id = create(office, TERMINAL, name="Prova", texts=texts_of("open"), entry_form=True)
    desk = open_tournament(office, id)
    ask_to_enter(office, desk, people.person_of({"name": asked}), accepts=True, consents=True)
    people.erase(office, TERMINAL, people.enter(office, TERMINAL, people.person_of({"name": name})))
    assert count_waiting(office, desk) == (0 if is_gone else 1)


def traces_in(office: Office, event: Event) -> list[str]:
    """Marks in the tables of a laptop, or what is wrong with its log."""
    broken = check(office).broken
    return [
        *(mark for mark in event.canary.marks if mark in kept_in_tables(office)),
        *([str(broken)] if broken else []),
    ]


def hashes(office: Office) -> list[str]:
    """The hashes of all events of tournaments."""
    with office.reading() as reading:
        feeds = [feed for feed in reading.feeds() if feed.startswith(TOURNAMENTS)]
        return [each.hash for feed in feeds for each in reading.feed(feed)]


@IN_A_FILE
@pytest.mark.parametrize("written", ["event", "old_event"])
def test_the_dossier_shows_what_erasing_removes_and_what_it_leaves(
    written: str, office: Office, request: pytest.FixtureRequest
) -> None:
    event: Event = request.getfixturevalue(written)
    name, mark = event.canary.person.name, event.canary.marks[0]
    consent = f"genitore 1 2026-11-20 {name}"
    memorial = create(office, TERMINAL, name=f"Memorial {name}", texts=texts_of("open"))
    child = people.enter(office, TERMINAL, people.person_of({"name": "Figlio", "consent": consent}))
    found = people.dossier(office, TERMINAL, event.canary.id, "it").traces
    assert {each.kind for each in found if each.is_erased} == {"word", "note", "request", "link"}
    left = {each for each in found if not each.is_erased}
    feed = stream_of(event.id)
    assert left == {
        Trace("word", feed, f"Circolo{mark}", is_erased=False),
        Trace("word", feed, "Aosta", is_erased=False),
        Trace("event", f"{stream_of(memorial)}:1", "tournament-created", is_erased=False),
        Trace("person", child, consent, is_erased=False),
    }
    words = {each.said for each in found if each.kind == "word" and each.is_erased}
    own = {f"{then}{kind}{mark}" for then in ("", "Poi") for kind in ("Regione", "Squadra", "Fam")}
    said = {f"{name}, via Roma", f"{event.canary.person.email} {name}", f"Casa di {name}"}
    said |= {f"Da {name}", f"Sono {name}"}
    assert words == own | said | {f"Solo{mark}", name, f"casa-{name}"}
