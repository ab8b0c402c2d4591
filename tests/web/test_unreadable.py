"""An event that cannot be read is listed with its reason and hides no other; it can be put aside."""

import json
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response
from typer.testing import CliRunner

from kamchatka.app.archive.places import Stick
from kamchatka.app.office import TERMINAL, Office, Role, new_action, open_office
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.stops import wake
from kamchatka.app.tournaments import demo
from kamchatka.app.tournaments.opening import stream_of
from kamchatka.cli import app
from kamchatka.messages.moments import date_words
from kamchatka.store.archive import bring_in
from kamchatka.store.log import Stamp
from kamchatka.web.site.pages import as_file
from tests.app.forgeries import Forgery, archived
from tests.web import played
from tests.web.laptop import Laptop, laptop
from tests.web.site import session_cookies

BROKEN, CRAFTED = "illeggibile", "../fuori"


def brought_unread(office: Office, id: str, **said: str) -> None:
    """An event that an earlier version let in without reading it."""
    with open_office(None) as other:
        copy = Forgery(archived(other, stream_of(played.entered(other, 4))))
    copy.move("tournament/raduno", stream_of(id))
    copy.set(0, **said)
    with office.store.writing(Stamp(office.now(), str(TERMINAL), new_action())) as writing:
        bring_in(writing, BytesIO(copy.packed()))


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Laptop]:
    with laptop(tmp_path / "uno") as there:
        brought_unread(there.office, BROKEN, starts="ieri")
        brought_unread(there.office, CRAFTED)
        played.entered(there.office, 4, name="Sano")
        yield there


def listed_by(there: Laptop, cookies: dict[str, str]) -> dict[str, tuple[int, str]]:
    """Status and words of every page that lists events."""
    own = {"base_url": there.browser.base_url, "cookies": cookies, "trust_env": False}
    with httpx.Client(**own) as visitor:  # type: ignore[arg-type]
        answers = {path: visitor.get(path) for path in ("/", "/tornei", "/organizza", "/account")}
    return {path: (answer.status_code, unescape(answer.text)) for path, answer in answers.items()}


def test_one_unreadable_event_hides_no_other(there: Laptop) -> None:
    admin, stranger = listed_by(there, dict(there.browser.cookies)), listed_by(there, {})
    judge = listed_by(there, session_cookies(there.office, Role.ORGANISER, BROKEN))
    assert {status for page in (admin, judge) for status, _ in page.values()} == {200}
    assert [stranger[path][0] for path in ("/", "/tornei", "/organizza")] == [200] * 3
    for page in (admin["/"], admin["/tornei"], admin["/organizza"]):
        assert "Sano" in page[1]
    assert "«ieri» non è una data" in admin["/organizza"][1]
    assert "«../fuori» non può essere il codice" in admin["/organizza"][1]
    assert ">Metti da parte<" in admin["/organizza"][1]
    assert "«ieri» non è una data" in judge["/organizza"][1]
    assert "fuori" not in judge["/organizza"][1]
    assert ">Metti da parte<" not in judge["/organizza"][1]
    assert not [path for path, (_, words) in stranger.items() if BROKEN in words or "fuori" in words]
    # Its own pages say so to whoever runs it, and to others that there is nothing.
    assert "non si legge" in there.browser.get(f"/organizza/{BROKEN}").text
    assert there.browser.get(f"/tornei/{BROKEN}").status_code == 409
    there.browser.cookies.clear()
    assert there.browser.get(f"/tornei/{BROKEN}").status_code == 404
    # What goes through all events goes on.
    assert demo.find(there.office) is None
    assert wake(there.office, Path(), system_timer, patience=60) == 0


