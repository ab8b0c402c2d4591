"""What the seat that must decide may do."""

from tests.perft.country import Territory
from tests.perft.opinion.cards import playable_cards
from tests.perft.opinion.table import Action, Table

MOST_TAKE_BACKS = 20


def legal(game: Table) -> set[Action]:
    """All the actions the seat that must decide may choose."""
    if game.phase == "defend":
        target = game.battle[1]
        most = min(game.rules.defence.most_dice, game.armies[target])
        return {("defend", dice) for dice in range(1, most + 1)}
    if game.phase == "occupy":
        return {("advance", more) for more in range(game.spare + 1)}
    if game.phase == "roll":
        return {("roll", 0), ("roll", 1)}
    if game.phase != "turn":
        return set()
    return legal_in_turn(game)


def legal_in_turn(game: Table) -> set[Action]:
    """Reinforcements first; once all are placed: attacks, the move, the end of the turn."""
    if game.moved is not None:
        again = game.rules.move.editable_until_turn_ends and game.take_backs < MOST_TAKE_BACKS
        return {("undo",), ("end",)} if again else {("end",)}
    found: set[Action] = set()
    if not game.settled:
        found |= placements(game)
        if game.room_to_place():
            return found
    return found | attacks(game) | moves(game) | {("end",)}


def placements(game: Table) -> set[Action]:
    """Cards, armies to place, armies to take back."""
    found: set[Action] = {("tris", *cards) for cards in playable_cards(game)}
    room = game.room_to_place()
    found |= {("place", land, n) for land in game.lands(game.seat) for n in range(1, room + 1)}
    if game.rules.reinforcement.reposition == "until-attack" and game.take_backs < MOST_TAKE_BACKS:
        found |= {
            ("take_back", land, n) for land, placed in game.placed.items() for n in range(1, placed + 1)
        }
    return found


def attacks(game: Table) -> set[Action]:
    """Every attack, with every number of dice."""
    if game.combat_over:
        return set()
    return {
        ("attack", source, target, dice)
        for source in game.lands(game.seat)
        for target in game.board.borders[source]
        for dice in attack_dice(game, source, target)
    }


def attack_dice(game: Table, source: Territory, target: Territory) -> list[int]:
    """With how many dice the source may attack the target."""
    attack = game.rules.attack
    if game.owner[target] == game.seat:
        return []
    most = min(attack.most_dice, game.armies[source] - 1)
    if most < 1:
        return []
    if attack.superiority != "none":
        around = sum(game.armies[x] for x in game.board.borders[target] if game.owner[x] == game.seat)
        waived = 0 < attack.superiority_waived_from <= game.armies[source]
        if around <= game.armies[target] and not waived:
            return []
    least = 1 if attack.dice == "choice" else most
    if not attack.fewer_dice_than_defence:
        least = max(least, min(game.rules.defence.most_dice, game.armies[target]))
    return list(range(least, most + 1))


def moves(game: Table) -> set[Action]:
    """Armies from one own territory to another beside it."""
    if game.moves >= game.rules.move.per_turn:
        return set()
    found: set[Action] = set()
    mine = game.lands(game.seat)
    for source in mine:
        keep = game.rules.move.garrison if game.beside_an_enemy(source) else 1
        for goal in game.board.borders[source] & mine:
            most = game.armies[source] - keep
            found |= {("move", source, goal, n) for n in range(1, most + 1)}
    return found
