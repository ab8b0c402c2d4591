"""Results of finished jobs on disk: one line each, written as soon as the job ends.

A job is identified by everything its result depends on, so a file serves any run that asks for the same job.
"""

import json
import os
from pathlib import Path
from typing import Any

from kamchatka.refusals import NotUnderstood

Identity = dict[str, Any]


class JobFileRefused(NotUnderstood):
    """A file of results that cannot be read, continued or written."""

    section = "arena.file"


def name_of(identity: Identity) -> str:
    """The identity as one string."""
    return json.dumps(identity, sort_keys=True)


class JobResults:
    """Results by the name of their job, kept in a file if there is one."""

    def __init__(self, path: Path | None = None, *, rules: str = "") -> None:
        """`rules` identifies the code that plays: results of other code are refused."""
        self.results: dict[str, Any] = {}
        self._file = None
        if path is None:
            return
        head = {"kamchatka": "jobs", "rules": rules}
        try:
            if path.exists() and path.stat().st_size:
                self._read(path, head)
                self._file = path.open("ab")
            else:
                self._file = path.open("ab")
                self._write(head)
        except OSError as error:
            raise JobFileRefused("unusable", path=path, error=error) from error

    def _read(self, path: Path, head: Identity) -> None:
        written = path.read_bytes()
        # A crash leaves an incomplete last line.
        written = written[: written.rfind(b"\n") + 1]
        try:
            first, *lines = [json.loads(line) for line in written.splitlines()]
            if first["kamchatka"] != head["kamchatka"]:
                raise KeyError
            self.results = {name_of(line["job"]): line["result"] for line in lines}
        except (ValueError, KeyError, TypeError) as error:
            raise JobFileRefused("foreign", path=path) from error
        if first != head:
            raise JobFileRefused("other_rules", path=path)
        os.truncate(path, len(written))

    def _write(self, line: Identity) -> None:
        if self._file:
            self._file.write(json.dumps(line).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def add(self, identity: Identity, result: Any) -> None:
        """Keep the result of a job."""
        self._write({"job": identity, "result": result})
        self.results[name_of(identity)] = result

    def close(self) -> None:
        if self._file:
            self._file.close()
