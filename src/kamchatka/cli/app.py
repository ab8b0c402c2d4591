"""The `kamchatka` command: joins the groups of commands."""

import contextlib
import locale
import sys

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from kamchatka.cli import board, formula, rulebook
from kamchatka.cli.clauses import clauses
from kamchatka.cli.misuse import in_the_language_of_the_reader, misuse
from kamchatka.cli.odds import odds
from kamchatka.cli.output import fail, program
from kamchatka.cli.play import play
from kamchatka.cli.replay import replay
from kamchatka.cli.score import score
from kamchatka.cli.selfplay import selfplay
from kamchatka.cli.serve import serve
from kamchatka.cli.simulate import simulate
from kamchatka.cli.standings import standings
from kamchatka.cli.verify import verify
from kamchatka.cli.whatif import whatif

app = typer.Typer(
    name="kamchatka",
    no_args_is_help=True,
    add_completion=False,
    help="Kamchatka: tornei di RisiKo! · RisiKo! tournaments.",
)
app.add_typer(rulebook.app, name="rulebook")
app.add_typer(board.app, name="board")
app.add_typer(formula.app, name="formula")
app.command("clauses")(clauses)
app.command("odds")(odds)
app.command("play")(play)
app.command("replay")(replay)
app.command("score")(score)
app.command("selfplay")(selfplay)
app.command("serve")(serve)
app.command("simulate")(simulate)
app.command("standings")(standings)
app.command("verify")(verify)
app.command("whatif")(whatif)


def main() -> None:
    """Entry point of the console script."""
    # A terminal set to a locale that is not installed still gets its answer, in plain letters.
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")
    try:
        status = in_the_language_of_the_reader(get_command(app))(prog_name=program(), standalone_mode=False)
    except TyperException as error:
        with contextlib.suppress(typer.Exit):
            if said := misuse(error):
                fail(said)
        status = error.exit_code
    except typer.Abort:
        status = 1
    sys.exit(status)
