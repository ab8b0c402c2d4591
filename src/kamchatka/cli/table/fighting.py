"""The fight: attacks by source with their odds, going on until something falls, moving and passing."""

import re

from rich.table import Table
from rich.text import Text

from kamchatka.cli.table.drawing import owner_sign
from kamchatka.cli.table.question import (
    Asked,
    Assault,
    Question,
    find_pair,
    number_between,
    source_of,
    target_of,
)
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.words import counted
from kamchatka.game import actions as act
from kamchatka.game.choices import Choice
from kamchatka.game.odds import attack_odds
from kamchatka.game.odds_bars import percent
from kamchatka.ids import Territory
from kamchatka.messages import text
from kamchatka.rules import moves
from kamchatka.rules.layout import FROM, NOBODY, TO
from kamchatka.rules.moves import first_of, second_of

ATTACK = re.compile(r"(?P<where>.*?)(?:\s+(?P<dice>\d))?\s*(?P<on>!\s*(?P<keep>\d{1,4})?)?")


def ask_fight(asked: Asked) -> Question:
    """Attack, go on with the last attack, or pass."""
    attacks, moving = asked.families(moves.ATTACK), asked.families(moves.MOVE)
    going_on = last_attack(asked, attacks)

    def show() -> None:
        if going_on is None:
            show_attacks(asked, attacks)
            if sets := asked.families(moves.TRIS):
                ways = counted("ways", len(sets), asked.lang)
                asked.screen.say(text("play.ask.tris_hint", asked.lang, ways=ways))

    def read(typed: str) -> act.Action | None:
        if typed:
            return read_attack(asked, typed, attacks, going_on)
        if going_on is not None:
            return going_on.action()
        sure = text("play.ask.sure_to_pass", asked.lang)
        if (attacks or moving) and not asked.screen.yes(sure, enter=True):
            return None
        return act.EndTurn()

    return Question(show, _prompt(asked, attacks, going_on), read)


def _prompt(asked: Asked, attacks: list[Choice], going_on: Choice | None) -> str:
    if going_on is not None:
        source, target = source_of(asked, going_on), target_of(asked, going_on)
        values = {
            "source": asked.name(source),
            "target": asked.name(target),
            "armies": asked.armies(source),
            "against": asked.armies(target),
            "odds": _odds(asked, going_on),
        }
        return text("play.ask.go_on", asked.lang, **values)
    if attacks:
        return text("play.ask.attack", asked.lang)
    code = "play.ask.only_move" if asked.families(moves.MOVE) else "play.ask.only_pass"
    return text(code, asked.lang)


def last_attack(asked: Asked, attacks: list[Choice]) -> Choice | None:
    """The family of the attack that was last made, if it may go on."""
    now = asked.game.position.now
    if now[FROM] == NOBODY:
        return None
    pair = now[FROM], now[TO]
    return next((c for c in attacks if (first_of(c.coded), second_of(c.coded)) == pair), None)


def show_attacks(asked: Asked, attacks: list[Choice]) -> None:
    """Every attack, grouped by where it starts, with the chance to conquer."""
    if not attacks:
        asked.screen.say(text("play.ask.no_attack", asked.lang))
        return
    table = Table.grid(padding=(0, 1))
    for justify in ("right", "left", "right", "left", "left", "left", "right"):
        table.add_column(justify=justify, no_wrap=True)
    seen: Territory | None = None
    for at, choice in enumerate(attacks, 1):
        source, target = source_of(asked, choice), target_of(asked, choice)
        starts = ("", "") if source == seen else (asked.name(source), str(asked.armies(source)))
        seen = source
        number = asked.game.names.board.number(target)
        mark = asked.draw.star if asked.goal >> number & 1 else " "
        owner = owner_sign(asked.game, asked.game.position.owner[number])
        table.add_row(
            str(at),
            Text(starts[0], style="bold"),
            Text(starts[1], style="bold"),
            ">",
            f"{mark} {asked.name(target)}",
            Text.assemble(owner, str(asked.armies(target))),
            _odds(asked, choice),
        )
    asked.screen.show(table)


