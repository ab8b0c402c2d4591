"""Commands read from the words people typed, on the terminal or into a form.

Words come by the names of the fields; how they become values is declared at each field
(`kamchatka.command`). Where nothing was typed the field's default counts, or what its meaning stands for: the
last round, a new seed, the time now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from kamchatka.app.office import Office
from kamchatka.app.referee.keeper import Timer, system_timer
from kamchatka.app.referee.tables import LiveDesk
from kamchatka.app.tournament.desk import Desk, new_secret, new_seed
from kamchatka.command import Command, CommandField, Reader, fields_of
from kamchatka.ids import PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.numbers import whole

C = TypeVar("C", bound=Command)
Word = str | int
Words = Mapping[str, Word | Sequence[Word] | None]
NEW_TABLE = ("nuovo", "new")


@dataclass(frozen=True)
class Asking:
    """Where a command is asked for: whom its words may name, and what time it is."""

    office: Office
    desk: Desk
    live: LiveDesk | None = None
    timer: Timer = system_timer


def read(kind: type[C], asking: Asking, words: Words) -> C:
    """A command from words; NotUnderstood where one makes no sense."""
    values = {}
    for field in fields_of(kind):
        typed = _listed(words.get(field.name))
        if typed or not (field.has_default and field.is_typed):
            values[field.name] = _value(field, asking, typed)
    return kind(**values)


def _listed(typed: Word | Sequence[Word] | None) -> list[str]:
    """What was typed as a list of words, those that say nothing left out."""
    several = [typed] if isinstance(typed, str | int) else typed or ()
    return [str(each) for each in several if str(each).strip()]


def _value(field: CommandField, asking: Asking, typed: Sequence[str]) -> object:
    reader = READERS[field.meaning.reader]
    if not field.is_many:
        return reader(asking, " ".join(typed))
    return tuple(reader(asking, part) for each in typed for part in each.split(",") if part.strip())


def number_of(typed: str) -> int:
    """A whole number of a few digits; NotUnderstood if it is none."""
    sign, digits = (-1, typed.strip()[1:]) if typed.strip().startswith("-") else (1, typed.strip())
    number = whole(digits)
    if number is None:
        raise NotUnderstood("typed_number", given=typed[:20])
    return sign * number


def player_at(live: LiveDesk, who: str) -> PersonId:
    """Somebody at a live table by letter, name or number."""
    letters = {"ABCDEF"[seat]: person for seat, person in enumerate(live.table.seats)}
    return letters.get(who.strip().upper()) or live.desk.entrant(who)


def _seated(asking: Asking, who: str) -> PersonId:
    assert asking.live is not None, "only commands at a live table name its seats"
    return player_at(asking.live, who)


def _ends(asking: Asking, _: str) -> str:
    assert asking.live is not None, "only a live table has a clock"
    ends = asking.office.clock().astimezone() + timedelta(minutes=asking.live.table.opened.minutes)
    return ends.strftime("%H:%M")


def _judge(asking: Asking, who: str) -> PersonId:
    known = asking.desk.tournament.judges
    return PersonId(who) if who in known else asking.desk.judge(who)


READERS: Mapping[Reader, Callable[[Asking, str], object]] = {
    "text": lambda asking, typed: typed,
    "number": lambda asking, typed: number_of(typed),
    "table": lambda asking, typed: 0 if typed in NEW_TABLE else number_of(typed),
    "round": lambda asking, typed: number_of(typed) if typed else len(asking.desk.tournament.rounds),
    "minutes": lambda asking, typed: number_of(typed) * 60,
    "ends": _ends,
    "flag": lambda asking, typed: typed not in ("", "False", "no"),
    "entrant": lambda asking, typed: asking.desk.entrant(typed),
    "judge": _judge,
    "seated": _seated,
    "seed": lambda asking, typed: typed or new_seed(),
    "secret": lambda asking, typed: new_secret(),
    "moment": lambda asking, typed: asking.office.now(),
    "clock": lambda asking, typed: asking.timer(),
}
