"""Commands, declared once: what each is called, who may ask for it, and what its fields mean.

A command is a frozen dataclass whose `decide` is pure. Terminal and desk build their forms from the
declaration, and `app.commands` reads the words people typed into the fields. A field that people type has a
`Meaning`, most often by a type of this module such as `TableNumber`: what it is called at the doors, and how
words become its value. A field without a meaning is filled in by code alone.

Texts of help stand here in both languages, "Italian · English", as everywhere on the terminal.
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
    "flag",
    "entrant",
    "judge",
    "seated",
    "seed",
    "secret",
    "moment",
    "clock",
]
"""How words become a value: `app/commands/reading.py` has a function for each."""


@dataclass(frozen=True)
class Meaning:
    """What a field stands for at the doors."""

    reader: Reader
    word: str = ""
    """Its name on the terminal; empty: it cannot be typed there."""
    form: str = ""
    """Its name in the forms of the desk."""
    help: str = ""
    metavar: str = ""
    place: Literal["argument", "option", ""] = ""
    """Where it stands on the terminal; empty: an argument if it has no default, else an option."""
    least: int | None = None
    off: str = ""
    """Of a flag that may also be denied: the word for that."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Command:
    """Something that people ask for: a frozen dataclass, which `class VoidGame(Command)` is by itself."""

    name: ClassVar[str] = ""
    """Its word in the address of its form at the desk; empty: the desk makes no form of it."""
    typed: ClassVar[str] = ""
    """Its word on the terminal if not its name, such as `clock --start`."""
    help: ClassVar[str] = ""
    """One line for the terminal; empty: the terminal makes no command of it."""
    roles: ClassVar[Roles] = ("organiser",)
    """Who may ask for it; an administrator always may."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only)(cls)


@dataclass(frozen=True)
class CommandField:
    """A field of a command that words can fill."""

    name: str
    meaning: Meaning
    is_many: bool
    has_default: bool

    @property
    def is_typed(self) -> bool:
        """Whether people fill it in; otherwise the program does, whatever its default."""
        return bool(self.meaning.word or self.meaning.form)


def fields_of(kind: type[Command]) -> tuple[CommandField, ...]:
    """The fields of a command that have a meaning, in their order."""
    hints, found = get_type_hints(kind, include_extras=True), []
    for each in fields(kind):
        hint = hints[each.name]
        is_many = get_origin(get_args(hint)[0] if get_args(hint) else hint) is tuple
        has_default = each.default is not MISSING or each.default_factory is not MISSING
        meanings = [meant for meant in getattr(hint, "__metadata__", ()) if isinstance(meant, Meaning)]
        found += [CommandField(each.name, meaning, is_many, has_default) for meaning in meanings]
    return tuple(found)


def fingerprint(command: Command) -> str:
    """What was asked, without what the program filled in: the same for a request that is sent twice."""
    filled = {field.name for field in fields_of(type(command)) if not field.is_typed}
    said = {each.name: getattr(command, each.name) for each in fields(command) if each.repr}
    words = ", ".join(f"{name}={value!r}" for name, value in said.items() if name not in filled)
    return f"{type(command).__name__}({words})"


def note_of(command: Command) -> str:
    """The reason that was given for a command, if it takes one: the log keeps it beside the event."""
    return str(getattr(command, "reason", ""))


EntrantRef = Annotated[PersonId, Meaning("entrant", "who", "chi", "Numero o nome · number or name.", "CHI")]
JudgeRef = Annotated[PersonId, Meaning("judge", "name", "giudice", "Nome e cognome · full name.", "NOME")]
TableNumber = Annotated[int, Meaning("table", "table", "tavolo", "Il tavolo · the table.", "TAVOLO", least=1)]
RoundNumber = Annotated[
    int, Meaning("round", "round", "turno", "Il turno · the round.", place="option", least=1)
]
"""A round; the last one that was drawn, if none is named."""
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
"""What a draw is made from; a new one, if none is named."""
Secret = Annotated[str, Meaning("secret")]
"""What only the program knows."""
Moment = Annotated[str, Meaning("moment")]
"""The time at which it is asked for."""
Steady = Annotated[ClockReading, Meaning("clock")]
"""What the steady clock says when it is asked for."""
