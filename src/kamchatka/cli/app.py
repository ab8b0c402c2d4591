"""The `kamchatka` command: one table of all commands, each imported only when it is typed."""

import contextlib
import locale
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command, get_group

from kamchatka.cli.output import WORDS, language, print_json, program, remark
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.refusals import Refusal

COMMANDS = {
    "serve": ("kamchatka.cli.serve:serve", "Apri il sito, fino a Ctrl+C · Serve the web pages until Ctrl+C."),
    "play": (
        "kamchatka.cli.play.command:play",
        "Una partita al terminale, fra persone e bot · A game at the terminal, for people and bots.",
    ),
    "replay": (
        "kamchatka.cli.play.replay:replay",
        "Rigioca un verbale e controlla che sia identico"
        " · Play a record again and check that it is identical.",
    ),
    "verify": (
        "kamchatka.cli.play.verify:verify",
        "Controlla dadi e carte di una partita · Check the dice and cards of a game.",
    ),
    "score": (
        "kamchatka.cli.scoring.score:score",
        "I punti di un tavolo, con il perché · The scores of one table, with the reason for each.",
    ),
    "standings": (
        "kamchatka.cli.scoring.standings:standings",
        "La classifica, con il perché di ogni spareggio · The standings, with the reason for every tie.",
    ),
    "whatif": (
        "kamchatka.cli.scoring.whatif:whatif",
        "Chi avrebbe vinto con ogni formula · Who would have won under each formula.",
    ),
    "formula": ("kamchatka.cli.scoring.formula:app", "Le formule di punteggio · The scoring formulas."),
    "format": ("kamchatka.cli.format:app", "I formati di torneo · The shapes of tournaments."),
    "tournament": (
        "kamchatka.cli.tournament.app:app",
        "I tornei, dalle iscrizioni al vincitore · Tournaments, from the entries to the winner.",
    ),
    "table": (
        "kamchatka.cli.referee.app:app",
        "I tavoli seguiti dal vivo: tempo, giri, sdadata, conta · Tables followed live.",
    ),
    "closing": (
        "kamchatka.cli.referee.closing:closing",
        "La sdadata: che cosa chiude e quante volte · The closing dice: what ends a game.",
    ),
    "casebook": (
        "kamchatka.cli.casebook:app",
        "I casi strani al tavolo, e che cosa si decide · Strange cases at the table, and what is ruled.",
    ),
    "demo": (
        "kamchatka.cli.demo:demo",
        "Un Raduno inventato, da guardare e provare · An invented gathering, to look at and to try.",
    ),
    "document": (
        "kamchatka.cli.document:app",
        "I fogli di un torneo, in PDF · The papers of a tournament, as PDF.",
    ),
    "people": ("kamchatka.cli.people:app", "L'anagrafe dei giocatori · The register of players."),
    "log": ("kamchatka.cli.log:app", "Il registro di ciò che è successo · The log of what happened."),
    "backup": (
        "kamchatka.cli.archive:backup",
        "Copia l'archivio in un file · Copy the archive into a file.",
    ),
    "restore": (
        "kamchatka.cli.archive:restore",
        "Riporta nell'archivio ciò che un file contiene · Bring back what a file holds.",
    ),
    "rulebook": ("kamchatka.cli.rulebook:app", "I regolamenti · The regulations."),
    "board": ("kamchatka.cli.board:app", "Il planisfero e gli obiettivi · The board and its objectives."),
    "odds": ("kamchatka.cli.odds:odds", "Le probabilità esatte di un attacco · The exact odds of an attack."),
    "clauses": (
        "kamchatka.cli.clauses:clauses",
        "Le clausole provate da un test · The clauses that a test proves.",
    ),
    "simulate": (
        "kamchatka.cli.simulate.command:simulate",
        "Simula molte partite e dice quanto è sicuro · Play many games and say how sure the result is.",
    ),
    "arena": (
        "kamchatka.cli.arena.arena:arena",
        "Chi batte chi: bot contro bot, con gli intervalli · Who beats whom: bots against bots.",
    ),
    "tune": (
        "kamchatka.cli.arena.tune:tune",
        "Cerca i parametri di un bot che vincono di più · Search for the parameters of a bot that win most.",
    ),
    "selfplay": (
        "kamchatka.cli.selfplay:selfplay",
        "Partite a caso, controllate a ogni mossa · Random games, checked at every move.",
    ),
}
"""Each command's function or group, and its line on the first help page: Italian · English."""


