"""Declaration of commands: the name, the roles that may execute it, and the meaning of each field.

A command is a frozen dataclass with a pure `decide`. Terminal and desk build their forms from the
declaration, and `app.commands` parses the typed words into the fields. A field that people type has a
`Meaning`, usually through a type of this module such as `TableNumber`: its names in forms and on the
terminal, and its parser. Only code fills a field without a meaning.

Help texts are in both languages, "Italian · English", as everywhere on the terminal.
"""

from dataclasses import MISSING, dataclass, fields
from typing import (
    Annotated,
    ClassVar,
    Literal,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from kamchatka.clock import ClockReading
from kamchatka.ids import ClauseId, PersonId

Roles = tuple[str, ...]
Reader = Literal[
    "text",
    "number",
    "table",
    "new-table",
    "round",
    "minutes",
    "ends",
    "clock-time",
    "flag",
    "entrant",
    "judge",
    "seated",
    "seed",
    "secret",
    "moment",
    "clock",
]
"""Parsers of typed words: `app/commands/reading.py` has a function for each."""


@dataclass(frozen=True)
class Meaning:
    """How people enter a field: its names, help text and parser."""

    reader: Reader
    word: str = ""
    """Its name on the terminal; empty: not available there."""
    form: str = ""
    """Its name in the forms of the desk."""
    help: str = ""
    metavar: str = ""
    place: Literal["argument", "option", ""] = ""
    """Its kind on the terminal; empty: an argument if it has no default, else an option."""
    least: int | None = None
    off: str = ""
    """The name of the opposite flag, if there is one."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Command:
    """Base of all commands; each subclass, such as `class VoidGame(Command)`, becomes a frozen dataclass."""

    name: ClassVar[str] = ""
    """Its name in the URL of its desk form; empty: the desk has no form for it."""
    typed: ClassVar[str] = ""
    """Its words on the terminal if different from `name`, such as `clock --start`."""
    help: ClassVar[str] = ""
    """One line of help on the terminal; empty: it is no terminal command."""
    roles: ClassVar[Roles] = ("organiser",)
    """Roles that may execute it; an administrator always may."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only)(cls)


@dataclass(frozen=True)
class CommandField:
    """A field of a command that has a meaning."""

    name: str
    meaning: Meaning
    is_many: bool
    has_default: bool

    @property
    def is_typed(self) -> bool:
        """Whether people fill it in; otherwise the program does, even if it has a default."""
        return bool(self.meaning.word or self.meaning.form)


def fields_of(kind: type[Command]) -> tuple[CommandField, ...]:
    """The fields of a command that have a meaning, in order of declaration."""
    hints, found = get_type_hints(kind, include_extras=True), []
    for each in fields(kind):
        hint = hints[each.name]
        is_many = get_origin(get_args(hint)[0] if get_args(hint) else hint) is tuple
        has_default = each.default is not MISSING or each.default_factory is not MISSING
        meanings = [meant for meant in getattr(hint, "__metadata__", ()) if isinstance(meant, Meaning)]
        found += [CommandField(each.name, meaning, is_many, has_default) for meaning in meanings]
    return tuple(found)


def fingerprint(command: Command) -> str:
    """The command as text, without fields that the program filled in: equal for a repeated request."""
    filled = {field.name for field in fields_of(type(command)) if not field.is_typed}
    said = {each.name: getattr(command, each.name) for each in fields(command) if each.repr}
    words = ", ".join(f"{name}={value!r}" for name, value in said.items() if name not in filled)
    return f"{type(command).__name__}({words})"


def note_of(command: Command) -> str:
    """The reason given with a command, or empty; the log keeps it as the note of the event."""
    return str(getattr(command, "reason", ""))


EntrantRef = Annotated[PersonId, Meaning("entrant", "who", "chi", "Numero o nome · number or name.", "CHI")]
EntrantRefs = Annotated[
    tuple[PersonId, ...],
    Meaning("entrant", "who", "chi", "Numeri o nomi, separati da virgole · numbers or names.", "CHI"),
]
JudgeRef = Annotated[PersonId, Meaning("judge", "name", "giudice", "Nome e cognome · full name.", "NOME")]
TableNumber = Annotated[int, Meaning("table", "table", "tavolo", "Il tavolo · the table.", "TAVOLO", least=1)]
RoundNumber = Annotated[
    int, Meaning("round", "round", "turno", "Il turno · the round.", place="option", least=1)
]
"""A round; by default the last one drawn."""
Reason = Annotated[
    str,
    Meaning(
        "text",
        "reason",
        "motivo",
        "Il motivo, che resta nel registro · the reason, kept in the log.",
        place="option",
    ),
]
ClauseRef = Annotated[
    ClauseId | None,
    Meaning("text", "clause", "clausola", "La clausola che la prevede · the clause behind it."),
]
Seed = Annotated[
    str, Meaning("seed", "seed", "seme", "Il seme del sorteggio · the seed of the draw.", place="option")
]
"""The seed of a draw; by default a new one."""
Secret = Annotated[str, Meaning("secret")]
"""A random secret that the program generates."""
Moment = Annotated[str, Meaning("moment")]
"""The time of the request."""
Steady = Annotated[ClockReading, Meaning("clock")]
"""The monotonic clock at the time of the request."""
