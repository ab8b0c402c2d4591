"""Given names and surnames: guessed, corrected, kept by old databases and archives, and sorted by."""

import copy
import json
import pickle
from io import BytesIO
from pathlib import Path

import pytest

from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, new_action, open_office
from kamchatka.app.register import merging, people
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.full_name import FullName, full_name
from kamchatka.store.archive import bring_in
from kamchatka.store.log import Stamp
from kamchatka.store.people import Person
from kamchatka.tournament.views.finding import people_called
from kamchatka.tournament.views.people import entrants
from tests.app.forgeries import archived
from tests.plugins.databases import TESTS


@pytest.mark.parametrize(
    ("name", "given", "surname"),
    [
        ("Luca Marchetti", "Luca", "Marchetti"),
        ("Gian Luca Rossi", "Gian Luca", "Rossi"),
        ("Anna Della Valle", "Anna", "Della Valle"),
        ("Paolo De Santis", "Paolo", "De Santis"),
        ("Sara Lo Presti", "Sara", "Lo Presti"),
        ("Enrico D’Angelo", "Enrico", "D’Angelo"),
        ("Marchetti Luca", "Luca", "Marchetti"),
        ("De Santis Paolo", "Paolo", "De Santis"),
        ("Rossi, Anna Maria", "Anna Maria", "Rossi"),
        ("DE SANTIS Ezechiele", "Ezechiele", "DE SANTIS"),
        ("Ezechiele MOLTENI", "Ezechiele", "MOLTENI"),
        ("Ivan Castelfranchi Montecuccoli", "Ivan", "Castelfranchi Montecuccoli"),
        ("Anna Maria Rossi", "Anna Maria", "Rossi"),
        ("Franco Rosa", "Franco", "Rosa"),
        ("De Luca Anna", "Anna", "De Luca"),
        ("Anna De Luca", "Anna", "De Luca"),
        ("De Luca Kevin", "Kevin", "De Luca"),
        ("Kevin De Luca", "Kevin", "De Luca"),
        ("De Rosa Anna Maria", "Anna Maria", "De Rosa"),
        ("Kevin De Rosa", "Kevin", "De Rosa"),
        ("Di Pietro Anna", "Anna", "Di Pietro"),
        ("Kevin Di Pietro", "Kevin", "Di Pietro"),
        ("Dal Marco Kevin", "Kevin", "Dal Marco"),
        ("Kevin Dal Marco", "Kevin", "Dal Marco"),
        ("De Luca", "", "De Luca"),
        ("Santa Brambilla", "Santa", "Brambilla"),
        ("D. Brambilla Colombo", "D. Brambilla", "Colombo"),
        ("Nino C.", "Nino", "C."),
        ("Zeno", "", "Zeno"),
    ],
)
def test_a_surname_is_guessed(name: str, given: str, surname: str) -> None:
    found = full_name(name)
    assert (found.given, found.surname) == (given, surname)
    assert found == name
    assert found.listed == f"{surname} {given}".strip()


def test_a_surname_that_was_given_is_not_guessed() -> None:
    assert full_name("Anna Rossi Bianchi", "Rossi Bianchi").given == "Anna"
    assert full_name("Franco Rosa", "Franco").listed == "Franco Rosa"
    assert full_name("Anna Bianchi", "Verdi").surname == "Bianchi"  # an old archive: the name counts


def test_accents_and_apostrophes_do_not_change_the_order() -> None:
    names = ["Zeno Dossi", "Enrico D’Angelo", "Ugo D'Aosta", "Anna Dàbbene", "Bice Dabbene", "Ada De Santis"]
    assert [full_name(name).listed for name in sorted(names, key=lambda name: full_name(name).order)] == [
        *("Dàbbene Anna", "Dabbene Bice", "D’Angelo Enrico", "D'Aosta Ugo", "De Santis Ada", "Dossi Zeno"),
    ]


def test_a_name_is_copied_with_its_parts() -> None:
    name = FullName("Luca De Santis", "Luca", "De Santis").with_rest(" (Roma)")
    assert name == "Luca De Santis (Roma)"
    for other in (copy.deepcopy(name), pickle.loads(pickle.dumps(name))):
        assert (other, other.listed) == (name, "De Santis Luca (Roma)")


