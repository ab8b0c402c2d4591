"""A second process that verifies the later streams of a long log; request and answer go through pipes.

Not a `multiprocessing` pool, whose processes would import everything that this one has imported.
"""

import contextlib
import pickle
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kamchatka.store.chain import Breach, Chain, broken_part

Answer = tuple[Chain, Breach | None]


@contextlib.contextmanager
def checking(
    place: str, chain: Chain, first: str, counts: Mapping[str, int]
) -> Iterator[Callable[[], Answer]]:
    """Verify the streams from `first` on in a second process; yields a function that waits for the answer.

    The place is the URL of a file or server; the counts of the feeds define the moment to verify. The
    function raises the error of the process, or EOFError if the process died.
    """
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it died: reading the answer will fail too
            pickle.dump((place, chain, first, counts), process.stdin)
            process.stdin.close()
        output = process.stdout

        def answer() -> Answer:
            found: Answer | Exception = pickle.load(output)  # written by our own program
            if isinstance(found, Exception):
                raise found
            return found

        try:
            yield answer
        finally:
            process.kill()


def main() -> None:
    """Entry point of the second process."""
    place, chain, first, counts = pickle.load(sys.stdin.buffer)
    try:
        with contextlib.closing(_connect(place)) as driver:
            found: object = (chain, broken_part(driver, chain, ">=", first, counts))
    except Exception as error:  # noqa: BLE001  # raised again in the first process
        found = error
    sys.stdout.buffer.write(pickle.dumps(found))


def _connect(place: str) -> Any:
    if place.startswith("file:"):
        return sqlite3.connect(place, uri=True)
    import psycopg  # noqa: PLC0415  # not needed for a file

    return psycopg.connect(place)
