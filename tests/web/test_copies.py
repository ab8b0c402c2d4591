"""Nothing is lost: copies by the pages, a copy opened on another laptop, and copies taken under load (R8)."""

import random
import re
from html import unescape
from pathlib import Path

import pytest

from kamchatka.app.archive.places import Stick
from kamchatka.app.history import check
from kamchatka.app.register.people import register
from kamchatka.app.tournaments.opening import open_tournament
from tests.web import played
from tests.web.copies_under_load import copy_faults
from tests.web.laptop import laptop


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    (tmp_path / "PORTICI").mkdir()
    return Stick("PORTICI", tmp_path / "PORTICI")


def test_a_stick_is_chosen_copied_to_and_opened_on_another_laptop(stick: Stick, tmp_path: Path) -> None:
    with laptop(tmp_path / "uno", stick) as first:
        id = played.entered(first.office, 8)
        played.go_on(first.office, id, "record")
        assert (
            "Se questo computer si rompe, il torneo è perso."
            in first.browser.get(f"/organizza/{id}/copia").text
        )
        chosen = first.send(f"/organizza/{id}/copie", cartella=str(stick.folder))
        assert "Le copie vanno su: Chiavetta PORTICI." in chosen.text
        assert f"kamchatka-{id}.jsonl" in chosen.text
        copied = first.send(f"/organizza/{id}/copie/adesso")
        assert "Copia fatta." in copied.text
        names = open_tournament(first.office, id).names
    with laptop(tmp_path / "due", stick) as second:
        # As docs/store.md says it: the link, then the button beside the event.
        link, button = written_steps()
        assert re.search(rf'<a[^>]* href="/copie">.*{link}</a>', second.browser.get("/organizza").text)
        page = second.browser.get("/copie")
        assert page.text.count(f">{button}</button>") == 2  # the one copy, and a file
        assert str(stick.folder / f"kamchatka-{id}.jsonl") in page.text
        opened = second.send("/copie", copia=str(stick.folder / f"kamchatka-{id}.jsonl"))
        assert opened.url.path == f"/organizza/{id}"
        assert "Copia aperta: il torneo continua qui" in opened.text
        assert open_tournament(second.office, id).names == names
        # The event goes on here, and so do its copies, on the same stick.
        played.go_on(second.office, id, "draw", rounds=1)
        assert "PORTICI" in second.browser.get(f"/organizza/{id}/copia").text
        assert (
            "qui c’era già tutto"
            in second.send("/copie", copia=str(stick.folder / f"kamchatka-{id}.jsonl")).text
        )


def test_a_deleted_trial_takes_its_copies_and_people_along(stick: Stick, tmp_path: Path) -> None:
    with laptop(tmp_path / "uno", stick) as first:
        id = played.entered(first.office, 8)
        played.go_on(first.office, id, "draw", rounds=1)
        first.send(f"/organizza/{id}/copie", cartella=str(stick.folder))
        first.send(f"/organizza/{id}/copie/adesso")
        assert [*stick.folder.glob(f"kamchatka-{id}*")]
        page = first.browser.get(f"/organizza/{id}/impostazioni").text
        assert "Cancella il torneo" in page
        gone = first.send(f"/organizza/{id}/impostazioni/cancella")
        assert "è cancellato: resta scritto nel registro." in gone.text
        assert [*stick.folder.glob(f"kamchatka-{id}*")] == []
        assert first.browser.get(f"/organizza/{id}").status_code == 404
        assert [each.person.name for each in register(first.office)] == ["Ugo Bassi"], "entered before"
        assert check(first.office).broken is None


def written_steps() -> list[str]:
    """What the steps for a dead laptop tell to press, in order."""
    document = (Path(__file__).parents[2] / "docs" / "store.md").read_text(encoding="utf-8")
    section = document.partition("**If the laptop dies during an event.**")[2].partition("\n\nDo not")[0]
    return re.findall(r"\*([^*]+)\*", section.partition("1. ")[2])


def test_what_cannot_be_opened_or_chosen_is_said_in_words(stick: Stick, tmp_path: Path) -> None:
    with laptop(tmp_path / "uno", stick) as there:
        id = played.entered(there.office, 4)
        answers = {
            "Non è arrivato nessun file": there.send("/copie"),
            "Quella copia non si trova più": there.send("/copie", copia="/etc/passwd"),
            "Questo file non è una copia di Kamchatka": there.open_file(b"ciao\n"),
            "Le copie di questo torneo non vanno da nessuna parte": there.send(
                f"/organizza/{id}/copie/adesso"
            ),
            "non è un percorso intero": there.send(f"/organizza/{id}/copie", cartella="copie"),
            "mai/vista: il file o la cartella non c'è": there.send(
                f"/organizza/{id}/copie", cartella=str(tmp_path / "mai" / "vista")
            ),
        }
        assert [said for said, page in answers.items() if said not in unescape(page.text)] == []
        assert {page.status_code for page in answers.values()} == {409, 422}
        assert there.browser.get("/organizza/nessuno/copie").status_code == 404


def test_from_the_hall_nobody_reaches_copies(tmp_path: Path) -> None:
    with laptop(tmp_path / "uno") as there:
        id = played.entered(there.office, 4)
        there.browser.cookies.clear()
        there.browser.follow_redirects = False
        for path in (
            "/copie",
            f"/organizza/{id}/copie",
            f"/organizza/{id}/copia",
            f"/organizza/{id}/copie/scarica",
        ):
            assert there.browser.get(path).headers["location"] == f"/entra?torna={path}"
        for path in ("/copie", f"/organizza/{id}/copie", f"/organizza/{id}/copie/adesso"):
            assert there.browser.post(path).headers["location"] == "/entra?torna=/"


def test_copies_taken_under_load_restore_and_verify_and_a_planted_fault_is_caught(
    stick: Stick, tmp_path: Path
) -> None:
    assert copy_faults(stick, tmp_path, 3, random.Random(8)) == []
