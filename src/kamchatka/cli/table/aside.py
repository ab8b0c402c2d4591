"""Words that may be said at any question and change nothing of the game: the question is asked again."""

from collections.abc import Callable

from kamchatka.cli.table.desk import Desk
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Left, Screen
from kamchatka.cli.table.words import understood
from kamchatka.messages import text


class Instead(Exception):
    """A line that answers not the small question it was typed at but the one behind it."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def before_the_game(screen: Screen) -> Callable[[str], bool]:
    """What is understood while people sit down."""

    def heard(line: str) -> bool:
        match understood(line):
            case "quit", "":
                raise Left
            case "help", "":
                screen.say(text("play.help.page", screen.lang))
                return True
        return False

    return heard


def say_aside(desk: Desk, word: str, rest: str) -> None:
    """Do what a word says that needs nobody's turn; NotSo for one that must wait."""
    match word:
        case "help":
            desk.screen.say(text("play.help.page", desk.lang))
        case "map" if desk.is_seated:
            desk.show_table()
        case "story":
            desk.story(rest)
        case "cards" | "objective" if desk.is_seated and isinstance(desk.viewer, int):
            desk.screen.show(desk.draw.own(desk.viewer))
        case "save":
            desk.keep()
            desk.screen.line(text("play.kept.saved", desk.lang, path=desk.keeper.path))
        case "quit":
            raise Left
        case "give_up":
            if desk.screen.yes(text("play.ask.sure_to_give_up", desk.lang), enter=False):
                desk.give_up()
        case _:
            raise NotSo("later")
