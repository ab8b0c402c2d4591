"""Commands on an installation that a running site holds: the site executes their words with its own office.

The terminal sends the words to the site on this computer, with a secret that only the owner of the database
can read; the site executes them as the terminal would and sends back what it printed. No command is written
twice.
"""

import contextlib
import io
import json
import secrets
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import NoReturn

import typer

from kamchatka.app.files import ONLY_THE_OWNER, write_whole
from kamchatka.app.library import FOLDER
from kamchatka.app.office import Office
from kamchatka.app.terminal import ADDRESS, SECRET, Printed, Terminal
from kamchatka.cli.output import WORDS
from kamchatka.refusals import NotPossibleNow

FORWARDED = ("tournament", "table")
"""Groups of commands that a running site executes."""
LONGEST = 120
"""Seconds to wait for the site; a draw of a large event takes some."""
SERVED: ContextVar[Office | None] = ContextVar("served", default=None)
"""The office of the site, while it executes a command of the terminal."""
ONE_AT_A_TIME = threading.Lock()
"""What a command prints is collected from the streams of the whole process."""


def secret_file(database: str | Path) -> Path:
    """The file of the secret, beside the database; only the owner can read it."""
    path = Path(database)
    return path.with_name(f"{path.name}.key")


@contextlib.contextmanager
def terminal_of(database: str | Path, office: Office) -> Iterator[Terminal | None]:
    """The door of the site for commands of the terminal; None if the database is no file."""
    if not office.store.database.is_sqlite:
        yield None  # other processes may write to it too
        return
    file, secret = secret_file(database), secrets.token_urlsafe(32)
    write_whole(file, secret.encode(), ONLY_THE_OWNER)
    try:
        yield Terminal(secret, partial(execute_words, office))
    finally:
        file.unlink(missing_ok=True)


def execute_words(office: Office, words: Sequence[str], typed: str, folder: str) -> Printed:
    """Execute a command with the office of the site; returns what it printed, and its exit status."""
    from kamchatka.cli.app import run  # noqa: PLC0415  # it imports this module

    if not words or words[0] not in FORWARDED:
        return Printed(2, "", "")
    out, errors = io.StringIO(), io.StringIO()
    with ONE_AT_A_TIME, contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        before, sys.stdin = sys.stdin, io.StringIO(typed)
        served, there = SERVED.set(office), FOLDER.set(Path(folder))
        try:
            status = run(words)
        finally:
            SERVED.reset(served)
            FOLDER.reset(there)
            sys.stdin = before
    return Printed(status, out.getvalue(), errors.getvalue())


def forward(refusal: NotPossibleNow, database: str | Path, lang: str) -> NoReturn:
    """Let the running site execute the command; the refusal itself if that is not possible."""
    words = WORDS.get()
    if refusal.code != "held_by_server" or not words or words[0] not in FORWARDED:
        raise refusal
    told = () if any(word.startswith("--lang") for word in words) else ("--lang", lang)
    sent = {
        "words": [*words, *told],
        "typed": sys.stdin.read() if "-" in words else "",
        "folder": str(Path.cwd()),
    }
    try:
        secret = secret_file(database).read_text(encoding="ascii")
        asked = urllib.request.Request(
            f"{refusal.values['address']}{ADDRESS}",
            json.dumps(sent).encode(),
            {SECRET: secret, "content-type": "application/json", "sec-fetch-site": "none"},
        )
        # Never through a proxy: the site is on this computer.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(asked, timeout=LONGEST) as answer:
            printed = Printed(**json.load(answer))
    except (OSError, ValueError) as error:
        raise refusal from error
    sys.stdout.write(printed.out)
    sys.stderr.write(printed.errors)
    raise typer.Exit(printed.status)