def test_an_unreadable_event_is_put_aside_and_taken_back_by_the_page(there: Laptop) -> None:
    for id in (BROKEN, CRAFTED):
        done = there.send("/copie/da-parte", torneo=id)
        assert done.url.path == "/organizza"
        assert f"«{id}» è da parte" in unescape(done.text)
    page = there.browser.get("/organizza").text
    assert "Tornei che non si leggono" not in page
    assert "Tornei messi da parte" in page
    assert f'action="/copie/riprendi"><input type="hidden" name="torneo" value="{BROKEN}"' in page
    back = there.send("/copie/riprendi", torneo=BROKEN)
    assert "di nuovo nell’elenco" in back.text
    assert "Tornei che non si leggono" in back.text
    refusals = {
        "resta nell'elenco": there.send("/copie/da-parte", torneo="sano"),
        "nessun torneo «mai»": there.send("/copie/da-parte", torneo="mai"),
        "non è da parte": there.send("/copie/riprendi", torneo="sano"),
    }
    assert [said for said, page in refusals.items() if said not in unescape(page.text)] == []
    assert "Sano" in there.browser.get("/tornei").text


def test_an_unreadable_event_is_put_aside_and_taken_back_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_LANG", "it")
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    with laptop(tmp_path) as there:
        brought_unread(there.office, BROKEN, starts="ieri")
        played.entered(there.office, 4, name="Sano")

    def typed(*words: str) -> str:
        return CliRunner().invoke(app, ["tournament", *words]).output

    def states() -> dict[str, str]:
        return {row["id"]: row["state"] for row in json.loads(typed("list", "--json"))}

    assert states() == {"sano": "entries", BROKEN: "unreadable"}
    assert "non è una data" in " ".join(typed("list").split())
    assert "da parte" in typed("aside", BROKEN)
    assert states() == {"sano": "entries", BROKEN: "aside"}
    assert "di nuovo nell'elenco" in typed("aside", BROKEN, "--back")
    assert states() == {"sano": "entries", BROKEN: "unreadable"}
    assert "resta nell'elenco" in typed("aside", "sano")


def test_a_crafted_stick_is_told_and_nothing_is_written_beside_it(tmp_path: Path) -> None:
    """A copy on a stick: its id leads out of the stick, or the time in its header is none."""
    stick = Stick("PORTICI", tmp_path / "PORTICI")
    stick.folder.mkdir(parents=True)
    with open_office(None) as other:
        good = archived(other, stream_of(played.entered(other, 4)))
    crafted, timeless = Forgery(good), Forgery(good)
    crafted.move("tournament/raduno", "tournament/x/../../../fuori")
    timeless.lines[0]["made"] = "ieri"
    (stick.folder / "kamchatka-a.jsonl").write_bytes(crafted.packed())
    (stick.folder / "kamchatka-raduno.jsonl").write_bytes(timeless.packed())
    before = sorted(tmp_path.rglob("*"))
    with laptop(tmp_path / "uno", stick) as there:
        assert there.browser.get("/copie").status_code == 200
        refused = there.send("/copie", copia=str(stick.folder / "kamchatka-a.jsonl"))
        assert (refused.status_code, "non può essere il codice" in refused.text) == (422, True)
        assert "riga 1" in there.open_file(timeless.packed()).text
        assert there.open_file(good).url.path == "/organizza/raduno"
        # The copy that stands there is none: it is replaced, and its words reach no page.
        assert "Le copie vanno su" in there.send("/organizza/raduno/copie", cartella=str(stick.folder)).text
        assert there.browser.get("/organizza/raduno/copie").status_code == 200
    assert [
        path for path in sorted(tmp_path.rglob("*")) if path not in before and "uno" not in path.parts
    ] == []


def test_a_day_that_an_old_event_gives_in_other_words_is_shown_as_it_is() -> None:
    assert [date_words(words, "it") for words in ("2026-11-21T10:00:00Z", "oggi", "")] == [
        "sabato 21 novembre 2026",
        "oggi",
        "",
    ]


def test_a_header_takes_only_plain_signs_from_a_name() -> None:
    named = as_file(Response(), 'x"; filename="/etc/passwd\r\nset-cookie: a=b')
    assert named.headers["content-disposition"] == (
        'attachment; filename="x---filename---etc-passwd--set-cookie--a-b"'
    )
    assert "set-cookie" not in named.headers
