"""Combat: an attack declared, defended, fought, and the occupation that follows a conquest."""

from tests.perft.country import Territory
from tests.perft.opinion.leaving import eliminate
from tests.perft.opinion.table import Table
from tests.perft.opinion.winning import finish, has_won


def do_attack(game: Table, source: Territory, target: Territory, dice: int) -> None:
    """The attack is declared; the defender may choose its dice."""
    game.settle()
    most = min(game.rules.defence.most_dice, game.armies[target])
    game.battle = (source, target, dice, most)
    defender = game.owner[target]
    awake = defender is not None and game.status[defender] == "playing"
    may_choose = awake and most > 1 and game.rules.defence.dice == "choice"
    game.phase = "defend" if may_choose else "battle"


def do_defend(game: Table, dice: int) -> None:
    """The defender has chosen."""
    game.battle = (*game.battle[:3], dice)
    game.phase = "battle"


def fight(game: Table, attack: list[int], defence: list[int]) -> None:
    """Highest against highest, second against second...; the defender wins ties."""
    source, target, dice, _ = game.battle
    before = game.armies[source]
    for mine, theirs in zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False):
        game.armies[target if mine > theirs else source] -= 1
    if game.armies[target]:
        back_to_turn(game)
        return
    loser = game.owner[target]
    game.owner[target] = game.seat
    game.armies[source] -= dice
    game.armies[target] = dice
    game.conquests += 1
    if loser is not None and not game.lands(loser):
        eliminate(game, loser)
    if has_won(game):
        finish(game, "goal", game.seat)
    if game.result is not None:
        return
    waived = before <= game.rules.conquest.garrison_waived_up_to
    guarded = game.beside_an_enemy(source) and not waived
    keep = game.rules.conquest.garrison if guarded else 1
    game.spare = max(0, game.armies[source] - keep)
    game.phase = "occupy"
    if not game.spare:
        back_to_turn(game)


def do_advance(game: Table, more: int) -> None:
    """More armies follow into the conquered territory."""
    source, target, _, _ = game.battle
    game.armies[source] -= more
    game.armies[target] += more
    back_to_turn(game)


def back_to_turn(game: Table) -> None:
    """The attack is over."""
    game.phase = "turn"
    game.battle = (0, 0, 0, 0)
    game.spare = 0
