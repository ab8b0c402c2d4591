"""The site, served once for all tests of a process, and a browser for those that follow each other."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Browser

from kamchatka.web import create_app
from tests.web.browser import started_browser
from tests.web.people_event import Event, House, open_house
from tests.web.public_events import PublicSite, public_site
from tests.web.site import served


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of a running site."""
    with served(create_app()) as address:
        yield address


@pytest.fixture
def visitor(site: str) -> Iterator[httpx.Client]:
    """Somebody without cookies and without a language of choice."""
    with httpx.Client(base_url=site, trust_env=False, verify=False) as client:
        yield client


@pytest.fixture(scope="session")
def events() -> Iterator[PublicSite]:
    """A running site with events."""
    with public_site() as site:
        yield site


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """A served installation, for the events of many tests."""
    with open_house() as house:
        yield house


@pytest.fixture
def event(house: House) -> Iterator[Event]:
    """A new event of twelve, before its first round."""
    with house.event() as event:
        yield event


@pytest.fixture
def empty(house: House) -> Iterator[Event]:
    """A new event that nobody has entered."""
    with house.event("") as event:
        yield event


class Chromium:
    """A browser that stays open from test to test; meanwhile nothing else in this thread may use asyncio."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._started: Browser | None = None

    def started(self) -> Browser:
        """It, once it runs."""
        if self._started is None:
            self._started = self._open.enter_context(started_browser())
        return self._started

    def close(self) -> None:
        """End it, if it runs."""
        self._started = None
        self._open.close()


CHROMIUM = Chromium()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """A real browser, for tests of the group of that name."""
    return CHROMIUM.started()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    group = nextitem.get_closest_marker("xdist_group") if nextitem else None
    if group is None or group.args != ("browser",):
        CHROMIUM.close()
