"""Bar S9 through the door: strangers guess passwords from many addresses, and own devices still get in."""

import asyncio
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import httpx
from fastapi import FastAPI

from kamchatka.app.office import Office, open_office
from kamchatka.app.register.accounts import account_register as register
from kamchatka.app.register.accounts import own
from kamchatka.app.register.accounts.account_register import Kind
from kamchatka.app.register.accounts.passwords import Tries
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from soak.parts import tell
from tests.plugins.databases import SteppingClock
from tests.web.matrix import OWN
from tests.web.site import answer_of

ACCOUNTS, STRANGERS, ADDRESSES = 20, 20, 300
"""Logins that exist, logins that do not, and addresses that guess."""
WINDOW = timedelta(minutes=15)
PER_WINDOW = 500
"""Guesses in a quarter of an hour."""
OWNERS_EVERY = 25
"""Guesses between two own devices that sign in."""
MOST_TRIES, MOST_FROM_ADDRESS = 5, 30
PASSWORD, WRONG = "la nebbia di marzo", "sbagliata!"
COMPARED, MOST_APART = 100, 5.0
"""Pairs of a known and an unknown login whose answers are timed, and milliseconds between the medians."""


class Siege:
    """A site, the devices of its accounts, and what the guesses of strangers reached."""

    def __init__(self, app: FastAPI, office: Office, clock: SteppingClock, luck: random.Random) -> None:
        self.app, self.clock, self.luck = app, clock, luck
        self.logins = [f"socio{number}" for number in range(ACCOUNTS)]
        self.devices: dict[str, dict[str, str]] = {}
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self._looked: dict[str, list[datetime]] = defaultdict(list)
        with register.writing(office) as connection:
            hash = own.new_hash("", PASSWORD)
            for login in self.logins:
                id = register.make(connection, office.now(), Kind.MEMBER, login).account
                own.set_password(connection, id, login, hash)

    def settle(self) -> None:
        """Sign each account in once, from its own device."""
        for number, login in enumerate(self.logins):
            answer = self.enter(login, PASSWORD, f"192.0.2.{number}")
            self._expect(answer, 303, f"{login} for the first time")
            self.devices[login] = _cookies(answer)

    def enter(
        self, login: str, password: str, address: str, cookies: Mapping[str, str] | None = None
    ) -> httpx.Response:
        """The answer of the sign-in page."""
        headers = {"host": "127.0.0.1", **OWN, "x-forwarded-for": f"198.51.100.{self.luck.randrange(256)}"}
        if cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        form = {"nome": login, "password": password}
        return asyncio.run(answer_of(self.app, "POST", "/entra", headers, client=address, form=form))

    def guess(self, number: int) -> None:
        """One guess, half of them with cookies that are not the stranger's to have."""
        login = self.luck.choice([*self.logins, *(f"nessuno{each}" for each in range(STRANGERS))])
        address = f"10.0.{number % ADDRESSES // 250}.{number % ADDRESSES % 250}"
        answer = self.enter(login, WRONG, address, self._forged(login))
        self.answers[f"guess {answer.status_code}"] += 1
        if answer.status_code == 403:
            self._reached(login, MOST_TRIES)
            self._reached(address, MOST_FROM_ADDRESS)
        elif answer.status_code != 429:
            self.faults.append(f"guess {number} at {login}: {answer.status_code}")

    def _forged(self, login: str) -> dict[str, str]:
        """Cookies of another account under this one's name, or with a signature of nobody."""
        if self.luck.random() < 0.5 or login not in self.devices:
            return {}
        [name] = [each for each in self.devices[login] if each.startswith("dispositivo-")]
        other = self.devices[self.luck.choice([each for each in self.logins if each != login])]
        [mark] = [value for each, value in other.items() if each.startswith("dispositivo-")]
        invented = f"{self.luck.getrandbits(128):x}.{self.luck.getrandbits(256):064x}"
        return {name: self.luck.choice([mark, invented])}

    def _reached(self, what: str, most: int) -> None:
        now = self.clock.time
        seen = self._looked[what] = [each for each in self._looked[what] if now - each < WINDOW]
        seen.append(now)
        if len(seen) > most:
            self.faults.append(f"{len(seen)} passwords looked at for {what} within {WINDOW}")

    def owner(self) -> None:
        """An own device signs in after up to four slips, from a stranger's network."""
        login = self.luck.choice(self.logins)
        address = f"10.0.0.{self.luck.randrange(250)}"
        for _ in range(self.luck.randrange(MOST_TRIES)):
            self._expect(self.enter(login, WRONG, address, self.devices[login]), 403, f"a slip of {login}")
        answer = self.enter(login, PASSWORD, address, self.devices[login])
        self._expect(answer, 303, f"{login} from an own device")
        self.devices[login] = _cookies(answer) or self.devices[login]

    def _expect(self, answer: httpx.Response, status: int, what: str) -> None:
        self.answers[f"own device {answer.status_code}"] += 1
        if answer.status_code != status:
            self.faults.append(f"{what}: {answer.status_code} instead of {status}")

    def milliseconds(self, login: str) -> float:
        """How long a wrong password takes that is looked at."""
        self.app.state.tries = Tries()
        began = time.perf_counter()
        self.enter(login, WRONG, "203.0.113.1")
        return 1000 * (time.perf_counter() - began)


def _cookies(answer: httpx.Response) -> dict[str, str]:
    """The names and values of the cookies that an answer sets."""
    pairs = [each.partition(";")[0].partition("=") for each in answer.headers.get_list("set-cookie")]
    return {name: value for name, _, value in pairs}


def run(count: int, seed: int, folder: Path) -> list[str]:
    """Guess this many times; returns the faults found."""
    luck, clock = random.Random(seed), SteppingClock()

    def now() -> float:
        return clock.time.timestamp()

    with (
        patch("limits.storage.memory.time", SimpleNamespace(time=now)),
        open_office(folder / "kamchatka.db", Holder("soak"), lambda: clock.time) as office,
    ):
        siege = Siege(create_app(folder, office=office), office, clock, luck)
        siege.settle()
        for number in range(count):
            clock.time += WINDOW / PER_WINDOW
            siege.guess(number)
            if number % OWNERS_EVERY == 0:
                siege.owner()
        pairs = [
            (siege.milliseconds(luck.choice(siege.logins)), siege.milliseconds("nessuno"))
            for _ in range(min(COMPARED, count // 10))
        ]
    known, unknown = (statistics.median(column) for column in zip(*pairs, strict=True))
    if abs(known - unknown) > MOST_APART:
        siege.faults.append(f"{known:.1f} ms for a known login, {unknown:.1f} for an unknown one")
    tell(
        {
            "guesses": f"{count} at {ACCOUNTS} logins and {STRANGERS} unknown ones, {ADDRESSES} addresses",
            "answers": ", ".join(f"{each} × {what}" for what, each in sorted(siege.answers.items())),
            "known, unknown": f"{known:.1f} ms, {unknown:.1f} ms at the median",
        }
    )
    return siege.faults
