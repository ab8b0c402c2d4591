"""A second process that checks the later streams of a long log; it is asked and answers through pipes.

Not a pool of `multiprocessing`, whose processes would first import all that this one has.
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
    """Have the streams from this one on checked; gives what waits for the answer, and raises what was met.

    The place is a file's address, or a server's; the counts of the feeds say which moment is meant. EOFError
    if the process died.
    """
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it died: there will be no answer either
            pickle.dump((place, chain, first, counts), process.stdin)
            process.stdin.close()
        output = process.stdout

        def answer() -> Answer:
            found: Answer | Exception = pickle.load(output)  # of our own program
            if isinstance(found, Exception):
                raise found
            return found

        try:
            yield answer
        finally:
            process.kill()


def main() -> None:
    """Be the second process."""
    place, chain, first, counts = pickle.load(sys.stdin.buffer)
    try:
        with contextlib.closing(_connect(place)) as driver:
            found: object = (chain, broken_part(driver, chain, ">=", first, counts))
    except Exception as error:  # noqa: BLE001  # raised again by whoever asked
        found = error
    sys.stdout.buffer.write(pickle.dumps(found))


def _connect(place: str) -> Any:
    if place.startswith("file:"):
        return sqlite3.connect(place, uri=True)
    import psycopg  # noqa: PLC0415  # a file does without

    return psycopg.connect(place)
