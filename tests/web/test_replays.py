"""Recorded games over the wire: what is taken, what is refused and how, and that nothing leaks or breaks."""

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import httpx
import pytest

from kamchatka.app.games import retelling
from kamchatka.app.games.record_summary import summary_of
from kamchatka.app.games.records import MOST_BYTES, examples
from kamchatka.app.games.retelling import retell
from kamchatka.app.games.story import tell
from kamchatka.app.games.terminal_games import id_of
from kamchatka.app.office import Role
from kamchatka.game.record import Record
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.rulebook import load, shipped
from kamchatka.rules import RULES_VERSION
from kamchatka.web import create_app
from kamchatka.web.public.page_cache import PageCache
from kamchatka.web.replay.words import length
from tests.app.games import finished, unfinished
from tests.app.test_records import otherwise_after, spoiled
from tests.web.site import served, session_cookies, signed_in

OWN = {"sec-fetch-site": "same-origin"}
EXAMPLE = next(iter(examples()))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def club(home: Path) -> Iterator[httpx.Client]:
    app = create_app(home)
    with served(app) as site:
        cookies = session_cookies(app.state.office)
        with httpx.Client(base_url=site, cookies=cookies, trust_env=False) as client:
            yield client


def send(club: httpx.Client, content: bytes, **headers: str) -> httpx.Response:
    return club.post("/partite", files={"verbale": ("g.partita", content)}, headers={**OWN, **headers})


def paste(club: httpx.Client, words: str) -> httpx.Response:
    return club.post("/partite", files={"testo": (None, words)}, headers=OWN)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/partite", f"/partite/{EXAMPLE}", f"/partite/{EXAMPLE}?passo=300"])
def test_pages_speak_both_languages_and_hold_nothing_foreign(
    club: httpx.Client, path: str, lang: Language
) -> None:
    page = club.get(path, headers={"accept-language": lang})
    assert page.status_code == 200
    assert f'<html lang="{lang}">' in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    plain = page.text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "://" not in plain
    assert " style=" not in plain
    assert all('src="/static/' in script for script in re.findall(r"<script([^>]*)>", plain))


def test_each_step_is_rendered_without_scripts(club: httpx.Client) -> None:
    page = club.get(f"/partite/{EXAMPLE}?passo=300").text
    assert text("replay_page.step.count", "it", number=300, last=555) in page
    assert f'data-go="previous" href="/partite/{EXAMPLE}?passo=299"' in page
    assert f'data-go="next" href="/partite/{EXAMPLE}?passo=301"' in page
    assert len(re.findall(r'class="counter" [^>]*data-colour="(rosso|blu|verde|giallo)"', page)) == 42
    assert page.count('class="die"') == 3
    beginning = club.get(f"/partite/{EXAMPLE}").text
    assert text("replay_page.step.preparation", "it") in beginning


@pytest.mark.parametrize(
    "step", ["-1", "abc", "9" * 40, "²", "１", "1e3", "%00", "", "3.5", "&passo=2", "../../x"]
)
def test_a_strange_step_shows_the_nearest_one(club: httpx.Client, step: str) -> None:
    assert club.get(f"/partite/{EXAMPLE}?passo={step}").status_code == 200


def test_a_step_beyond_the_end_is_the_last(club: httpx.Client) -> None:
    assert text("replay_page.step.count", "it", number=555, last=555) in club.get(
        f"/partite/{EXAMPLE}?passo=99999"
    ).text  # fmt: skip


def test_a_game_is_called_by_its_players_table_and_regulation(club: httpx.Client) -> None:
    address = send(club, record_to_text(finished()).encode()).headers["location"]
    page = club.get(address).text
    title = re.search(r"<title>([^<]*)</title>", page)
    assert title is not None
    book = load(shipped()[0])
    seats = tell(retell(finished())).players
    assert title[1] == f"{', '.join(seats)} · {book.title('it')} · tavolo prova · Kamchatka"
    assert f"<h1>{', '.join(seats)}</h1>" in page
    one = re.search(rf'<a class="whole" href="{address}">.*?</details>', club.get("/partite").text, re.S)
    assert one is not None
    assert f"{book.title('it')} · tavolo prova" in one[0]
    assert re.search(r"\d+ turni, \d+ giri · \d\d/\d\d/\d{4}, ore \d\d:\d\d", one[0])


