"""Two tables that differ only in what the person before the screen may not know: they must look the same."""

import io

from rich.console import Console

from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.session import question_for
from kamchatka.game.game import Game
from kamchatka.game.view import Viewer
from tests.game.play import Draw, copy_of
from tests.game.worlds import deal_anew


def told_apart(desk: TerminalTable, viewer: Viewer, draw: Draw) -> list[str]:
    """The first line in which the twin of this table would show something else, if any."""
    here, there = copy_of(desk.game), copy_of(desk.game)
    deal_anew(there, viewer, draw)
    one, other = (_shown(desk, game) for game in (here, there))
    return [f"{viewer} reads «{a}» or «{b}»" for a, b in zip(one, other, strict=False) if a != b][:1]


def _shown(desk: TerminalTable, game: Game) -> list[str]:
    """The table, the story and the question as they would be shown now, line by line."""
    glass = io.StringIO()
    screen = Screen(desk.lang)
    screen.out = Console(file=glass, width=120)
    table = desk.table
    here = DigitalTable(game, table.file, name=table.table_name, players=table.players, limit=table.limit)
    twin = type(desk)(here, screen, hide=True)
    twin._looking = desk._looking
    twin.show_table()
    twin.story("60")
    seat = game.to_act
    assert seat is not None
    question = question_for(twin.situation(seat))
    question.show()
    screen.say(question.prompt)
    return glass.getvalue().splitlines()
