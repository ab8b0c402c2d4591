"""Combat: attacks by source with their odds, repeated attacks, the move and passing."""

import re
from itertools import groupby

from rich.table import Table
from rich.text import Text

from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.play.board_picture import owner_sign
from kamchatka.cli.play.question import Assault, Situation, TerminalQuestion, find_pair, number_between
from kamchatka.cli.play.words import counted
from kamchatka.game import actions as act
from kamchatka.game.choices import Choice
from kamchatka.game.odds.bars import percent
from kamchatka.game.odds.exact import attack_odds
from kamchatka.ids import Territory
from kamchatka.messages import text
from kamchatka.rules import moves
from kamchatka.rules.layout import FROM, NOBODY, TO
from kamchatka.rules.moves import first_of, second_of

ATTACK = re.compile(r"(?P<where>.*?)(?:\s+(?P<dice>\d))?\s*(?P<on>!\s*(?P<keep>\d{1,4})?)?", re.ASCII)


def ask_fight(here: Situation) -> TerminalQuestion:
    """The question of a combat phase: attack, repeat the last attack, or pass."""
    attacks, moving = here.families(moves.ATTACK), here.families(moves.MOVE)
    going_on = last_attack(here, attacks)

    def show() -> None:
        if going_on is None:
            show_attacks(here, attacks)
            if sets := here.families(moves.TRIS):
                ways = counted("ways", len(sets), here.lang)
                here.screen.say(text("play.ask.tris_hint", here.lang, ways=ways))

    def read(typed: str) -> act.Action | None:
        if typed:
            return read_attack(here, typed, attacks, going_on)
        if going_on is not None:
            return going_on.action()
        sure = text("play.ask.sure_to_pass", here.lang)
        if (attacks or moving) and not here.screen.yes(sure, enter=True):
            return None
        return act.EndTurn()

    return TerminalQuestion(show, _prompt(here, attacks, going_on), read)


def _prompt(here: Situation, attacks: list[Choice], going_on: Choice | None) -> str:
    if going_on is not None:
        source, target = here.pair(going_on)
        values = {
            "source": here.name(source),
            "target": here.name(target),
            "armies": here.armies(source),
            "against": here.armies(target),
            "odds": _odds(here, going_on),
        }
        return text("play.ask.go_on", here.lang, **values)
    if attacks:
        return text("play.ask.attack", here.lang)
    code = "play.ask.only_move" if here.families(moves.MOVE) else "play.ask.only_pass"
    return text(code, here.lang)


def last_attack(here: Situation, attacks: list[Choice]) -> Choice | None:
    """The last attack, if it can be repeated."""
    now = here.game.position.now
    if now[FROM] == NOBODY:
        return None
    pair = now[FROM], now[TO]
    return next((c for c in attacks if (first_of(c.coded), second_of(c.coded)) == pair), None)


def show_attacks(here: Situation, attacks: list[Choice]) -> None:
    """List every attack by source, with the probability of conquest."""
    if not attacks:
        here.screen.say(text("play.ask.no_attack", here.lang))
        return
    table = Table.grid(padding=(0, 1))
    for justify in ("right", "left", "right", "left", "left", "left", "right"):
        table.add_column(justify=justify, no_wrap=True)
    seen: Territory | None = None
    for at, choice in enumerate(attacks, 1):
        source, target = here.pair(choice)
        starts = ("", "") if source == seen else (here.name(source), str(here.armies(source)))
        seen = source
        number = here.game.names.board.number(target)
        mark = here.draw.star if here.goal >> number & 1 else " "
        owner = owner_sign(here.game, here.game.position.owner[number])
        table.add_row(
            str(at),
            Text(starts[0], style="bold"),
            Text(starts[1], style="bold"),
            ">",
            f"{mark} {here.name(target)}",
            Text.assemble(owner, str(here.armies(target))),
            _odds(here, choice),
        )
    here.screen.show(table)


def _odds(here: Situation, choice: Choice) -> str:
    game = here.game
    chance = attack_odds(game.tables, game.position, first_of(choice.coded), second_of(choice.coded))
    return percent(chance, here.lang)


def read_attack(here: Situation, typed: str, attacks: list[Choice], going_on: Choice | None) -> act.Action:
    """Parse “3”, “3 2” (two dice), “brasile > congo”, “3!” (until it falls), “3! 4” (keep four armies)."""
    found = ATTACK.fullmatch(typed)
    assert found is not None, typed
    if not found["where"]:
        if not found["on"] or going_on is None:
            raise TableRefusal("no_attack_to_go_on")
        source, target = here.pair(going_on)
    else:
        source, target = find_pair(here, found["where"], attacks)
    family = next((c for c in attacks if here.pair(c) == (source, target)), None)
    if found["on"] and family is not None:
        here.assault = Assault(source, target, int(found["keep"] or 1))
    # A pair that is not listed still goes to the rules, whose refusal says why.
    most = family.most if family is not None else 1
    return act.Attack(source, target, int(found["dice"] or most))


def go_on_with(here: Situation, assault: Assault) -> act.Action | None:
    """The next roll of a repeated attack; None when it stops."""
    for choice in here.families(moves.ATTACK):
        if here.pair(choice) == (assault.source, assault.target):
            return choice.action() if here.armies(assault.source) > assault.keep else None
    return None


def ask_move(here: Situation, typed: str) -> act.Action | None:
    """The move the player asks for; None for none."""
    choices = here.families(moves.MOVE)
    if not typed:
        if not choices:
            raise TableRefusal("no_move")
        _show_moves(here, choices)
        code = "play.ask.move" if here.game.tables.move_any_time else "play.ask.last_move"
        typed = here.screen.ask(text(code, here.lang))
        if not typed:
            return None
    found = re.fullmatch(r"(?P<where>.+?)(?:\s+(?P<armies>\d{1,5}))?", typed, re.ASCII)
    if found is None:
        raise TableRefusal("pair", typed=typed[:40])
    source, target = find_pair(here, found["where"], choices)
    family = next((c for c in choices if here.pair(c) == (source, target)), None)
    if found["armies"] or family is None:
        return act.MoveArmies(source, target, int(found["armies"] or 1))
    prompt = text("play.ask.how_many", here.lang, target=here.name(target), most=family.most)
    return act.MoveArmies(source, target, number_between(here.screen.ask(prompt), 1, family.most))


def _show_moves(here: Situation, choices: list[Choice]) -> None:
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    numbered = enumerate(choices, 1)
    for source, group in groupby(numbered, key=lambda row: here.pair(row[1])[0]):
        rows = list(group)
        start = text("play.ask.move_from", here.lang, source=here.name(source), most=rows[0][1].most)
        goals = ", ".join(f"{at} {here.name(here.pair(choice)[1])}" for at, choice in rows)
        table.add_row(Text(start, style="bold"), goals)
    here.screen.show(table)


def ask_after_move(here: Situation) -> TerminalQuestion:
    """The question after the move: pass, or change the move."""

    def show() -> None:
        pass

    def read(typed: str) -> act.Action | None:
        if not typed:
            return act.EndTurn()
        raise TableRefusal("only_pass")

    is_open = any(choice.kind() == moves.UNDO_MOVE for choice in here.game.legal_actions())
    return TerminalQuestion(show, text(f"play.ask.after_{'open_' if is_open else ''}move", here.lang), read)
