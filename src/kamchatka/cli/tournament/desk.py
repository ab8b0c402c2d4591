"""What all commands on tournaments share: how they were called, and how the answer is told."""

import inspect
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any

import typer

from kamchatka.app.commands.execution import Outcome, execute
from kamchatka.app.commands.reading import Asking, read
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournament.desk import Desk, open_desk
from kamchatka.cli.answer import answer
from kamchatka.cli.declared import chosen, parameters
from kamchatka.cli.office import Database, reading, writing
from kamchatka.cli.output import AsJson, Lang, console, language, program
from kamchatka.command import Command
from kamchatka.messages import Language, text
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.views.desk import desk_notices

Id = Annotated[str, typer.Argument(metavar="TORNEO", help="Il codice del torneo · the tournament's id.")]
Who = Annotated[str, typer.Argument(metavar="CHI", help="Numero o nome · number or name.")]
Reason = Annotated[str, typer.Option(help="Il motivo, che resta nel registro · the reason, kept in the log.")]
Seed = Annotated[str, typer.Option(help="Il seme del sorteggio · the seed of the draw.")]
TableOption = Annotated[int | None, typer.Option("--table", min=1, help="Il tavolo · the table.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=1, help="Il turno · the round.")]

COMMON = {"database": (Database, ""), "as_json": (AsJson, False), "lang": (Lang, "")}
"""Options every command has, and their defaults."""

Make = Callable[[Office, Desk], TournamentCommand | Sequence[TournamentCommand]]


@dataclass(frozen=True)
class Call:
    """One call of a command: where the tournaments are, for whom the answer is, and in which language."""

    name: str
    database: str
    as_json: bool
    lang: Language
    group: str = "tournament"

    def reading(self) -> AbstractContextManager[Office]:
        """The installation, to look at."""
        return reading(self.database)

    def writing(self) -> AbstractContextManager[Office]:
        """The installation, to change."""
        return writing(self.database, f"{self.group} {self.name}")

    def desk(self, id: str) -> Desk:
        """A tournament as it stands, beside a running site too."""
        with self.reading() as office:
            return open_desk(office, id, self.lang)

    def act(
        self,
        id: str,
        make: Callable[[Office, Desk], TournamentCommand | Sequence[TournamentCommand]],
        note: str = "",
    ) -> None:
        """Do what was asked, and say what happened and what comes next."""
        with self.writing() as office:
            made = make(office, open_desk(office, id, self.lang))
            commands = made if isinstance(made, Sequence) else (made,)
            self.report(execute(office, TERMINAL, id, *commands, note=note, lang=self.lang))

    def report(self, outcome: Outcome, notices: Sequence[Notice] = (), **data: Any) -> None:
        """What happened, one sentence each, and the next step."""
        desk, said = outcome.desk, outcome.sentences

        def draw() -> None:
            for line in said or [text("tournament.nothing", self.lang)]:
                self.say(line)
            self.notices([*notices, *desk_notices(desk.tournament, desk.names)])
            self.say_next(outcome.next, desk.id)

        self.give({"events": said, "next": outcome.next, **data, "notices": notices}, draw)

    def say(self, line: str) -> None:
        """One line for people."""
        console().print(line, soft_wrap=True)

    def say_next(self, step: str, id: str) -> None:
        """What to do now, with the command for it."""
        self.say(text(f"tournament.next.{step}", self.lang, id=id, run=program()))

    def answer(self, data: object, code: str, **values: object) -> None:
        """Data for programs, or a sentence for people."""
        self.give(data, lambda: self.say(text(code, self.lang, **values)))

    def give(self, view: object, draw: Callable[[], object]) -> None:
        """A view for programs, or its drawing for people."""
        answer(view, self.lang, draw, as_json=self.as_json)

    def notices(self, notices: Sequence[Notice]) -> None:
        """What to look at, none of which stopped anything."""
        for notice in notices:
            self.say(f"⚠ {notice.sentence(self.lang)}")


def declared(kinds: Sequence[type[TournamentCommand]]) -> Callable[..., None]:
    """A command of the terminal made from declarations."""

    def function(call: Call, id: Id, **given: Any) -> None:
        kind, words = chosen(kinds, given)
        call.act(id, lambda office, desk: read(kind, Asking(office, desk), words))

    function.__doc__ = kinds[-1].help
    return function


def called(
    name: str,
    function: Callable[..., None],
    group: str = "tournament",
    kinds: Sequence[type[Command]] = (),
) -> Callable[..., None]:
    """A command as the terminal calls it: with the options every command has, put together as a Call.

    In the place of `**given` it has the fields of the commands that are declared for it.
    """

    @wraps(function)
    def command(*, database: str, as_json: bool, lang: str, **given: Any) -> None:
        function(Call(name, database, as_json, language(lang), group), **given)

    own = list(inspect.signature(function).parameters.values())[1:]
    written = [each.replace(kind=each.KEYWORD_ONLY) for each in own if each.kind != each.VAR_KEYWORD]
    common = [
        inspect.Parameter(each, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for each, (kind, default) in COMMON.items()
    ]
    every = [*written, *parameters(kinds), *common]
    command.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in every}
    return command
