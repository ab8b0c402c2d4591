"""Signs of life on the terminal while something takes long, beside what is printed."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kamchatka.app.tournament.desk import Desk
from kamchatka.cli.call import Call
from kamchatka.messages import text


@contextmanager
def watched(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many more are done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task(words, total=total)
        yield lambda done: bar.advance(task, done)


def followed(desks: Iterable[Desk], call: Call, steps: int | None = None) -> Desk | None:
    """The last state of a tournament that is played while a bar tells how far it is; None if it was over."""
    desk = None
    screen = Console(stderr=True)
    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=screen, disable=call.as_json or not screen.is_terminal) as bar:
        task = bar.add_task("", total=steps)
        for desk in desks:
            values = {"round": len(desk.tournament.rounds), "events": desk.version}
            bar.update(task, advance=1, description=text("tournament.demo_going", call.lang, **values))
    return desk
