"""Parse commands from words typed on the terminal or into a form.

Words come by field name; each field declares its parser (`kamchatka.command`). A field without words gets its
default, or the value its meaning implies: the last round, a new seed, the time now.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from kamchatka.app.office import Office
from kamchatka.app.tables.keeper import Timer, system_timer
from kamchatka.app.tables.tables import OpenTable
from kamchatka.app.tournaments.opening import OpenTournament, new_secret, new_seed
from kamchatka.command import Command, CommandField, Reader, fields_of
from kamchatka.ids import PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.numbers import whole
from kamchatka.store.projections import PERSON
from kamchatka.tournament.entries import minutes

C = TypeVar("C", bound=Command)
Word = str | int
Words = Mapping[str, Word | Sequence[Word] | None]
LONGEST_WAIT = timedelta(hours=12)
"""A time further ahead was meant for a moment that has passed."""
NEW_TABLE = ("nuovo", "new")


@dataclass(frozen=True)
class WordContext:
    """Context for parsing: the tournament and table whose people the words may name, and the clocks."""

    office: Office
    desk: OpenTournament
    live: OpenTable | None = None
    timer: Timer = system_timer


def read(kind: type[C], context: WordContext, words: Words) -> C:
    """Parse a command; NotUnderstood if a word makes no sense."""
    values = {}
    for field in fields_of(kind):
        typed = _listed(words.get(field.name))
        if field.is_many and typed and not any(typed):
            raise NotUnderstood("nobody_named")  # an empty list never means all people
        if any(typed) or not (field.has_default and field.is_typed):
            values[field.name] = _value(field, context, [word for word in typed if word])
    return kind(**values)


def _listed(typed: Word | Sequence[Word] | None) -> list[str]:
    """The typed words as a list, stripped."""
    several = [typed] if isinstance(typed, str | int) else typed or ()
    return [str(each).strip() for each in several]


def _value(field: CommandField, context: WordContext, typed: Sequence[str]) -> object:
    if not field.is_many:
        return _read_word(field, context, " ".join(typed))
    return tuple(value for word in typed for value in _read_several(field, context, word))


def _read_word(field: CommandField, context: WordContext, word: str) -> object:
    if field.meaning.reader == "flag" and not word:
        raise NotUnderstood("yes_or_no")  # nothing said is not a no
    value, least = READERS[field.meaning.reader](context, word), field.meaning.least
    if least is not None and isinstance(value, int) and value < least:
        raise NotUnderstood("typed_number", given=word[:20])
    return value


def _read_several(field: CommandField, context: WordContext, word: str) -> list[object]:
    """One value, or several separated by commas; a name with its club may contain a comma too."""
    try:
        return [_read_word(field, context, word)]
    except NotUnderstood:
        parts = [part.strip() for part in word.split(",") if part.strip()]
        if len(parts) < 2:
            raise
        return [_read_word(field, context, part) for part in parts]


def number_of(typed: str) -> int:
    """Parse a whole number of a few digits; NotUnderstood if it is invalid."""
    sign, digits = (-1, typed.strip()[1:]) if typed.strip().startswith("-") else (1, typed.strip())
    number = whole(digits)
    if number is None:
        raise NotUnderstood("typed_number", given=typed[:20])
    return sign * number


def player_at(live: OpenTable, who: str) -> PersonId:
    """A player at a live table by letter, name or number."""
    letters = {"ABCDEF"[seat]: person for seat, person in enumerate(live.table.seats)}
    return letters.get(who.strip().upper()) or live.desk.entrant(who)


def _seated(context: WordContext, who: str) -> PersonId:
    return player_at(context.live, who) if context.live else context.desk.entrant(who)


def _ends(context: WordContext, _: str) -> str:
    assert context.live is not None, "only a live table has a clock"
    ends = context.office.clock().astimezone() + timedelta(minutes=context.live.table.opened.minutes)
    return ends.strftime("%H:%M")


def _clock_time(context: WordContext, typed: str) -> str:
    """The next moment at which clocks show this time, also past midnight; NotUnderstood if it is gone."""
    if not typed:
        return ""
    now = context.office.clock().astimezone()
    minute = minutes(typed)
    at = now.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    at = at if at > now else at + timedelta(days=1)
    if at - now > LONGEST_WAIT:
        raise NotUnderstood("time_gone", given=typed)
    return at.isoformat()


def _judge(context: WordContext, who: str) -> PersonId:
    """A judge by name, or by the id in a form; the command checks whether they still judge."""
    return PersonId(who) if PERSON.fullmatch(who) else context.desk.judge(who)


READERS: Mapping[Reader, Callable[[WordContext, str], object]] = {
    "text": lambda context, typed: typed,
    "number": lambda context, typed: number_of(typed),
    "table": lambda context, typed: number_of(typed),
    "new-table": lambda context, typed: 0 if typed in NEW_TABLE else number_of(typed) or -1,
    "round": lambda context, typed: number_of(typed) if typed else len(context.desk.tournament.rounds),
    "minutes": lambda context, typed: number_of(typed) * 60,
    "ends": _ends,
    "clock-time": _clock_time,
    "flag": lambda context, typed: typed not in ("", "False", "no"),
    "entrant": lambda context, typed: context.desk.entrant(typed),
    "judge": _judge,
    "seated": _seated,
    "seed": lambda context, typed: typed or new_seed(),
    "secret": lambda context, typed: new_secret(),
    "moment": lambda context, typed: context.office.now(),
    "clock": lambda context, typed: context.timer(),
}
