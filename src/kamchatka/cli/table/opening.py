"""Before the first turn, and the small decisions within one: a colour, a strip, dice, armies that follow."""

from rich.table import Table

from kamchatka.cli.table.drawing import STYLES
from kamchatka.cli.table.matching import matching
from kamchatka.cli.table.question import Asked, Question, number_between, numbered
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.words import counted
from kamchatka.game import actions as act
from kamchatka.game.names import COLOURS, members
from kamchatka.ids import Territory
from kamchatka.messages import LANGUAGES, text
from kamchatka.rules import moves
from kamchatka.rules.layout import ATTACK_DICE, FROM, TO
from kamchatka.rules.moves import first_of


def ask_colour(asked: Asked) -> Question:
    """Which colour to play with."""
    free = [COLOURS[first_of(choice.coded)] for choice in asked.families(moves.COLOUR)]
    words = {colour: text(f"game.colour.{colour}", asked.lang) for colour in free}

    def show() -> None:
        table = Table.grid(padding=(0, 1))
        for at, colour in enumerate(free, 1):
            table.add_row(f"{at}", words[colour], style=STYLES[colour])
        asked.screen.show(table)

    def read(typed: str) -> act.Action:
        item = numbered(typed, len(free)) if typed else 0
        if item is not None:
            return act.ChooseColour(free[item])
        known = {c: [text(f"game.colour.{c}", lang) for lang in LANGUAGES] for c in COLOURS}
        found = matching(typed, {colour: known[colour] for colour in free}) or matching(typed, known)
        if len(found) != 1:
            raise NotSo("colour", typed=typed[:20], free=", ".join(words.values()))
        return act.ChooseColour(found[0])

    return Question(show, text("play.ask.colour", asked.lang, first=words[free[0]]), read)


def ask_strip(asked: Asked) -> Question:
    """Which row of the list to declare."""
    rows = [first_of(choice.coded) for choice in asked.families(moves.STRIP)]

    def show() -> None:
        table = Table.grid(padding=(0, 1))
        for at, row in enumerate(rows, 1):
            names = ", ".join(asked.name(number) for number in members(asked.game.tables.strips[row]))
            table.add_row(f"{at}", names)
        asked.screen.show(table)

    def read(typed: str) -> act.Action:
        item = numbered(typed, len(rows)) if typed else 0
        if item is None:
            raise NotSo("number", typed=typed[:20], least=1, most=len(rows))
        return act.DeclareStrip(rows[item])

    return Question(show, text("play.ask.strip", asked.lang), read)


def ask_pick(asked: Asked) -> Question:
    """Which free territory to take."""
    free = [asked.game.names.territories[first_of(choice.coded)] for choice in asked.families(moves.PICK)]

    def show() -> None:
        board = asked.game.names.board
        table = Table.grid(padding=(0, 1))
        table.add_column(no_wrap=True, style="bold")
        for continent in board.continents:
            here = [
                f"{at} {_mark(asked, territory)}{asked.name(territory)}"
                for at, territory in enumerate(free, 1)
                if territory in continent.territories
            ]
            if here:
                table.add_row(continent.name(asked.lang), ", ".join(here))
        asked.screen.show(table)

    def read(typed: str) -> act.Action:
        item = numbered(typed, len(free)) if typed else 0
        return act.PickTerritory(asked.find(typed, free) if item is None else free[item])

    return Question(show, text("play.ask.pick", asked.lang, first=asked.name(free[0])), read)


def _mark(asked: Asked, territory: Territory) -> str:
    """The sign of the own objective, where it is in it."""
    in_goal = asked.goal >> asked.game.names.board.number(territory) & 1
    return f"{asked.draw.star} " if in_goal else ""


def ask_defence(asked: Asked) -> Question:
    """With how many dice to defend."""
    most = asked.families(moves.DEFEND)[0].most
    now = asked.game.position.now
    armies = asked.game.position.armies
    values = {
        "source": asked.name(now[FROM]),
        "armies": armies[now[FROM]],
        "dice": counted("dice", now[ATTACK_DICE], asked.lang),
        "target": asked.name(now[TO]),
        "against": armies[now[TO]],
        "most": most,
    }
    prompt = text("play.ask.defence", asked.lang, **values)
    return Question(_nothing, prompt, lambda typed: act.Defend(number_between(typed, 1, most)))


def ask_advance(asked: Asked) -> Question:
    """How many armies follow into what was conquered."""
    most = asked.families(moves.ADVANCE_WITH)[0].most
    now = asked.game.position.now
    values = {"source": asked.name(now[FROM]), "target": asked.name(now[TO]), "most": most}
    prompt = text("play.ask.advance", asked.lang, **values)
    return Question(_nothing, prompt, lambda typed: act.Advance(number_between(typed, 0, most)))


def ask_closing(asked: Asked) -> Question:
    """Whether to throw the closing dice."""
    yes, no = (
        text(f"play.words.{word}", "it") + " " + text(f"play.words.{word}", "en") for word in ("yes", "no")
    )

    def read(typed: str) -> act.Action:
        if not typed or typed.casefold() in yes.split():
            return act.RollToClose()
        if typed.casefold() in no.split():
            return act.LetItBe()
        raise NotSo("yes_or_no", typed=typed[:20])

    return Question(_nothing, text("play.ask.closing", asked.lang), read)


def _nothing() -> None:
    """No menu: the prompt says it all."""
