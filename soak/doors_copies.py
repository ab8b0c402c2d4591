"""Damaged and forged copies: each is refused with a sentence, or opens and every list of events answers."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI

from kamchatka.app.archive.copier import Copier
from kamchatka.app.archive.found_copies import open_copy
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tables.tables import open_table
from kamchatka.app.tournaments.opening import listed, stream_of
from kamchatka.messages import LANGUAGES
from kamchatka.refusals import Refusal
from kamchatka.web import app as web_app
from kamchatka.web import create_app
from kamchatka.web.site.locks import locks_of
from tests.app.forgeries import Forgery, archived, resealed
from tests.web import played
from tests.web.site import answer_of, session_cookies

LISTS = ("/", "/tornei", "/organizza", "/account", "/copie")
PAGES = sorted(
    path
    for method, path in locks_of(pages.router for pages in web_app.PAGES)
    if method == "GET" and re.findall(r"{(\w+)", path) == ["id"]
)
"""Every page of an event that needs nothing but its id."""
RADUNO = "tournament/raduno"
WORDS = (
    *("", "ieri", "0001-01-01", "9999-12-31T23:59:59Z", "../x", "p-00000000000000ff", "tournament/x", "\0"),
    *("é" * 99, "<b>", "2026-02-30", "2026-11-21", "1969-01-01T00:00:00Z", "2026-11-21T10:00:00+99:00"),
)
VALUES: tuple[Any, ...] = (*WORDS, None, True, -1, 0, 2**70, 1.5, [], {}, [[]], ["p-00000000000000ff"])
IDS = (
    *(
        "../../fuori",
        "nuovo",
        "",
        "A",
        "a/b",
        'x"y',
        "x" * 90,
        "tournament/raduno",
        "raduno/1/1",
        "altro",
        "è",
    ),
)
Damage = Callable[[bytes, random.Random], bytes]


@cache
def _good() -> list[bytes]:
    """Copies of an event: before it begins, while a round is played, and at its end."""
    found = []
    with open_office(None) as office:
        id = played.entered(office, 8, name="Raduno", format="tre-partite")
        found.append(archived(office, stream_of(id)))
        played.go_on(office, id, "record")
        open_table(office, TERMINAL, id, 1)
        found.append(archived(office, stream_of(id)))
        played.go_on(office, id, "done")
        found.append(archived(office, stream_of(id)))
        found.append(archived(office, stream_of(id), people=False))
    return found


def _bytes(content: bytes, luck: random.Random) -> bytes:
    """Flip a bit, or cut off the end."""
    at = luck.randrange(len(content))
    return content[:at] + (
        bytes([content[at] ^ 1 << luck.randrange(8)]) + content[at + 1 :] if luck.random() < 0.8 else b""
    )


def _lines(content: bytes, luck: random.Random) -> bytes:
    """Leave out, double or move a line; numbers and hashes are sometimes made right again."""
    copy = Forgery(content)
    at, to = (luck.randrange(len(copy.lines)) for _ in range(2))
    line = copy.lines[at]
    what = luck.choice(("drop", "double", "move"))
    if what != "double":
        del copy.lines[at]
    if what != "drop":
        copy.lines.insert(to, json.loads(json.dumps(line)))
    return _packed(copy, luck)


def _fields(content: bytes, luck: random.Random) -> bytes:
    """Change one value of a row or of the header, or of what an event says."""
    copy = Forgery(content)
    kind = luck.choice(("event", "event", "event", "text", "note", "person"))
    row = luck.choice([*(copy.rows(kind) or copy.rows("event")), copy.lines[0]])
    if "payload" in row and luck.random() < 0.8:
        said = json.loads(row["payload"])
        _spoil(said, luck)
        row["payload"] = json.dumps(said, sort_keys=True, separators=(",", ":"))
    else:
        row[luck.choice(sorted(row))] = luck.choice(VALUES)
    return _packed(copy, luck)


def _spoil(said: dict[str, Any], luck: random.Random) -> None:
    """Change, leave out or add one value at any depth."""
    within: Any = said
    while True:
        keys = sorted(within) if isinstance(within, dict) else range(len(within))
        if not keys:
            return
        key = luck.choice(keys)
        if isinstance(within[key], dict | list) and luck.random() < 0.7:
            within = within[key]
            continue
        if luck.random() < 0.15:
            del within[key]
        else:
            within[key] = luck.choice(VALUES)
        return


def _ids(content: bytes, luck: random.Random) -> bytes:
    """Give the event another id, or one of its people that of another."""
    copy = Forgery(content)
    if luck.random() < 0.7:
        copy.move(RADUNO, f"tournament/{luck.choice(IDS)}")
        return _packed(copy, luck)
    names = sorted({row["person"] for row in copy.rows("person")}) or ["p-00000000000000ff"]
    old, new = luck.choice(names).encode(), luck.choice([*names, "p-00000000000000ff"]).encode()
    return Forgery(content.replace(old, new)).packed()


def _texts(content: bytes, luck: random.Random) -> bytes:
    """Change a pinned text in one place, or leave it out."""
    copy = Forgery(content)
    row = luck.choice(copy.rows("text"))
    if luck.random() < 0.2:
        copy.drop("text", copy.rows("text").index(row))
        return copy.packed()
    text = row["content"]
    at = luck.randrange(len(text))
    signs = luck.choice(("", "0", "-9", '"', "[", "\n", "x = 1\n", "99999999999", "é"))
    copy.rewrite_text(row["kind"], text[:at] + signs + text[at + luck.randrange(40) :])
    return copy.packed()


def _packed(copy: Forgery, luck: random.Random) -> bytes:
    try:
        if luck.random() < 0.8:
            return copy.packed()
    except (KeyError, TypeError):  # too damaged to be numbered
        pass
    return resealed([json.dumps(line).encode() + b"\n" for line in copy.lines])


DAMAGES: tuple[Damage, ...] = (_bytes, _lines, _fields, _fields, _fields, _ids, _texts)


class _Laptop:
    """An installation with an event of its own, new whenever a copy was opened in it."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self.office: Office
        self.app: FastAPI
        self.cookie = ""
        self.renew()

    def close(self) -> None:
        """Close the installation."""
        self._open.close()

    def renew(self) -> None:
        """Begin again, with nothing but its own event."""
        self.close()
        self.office = self._open.enter_context(open_office(None))
        played.entered(self.office, 4, name="Nostro")
        home = Path(self._open.enter_context(TemporaryDirectory()))
        self.app = create_app(home, office=self.office)
        self.app.state.copier = Copier(self.office, home, lambda: ())  # as the server does at its start
        self.cookie = "; ".join(f"{name}={value}" for name, value in session_cookies(self.office).items())

    def status(self, path: str) -> int:
        """The status of a page, as the administrator opens it."""
        headers = {"host": "127.0.0.1", "cookie": self.cookie}
        return asyncio.run(answer_of(self.app, "GET", path, headers)).status_code


