"""Placing armies, before the first turn and at the start of each; cards and second thoughts."""

import re

from rich.table import Table
from rich.text import Text

from kamchatka.bots.soldato import strongest_front
from kamchatka.cli.table.drawing import owner_sign, style_of
from kamchatka.cli.table.question import Asked, Question, numbered
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.words import counted
from kamchatka.game import actions as act
from kamchatka.game.choices import Choice
from kamchatka.game.names import members
from kamchatka.ids import Territory
from kamchatka.messages import text
from kamchatka.rules import moves
from kamchatka.rules.layout import NEUTRAL, PHASE, PLACED_IN_PASS, PLACEMENT, TO_PLACE
from kamchatka.rules.moves import first_of, number_of, second_of
from kamchatka.rules.tris import armies_for

NUMBER_FIRST = re.compile(r"(?P<armies>\d{1,5})\s+(?P<where>\D.*)")
NUMBER_LAST = re.compile(r"(?P<where>.+?)(?:\s+(?P<armies>\d{1,5}))?")


def ask_placing(asked: Asked) -> Question:
    """Where to put armies: several territories at once, or one."""
    pos = asked.game.position
    first = pos.now[PHASE] == PLACEMENT
    left = pos.now[PLACED_IN_PASS if first else TO_PLACE]
    families = asked.families(moves.PLACE_FIRST if first else moves.PLACE)
    own = [asked.game.names.territories[first_of(choice.coded)] for choice in families]
    front = asked.game.names.territories[strongest_front(asked.game.tables, pos, asked.goal)]

    def show() -> None:
        asked.screen.show(_own_territories(asked, own))
        if not asked.looking and asked.game.names.objectives is not None:
            asked.screen.say(text("play.ask.objective_hint", asked.lang))
        if sets := asked.families(moves.TRIS):
            asked.screen.say(
                text("play.ask.tris_hint", asked.lang, ways=counted("ways", len(sets), asked.lang))
            )

    def read(typed: str) -> act.Action:
        armies = read_armies(asked, typed, own, left) if typed else {front: left}
        return act.PlaceFirstArmies(armies) if first else act.PlaceArmies(armies)

    values = {"armies": left, "front": asked.name(front)}
    code = "play.ask.place_one" if left == 1 else "play.ask.place"
    return Question(show, text(code, asked.lang, **values), read)


def read_armies(asked: Asked, typed: str, own: list[Territory], left: int) -> dict[Territory, int]:
    """“brasile 2, perù 1”; one territory alone takes all that is left, one of several takes one."""
    parts = [part.strip() for part in re.split(r"[,;]", typed) if part.strip()]
    if not parts:
        raise NotSo("armies", typed=typed[:40])
    found: dict[Territory, int] = {}
    for part in parts:
        match = NUMBER_FIRST.fullmatch(part) or NUMBER_LAST.fullmatch(part)
        if match is None:
            raise NotSo("armies", typed=part[:40])
        item = numbered(match["where"], len(own))
        where = asked.find(match["where"], own) if item is None else own[item]
        armies = int(match["armies"]) if match["armies"] else (left if len(parts) == 1 else 1)
        found[where] = found.get(where, 0) + armies
    return found


def _own_territories(asked: Asked, own: list[Territory]) -> Table:
    """Own territories with their armies and the neighbours to fear."""
    game, board = asked.game, asked.game.names.board
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for at, territory in enumerate(own, 1):
        number = board.number(territory)
        near = Text("| ", style="dim")
        for other in members(game.tables.neighbours[number] & ~game.position.owned[asked.seat]):
            owner = game.position.owner[other]
            near.append(", " if len(near) > 2 else "")
            near.append(f"{asked.name(other)} ")
            near.append_text(owner_sign(game, owner) if owner <= NEUTRAL else Text())
            near.append(str(game.position.armies[other]))
        mark = asked.draw.star if asked.goal >> number & 1 else " "
        armies = Text(str(game.position.armies[number]), style=style_of(game, asked.seat))
        table.add_row(str(at), f"{mark} {asked.name(territory)}", armies, near)
    return table


def ask_tris(asked: Asked, typed: str) -> act.Action | None:
    """Which cards to play; None to keep them."""
    sets = sorted(asked.families(moves.TRIS), key=lambda choice: -_worth(asked, choice))
    if not sets:
        raise NotSo("no_tris")
    if not typed:
        table = Table.grid(padding=(0, 1))
        for at, choice in enumerate(sets, 1):
            action = choice.action()
            assert isinstance(action, act.PlayCards)
            cards = ", ".join(asked.game.names.card_name(card, asked.lang) for card in action.cards)
            armies = counted("armies", _worth(asked, choice), asked.lang)
            table.add_row(str(at), cards, armies)
        asked.screen.show(table)
        typed = asked.screen.ask(text("play.ask.tris", asked.lang)) or "1"
    if typed == "0":
        return None
    item = numbered(typed, len(sets))
    if item is None:
        raise NotSo("number", typed=typed[:20], least=0, most=len(sets))
    return sets[item].action()


def _worth(asked: Asked, choice: Choice) -> int:
    game, coded = asked.game, choice.coded | choice.most
    return armies_for(game.tables, game.position, first_of(coded), second_of(coded), number_of(coded))


def take_back(asked: Asked, typed: str) -> act.Action:
    """Armies placed this turn, taken back: all of them, or those named."""
    placed = asked.game.position.placed
    board = asked.game.names.board
    there = {t: placed[board.number(t)] for t in asked.game.names.territories if placed[board.number(t)]}
    if not typed:
        return act.TakeBackArmies(there)
    found = read_armies(asked, typed, list(there), 0)
    return act.TakeBackArmies({where: armies or there.get(where, 1) for where, armies in found.items()})