def test_one_is_said_in_the_singular(club: httpx.Client) -> None:
    data = club.get(f"/partite/{EXAMPLE}/passi.json").json()
    at = next(
        number
        for number, step in enumerate(data["steps"])
        if any(row[3] == 1 for row in step.get("seats", ()))
    )
    page = club.get(f"/partite/{EXAMPLE}?passo={at}").text
    assert re.search(r'<b data-field="cards">1</b> <span [^>]*>carta</span>', page)
    assert re.search(r'<b data-field="territories">\d+</b> <span [^>]*>territori</span>', page)
    played = summary_of(tell(retell(finished())))
    assert length(replace(played, turns=1, laps=1), "it") == "1 turno, 1 giro"
    assert length(replace(played, turns=2, laps=1), "en") == "2 turns, 1 lap"


def test_frames_add_up_to_what_the_server_renders(club: httpx.Client) -> None:
    data = club.get(f"/partite/{EXAMPLE}/passi.json").json()
    owner, armies = [-1] * 42, [0] * 42
    for number, step in enumerate(data["steps"]):
        for land, who, many in step.get("map", ()):
            owner[land], armies[land] = who, many
        if number in (0, 40, 300, 555):
            page = club.get(f"/partite/{EXAMPLE}?passo={number}").text
            rows = re.findall(r'<tr><th scope="row">[^<]*</th><td>([^<]*)</td><td class="num">(\d+)<', page)
            letters = [data["owners"][who]["letter"] if who >= 0 else "" for who in owner]
            assert rows == list(zip(letters, map(str, armies), strict=True))
            assert step["html"].strip() in page
    assert len(data["steps"]) == 556
    assert data["turns"][0] == 0


@pytest.mark.parametrize("write", [record_to_text, record_to_json])
def test_an_uploaded_game_gets_one_link_however_it_comes(club: httpx.Client, write: object) -> None:
    assert callable(write)
    content = write(finished())
    first = send(club, content.encode())
    assert first.status_code == 303
    assert send(club, content.replace("\n", "\r\n").encode()).headers["location"] == first.headers["location"]
    assert paste(club, content).headers["location"] == first.headers["location"]
    page = club.get(first.headers["location"]).text
    assert "Anna" in page
    assert text("replay_page.seat.objective", "it") in page
    assert first.headers["location"] in club.get("/partite").text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "replay_page.refused.empty"),
        (b" \n ", "replay_page.refused.empty"),
        (b"\xff\xfe\x00\x01" * 50, "game.unreadable.not_text"),
        (b"hello", "game.unreadable.not_a_game"),
        (b"{}", "game.unreadable.not_a_game"),
        (record_to_text(finished()).replace("Anna", "Zita").encode(), "game.unreadable.broken_seal"),
        (record_to_json(finished()).replace("Anna", "Zita").encode(), "game.unreadable.broken_seal"),
    ],
    ids=["empty", "blank", "binary", "words", "object", "changed text", "changed JSON"],
)
def test_what_is_no_record_is_refused_in_words(
    club: httpx.Client, content: bytes, said: str, lang: Language
) -> None:
    answer = send(club, content, **{"accept-language": lang})
    assert answer.status_code == 422
    assert text(said, lang).replace("'", "&#39;") in answer.text
    assert text("replay_page.form.wrong", lang) in answer.text


def test_what_was_pasted_stays_in_the_form(club: httpx.Client) -> None:
    answer = paste(club, "kamchatka partita 1\n<b>boh</b>")
    assert answer.status_code == 422
    assert ">\nkamchatka partita 1\r\n&lt;b&gt;boh" in answer.text.replace("1\n&lt;", "1\r\n&lt;")


