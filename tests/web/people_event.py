"""An event of twelve before its first round, an organiser's browser, and the pages they fill in."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from typing import Any

import httpx
from fastapi import FastAPI

from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import read_lines
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.tournament.state import Entrant, Tournament
from kamchatka.web import create_app
from tests.web.site import served, session_cookies, signed_in

TWELVE = """Anna Bianchi, Aosta
Bruno Neri, Bari
Carla Rossi, Aosta
Dario Verdi, Como
Elena Gallo, Bari
Fabio Costa, Como
Gina Riva, Aosta
Ugo Serra, Bari
Ivo Longo, Como
Lia Marino, Aosta
Mara Conti, Bari
Nino Leone, Como"""
FRAGMENT = {"hx-request": "true"}
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</title><script>alert(1)</script>",
    "</li></ul><h1>Vince",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    '" autofocus onfocus="alert(1)',
    "<!-- Anna",
    "--> Anna",
    "<![CDATA[ Anna ]]>",
    "&lt;b&gt;Anna&lt;/b&gt;",
    "&#60;b&#62;Anna",
    "&amp;amp;",
    "{{ 7 * 7 }}",
    "{% include '/etc/passwd' %}",
    "${7*7}",
    "#{7*7}",
    "<%= 7*7 %>",
    "{name} {0}",
    "%s %(name)s",
    "[Anna](javascript:alert(1))",
    "**Anna** _Bianchi_",
    "javascript:alert(1)",
    "http://example.org",
    "www.example.org",
    "anna@example.org",
    "=HYPERLINK(A1)",
    "+39 06",
    "@SUM(A1:A9)",
    "Anna\u202egnirtS",
    "Anna\u2066Bianchi\u2069",
    "Anna\u200bBianchi",
    "\u0410nna Bi\u0430nchi",
    "A\u0301\u0301\u0301\u0301nna",
    "\U0001f3b2 Anna",
    "Anna\r\nSet-Cookie: a=b",
    "Anna\n<b>Bianchi",
    "Anna\x00Bianchi",
    "A" * 10_000,
    "../../etc/passwd",
]
"""Names that try to be something else."""


@dataclass(frozen=True)
class Event:
    """A served event, and somebody who runs it and no other."""

    office: Office
    site: str
    id: str
    browser: httpx.Client

    @property
    def home(self) -> str:
        """The address of its desk."""
        return f"/organizza/{self.id}"

    @property
    def desk(self) -> OpenTournament:
        """The event as it stands, with names."""
        return open_tournament(self.office, self.id)

    @property
    def tournament(self) -> Tournament:
        """The event as it stands."""
        return self.desk.tournament

    def entrant(self, name: str) -> Entrant:
        """Somebody by name."""
        desk = open_tournament(self.office, self.id)
        return desk.tournament.entrants[desk.entrant(name)]

    def number(self, name: str) -> int:
        """The number of somebody's entry."""
        return self.entrant(name).number

    def get(self, path: str, **asked: str) -> str:
        """A page of the desk."""
        page = self.browser.get(self.home + path, params=asked)
        assert page.status_code == 200, (path, page.status_code)
        return page.text

    def send(self, path: str, **fields: object) -> httpx.Response:
        """A form filled in and sent without scripts; the page it leads to."""
        return self.browser.post(self.home + path, data=fields, follow_redirects=True)

    def tap(self, path: str, **fields: object) -> httpx.Response:
        """The same by htmx: the answer itself."""
        return self.browser.post(self.home + path, data=fields, headers=FRAGMENT)

    def paste(self, text: str) -> "Preview":
        """The preview of a pasted list."""
        answer = self.send("/iscritti/elenco", testo=text)
        assert answer.status_code == 200, answer.text
        return Preview(self, answer.text)

    def cookies(self) -> dict[str, str]:
        """What lets a real browser in."""
        return session_cookies(self.office, Role.ORGANISER, self.id)


@dataclass(frozen=True)
class Preview:
    """What the desk has read of a pasted list."""

    event: Event
    page: str

    @property
    def fields(self) -> dict[str, str | list[str]]:
        """What the browser would send if nobody changed anything."""
        form = self.page[self.page.index('id="incollato"') :]
        [text] = re.findall(r'<textarea name="testo" hidden>\n?(.*?)</textarea>', form, re.S)
        found: dict[str, str | list[str]] = {"testo": unescape(text), "prendi": []}
        for tag in re.findall(r"<input[^>]*>", form):
            has = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
            if has.get("type") not in ("checkbox", "radio") or " checked" in tag:
                ticked = found.get(has["name"])
                if isinstance(ticked, list):
                    ticked.append(has["value"])
                else:
                    found[has["name"]] = unescape(has["value"])
        return found

    def lines(self) -> list[str]:
        """The state and the reason of each line."""
        rows = re.findall(r'<li data-state="(\w+)">.*?<span class="left-out">([^<]*)<', self.page, re.S)
        return [why if state == "out" else state for state, why in rows]

    def confirm(self, **changed: object) -> httpx.Response:
        """Enter what is left in it, after these changes."""
        return self.event.send("/iscritti/elenco", **{**self.fields, **changed})


@dataclass(frozen=True)
class House:
    """A served installation, for the events of many tests."""

    office: Office
    site: str
    app: FastAPI

    @contextmanager
    def event(self, names: str = TWELVE, **agreed: Any) -> Iterator[Event]:
        """A new event of these people, whose fee is ten euros."""
        settings = {"fee": 1000, "judge_gate": "open", **agreed}
        texts = texts_of("tre-partite")
        id = create(self.office, TERMINAL, name="Serata di prova", texts=texts, **settings)
        if names:
            players = [line.player for line in read_lines(names) if line.player and not line.why]
            enter(self.office, TERMINAL, id, players, among=())
        with signed_in(self.site, self.office, Role.ORGANISER, id) as browser:
            yield Event(self.office, self.site, id, browser)


@contextmanager
def open_house() -> Iterator[House]:
    """An installation in memory."""
    with open_office(None) as office:
        app = create_app(office=office)
        with served(app) as site:
            yield House(office, site, app)


class _Tree(HTMLParser):
    """The elements of a page, without its texts and values."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *sorted(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(("/", tag))


def tree_of(page: str) -> list[tuple[str, ...]]:
    """The elements of a page and the names of their attributes, in order."""
    tree = _Tree()
    tree.feed(page)
    tree.close()
    return tree.found
