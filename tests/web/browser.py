"""A real browser, as organisers and phones use it."""

import os
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

WIDE = (1400, 900)
PHONE = (390, 844)
PATIENCE = 20_000
"""Milliseconds after which a page is given up, also on a machine that does much else."""
HALL = "sala.test"
"""A name of this computer that is no secure context, as a laptop's address in the hall."""
FLAGS = [
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
]
expect.set_options(timeout=PATIENCE)
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The one without windows comes first: it takes about half the time. `./run` knows where others may be."""


def wait_until_held(page: Page, held: list[Any]) -> None:
    """Wait until a route of the page has taken a request."""
    until = time.monotonic() + PATIENCE / 1000
    while not held and time.monotonic() < until:
        page.wait_for_timeout(10)


@dataclass
class Watched:
    """A page, the addresses it asked for and what its console complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@contextmanager
def started_browser() -> Iterator[Browser]:
    """The Chromium of this machine; as root it refuses to start with its sandbox."""
    found = (shutil.which(name) for name in PROGRAMS)
    program = os.environ.get("KAMCHATKA_CHROMIUM") or next(filter(None, found), None)
    assert program is not None, "No Chromium on PATH: install it, these tests drive the pages in it."
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=[*FLAGS, *(["--no-sandbox"] if root else [])]
        )
        yield browser
        browser.close()


@contextmanager
def visit(
    browser: Browser,
    site: str,
    size: tuple[int, int] = WIDE,
    *,
    scripts: bool = True,
    touch: bool = False,
    cookies: Mapping[str, str] | None = None,
) -> Iterator[Watched]:
    """An Italian visitor's page, watched from its first request; `session_cookies` sign the visitor in."""
    context = browser.new_context(
        base_url=site,
        viewport={"width": size[0], "height": size[1]},
        locale="it-IT",
        java_script_enabled=scripts,
        has_touch=touch,
    )
    context.set_default_timeout(PATIENCE)
    context.add_cookies(
        [{"name": name, "value": value, "url": site} for name, value in (cookies or {}).items()]
    )
    watched = Watched(context.new_page())
    watched.page.on("request", lambda request: watched.requests.append(request.url))

    def told(message: ConsoleMessage) -> None:
        if "AbortError" not in message.text:  # a question overtaken by the next one
            watched.complaints.append(f"{message.type}: {message.text}")

    watched.page.on("console", told)
    watched.page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    yield watched
    context.close()
