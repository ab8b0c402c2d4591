"""Questions before the first turn, and small ones within a turn: colour, strip, defence dice, advance."""

from rich.table import Table

from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.play.board_picture import STYLES
from kamchatka.cli.play.question import Situation, TerminalQuestion, number_between, numbered
from kamchatka.cli.play.words import counted, matching
from kamchatka.game import actions as act
from kamchatka.game.names import COLOURS, members
from kamchatka.ids import Territory
from kamchatka.messages import LANGUAGES, text
from kamchatka.rules import moves
from kamchatka.rules.layout import ATTACK_DICE, FROM, TO
from kamchatka.rules.moves import first_of


def ask_colour(here: Situation) -> TerminalQuestion:
    """The question which colour to play."""
    free = [COLOURS[first_of(choice.coded)] for choice in here.families(moves.COLOUR)]
    words = {colour: text(f"game.colour.{colour}", here.lang) for colour in free}

    def show() -> None:
        table = Table.grid(padding=(0, 1))
        for at, colour in enumerate(free, 1):
            table.add_row(f"{at}", words[colour], style=STYLES[colour])
        here.screen.show(table)

    def read(typed: str) -> act.Action:
        item = numbered(typed, len(free)) if typed else 0
        if item is not None:
            return act.ChooseColour(free[item])
        known = {c: [text(f"game.colour.{c}", lang) for lang in LANGUAGES] for c in COLOURS}
        found = matching(typed, {colour: known[colour] for colour in free}) or matching(typed, known)
        if len(found) != 1:
            raise TableRefusal("colour", typed=typed[:20], free=", ".join(words.values()))
        return act.ChooseColour(found[0])

    return TerminalQuestion(show, text("play.ask.colour", here.lang, first=words[free[0]]), read)


def ask_strip(here: Situation) -> TerminalQuestion:
    """The question which strip (row of the list) to declare."""
    rows = [first_of(choice.coded) for choice in here.families(moves.STRIP)]

    def show() -> None:
        table = Table.grid(padding=(0, 1))
        for at, row in enumerate(rows, 1):
            names = ", ".join(here.name(number) for number in members(here.game.tables.strips[row]))
            table.add_row(f"{at}", names)
        here.screen.show(table)

    def read(typed: str) -> act.Action:
        item = numbered(typed, len(rows)) if typed else 0
        if item is None:
            raise TableRefusal("number", typed=typed[:20], least=1, most=len(rows))
        return act.DeclareStrip(rows[item])

    return TerminalQuestion(show, text("play.ask.strip", here.lang), read)


def ask_pick(here: Situation) -> TerminalQuestion:
    """The question which free territory to take."""
    free = [here.game.names.territories[first_of(choice.coded)] for choice in here.families(moves.PICK)]

    def show() -> None:
        board = here.game.names.board
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True, style="bold")
        for continent in board.continents:
            free_here = [
                f"{at} {_mark(here, territory)}{here.name(territory)}"
                for at, territory in enumerate(free, 1)
                if territory in continent.territories
            ]
            if free_here:
                table.add_row(continent.name(here.lang), ", ".join(free_here))
        here.screen.show(table)

    def read(typed: str) -> act.Action:
        item = numbered(typed, len(free)) if typed else 0
        return act.PickTerritory(here.find(typed, free) if item is None else free[item])

    return TerminalQuestion(show, text("play.ask.pick", here.lang, first=here.name(free[0])), read)


def _mark(here: Situation, territory: Territory) -> str:
    """The mark of a territory in the player's own objective, else empty."""
    in_goal = here.goal >> here.game.names.board.number(territory) & 1
    return f"{here.draw.star} " if in_goal else ""


def ask_defence(here: Situation) -> TerminalQuestion:
    """The question with how many dice to defend."""
    most = here.families(moves.DEFEND)[0].most
    now = here.game.position.now
    armies = here.game.position.armies
    values = {
        "source": here.name(now[FROM]),
        "armies": armies[now[FROM]],
        "dice": counted("dice", now[ATTACK_DICE], here.lang),
        "target": here.name(now[TO]),
        "against": armies[now[TO]],
        "most": most,
    }
    prompt = text("play.ask.defence", here.lang, **values)
    return TerminalQuestion(_nothing, prompt, lambda typed: act.Defend(number_between(typed, 1, most)))


def ask_advance(here: Situation) -> TerminalQuestion:
    """The question how many armies advance into the conquered territory."""
    most = here.families(moves.ADVANCE_WITH)[0].most
    now = here.game.position.now
    values = {"source": here.name(now[FROM]), "target": here.name(now[TO]), "most": most}
    prompt = text("play.ask.advance", here.lang, **values)
    return TerminalQuestion(_nothing, prompt, lambda typed: act.Advance(number_between(typed, 0, most)))


def ask_closing(here: Situation) -> TerminalQuestion:
    """The question whether to throw the closing dice."""
    yes, no = (
        text(f"play.words.{word}", "it") + " " + text(f"play.words.{word}", "en") for word in ("yes", "no")
    )

    def read(typed: str) -> act.Action:
        if not typed or typed.casefold() in yes.split():
            return act.RollToClose()
        if typed.casefold() in no.split():
            return act.LetItBe()
        raise TableRefusal("yes_or_no", typed=typed[:20])

    return TerminalQuestion(_nothing, text("play.ask.closing", here.lang), read)


def _nothing() -> None:
    """No menu: the prompt is enough."""