@pytest.mark.parametrize(
    ("typed", "name", "surname"),
    [
        ({"name": "Franco", "surname": "Rosa"}, "Franco Rosa", "Rosa"),
        ({"name": "Franco Rosa", "surname": "Franco"}, "Rosa Franco", "Franco"),
        ({"name": "Franco Rosa", "surname": "rosa"}, "Franco Rosa", "Rosa"),
        ({"name": "Franco Rosa"}, "Franco Rosa", ""),
    ],
)
def test_one_field_or_two_make_a_person(typed: dict[str, str], name: str, surname: str) -> None:
    person = people.person_of(typed)
    assert (person.name, person.surname) == (name, surname)


def test_a_surname_is_corrected_and_goes_with_another_name(office: Office) -> None:
    who = people.enter(office, TERMINAL, Person(name="Anna Rossi Bianchi"))

    def now(**new: str) -> tuple[str, str]:
        people.correct(office, TERMINAL, who, new)
        [entry] = people.register(office)
        return entry.person.name, entry.person.surname

    assert now(surname="Rossi Bianchi") == ("Anna Rossi Bianchi", "Rossi Bianchi")
    assert now(club="Aosta") == ("Anna Rossi Bianchi", "Rossi Bianchi")
    assert now(surname="Verdi") == ("Anna Verdi", "Verdi")
    assert now(name="Anna Bianchi") == ("Anna Bianchi", "")
    assert people.find(office, "bianchi anna") == who
    other = people.enter(office, TERMINAL, Person(name="Anna Verdi", surname="Verdi"))
    merging.merge(office, TERMINAL, who, other)
    assert now(club="Bari") == ("Anna Bianchi", "")
    assert check(office).broken is None


def test_surnames_travel_in_archives_and_archives_without_them_are_as_before(
    office: Office, tmp_path: Path
) -> None:
    people.enter(office, TERMINAL, Person(name="Anna Bianchi"))
    before = archived(office)
    lines = [json.loads(line) for line in before.splitlines()]
    assert lines[0]["version"] == 1
    assert all("surname" not in line["person"] for line in lines if "person" in line)
    who = people.enter(office, TERMINAL, Person(name="Franco Rosa", surname="Franco"))
    people.correct(office, TERMINAL, who, {"surname": "Rosa"})
    after = archived(office)
    assert json.loads(after.splitlines()[0])["version"] == 3
    with open_office(tmp_path / "other.db", TESTS) as other:
        for sent in (before, after):
            with other.store.writing(Stamp(other.now(), "administrator", new_action())) as writing:
                bring_in(writing, BytesIO(sent))
        assert people.register(other) == people.register(office)
        assert check(other).broken is None
        assert archived(other) == after


def test_entrants_are_sorted_and_found_by_surname_and_no_name_is_cut(office: Office) -> None:
    long = f"Maria Antonietta {'Lunghissimi' * 10}"
    id = create(office, TERMINAL, name="Prova", texts=texts_of("open"), demo=True)
    listed = [
        Person(name="Zeno Abate"),
        Person(name="Anna Zoppi"),
        Person(name="Bruno Mele", surname="Bruno"),
        Person(name=long),
        Person(name="Luca Rossi", club="Roma"),
        Person(name="Luca Rossi", club="Asti"),
    ]
    enter(office, TERMINAL, id, [ListedPlayer(each, is_new=True) for each in listed])
    desk = open_tournament(office, id)
    rows = entrants(desk.tournament, desk.names)
    assert [row.full_name.listed for row in rows] == [
        "Abate Zeno",
        "Bruno Mele",
        f"{'Lunghissimi' * 10} Maria Antonietta",
        "Rossi Luca (Asti)",
        "Rossi Luca (Roma)",
        "Zoppi Anna",
    ]
    assert desk.entrant("zoppi anna") == desk.entrant("Anna Zoppi")
    assert [desk.names[who] for who in people_called(desk.names, desk.tournament.entrants, "a")] == [
        "Zeno Abate",
        f"Maria Antonietta {'Lunghissimi' * 10}",
        "Luca Rossi (Asti)",
        "Anna Zoppi",
    ]
