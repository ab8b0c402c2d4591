"""Backups, copies for another laptop and for other clubs; on both databases."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kamchatka.app.archive.backup import backup, restore
from kamchatka.app.events import PersonCorrected
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Actor, Office, Role, new_action, open_office
from kamchatka.app.register import merging, people
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood, Refusal
from kamchatka.store.archive import Archive, ArchiveSummary
from kamchatka.store.chain import NOTHING, StoredEvent, link
from kamchatka.store.database import Holder
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person
from tests.app.canaries import kept_in_tables, settle
from tests.app.forgeries import archived, resealed


@pytest.fixture
def other() -> Iterator[Office]:
    """Another laptop, with nothing on it."""
    with open_office(None) as laptop:
        yield laptop


def test_a_copy_restored_on_another_laptop_is_the_same(office: Office, other: Office, tmp_path: Path) -> None:
    canaries = settle(office, Random(1), 3)
    people.erase(office, TERMINAL, canaries[0].id)
    done = backup(office, TERMINAL, tmp_path / "copia.jsonl")
    assert done == ArchiveSummary(events=16, people=2)
    assert (tmp_path / "copia.jsonl").stat().st_mode & 0o777 == 0o600
    assert restore(other, TERMINAL, tmp_path / "copia.jsonl") == done
    assert check(other) == check(office)
    assert archived(other) == archived(office)
    assert people.register(other) == people.register(office)
    assert restore(other, TERMINAL, tmp_path / "copia.jsonl") == ArchiveSummary(0, 0)


def test_a_later_copy_brings_only_what_is_new(office: Office, other: Office, tmp_path: Path) -> None:
    settle(office, Random(1), 2)
    backup(office, TERMINAL, tmp_path / "uno.jsonl")
    restore(other, TERMINAL, tmp_path / "uno.jsonl")
    [late] = settle(office, Random(2), 1)
    backup(office, TERMINAL, tmp_path / "due.jsonl")
    assert restore(other, TERMINAL, tmp_path / "due.jsonl") == ArchiveSummary(events=5, people=1)
    assert restore(other, TERMINAL, tmp_path / "uno.jsonl") == ArchiveSummary(0, 0)
    assert archived(other) == archived(office)
    assert late.id in [each.id for each in people.register(other)]


def test_one_tournament_goes_to_another_club_with_its_people_alone(
    office: Office, other: Office, tmp_path: Path
) -> None:
    settle(office, Random(1), 2)
    stranger = people.enter(office, TERMINAL, Person(name="Altro Torneo"))
    backup(office, TERMINAL, tmp_path / "raduno.jsonl", only=["raduno"])
    assert restore(other, TERMINAL, tmp_path / "raduno.jsonl").people == 2
    assert check(other).broken is None
    assert stranger not in kept_in_tables(other)
    with pytest.raises(NotUnderstood, match="unknown_feed"):
        backup(office, TERMINAL, tmp_path / "x.jsonl", only=["rdauno"])
    assert not (tmp_path / "x.jsonl").exists()


def test_without_people_neither_names_nor_notes_leave(office: Office, other: Office, tmp_path: Path) -> None:
    canaries = settle(office, Random(1), 2)
    done = backup(office, TERMINAL, tmp_path / "copia.jsonl", with_people=False)
    assert done == ArchiveSummary(events=6, people=0)
    content = (tmp_path / "copia.jsonl").read_text()
    assert not [mark for canary in canaries for mark in canary.marks if mark in content]
    restore(other, TERMINAL, tmp_path / "copia.jsonl")
    assert check(other).broken is None
    assert check(other).events == 6


def test_whoever_was_erased_here_does_not_come_back_with_an_old_copy(office: Office, tmp_path: Path) -> None:
    [canary] = settle(office, Random(1), 1)
    backup(office, TERMINAL, tmp_path / "prima.jsonl")
    people.erase(office, TERMINAL, canary.id)
    assert restore(office, TERMINAL, tmp_path / "prima.jsonl") == ArchiveSummary(0, 0)
    assert canary.marks[0] not in kept_in_tables(office)
    assert check(office).broken is None


def test_two_histories_of_one_tournament_are_never_mixed(
    office: Office, other: Office, tmp_path: Path
) -> None:
    settle(office, Random(1), 1)
    backup(office, TERMINAL, tmp_path / "copia.jsonl")
    restore(other, TERMINAL, tmp_path / "copia.jsonl")
    settle(office, Random(2), 1)
    settle(other, Random(3), 1)
    backup(office, TERMINAL, tmp_path / "nuova.jsonl")
    before = kept_in_tables(other)
    with pytest.raises(NotPossibleNow) as refused:
        restore(other, TERMINAL, tmp_path / "nuova.jsonl")
    assert (refused.value.code, refused.value.values["number"]) == ("other_history", 4)
    assert kept_in_tables(other) == before


def test_of_a_person_who_changed_in_both_places_ours_stays(
    office: Office, other: Office, tmp_path: Path
) -> None:
    anna = people.enter(office, TERMINAL, Person(name="Anna"))
    backup(office, TERMINAL, tmp_path / "copia.jsonl")
    restore(other, TERMINAL, tmp_path / "copia.jsonl")
    people.correct(office, TERMINAL, anna, {"club": "Roma"})
    people.correct(office, TERMINAL, anna, {"club": "Latina"})
    people.correct(other, TERMINAL, anna, {"club": "Aosta"})
    backup(office, TERMINAL, tmp_path / "nuova.jsonl")
    assert restore(other, TERMINAL, tmp_path / "nuova.jsonl") == ArchiveSummary(0, 0)
    assert [each.person.club for each in people.register(other)] == ["Aosta"]
    assert check(other).broken is None


def test_a_damaged_copy_is_refused_and_nothing_is_written(other: Office, tmp_path: Path) -> None:
    """Cut at every line, a byte changed in every line, and forgeries whose digest is right."""
    with open_office(None) as office:
        settle(office, Random(1), 2)
        whole = archived(office)
    lines = whole.splitlines(keepends=True)
    spoiled = [b"".join(lines[:keep]) for keep in range(len(lines))]
    rng = Random(1)
    for at, line in enumerate(lines):
        place = rng.randrange(len(line) - 1)
        changed = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
        spoiled.append(b"".join([*lines[:at], changed, *lines[at + 1 :]]))
    body = lines[:-1]
    for at in range(1, len(body)):
        spoiled.append(resealed([*body[:at], *body[at + 1 :]]))
        if b'{"event"' in body[at]:
            spoiled.append(resealed([*body[:at], body[at], *body[at:]]))
    for old, new in ((b'"at":"2026', b'"at":"2025'), (b"Can", b"Falcone"), (b"Chiede", b"Sfida ")):
        spoiled += [
            resealed([*body[:at], line.replace(old, new), *body[at + 1 :]])
            for at, line in enumerate(body)
            if old in line
        ]
    spoiled += [
        b"",
        b"{}\n",
        b"\xff\xfe",
        b"[" * 100_000,
        resealed([b'{"format":"kamchatka-archive","version":9}\n']),
    ]
    nothing = kept_in_tables(other)
    path = tmp_path / "copia.jsonl"
    codes = set()
    for content in spoiled:
        path.write_bytes(content)
        with pytest.raises(Refusal) as refused:
            restore(other, TERMINAL, path)
        codes.add(refused.value.code)
        assert kept_in_tables(other) == nothing
    assert codes == {
        *("archive_damaged", "archive_line", "archive_broken", "not_an_archive", "newer_archive"),
    }
    path.write_bytes(whole)
    assert restore(other, TERMINAL, path).events == 10


def test_only_the_administrator_copies_everything(office: Office, tmp_path: Path) -> None:
    judge = Actor(Role.OFFICIAL_JUDGE, "p-00000000000000aa")
    with pytest.raises(NotAllowed):
        backup(office, judge, tmp_path / "copia.jsonl")
    with pytest.raises(NotAllowed):
        restore(office, judge, tmp_path / "copia.jsonl")
    assert list(tmp_path.glob("*.jsonl")) == []


def test_a_copy_that_cannot_be_written_or_read_is_told_in_words(office: Office, tmp_path: Path) -> None:
    settle(office, Random(1), 1)
    with pytest.raises(NotPossibleNow) as refused:
        backup(office, TERMINAL, tmp_path / "manca" / "copia.jsonl")
    assert refused.value.sentence("it").endswith("il file o la cartella non c'è.")
    with pytest.raises(NotPossibleNow) as refused:
        restore(office, TERMINAL, tmp_path)
    assert refused.value.sentence("it").endswith("è una cartella, non un file.")


def test_a_copy_taken_while_others_write_is_of_one_moment(place: str | Path, tmp_path: Path) -> None:
    """The people and notes of an archive are those of its events, though more arrive while it is written."""
    with open_office(place, Holder("test")) as office, open_office(None) as other:
        settle(office, Random(1), 2)
        with office.reading() as reading:
            lines = iter(Archive(reading, made="2026-11-21"))
            begun = [next(lines), next(lines)]
            settle(office, Random(2), 1)
            (tmp_path / "copia.jsonl").write_bytes(b"".join([*begun, *lines]))
        assert restore(other, TERMINAL, tmp_path / "copia.jsonl") == ArchiveSummary(events=10, people=2)
        assert check(other).broken is None


def test_an_erasure_travels_with_a_copy(office: Office, other: Office, tmp_path: Path) -> None:
    [canary] = settle(office, Random(1), 1)
    backup(office, TERMINAL, tmp_path / "prima.jsonl")
    restore(other, TERMINAL, tmp_path / "prima.jsonl")
    people.erase(office, TERMINAL, canary.id)
    backup(office, TERMINAL, tmp_path / "dopo.jsonl")
    assert restore(other, TERMINAL, tmp_path / "dopo.jsonl") == ArchiveSummary(events=1, people=0, erased=1)
    assert canary.marks[0] not in kept_in_tables(other)
    assert check(other).broken is None


def test_notes_about_whoever_was_erased_here_do_not_come_in(
    office: Office, other: Office, tmp_path: Path
) -> None:
    anna = people.enter(office, TERMINAL, Person(name="Anna Bianchi"))
    backup(office, TERMINAL, tmp_path / "prima.jsonl")
    restore(other, TERMINAL, tmp_path / "prima.jsonl")
    people.erase(other, TERMINAL, anna)
    with office.store.writing(Stamp(office.now(), "organiser/x", new_action())) as writing:
        writing.is_repeated([])
        writing.append("raduno", 0, PersonCorrected(anna, ()), note="Anna, tel 333")
    backup(office, TERMINAL, tmp_path / "dopo.jsonl")
    assert restore(other, TERMINAL, tmp_path / "dopo.jsonl").events == 1
    assert "tel 333" not in kept_in_tables(other)
    assert check(other).broken is None


def test_two_clubs_that_merged_each_the_other_way_must_agree_first(
    office: Office, other: Office, tmp_path: Path
) -> None:
    one, two = (people.enter(office, TERMINAL, Person(name=name)) for name in ("Anna B", "Anna Bi"))
    backup(office, TERMINAL, tmp_path / "prima.jsonl")
    restore(other, TERMINAL, tmp_path / "prima.jsonl")
    merging.merge(office, TERMINAL, one, two)
    merging.merge(other, TERMINAL, two, one)
    backup(office, TERMINAL, tmp_path / "dopo.jsonl")
    with pytest.raises(NotPossibleNow, match="merge_circle"):
        restore(other, TERMINAL, tmp_path / "dopo.jsonl")
    assert [each.id for each in people.register(other)] == [two]


def test_a_tournament_brings_whom_its_players_turned_out_to_be(
    office: Office, other: Office, tmp_path: Path
) -> None:
    [canary] = settle(office, Random(1), 1)
    kept = people.enter(office, TERMINAL, Person(name="Ugo Vero"))
    merging.merge(office, TERMINAL, kept, canary.id)
    backup(office, TERMINAL, tmp_path / "raduno.jsonl", only=["raduno"])
    restore(other, TERMINAL, tmp_path / "raduno.jsonl")
    assert [each.id for each in people.register(other)] == [kept]


def test_nothing_is_restored_over_a_log_that_was_touched(office: Office, tmp_path: Path) -> None:
    settle(office, Random(1), 1)
    backup(office, TERMINAL, tmp_path / "copia.jsonl")
    with office.store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE events SET kind = 'person-entered' WHERE stream = 'table/1'")
    with pytest.raises(NotPossibleNow, match="touched_here"):
        restore(office, TERMINAL, tmp_path / "copia.jsonl")


def test_a_good_copy_is_not_replaced_by_nothing_nor_the_database_by_a_copy(tmp_path: Path) -> None:
    copy = tmp_path / "copia.jsonl"
    copy.write_text("buona")
    with (
        open_office(tmp_path / "vuota" / "kamchatka.db") as office,
        pytest.raises(NotPossibleNow, match="nothing_to_copy"),
    ):
        backup(office, TERMINAL, copy)
    assert copy.read_text() == "buona"
    place = tmp_path / "kamchatka.db"
    with open_office(place, Holder("test")) as office:
        settle(office, Random(1), 1)
        for ending in ("", "-wal", "-shm", ".lock"):
            with pytest.raises(NotUnderstood, match="over_database"):
                backup(office, TERMINAL, place.with_name(place.name + ending))
        assert check(office).broken is None


def forged(office: Office, **changed: object) -> list[bytes]:
    """The lines of an archive of one person, its only event changed and hashed anew."""
    lines = [json.loads(line) for line in archived(office).splitlines()[:-1]]
    event = StoredEvent(**{**lines[1]["event"], **changed})
    lines[1]["event"] = event._replace(hash=link(NOTHING, event))._asdict()
    return [json.dumps(line).encode() + b"\n" for line in lines]


@pytest.mark.parametrize(
    "changed",
    [
        {"feed": "altrui"},
        {"payload": "no json"},
        {"payload": '{"person":7}'},
        {"kind": "mai-visto"},
        {"at": "ieri"},
        {"actor": "capo\nx"},
        {"version": 99},
        {"number": 2},
    ],
)
def test_a_forged_event_is_refused_however_well_it_is_hashed(
    changed: dict[str, object], other: Office, tmp_path: Path
) -> None:
    with open_office(None) as office:
        people.enter(office, TERMINAL, Person(name="Anna"))
        (tmp_path / "sana.jsonl").write_bytes(resealed(forged(office)))
        (tmp_path / "falsa.jsonl").write_bytes(resealed(forged(office, **changed)))
    nothing = kept_in_tables(other)
    with pytest.raises(Refusal):
        restore(other, TERMINAL, tmp_path / "falsa.jsonl")
    assert kept_in_tables(other) == nothing
    assert restore(other, TERMINAL, tmp_path / "sana.jsonl").events == 1