def run(count: int, seed: int, _: Path, pages: Sequence[str] = PAGES) -> list[str]:
    """Open this many damaged copies, and the pages of those that open; returns the faults found."""
    with closing(_Laptop()) as laptop:
        return _faults(laptop, count, random.Random(seed), pages)


def _faults(laptop: _Laptop, count: int, luck: random.Random, pages: Sequence[str]) -> list[str]:
    good = _good()
    faults: list[str] = []
    answers: Counter[str] = Counter()
    for number in range(count):
        damage = luck.choice(DAMAGES)
        content = damage(luck.choice(good), luck)
        what = f"copy {number} ({damage.__name__[1:]})"
        try:
            opened = open_copy(laptop.office, TERMINAL, BytesIO(content))
        except Refusal as refusal:
            answers[refusal.code] += 1
            faults += [f"{what}: no sentence" for lang in LANGUAGES if not refusal.sentence(lang)]
            continue
        except Exception as error:  # noqa: BLE001  # that is the fault we look for
            faults.append(f"{what}: {error!r}")
            laptop.renew()
            continue
        answers["opened"] += 1
        faults += [f"{what}: {path} {status}" for path in LISTS if (status := laptop.status(path)) != 200]
        for path in (page.format(id=opened.event or "nostro") for page in pages):
            if (status := laptop.status(path)) >= 500:
                faults.append(f"{what}: {path} {status}")
        if listed(laptop.office) != ["nostro"]:
            laptop.renew()
    print(f"{count} copies: {dict(answers.most_common())}")
    return faults