def test_a_record_that_does_not_replay_is_refused_with_its_move(club: httpx.Client) -> None:
    answer = send(club, record_to_text(spoiled(finished())).encode())
    assert answer.status_code == 422
    assert re.search(r"alla mossa \d+ \(turno \d+\)", answer.text)


@pytest.mark.parametrize("write", [record_to_text, record_to_json])
def test_a_record_of_other_rules_is_shown_with_a_warning(
    club: httpx.Client, write: Callable[[Record], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retelling, "RULES_VERSION", RULES_VERSION + 1)
    answer = send(club, write(otherwise_after(4, finished(5))).encode())
    assert answer.status_code == 303
    is_whole = write is record_to_json
    page = club.get(f"{answer.headers['location']}?passo=9999").text
    warning = text(f"replay_page.warning.{'other_rules' if is_whole else 'cut'}", "it")
    assert warning.replace("'", "&#39;") in page
    assert warning.replace("'", "&#39;") in club.get("/partite").text
    shown = "Rigiocata, la partita è diversa dal verbale" if is_whole else "La prima differenza è"
    assert re.search(rf"{shown} alla mossa \d+ \(turno \d+\)", page)
    assert text("replay.from_events" if is_whole else "replay.cut", "it") in page
    assert text("replay_page.warning.unfinished", "it") not in page
    assert ("Classifica del tavolo: 1° " in page) is is_whole
    steps = club.get(f"{answer.headers['location']}/passi.json").text
    assert ("Classifica del tavolo: 1° " in steps) is is_whole


def test_an_unfinished_record_of_other_rules_keeps_its_luck_covered(
    club: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retelling, "RULES_VERSION", RULES_VERSION + 1)
    for write in (record_to_text, record_to_json):
        address = send(club, write(spoiled(unfinished(), "card")).encode()).headers["location"]
        page = club.get(address).text
        assert re.search(
            r"La prima differenza è alla mossa \d+ \(turno \d+\)\. Finché la partita non risulta", page
        )
        assert "è diversa dal verbale" not in page


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 3 * MOST_BYTES])
def test_too_large_a_file_is_refused(club: httpx.Client, size: int) -> None:
    answer = send(club, b"x" * size)
    assert answer.status_code == 413
    assert text("replay_page.refused.too_large", "it", most=4) in answer.text


def test_an_unfinished_game_warns_and_tells_no_secret(club: httpx.Client) -> None:
    answer = send(club, record_to_text(unfinished()).encode())
    address = answer.headers["location"]
    pages = [club.get(address).text, club.get(f"{address}?passo=9999").text, club.get("/partite").text]
    for page in pages:
        assert text("replay_page.warning.unfinished", "it") in page
        assert text("replay_page.warning.secret", "it") in page
    steps = club.get(f"{address}/passi.json").text
    told = [*pages[:2], steps]
    whole = record_to_text(unfinished())
    secrets = set(re.findall(r"riceve l'obiettivo “([^”]+)”", whole)) | set(
        re.findall(r"pesca ([^.\n]+)\.", whole)
    )
    assert len(secrets) > 4
    assert [secret for secret in secrets for page in told if f"pesca {secret}" in page] == []
    objectives = re.findall(r"riceve l'obiettivo “([^”]+)”", whole)
    assert [name for name in objectives for page in told if name in page] == []
    assert "seed" not in steps


HOSTILE = [
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cx", "%00", "a" * 64, "A" * 64, "0" * 64, "x" * 3000,
    "esempio-", "esempio-9", "esempio-..%2f1-rtu", "%F0%9F%8E%B2", "*", "%", "%zz", ".record", "con",
]  # fmt: skip


@pytest.mark.parametrize("id", HOSTILE)
@pytest.mark.parametrize("rest", ["", "/passi.json", "?passo=3"])
def test_a_hostile_address_is_just_not_found(club: httpx.Client, id: str, rest: str) -> None:
    assert club.get(f"/partite/{id}{rest}").status_code == 404