def _odds(asked: Asked, choice: Choice) -> str:
    game = asked.game
    chance = attack_odds(game.tables, game.position, first_of(choice.coded), second_of(choice.coded))
    return percent(chance, asked.lang)


def read_attack(asked: Asked, typed: str, attacks: list[Choice], going_on: Choice | None) -> act.Action:
    """“3”, “3 2” with two dice, “brasile > congo”, “3!” until it falls, “3! 4” keeping four armies."""
    found = ATTACK.fullmatch(typed)
    assert found is not None, typed
    if not found["where"]:
        if not found["on"] or going_on is None:
            raise NotSo("no_attack_to_go_on")
        source, target = source_of(asked, going_on), target_of(asked, going_on)
    else:
        source, target = find_pair(asked, found["where"], attacks)
    family = next(
        (c for c in attacks if (source_of(asked, c), target_of(asked, c)) == (source, target)), None
    )
    if found["on"] and family is not None:
        asked.assault = Assault(source, target, int(found["keep"] or 1))
    # A pair that is not listed is still asked of the rules: their refusal says why.
    most = family.most if family is not None else 1
    return act.Attack(source, target, int(found["dice"] or most))


def go_on_with(asked: Asked, assault: Assault) -> act.Action | None:
    """The next roll of an attack that goes on by itself; None where it stops."""
    for choice in asked.families(moves.ATTACK):
        if (source_of(asked, choice), target_of(asked, choice)) == (assault.source, assault.target):
            return choice.action() if asked.armies(assault.source) > assault.keep else None
    return None


def ask_move(asked: Asked, typed: str) -> act.Action | None:
    """Which armies to move where; None for none."""
    choices = asked.families(moves.MOVE)
    if not typed:
        if not choices:
            raise NotSo("no_move")
        _show_moves(asked, choices)
        code = "play.ask.move" if asked.game.tables.move_any_time else "play.ask.last_move"
        typed = asked.screen.ask(text(code, asked.lang))
        if not typed:
            return None
    found = re.fullmatch(r"(?P<where>.+?)(?:\s+(?P<armies>\d{1,5}))?", typed)
    if found is None:
        raise NotSo("pair", typed=typed[:40])
    source, target = find_pair(asked, found["where"], choices)
    family = next(
        (c for c in choices if (source_of(asked, c), target_of(asked, c)) == (source, target)), None
    )
    if found["armies"] or family is None:
        return act.MoveArmies(source, target, int(found["armies"] or 1))
    prompt = text("play.ask.how_many", asked.lang, target=asked.name(target), most=family.most)
    return act.MoveArmies(source, target, number_between(asked.screen.ask(prompt), 1, family.most))


def _show_moves(asked: Asked, choices: list[Choice]) -> None:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for source in dict.fromkeys(source_of(asked, choice) for choice in choices):
        goals = [
            f"{at} {asked.name(target_of(asked, choice))}"
            for at, choice in enumerate(choices, 1)
            if source_of(asked, choice) == source
        ]
        most = next(choice.most for choice in choices if source_of(asked, choice) == source)
        start = text("play.ask.move_from", asked.lang, source=asked.name(source), most=most)
        table.add_row(Text(start, style="bold"), ", ".join(goals))
    asked.screen.show(table)


def ask_after_move(asked: Asked) -> Question:
    """The move is made: pass, or change it."""

    def show() -> None:
        pass

    def read(typed: str) -> act.Action | None:
        if not typed:
            return act.EndTurn()
        raise NotSo("only_pass")

    is_open = any(choice.kind() == moves.UNDO_MOVE for choice in asked.game.legal_actions())
    return Question(show, text(f"play.ask.after_{'open_' if is_open else ''}move", asked.lang), read)