class Commands(TyperGroup):
    """Lists the commands from the table; imports the one that was typed."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        read_in(language(), self)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The imported command instead of its placeholder in the list."""
        name, listed, rest = super().resolve_command(ctx, args)
        return name, loaded(name) if name else listed, rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command; a refusal is printed as a sentence, or as JSON with `--json`."""
        words = [*ctx._protected_args, *ctx.args]
        WORDS.set(tuple(words))
        try:
            return super().invoke(ctx)
        except Refusal as refusal:
            chosen = [after for word, after in pairwise(words) if word == "--lang"]
            chosen += [word.removeprefix("--lang=") for word in words]
            lang = language(next((each for each in chosen if each in LANGUAGES), ""))
            if "--json" in words:
                print_json(refusal.data(lang))
            else:
                remark(refusal.report(lang))
            raise typer.Exit(refusal.status) from None


class CommandContext(typer.Context):
    """Context that attaches itself to parse errors, so that they are always shown with the usage."""

    @contextlib.contextmanager
    def scope(self, cleanup: bool = True) -> Iterator[Any]:
        """The scope in which arguments are parsed."""
        with super().scope(cleanup) as found:
            try:
                yield found
            except TyperException as error:
                vars(error)["ctx"] = getattr(error, "ctx", None) or self
                raise


def loaded(name: str) -> Any:
    """A command of the table, imported."""
    return _loaded(name, language())


@cache
def _first(lang: Language) -> Any:
    """The list of commands in this language."""
    return get_command(app)


@cache
def _loaded(name: str, lang: Language) -> Any:
    module, _, attribute = COMMANDS[name][0].partition(":")
    found = getattr(import_module(module), attribute)
    if isinstance(found, typer.Typer):
        command: Any = get_group(found)
    else:
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        command = get_command(alone)
    read_in(lang, command)
    return command


def read_in(lang: Language, command: Any) -> None:
    """Reduce every help text, written "Italian · English", to the half in this language."""
    command.context_class = CommandContext
    command.help = _half(command.help, lang)
    for parameter in command.params:
        parameter.help = _half(parameter.help, lang)
    for under in getattr(command, "commands", {}).values():
        read_in(lang, under)


def _half(words: str | None, lang: Language) -> str:
    paragraphs = [paragraph.split(" · ") for paragraph in (words or "").split("\n\n")]
    chosen = [halves[LANGUAGES.index(lang) % len(halves)].strip() for halves in paragraphs]
    return "\n\n".join(half[:1].upper() + half[1:] + "." * (half[-1] not in ".!") for half in chosen if half)


def _listed() -> None:
    """Placeholder in the list of commands; never runs."""


app = typer.Typer(
    name="kamchatka",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    help="Kamchatka: tornei di RisiKo! · Kamchatka: RisiKo! tournaments.",
)
for _name, (_, _help) in COMMANDS.items():
    app.command(_name, help=_help)(_listed)


def main() -> None:
    """Entry point of the console script."""
    # A terminal whose locale is not installed still gets an answer, in ASCII.
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_CTYPE, "")
    sys.exit(run())


def run(words: Sequence[str] | None = None) -> int:
    """Execute a command, by default the one typed; returns its exit status."""
    try:
        status = _first(language())(words, prog_name=program(), standalone_mode=False)
    except TyperException as error:
        if error.format_message():  # empty if the help page was shown
            remark(misuse(error))
        status = error.exit_code
    except typer.Abort:
        status = 1
    return status or 0


def misuse(error: Any) -> str:
    """The library's error message, the command's usage, and how to get its help."""
    context = error.ctx
    usage = context.get_usage().partition(": ")[2]
    values = {"why": error.format_message(), "usage": usage, "command": context.command_path}
    return text("cli.misuse", language(), **values)
