"""The result: places, points, reasons, objectives, and how to verify the dice."""

from collections.abc import Callable, Iterable

from rich.table import Table
from rich.text import Text

from kamchatka.cli.output import command
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.game import events as ev
from kamchatka.game.fair import Fair
from kamchatka.game.log import Entry
from kamchatka.game.names import Names
from kamchatka.game.sentences import half_points, objective_title
from kamchatka.messages import Language, has_text, text


def result_table(
    entries: Iterable[Entry],
    names: Names,
    name: Callable[[int], str],
    style: Callable[[int], str],
    lang: Language,
) -> Table:
    """Places and points, each with the reason it ranks above the next."""
    placed = [entry for entry in entries if isinstance(entry, ev.SeatsPlaced)][-1]
    table = Table(show_edge=False, pad_edge=False)
    for column in ("place", "who", "points", "decided", "objective"):
        table.add_column(text(f"play.result.{column}", lang))
    for seat in sorted(range(len(placed.places)), key=lambda seat: placed.places[seat]):
        objective = placed.objectives[seat]
        table.add_row(
            str(placed.places[seat]),
            Text(name(seat), style=style(seat)),
            half_points(placed.half_points[seat], lang),
            _reason(placed.decided[seat], lang),
            objective_title(objective, names, lang) if objective else "",
        )
    return table


def _reason(decided: str, lang: Language) -> str:
    """Why a seat ranks above the next: a criterion of the regulation, or a plainer reason."""
    if not decided:
        return ""
    criterion = f"rulebook.table_ties.criteria.{decided}"
    if has_text(criterion, lang):
        return text(criterion, lang)
    return text(f"play.decided.{decided.replace('-', '_')}", lang)


def show_result(desk: TerminalTable, *, is_kept: bool) -> None:
    """Show the end of a game."""
    game, lang, screen = desk.game, desk.lang, desk.screen
    screen.say("")
    screen.show(desk.draw.board(None))
    screen.say("")
    screen.say(text("play.result.title", lang), "bold")
    screen.show(result_table(game.entries, game.names, desk.table.name, desk.style, lang))
    screen.say("")
    if is_kept:
        show_record(desk)
    else:
        screen.say(text("play.kept.not_saved", lang), "bold red")


def show_record(desk: TerminalTable) -> None:
    """Show where the game is saved, and how to replay it and verify its dice."""
    game, lang, screen, path = desk.game, desk.lang, desk.screen, desk.table.file.path
    screen.line(text("play.kept.record", lang, path=path))
    screen.line(text("play.kept.replay", lang, command=command("replay", path)))
    if isinstance(game.chance, Fair):
        screen.line(text("play.fair.secret", lang, secret=game.chance.secret.hex()))
        screen.line(text("play.fair.verify", lang, command=command("verify", path)))
