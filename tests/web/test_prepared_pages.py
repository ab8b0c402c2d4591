"""Prepared public pages are always those that the routes would make now, and cost no route."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import merging, people
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import open_tournament, texts_now
from kamchatka.app.tournaments.settings import change_settings
from kamchatka.app.tournaments.undo import undo
from kamchatka.ids import PersonId
from kamchatka.messages import LANGUAGES
from kamchatka.store.database import Database, Holder
from kamchatka.store.people import Person
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.recording import PublishStandings
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.web import create_app
from kamchatka.web.public import event as routes
from kamchatka.web.public import prepared_pages
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.web.public_events import public_addresses
from tests.web.site import served, signed_in

GZIP = ("accept-encoding", "gzip")


@dataclass
class Hall:
    """A served event, its office, and a clock that can be set."""

    office: Office
    site: str
    id: str
    hours: list[float]

    def see(self, **chosen: object) -> None:
        """Change what everybody sees."""
        asked = ChangeVisibility(VisibilityChanged(**chosen))  # type: ignore[arg-type]
        execute(self.office, TERMINAL, self.id, asked)

    def entrant(self, number: int) -> PersonId:
        """An entrant by number."""
        entrants = open_tournament(self.office, self.id).tournament.entrants.values()
        return next(each.person for each in entrants if each.number == number)

    @property
    def home(self) -> str:
        """The address of the event's first page."""
        return f"/tornei/{self.id}"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hours = [0.0]
    begins = datetime(2026, 11, 21, 10, tzinfo=UTC)
    minor = ListedPlayer(Person(name="Zeno Zanardelli", club="Le Torri", born="2008-11-22"))
    with open_office(
        tmp_path / "hall.db", Holder("test"), lambda: begins + timedelta(hours=hours[0])
    ) as office:
        id = opened(office, [minor, *invented(8)[1:]], "tre-partite")
        played(office, id, rounds_closed(1))
        with served(create_app(tmp_path, office=office)) as site:
            yield Hall(office, site, id, hours)


@pytest.fixture
def anybody(hall: Hall) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=hall.site, trust_env=False) as client:
        yield client


def by_route(
    client: httpx.Client, address: str, headers: dict[str, str] | None = None, method: str = "GET"
) -> httpx.Response:
    """The answer of the route itself: a header that is sent twice keeps prepared pages away."""
    return client.request(method, address, headers=[*(headers or {}).items(), GZIP, GZIP])


def told(answer: httpx.Response) -> tuple[object, ...]:
    """What an answer says; compression may name its header a second time in `Vary`."""
    headers = [each for each in answer.headers.multi_items() if each[0] not in ("date", "vary")]
    return answer.status_code, headers, {*answer.headers.get("vary", "").split(", ")}, answer.content


