"""Shared by all commands on tournaments: the Call, and printing the answer."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from kamchatka.app.commands.execution import Outcome, execute
from kamchatka.app.commands.reading import WordContext, read
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.cli.declared_commands import chosen
from kamchatka.cli.office import OfficeCall
from kamchatka.cli.output import program
from kamchatka.messages import text
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.views.desk import desk_notices

Id = Annotated[str, typer.Argument(metavar="TORNEO", help="Il codice del torneo · the tournament's id.")]
Who = Annotated[str, typer.Argument(metavar="CHI", help="Numero o nome · number or name.")]
Reason = Annotated[str, typer.Option(help="Il motivo, che resta nel registro · the reason, kept in the log.")]
Seed = Annotated[str, typer.Option(help="Il seme del sorteggio · the seed of the draw.")]
TableOption = Annotated[int | None, typer.Option("--table", min=1, help="Il tavolo · the table.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=1, help="Il turno · the round.")]

Make = Callable[[Office, OpenTournament], TournamentCommand | Sequence[TournamentCommand]]


class DeskCall(OfficeCall):
    """One call of a command on tournaments."""

    def desk(self, id: str) -> OpenTournament:
        """The current tournament, read-only; works beside a running server."""
        with self.reading() as office:
            return open_tournament(office, id, self.lang)

    def act(self, id: str, make: Make, note: str = "") -> None:
        """Execute commands, and print what happened and the next step."""
        with self.writing() as office:
            made = make(office, open_tournament(office, id, self.lang))
            commands = made if isinstance(made, Sequence) else (made,)
            self.report(execute(office, TERMINAL, id, *commands, note=note, lang=self.lang))

    def report(self, outcome: Outcome, notices: Sequence[Notice] = (), **data: Any) -> None:
        """Print the events, one sentence each, and the next step."""
        desk, said = outcome.desk, outcome.sentences

        def draw() -> None:
            for line in said or [text("tournament.nothing", self.lang)]:
                self.say(line)
            self.notices([*notices, *desk_notices(desk.tournament, desk.names)])
            self.say_next(outcome.next, desk.id)

        self.give({"events": said, "next": outcome.next, **data, "notices": notices}, draw)

    def say_next(self, step: str, id: str) -> None:
        """Print the next step, with its command."""
        self.say(text(f"tournament.next.{step}", self.lang, id=id, run=program()))

    def notices(self, notices: Sequence[Notice]) -> None:
        """Print notices, which are warnings only."""
        for notice in notices:
            self.say(f"⚠ {notice.sentence(self.lang)}")


def declared(kinds: Sequence[type[TournamentCommand]]) -> Callable[..., None]:
    """A terminal command generated from declarations."""

    def function(call: DeskCall, id: Id, **given: Any) -> None:
        kind, words = chosen(kinds, given)
        call.act(id, lambda office, desk: read(kind, WordContext(office, desk), words))

    function.__doc__ = kinds[-1].help
    return function
