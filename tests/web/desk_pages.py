"""An organiser's browser without a screen: pages by address, forms as they stand on them."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from fastapi import FastAPI

from kamchatka.app.office import Office, open_office
from kamchatka.web import create_app
from tests.plugins.databases import TESTS
from tests.web.site import served, session_cookies


class DeskClient:
    """Asks a site as a browser of the hall does."""

    def __init__(self, site: str, cookies: Mapping[str, str]) -> None:
        self.site = site
        headers = {"accept-language": "it"}
        self.http = httpx.Client(base_url=site, trust_env=False, headers=headers, cookies=dict(cookies))

    def get(self, path: str, status: int = 200) -> str:
        """A page, as text."""
        answer = self.http.get(path)
        assert answer.status_code == status, (path, answer.status_code)
        return answer.text

    def post(
        self, path: str, fields: Mapping[str, str], *, fragment: bool = False, files: object = None
    ) -> httpx.Response:
        """What a form gets back; as htmx asks, or as a browser without scripts does."""
        headers = {"origin": self.site, **({"hx-request": "true"} if fragment else {})}
        return self.http.post(path, data=dict(fields), headers=headers, files=files)  # type: ignore[arg-type]


@contextmanager
def desk_site(app_of: Callable[[Office], FastAPI] | None = None) -> Iterator[tuple[Office, DeskClient]]:
    """A site of its own, and its administrator; kept in a file, since tests look while it writes."""
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        open_office(Path(folder) / "kamchatka.db", TESTS) as office,
    ):
        app = app_of(office) if app_of else create_app(office=office)
        with served(app) as site:
            client = DeskClient(site, session_cookies(office))
            yield office, client
            client.http.close()


def words_of(html: str) -> str:
    """What a page says, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html))).strip()


def hidden(html: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{re.escape(name)}" value="([^"]*)"', html)
    assert found, name
    return unescape(found[1])
