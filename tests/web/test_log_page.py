"""The log in sentences: who did what and why, by day; filters, older pages, and the check."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy import text as sql

from kamchatka.app.commands.execution import execute
from kamchatka.app.events import CODEC
from kamchatka.app.office import TERMINAL, Actor, Role
from kamchatka.app.tournaments.diary import PAGE, SUBJECTS, kinds_of
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.undo import undo
from kamchatka.store.accounts import everybody
from kamchatka.tournament.entries import CallRoll
from tests.web import played
from tests.web.laptop import Laptop, laptop

FRAGMENT = {"hx-request": "true"}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    with laptop(tmp_path_factory.mktemp("club")) as there:
        played.entered(there.office, 8)
        played.go_on(there.office, "raduno", "close")
        undo(there.office, TERMINAL, "raduno", "Punti scambiati")
        yield there


def words(page: str) -> str:
    """The text of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_newest_comes_first_with_its_reason_and_what_was_undone_is_struck(club: Laptop) -> None:
    page = club.browser.get("/organizza/raduno/registro").text
    said = words(page)
    at = [
        said.index(each)
        for each in (
            "Annullata l'ultima operazione.",
            "Sorteggiato il turno 1.",
            "Creato il torneo «Raduno».",
        )
    ]
    assert at == sorted(at)
    assert "Motivo: Punti scambiati" in said
    assert page.count('<li class="undone">') == 1
    assert re.search(r'class="undone">.*?scritto il referto del tavolo 2', page, re.DOTALL)


def test_a_subject_shows_nothing_else(club: Laptop) -> None:
    said = {each: words(club.browser.get(f"/organizza/raduno/registro?di={each}").text) for each in SUBJECTS}
    for subject, sentence in {
        "people": "si iscrive con il numero 1.",
        "tables": "Sorteggiato il turno 1.",
        "results": "scritto il referto del tavolo 1",
        "event": "Creato il torneo «Raduno».",
    }.items():
        assert [each for each in SUBJECTS if sentence in said[each]] == [subject]


def test_every_event_is_found_by_one_subject_alone() -> None:
    assert sorted(kind for each in SUBJECTS for kind in kinds_of(each)) == sorted(CODEC.kinds)


def test_older_rows_come_as_a_fragment_and_nothing_is_left_out(club: Laptop) -> None:
    id = played.entered(club.office, 4, name="Lunga")
    anna = next(iter(open_tournament(club.office, id).tournament.entrants))
    for _ in range(PAGE // 2):
        execute(club.office, TERMINAL, id, CallRoll(present=(anna,)))
        execute(club.office, TERMINAL, id, CallRoll(absent=(anna,)))
    first = club.browser.get(f"/organizza/{id}/registro").text
    older = re.search(r'hx-get="([^"]+)"[^>]*>Mostra i precedenti', first)
    assert older is not None
    rest = club.browser.get(unescape(older[1]), headers=FRAGMENT).text
    assert "<html" not in rest
    assert 'class="day"' not in rest  # the same day goes on
    assert first.count("Appello del turno 1.") + rest.count("Appello del turno 1.") == PAGE
    assert "Creato il torneo «Lunga»." in rest
    assert "Mostra i precedenti" not in rest


def test_the_account_that_asked_is_named(club: Laptop) -> None:
    id = played.entered(club.office, 4, name="Nomi")
    with club.office.reading() as reading:
        who = everybody(reading.connection)[0]
    people = tuple(open_tournament(club.office, id).tournament.entrants)
    execute(club.office, Actor(Role.ADMINISTRATOR, who.account), id, CallRoll(present=people))
    assert f"amministratore ({who.name})" in words(club.browser.get(f"/organizza/{id}/registro").text)


def test_the_check_says_that_it_is_whole_and_finds_a_mark_again(club: Laptop) -> None:
    page = words(club.browser.get("/organizza/raduno/registro").text)
    mark = re.search(r"tournament/raduno:\d+:[0-9a-f]{16}", page)
    assert mark is not None
    found = club.browser.get(
        "/organizza/raduno/registro/verifica", params={"impronta": mark[0]}, headers=FRAGMENT
    )
    assert "Il registro è integro e contiene il momento di quell’impronta." in words(found.text)
    assert "Il registro è integro: controllati" in words(
        club.browser.get("/organizza/raduno/registro/verifica").text
    )
    other = club.browser.get("/organizza/raduno/registro/verifica?impronta=ciao")
    assert (other.status_code, "«ciao» non si capisce" in unescape(other.text)) == (422, True)
    forged = mark[0][:-4] + "0000"
    assert "integro" not in words(
        club.browser.get("/organizza/raduno/registro/verifica", params={"impronta": forged}).text
    )


def test_a_line_changed_in_the_file_is_found(tmp_path: Path) -> None:
    with laptop(tmp_path) as there:
        id = played.entered(there.office, 4)
        with there.office.store.database.writing() as connection:
            connection.execute(
                sql("UPDATE events SET at = '2020-01-01T00:00:00.000000Z' WHERE number = 2 AND feed = :f"),
                {"f": f"tournament/{id}"},
            )
        said = words(there.browser.get(f"/organizza/{id}/registro/verifica").text)
        assert "tournament/raduno" in said
        assert "integro" not in said
