"""Commands that work on the installation: its database, opened to read or to write."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

import typer
from rich.console import Console

from kamchatka.app.files import database_path
from kamchatka.app.office import Office, open_office
from kamchatka.cli.beside_site import SERVED, forward
from kamchatka.cli.call import Options, SpokenCall
from kamchatka.messages import text
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.database import Holder

Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="KAMCHATKA_DATABASE",
        metavar="URL",
        help="Un altro archivio, per esempio postgresql://nome@host/base"
        " · another database, such as postgresql://name@host/base",
    ),
]

WORKING = "log.cli.working"


@dataclass(frozen=True)
class OfficeCall(SpokenCall):
    """A call of a command on the installation."""

    options: ClassVar[Options] = {"database": (Database, ""), **SpokenCall.options}
    database: str = ""

    def reading(self) -> contextlib.AbstractContextManager[Office]:
        """The installation, read-only; works beside a running server."""
        return self._opened(None, WORKING)

    def writing(self, command: str = "", doing: str = WORKING) -> contextlib.AbstractContextManager[Office]:
        """The installation, writable; refused while another process holds the write lock.

        A running site executes commands on tournaments and tables itself: then this one ends here.
        """
        return self._opened(Holder(command or self.command), doing)

    @contextlib.contextmanager
    def _opened(self, holder: Holder | None, doing: str) -> Iterator[Office]:
        """The installation; on a terminal, a spinner shows that a long operation is running."""
        served = SERVED.get()
        if served is not None:
            yield served
            return
        place = self.database or database_path()
        with contextlib.ExitStack() as stack:
            stack.enter_context(Console(stderr=True).status(text(doing, self.lang)))
            try:
                office = stack.enter_context(open_office(place, holder))
            except NotPossibleNow as refusal:
                stack.close()
                forward(refusal, place, self.lang)
            yield office
