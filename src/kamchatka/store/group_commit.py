"""Many small requests in one transaction: whoever waits while a commit is on its way shares the next one.

A commit waits for the disk; at a hundred requests a second that is most of the time. Each request has a
savepoint of its own, so one that is refused leaves the others alone. All are acknowledged after the commit.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError

from kamchatka.store.log import LogWriter, Stamp, Store

MOST_TOGETHER = 64
Work = Callable[[LogWriter], None]


@dataclass
class _Request:
    """A request that waits for its commit."""

    stamp: Stamp
    content: object
    work: Work
    is_done: bool = False
    error: BaseException | None = None

    def do(self, writing: LogWriter) -> None:
        """Do its work, unless it was done before."""
        if not writing.is_repeated(self.content):
            self.work(writing)


class GroupCommit:
    """Carries out requests on one store, in the order in which they came."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Request] = []
        self._lock = threading.Lock()
        self._turn = threading.Lock()

    def carry_out(self, stamp: Stamp, content: object, work: Work) -> None:
        """Do the work once for the id in the stamp; returns once it is on the disk, or raises its error."""
        request = _Request(stamp, content, work)
        with self._lock:
            self._waiting.append(request)
        # Whoever gets the turn commits for all who came meanwhile; often that is everybody behind it.
        with self._turn:
            while not request.is_done:
                with self._lock:
                    batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                self._commit(batch)
        if request.error is not None:
            raise request.error

    def _commit(self, batch: list[_Request]) -> None:
        store = self._store
        try:
            with store.database.writing() as connection:
                for request in batch:
                    writing = LogWriter(
                        connection, store.codec, store.snapshots, store.projections, request.stamp
                    )
                    if len(batch) == 1:
                        request.do(writing)  # if it is refused, the whole transaction is
                    else:
                        with _kept(request), connection.begin_nested():
                            request.do(writing)
        except BaseException as error:  # noqa: BLE001  # raised again by whoever waits for it
            # Nothing of the batch is on the disk.
            for request in batch:
                request.error = request.error or error
        finally:
            for request in batch:
                request.is_done = True


@contextmanager
def _kept(request: _Request) -> Iterator[None]:
    """Keep an error for whoever sent the request."""
    try:
        yield
    except DBAPIError:
        raise  # of the database: for all
    except Exception as error:  # noqa: BLE001  # raised again by whoever waits for it
        request.error = error