def calls(monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> list[object]:
    """A list that grows with every call of a module's function."""
    found: list[object] = []
    real = getattr(module, name)

    def counted(*values: object) -> object:
        found.append(values)
        return real(*values)

    monkeypatch.setattr(module, name, counted)
    return found


def publish(hall: Hall) -> None:
    """Publish the standings."""
    execute(hall.office, TERMINAL, hall.id, PublishStandings())


def draft(hall: Hall) -> None:
    """Draw a round that nobody may see yet."""
    execute(hall.office, TERMINAL, hall.id, DrawRound("bozza", is_draft=True))


def rename_event(hall: Hall) -> None:
    """Give the event another name."""
    desk = open_tournament(hall.office, hall.id)
    renamed = replace(desk.tournament.settings, name="Coppa rinominata")
    change_settings(hall.office, TERMINAL, hall.id, renamed, texts=texts_now(hall.office, desk))


CHANGES: dict[str, Callable[[Hall], object]] = {
    "published results only": lambda hall: hall.see(results="published", embedders=("*",)),
    "published": publish,
    "undone": lambda hall: undo(hall.office, TERMINAL, hall.id, "prova"),
    "live": lambda hall: hall.see(embedders=("*",)),
    "drafted": draft,
    "draft undone": lambda hall: undo(hall.office, TERMINAL, hall.id, "prova"),
    "next round": lambda hall: played(hall.office, hall.id, rounds_closed(2)),
    "renamed event": rename_event,
    "renamed person": lambda hall: people.correct(
        hall.office, TERMINAL, hall.entrant(2), {"name": "Ada Nuova"}
    ),
    "merged": lambda hall: merging.merge(hall.office, TERMINAL, hall.entrant(3), hall.entrant(4)),
    "unmerged": lambda hall: merging.unmerge(hall.office, TERMINAL, hall.entrant(4)),
    "of age": lambda hall: hall.hours.append(hall.hours.pop() + 24),
    "erased": lambda hall: people.erase(hall.office, TERMINAL, hall.entrant(2)),
    "other sites": lambda hall: hall.see(embedders=("www.club.example",), may_index=True),
    "hidden": lambda hall: hall.see(is_shown=False, embedders=("*",)),
    "shown": lambda hall: hall.see(embedders=("*",)),
}


def test_after_every_change_each_prepared_page_is_the_one_that_its_route_makes(
    hall: Hall, anybody: httpx.Client
) -> None:
    """In turn, on one site; each page is asked for before the change too, so that a stale one would show."""
    addresses = [*public_addresses(hall.id), f"{hall.home}/tavoli?turno=1"]
    seen: dict[str, list[object]] = {}
    for what, change in {"nothing": lambda hall: None, **CHANGES}.items():
        change(hall)
        for address in addresses:
            shown, plain = anybody.get(address), by_route(anybody, address)
            assert told(shown) == told(plain), (what, address)
            seen.setdefault(address, []).append((plain.status_code, plain.content))
    names = list(CHANGES)
    first_page = seen[hall.home][1:]
    assert first_page[names.index("hidden")][0] == 404  # type: ignore[index]
    for before, after in (("of age", "erased"), ("next round", "renamed event"), ("published", "undone")):
        assert first_page[names.index(before)] != first_page[names.index(after)], after


def test_a_minor_is_shown_by_initials_until_the_day_of_coming_of_age(
    hall: Hall, anybody: httpx.Client
) -> None:
    assert "Z. Z." in anybody.get(hall.home).text
    hall.hours[0] = 12.9  # 23:54 in Rome
    assert "Z. Z." in anybody.get(hall.home).text
    hall.hours[0] = 13.1
    assert "Zeno Zanardelli" in anybody.get(hall.home).text


def test_methods_languages_fragments_and_tags_are_answered_as_by_the_route(
    hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = calls(monkeypatch, routes, "mark_of")
    pages = (hall.home, f"{hall.home}/tavoli?turno=1", f"{hall.home}/classifica.csv")
    for lang, fragment, address in product(LANGUAGES, ({}, {"hx-request": "true"}), pages):
        headers = {"accept-language": lang, **fragment}
        made = anybody.get(address, headers=headers)
        asked.clear()
        tags = {"if-none-match": f'"other", {made.headers["etag"]}'}
        for method, more in product(("GET", "HEAD"), ({}, tags, {"if-none-match": '"other"'})):
            kept = anybody.request(method, address, headers={**headers, **more})
            assert asked == [], "no route ran"
            assert told(kept) == told(by_route(anybody, address, {**headers, **more}, method))
            assert len(asked) == 1
            asked.clear()
            status = 304 if more is tags else 200
            assert (kept.status_code, kept.headers["etag"]) == (status, made.headers["etag"])
            assert kept.content == (made.content if method == "GET" and more is not tags else b"")


def test_the_chosen_language_counts_more_than_the_browsers(hall: Hall, anybody: httpx.Client) -> None:
    for _ in range(2):
        assert '<html lang="it"' in anybody.get(hall.home).text
        cookie = {"cookie": "lingua=en", "accept-language": "it"}
        assert '<html lang="en"' in anybody.get(hall.home, headers=cookie).text


def test_a_page_of_somebody_signed_in_is_neither_kept_nor_given_to_others(
    hall: Hall, anybody: httpx.Client
) -> None:
    with signed_in(hall.site, hall.office) as organiser:
        for _ in range(2):
            own = organiser.get(hall.home)
            assert "Prova administrator" in own.text
            assert "etag" not in own.headers
            page = anybody.get(hall.home)
            assert "Prova administrator" not in page.text
        hall.see(is_shown=False)
        for _ in range(2):
            assert organiser.get(hall.home).status_code == 200
            assert anybody.get(hall.home).status_code == 404


def test_a_message_is_shown_once_to_its_visitor_only(hall: Hall, anybody: httpx.Client) -> None:
    anybody.get(hall.home)
    message = {"cookie": "detto=UHJvdmEgZGkgdW4gbWVzc2FnZ2lv"}
    told_once = anybody.get(hall.home, headers=message)
    assert "Prova di un messaggio" in told_once.text
    assert "detto=" in told_once.headers["set-cookie"]
    page = anybody.get(hall.home)
    assert "Prova di un messaggio" not in page.text
    assert "set-cookie" not in page.headers


def test_any_other_request_goes_to_the_application(
    hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = anybody.get(hall.home)
    asked = calls(monkeypatch, routes, "mark_of")
    foreign = anybody.get(hall.home, headers={"host": "evil.example"})
    assert (foreign.status_code, foreign.content, asked) == (421, b"", [])
    for _ in range(2):
        asked.clear()
        assert anybody.get(hall.home, params={"cerca": "zeno"}).status_code == 200
        assert len(asked) == 1, "searches are not prepared"
    for headers in ({"cookie": "sessione=x"}, {"hx-request": "1"}, {"accept-encoding": "identity"}):
        asked.clear()
        answer = anybody.get(hall.home, headers=headers)
        assert (answer.status_code, answer.content, len(asked)) == (200, page.content, 1)


def test_what_was_written_is_on_the_page_as_soon_as_its_writer_knows(
    hall: Hall, anybody: httpx.Client
) -> None:
    """Others ask all the time, so that the page is prepared again and again while a commit is under way."""
    is_over = False

    def look() -> int:
        seen = 0
        with httpx.Client(base_url=hall.site, trust_env=False) as other:
            while not is_over:
                seen += other.get(hall.home).status_code == 200
        return seen

    with ThreadPoolExecutor(3) as crowd:
        looking = [crowd.submit(look) for _ in range(3)]
        try:
            for number in range(20):
                hall.see(may_index=number % 2 == 0)
                is_listed = "x-robots-tag" not in anybody.get(hall.home).headers
                assert is_listed is (number % 2 == 0), number
        finally:
            is_over = True
        assert all(each.result() for each in looking)


def test_while_a_commit_is_under_way_every_request_asks_the_log(
    hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    anybody.get(hall.home)
    asked = calls(monkeypatch, prepared_pages, "mark_of")
    anybody.get(hall.home)
    assert asked == []
    commits = hall.office.store.database.commits
    with commits.under_way():
        for _ in range(3):
            anybody.get(hall.home)
    assert len(asked) == 3
    for _ in range(3):
        anybody.get(hall.home)
    assert len(asked) == 4


def test_a_write_elsewhere_is_checked_once_and_makes_no_page(
    hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    anybody.get(hall.home)
    other = opened(hall.office, invented(8), name="Un altro torneo")
    anybody.get(hall.home)  # people came into the register: names may have changed
    made, asked = calls(monkeypatch, routes, "public_frame"), calls(monkeypatch, prepared_pages, "mark_of")
    execute(hall.office, TERMINAL, other, ChangeVisibility(VisibilityChanged(may_index=True)))
    for _ in range(3):
        anybody.get(hall.home)
    assert (len(asked), len(made)) == (1, 0)


def test_many_at_once_after_a_change_make_a_page_once_and_missing_pages_hold_up_nobody(
    hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, asked = calls(monkeypatch, routes, "public_frame"), calls(monkeypatch, routes, "mark_of")

    def status(address: str) -> int:
        return anybody.get(address).status_code

    with ThreadPoolExecutor(16) as crowd:
        assert set(crowd.map(status, [hall.home] * 48)) == {200}
        assert (len(made), len(asked)) == (1, 1)
        assert set(crowd.map(status, ["/tornei/nessuno"] * 48)) == {404}


def test_memory_is_bounded(hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared_pages, "MOST_PAGES", 2)
    asked = calls(monkeypatch, routes, "mark_of")
    pages = [hall.home, f"{hall.home}/tavoli", f"{hall.home}/regole"]
    for address in [*pages, pages[0], pages[0]]:
        anybody.get(address)
    assert len(asked) == 4


def test_of_a_database_that_others_write_every_request_asks_the_log_and_makes_no_page(
    hall: Hall, anybody: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on PostgreSQL: there is no number of commits."""
    monkeypatch.setattr(Database, "version", None)
    anybody.get(hall.home)
    made, asked = calls(monkeypatch, routes, "public_frame"), calls(monkeypatch, prepared_pages, "mark_of")
    for _ in range(3):
        assert anybody.get(hall.home).status_code == 200
    assert (len(made), len(asked)) == (0, 3)
    with ThreadPoolExecutor(8) as crowd:
        pages = set(crowd.map(lambda _: anybody.get(hall.home).text, range(24)))
    assert (len(pages), len(made)) == (1, 0)
    hall.see(is_shown=False)
    assert anybody.get(hall.home).status_code == 404


def test_only_a_commit_changes_the_version_which_readers_lack(hall: Hall, tmp_path: Path) -> None:
    with open_office(tmp_path / "hall.db") as reader:
        assert reader.store.database.version is None
    database = hall.office.store.database
    before = database.version
    assert before is not None
    with pytest.raises(RuntimeError), database.writing():
        raise RuntimeError
    assert database.version == before
    with database.writing():
        assert database.version == before
    assert database.version == before + 2
