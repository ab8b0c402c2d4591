"""Processes that write to a store until somebody kills them, and what must be found there afterwards.

`python -m tests.store.victims` forks a victim for every line of JSON it is given, so that only the first one
waits for its libraries; with a line as its argument it is the victim itself. A victim says its process id,
then the id of each action once it is done.
"""

import contextlib
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from sqlalchemy import select

from kamchatka.app.events import PersonEntered
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import people
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import Refusal
from kamchatka.store import schema
from kamchatka.store.chain import StoredEvent
from kamchatka.store.database import Holder
from kamchatka.store.log import LogWriter, Stamp
from kamchatka.store.people import Person

TABLES = 20
FEED = "raduno"
ANNA, BRUNO = PersonId("p-00000000000000aa"), PersonId("p-00000000000000bb")
KINDS = {"enter": (1, 0), "correct": (1, 0), "seat": (4, 2)}
"""What each kind of action leaves: events, and notes."""
WINDOW = 0.02
"""Seconds that a planted fault stands open, so that a kill finds it."""


@dataclass(frozen=True)
class Task:
    """What a victim does, and the fault planted in it."""

    place: str
    run: int
    actions: int = 1_000_000
    fault: str = ""
    """`early` says yes before the transaction ends, `split` makes two transactions of one action."""
    pragmas: tuple[str, ...] = ()


def work(task: Task, say: Callable[[str], None]) -> None:
    """Do one action after another, and say each when it is done."""
    with open_office(task.place, Holder("victim")) as office:
        if task.pragmas:
            assert office.store.database.writer is not None
            with contextlib.closing(office.store.database.writer.raw_connection()) as raw:
                for pragma in task.pragmas:
                    raw.cursor().execute(pragma)
        for number in range(task.actions):
            perform(office, task.run, number, task.fault, say)


def perform(
    office: Office, run: int, number: int, fault: str = "", say: Callable[[str], None] = lambda _: None
) -> None:
    """One action: somebody is entered, corrected, or two tables are seated; then it is said."""
    kind = "seat" if fault else list(KINDS)[number % len(KINDS)]
    action = ActionId(f"{kind}-{run}-{number}")
    if kind == "enter":
        people.enter(office, TERMINAL, _person(action), action)
    elif kind == "correct":
        with office.reading() as reading:
            [entered] = reading.of_action(ActionId(f"enter-{run}-{number - 1}"))
        who = PersonId(entered.stream.removeprefix("person/"))
        people.correct(office, TERMINAL, who, _person(action).model_dump(), action)
    else:
        _seat(office, action, number, fault, say)
    if fault != "early":
        say(action)


def _seat(office: Office, action: ActionId, number: int, fault: str, say: Callable[[str], None]) -> None:
    def one(writing: LogWriter, table: int) -> None:
        stream = f"table/{table % TABLES}"
        seen = writing.version(stream)
        writing.append(stream, seen, PersonEntered(ANNA), PersonEntered(BRUNO), feed=FEED, note=action)

    def both(writing: LogWriter) -> None:
        one(writing, number)
        if fault == "early":
            say(action)
            time.sleep(WINDOW)
        if fault != "split":
            one(writing, number + 1)

    office.carry_out(TERMINAL, action, ["seat", number], both)
    if fault == "split":
        time.sleep(WINDOW)
        with office.store.writing(Stamp(office.now(), str(TERMINAL), action)) as writing:
            one(writing, number + 1)


def _person(action: ActionId) -> Person:
    return Person(name=f"Anna {action}")


# --- what must be found afterwards ---


def losses(office: Office, acknowledged: set[str]) -> list[str]:
    """What is not as it must be: actions that are gone or half there, a broken chain, gaps in a feed."""
    found = [str(broken)] if (broken := check(office).broken) else []
    events, notes = schema.events, schema.notes
    left: dict[str, list[StoredEvent]] = defaultdict(list)
    last: dict[str, str] = {}
    numbers: dict[str, list[int]] = defaultdict(list)
    with office.reading() as reading:
        for row in reading.connection.execute(select(events).order_by(events.c.feed, events.c.number)):
            event = StoredEvent(*row)
            left[event.action].append(event)
            last[event.stream] = event.action
            numbers[event.feed].append(event.number)
        claimed = set(reading.connection.execute(select(schema.actions.c.action)).scalars())
        noted = Counter(row.content for row in reading.connection.execute(select(notes)))
    found += [f"lost {action}" for action in sorted(acknowledged - left.keys())]
    for action in sorted(claimed | left.keys()):
        if (len(left[action]), noted[action]) != KINDS[action.partition("-")[0]]:
            found.append(f"half of {action}")
    for each in people.register(office):
        if each.person.name != f"Anna {last[f'person/{each.id}']}":
            found.append(f"row of {each.id}")
    found += [f"gap in {feed}" for feed, all_ in numbers.items() if all_ != list(range(1, len(all_) + 1))]
    return found


# --- being one ---


def _say(words: object) -> None:
    os.write(1, f"{words}\n".encode())


def _live(line: str) -> None:
    _say(os.getpid())
    with contextlib.suppress(Refusal):  # the database died first
        work(Task(**json.loads(line)), _say)


def main() -> None:
    """Fork a victim for every line, and say with an empty line that it is dead."""
    if sys.argv[1:]:
        _live(sys.argv[1])
        return
    import_module("sqlalchemy.dialects.postgresql.psycopg")
    import_module("psycopg")
    with open_office(None) as office:
        for number in range(len(KINDS)):
            perform(office, 0, number)  # so that everything is loaded before the first fork
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                _live(line)
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        _say("")


if __name__ == "__main__":
    main()
