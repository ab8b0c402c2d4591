"""Placing armies, before the first turn and at the start of each; playing cards; taking armies back."""

import re

from rich.table import Table
from rich.text import Text

from kamchatka.app.refusals import TableRefusal
from kamchatka.bots.soldato import strongest_front
from kamchatka.cli.play.board_picture import owner_sign, style_of
from kamchatka.cli.play.question import Situation, TerminalQuestion, numbered
from kamchatka.cli.play.words import counted
from kamchatka.game import actions as act
from kamchatka.game.choices import Choice
from kamchatka.game.names import members
from kamchatka.ids import Territory
from kamchatka.messages import text
from kamchatka.rules import moves
from kamchatka.rules.layout import NEUTRAL, PHASE, PLACED_IN_PASS, PLACEMENT, TO_PLACE
from kamchatka.rules.moves import first_of, number_of, second_of
from kamchatka.rules.tris import armies_for

NUMBER_FIRST = re.compile(r"(?P<armies>\d{1,5})\s+(?P<where>\D.*)", re.ASCII)
NUMBER_LAST = re.compile(r"(?P<where>.+?)(?:\s+(?P<armies>\d{1,5}))?", re.ASCII)


def ask_placing(here: Situation) -> TerminalQuestion:
    """The question where to place armies, in one territory or several at once."""
    pos = here.game.position
    first = pos.now[PHASE] == PLACEMENT
    left = pos.now[PLACED_IN_PASS if first else TO_PLACE]
    families = here.families(moves.PLACE_FIRST if first else moves.PLACE)
    own = [here.game.names.territories[first_of(choice.coded)] for choice in families]
    front = here.game.names.territories[strongest_front(here.game.tables, pos, here.goal)]

    def show() -> None:
        here.screen.show(_own_territories(here, own))
        if not here.looking and here.game.names.objectives is not None:
            here.screen.say(text("play.ask.objective_hint", here.lang))
        if sets := here.families(moves.TRIS):
            here.screen.say(text("play.ask.tris_hint", here.lang, ways=counted("ways", len(sets), here.lang)))

    def read(typed: str) -> act.Action:
        armies = read_armies(here, typed, own, left) if typed else {front: left}
        return act.PlaceFirstArmies(armies) if first else act.PlaceArmies(armies)

    values = {"armies": left, "front": here.name(front)}
    return TerminalQuestion(show, text("play.ask.place", here.lang, **values), read)


def read_armies(here: Situation, typed: str, own: list[Territory], left: int) -> dict[Territory, int]:
    """Parse “brasile 2, perù 1”. Without a number, a lone territory takes all armies, one of several one."""
    parts = [part.strip() for part in re.split(r"[,;]", typed) if part.strip()]
    if not parts:
        raise TableRefusal("armies", typed=typed[:40])
    found: dict[Territory, int] = {}
    for part in parts:
        match = NUMBER_FIRST.fullmatch(part) or NUMBER_LAST.fullmatch(part)
        if match is None:
            raise TableRefusal("armies", typed=part[:40])
        item = numbered(match["where"], len(own))
        where = here.find(match["where"], own) if item is None else own[item]
        armies = int(match["armies"]) if match["armies"] else (left if len(parts) == 1 else 1)
        found[where] = found.get(where, 0) + armies
    return found


def _own_territories(here: Situation, own: list[Territory]) -> Table:
    """Own territories with their armies and enemy neighbours."""
    game, board = here.game, here.game.names.board
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for at, territory in enumerate(own, 1):
        number = board.number(territory)
        near = Text("| ", style="dim")
        for other in members(game.tables.neighbours[number] & ~game.position.owned[here.seat]):
            owner = game.position.owner[other]
            near.append(", " if len(near) > 2 else "")
            near.append(f"{here.name(other)} ")
            near.append_text(owner_sign(game, owner) if owner <= NEUTRAL else Text())
            near.append(str(game.position.armies[other]))
        mark = here.draw.star if here.goal >> number & 1 else " "
        armies = Text(str(game.position.armies[number]), style=style_of(game, here.seat))
        table.add_row(str(at), f"{mark} {here.name(territory)}", armies, near)
    return table


def ask_tris(here: Situation, typed: str) -> act.Action | None:
    """The tris chosen to play; None to keep the cards."""
    sets = sorted(here.families(moves.TRIS), key=lambda choice: -_worth(here, choice))
    if not sets:
        raise TableRefusal("no_tris")
    if not typed:
        table = Table.grid(padding=(0, 1))
        for at, choice in enumerate(sets, 1):
            action = choice.action()
            assert isinstance(action, act.PlayCards)
            cards = ", ".join(here.game.names.card_name(card, here.lang) for card in action.cards)
            armies = counted("armies", _worth(here, choice), here.lang)
            table.add_row(str(at), cards, armies)
        here.screen.show(table)
        typed = here.screen.ask(text("play.ask.tris", here.lang)) or "1"
    if typed == "0":
        return None
    item = numbered(typed, len(sets))
    if item is None:
        raise TableRefusal("number", typed=typed[:20], least=0, most=len(sets))
    return sets[item].action()


def _worth(here: Situation, choice: Choice) -> int:
    game, coded = here.game, choice.coded | choice.most
    return armies_for(game.tables, game.position, first_of(coded), second_of(coded), number_of(coded))


def take_back(here: Situation, typed: str) -> act.Action:
    """The action that takes back armies placed this turn: all, or those named."""
    placed = here.game.position.placed
    board = here.game.names.board
    there = {t: placed[board.number(t)] for t in here.game.names.territories if placed[board.number(t)]}
    if not typed:
        return act.TakeBackArmies(there)
    found = read_armies(here, typed, list(there), 0)
    return act.TakeBackArmies({where: armies or there.get(where, 1) for where, armies in found.items()})
