"""Events that the pages for everybody are tried on: the demonstration, one that is played, a hidden one."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import httpx

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments import demo
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.web import create_app
from tests.documents.printing import pages_of
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.web.matrix import LOCKS
from tests.web.site import served, signed_in


@dataclass(frozen=True)
class PublicSite:
    """A site with three events."""

    address: str
    office: Office
    demo: str
    running: str
    """Two rounds of three are over."""
    hidden: str

    def anybody(self) -> httpx.Client:
        """Somebody without an account."""
        return httpx.Client(base_url=self.address, trust_env=False, verify=False)

    def organiser(self) -> AbstractContextManager[httpx.Client]:
        """The administrator, signed in."""
        return signed_in(self.address, self.office)

    def see(self, id: str, **chosen: object) -> None:
        """Change what everybody sees."""
        asked = ChangeVisibility(VisibilityChanged(**chosen))  # type: ignore[arg-type]
        execute(self.office, TERMINAL, id, asked)


@contextmanager
def public_site() -> Iterator[PublicSite]:
    """The site while it is served."""
    with open_office(None) as office:
        *_, desk = demo.play(office)
        running = opened(office, invented(16), name="Torneo aperto")
        played(office, running, rounds_closed(2))
        hidden = opened(office, invented(8), name="Torneo nascosto")
        played(office, hidden, rounds_closed(1))
        execute(
            office, TERMINAL, hidden, ChangeVisibility(VisibilityChanged(is_shown=False, embedders=("*",)))
        )
        with served(create_app(office=office)) as address:
            yield PublicSite(address, office, desk.id, running, hidden)


MOVED = "/tornei/{id}/classifica/stampa"
"""An old address, which leads to the paper."""


def content_of(answer: httpx.Response) -> str:
    """What an answer says: a page as it stands, of a paper its text."""
    is_paper = answer.headers["content-type"] == "application/pdf"
    return " ".join(pages_of(answer.content)) if is_paper else answer.text


STREAM = "/tornei/{id}/vivo"


def public_addresses(id: str) -> list[str]:
    """Every page of an event that everybody may open, filled in, without one that has moved."""
    values = {"{id}": id, "{number}": "1", "{slug}": "le-torri"}
    found = []
    for method, path in LOCKS:
        if (
            method == "GET"
            and path not in (MOVED, STREAM)
            and path.startswith(("/tornei/{id}", "/incorpora/{id}"))
        ):
            found.append(re.sub(r"{\w+}", lambda name: values[name[0]], path))
    return found
