"""The site, served once for all tests of a process."""

from collections.abc import Iterator

import httpx
import pytest

from kamchatka.web import create_app
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
    with httpx.Client(base_url=site, trust_env=False) as client:
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