@pytest.mark.parametrize("id", HOSTILE)
def test_nothing_hostile_can_be_deleted(club: httpx.Client, home: Path, id: str) -> None:
    mine = home / "records.txt"
    mine.write_text("mine", encoding="utf-8")
    assert club.post(f"/partite/{id}/elimina", headers=OWN).status_code in (404, 405)
    assert mine.exists()


def test_deleting_needs_our_own_page_and_a_post(club: httpx.Client) -> None:
    address = send(club, record_to_text(finished(3)).encode()).headers["location"]
    assert club.post(f"{address}/elimina", headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert club.post(f"{address}/elimina").status_code == 403
    assert club.get(f"{address}/elimina").status_code == 405
    assert club.get(address).status_code == 200
    assert club.post(f"{address}/elimina", headers=OWN).status_code == 303
    assert club.get(address).status_code == 404
    assert club.get(f"{address}/passi.json").status_code == 404
    assert address not in club.get("/partite").text
    assert club.post(f"/partite/{EXAMPLE}/elimina", headers=OWN).status_code == 404


@pytest.mark.parametrize(
    ("role", "answer"), [(Role.ADMINISTRATOR, 303), (Role.ORGANISER, 403), (None, 403), ("nobody", 303)]
)
def test_only_an_administrator_sees_the_button_and_deletes(
    tmp_path: Path, role: Role | Literal["nobody"] | None, answer: int
) -> None:
    app = create_app(tmp_path)
    address = f"/partite/{app.state.library.keep(record_to_text(finished()).encode())}"
    may, button = role == Role.ADMINISTRATOR, text("replay_page.list.delete_yes", "it")
    with served(app) as site:
        cookies = {} if role == "nobody" else session_cookies(app.state.office, role)
        with httpx.Client(base_url=site, cookies=cookies, headers=OWN, trust_env=False) as visitor:
            assert (button in visitor.get("/partite").text) is may
            removed = visitor.post(f"{address}/elimina")
            assert removed.status_code == answer
            assert removed.headers.get("location", "").startswith("/entra") is (role == "nobody")
            assert visitor.get(address).status_code == (404 if may else 200)


def test_a_game_of_the_terminal_is_watched_here_but_never_removed(tmp_path: Path) -> None:
    path = tmp_path / "partite" / "serata.partita"
    path.parent.mkdir()
    path.write_text(record_to_text(unfinished()), encoding="utf-8")
    address = f"/partite/{id_of(path.name)}"
    app = create_app(tmp_path)
    with served(app) as site, signed_in(site, app.state.office) as club:
        page = club.get("/partite").text
        assert address in page
        assert f"{address}/elimina" not in page
        assert text("replay_page.warning.unfinished", "it") in page
        assert text("replay_page.warning.unfinished", "it") in club.get(address).text
        before = len(club.get(f"{address}/passi.json").json()["steps"])
        assert club.post(f"{address}/elimina", headers=OWN).status_code == 404
        path.write_text(record_to_text(finished()), encoding="utf-8")
        assert text("replay_page.warning.unfinished", "it") not in club.get(address).text
        after = len(club.get(f"{address}/passi.json").json()["steps"])
        assert before != after
        path.unlink()
        assert club.get(address).status_code == 404
        assert club.get(f"{address}/passi.json").status_code == 404
        assert address not in club.get("/partite").text


def test_uploading_from_another_site_is_refused(club: httpx.Client) -> None:
    content = record_to_text(finished(4)).encode()
    answer = club.post(
        "/partite", files={"verbale": ("g", content)}, headers={"sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403


def test_a_form_of_another_kind_never_fails(club: httpx.Client) -> None:
    kinds = ["application/json", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", ""]
    for kind in kinds:
        answer = club.post("/partite", content=b"--x\r\nbad", headers={**OWN, "content-type": kind})
        assert answer.status_code == 422, kind
    many = club.post("/partite", files=[("verbale", ("a", b"x"))] * 5, headers=OWN)
    assert many.status_code == 422


@pytest.mark.parametrize(
    "charset",
    ["unicode_escape", "raw_unicode_escape", "utf-7", "utf-16", "utf-32", "punycode", "idna", "undefined",
     "hex", "zip", "rot13", "boh", "utf-8-sig", "x" * 300],
)  # fmt: skip
@pytest.mark.parametrize("words", [rb"\ud800", b"\xff\xfe\xd8", b"+2AA-", rb"kamchatka partita 1\n\ud800"])
def test_an_encoding_named_by_the_form_never_breaks_the_page(
    club: httpx.Client, charset: str, words: bytes
) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="testo"\r\n\r\n%s\r\n--x--\r\n' % words
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    answer = club.post("/partite", content=body, headers={**OWN, "content-type": kind})
    assert answer.status_code == 415
    assert text("replay_page.form.wrong", "it") in answer.text


def test_a_full_shelf_says_so(tmp_path: Path) -> None:
    app = create_app(tmp_path)
    app.state.library.shelf.most = 1
    with served(app) as site, httpx.Client(base_url=site, trust_env=False) as club:
        assert send(club, record_to_text(finished(1)).encode()).status_code == 303
        answer = send(club, record_to_text(finished(2)).encode())
    assert answer.status_code == 409
    assert text("replay_page.refused.full", "it", most=1) in answer.text


def test_a_folder_that_cannot_be_written_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "records").write_text("a file where the folder should be", encoding="utf-8")
    with served(create_app(tmp_path)) as site, httpx.Client(base_url=site, trust_env=False) as club:
        assert club.get("/partite").status_code == 200
        answer = send(club, record_to_text(finished()).encode())
    assert answer.status_code == 507
    assert text("replay_page.refused.no_room", "it") in answer.text


def mutated(luck: random.Random, lines: list[str]) -> str:
    """A record with a few lines changed, dropped, doubled or exchanged, and without its seal."""
    found = list(lines)
    for _ in range(luck.randint(1, 3)):
        at, other = luck.randrange(len(found)), luck.randrange(len(found))
        match luck.randrange(6):
            case 0:
                del found[at]
            case 1:
                found.insert(at, found[other])
            case 2:
                found[at], found[other] = found[other], found[at]
            case 3:
                found[at] = re.sub(r"\d+", lambda _: str(luck.choice([0, 7, 99, 10**6, 10**30])), found[at])
            case 4:
                found[at] = found[at].replace(luck.choice("abeiou"), luck.choice(["", "x", "\ud800", "\x00"]))
            case _:
                found[at] = luck.choice(
                    ['"', "[", "{", "null", "-1", "A passa", "# turno 1", "* 1", "| x = ["]
                )
    return "\n".join(found)


@pytest.mark.parametrize("seed", range(12))
def test_garbage_of_all_sorts_is_never_our_failure(club: httpx.Client, seed: int) -> None:
    luck = random.Random(seed)
    whole_text = record_to_text(finished()).splitlines()[:-1]
    data = json.loads(record_to_json(finished()))
    del data["seal"]
    whole_json = json.dumps({**data, "rules": luck.choice([1, 2])}, indent=0).splitlines()
    for lines in (whole_text, whole_json):
        for _ in range(6):
            answer = send(club, mutated(luck, lines).encode("utf-8", errors="surrogatepass"))
            assert answer.status_code in (303, 422)
            if answer.status_code == 303:
                assert club.get(answer.headers["location"]).status_code == 200
                assert club.get(f"{answer.headers['location']}/passi.json").status_code == 200
                club.post(f"{answer.headers['location']}/elimina", headers=OWN)


def test_only_the_games_looked_at_lately_stay_in_memory() -> None:
    recent: PageCache[int] = PageCache(2)
    made: list[str] = []

    def make(key: str) -> int:
        def fresh() -> int:
            made.append(key)
            return len(made)

        return recent.get(key, "", fresh)

    for key in ("a", "b", "a", "c", "a", "b"):
        make(key)
    assert made == ["a", "b", "c", "b"]
    recent.forget("b")
    make("b")
    assert made == ["a", "b", "c", "b", "b"]
