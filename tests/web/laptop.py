"""A laptop that serves Kamchatka from a data folder of its own, and the administrator who sits at it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from kamchatka.app.archive.places import Stick
from kamchatka.app.office import Office, open_office
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from kamchatka.web.site.hosts import Site
from tests.web.site import served, signed_in


@dataclass(frozen=True)
class Laptop:
    """A computer that serves Kamchatka, and somebody who sits at it."""

    office: Office
    browser: httpx.Client

    def send(self, path: str, **fields: str) -> httpx.Response:
        """Fill in a form and send it; the page that comes of it."""
        return self.browser.post(path, data=fields, headers={"sec-fetch-site": "same-origin"})

    def open_file(self, content: bytes) -> httpx.Response:
        """Send a copy to “Apri una copia”."""
        headers = {"sec-fetch-site": "same-origin"}
        return self.browser.post("/copie", files={"file": ("copia.jsonl", content)}, headers=headers)


@contextmanager
def laptop(home: Path, *sticks: Stick, site: Site | None = None) -> Iterator[Laptop]:
    """A laptop with these sticks plugged in, which others reach at a site of these names."""
    with (
        open_office(home / "kamchatka.db", Holder("serve")) as office,
        served(create_app(home, office=office, site=site, sticks=lambda: sticks)) as address,
        signed_in(address, office) as browser,
    ):
        browser.follow_redirects, browser.timeout = True, httpx.Timeout(30)
        yield Laptop(office, browser)
