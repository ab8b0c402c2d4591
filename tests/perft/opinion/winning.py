"""Winning: the goal, the points of a board, and the end of the game."""

from tests.perft.country import Seat, Territory, chains, groups
from tests.perft.opinion.table import Table


def has_won(game: Table) -> bool:
    """Whether the seat in turn has reached its goal."""
    mine = game.lands(game.seat)
    if game.rules.victory.goal == "points":
        return points(game, mine) >= game.rules.victory.points[game.seats]
    goal = game.board.objectives[game.seat]
    missing = len(goal - mine)
    each = game.rules.victory.others_per_missing
    return missing <= (len(mine - goal) // each if each else 0)


def points(game: Table, mine: set[Territory]) -> int:
    """Territories by their borders, one strip doubled, and whole continents."""
    tally = game.rules.tally
    value = game.board.value
    strips: list[int] = [0]
    if tally.strip == "connected":
        strips += [sum(value[x] for x in group) for group in groups(game.board, mine)]
    elif tally.strip == "path":
        strips += [sum(value[x] for x in chain) for chain in chains(game.board, mine)]
    total = sum(value[x] for x in mine) + (tally.strip_factor - 1) * max(strips)
    for continent in game.board.continents:
        if continent.lands <= mine:
            total += tally.continent_per_territory * len(continent.lands)
            total += tally.continent_per_border * game.board.links_out(continent.lands)
    return total


def finish(game: Table, how: str, seat: Seat | None) -> None:
    """The game is over: by its goal, by the closing dice, or with one seat left."""
    game.result = (how, seat)
    game.phase = "over"
    game.to_do = []


def stop_if_alone(game: Table) -> None:
    """With nobody left who plays, or nobody to play against, the game ends and is counted.

    The armies of those who left are somebody to play against, unless the regulation counts at once.
    """
    playing = [seat for seat, status in game.status.items() if status == "playing"]
    holding = [seat for seat in game.status if game.lands(seat)]
    counted = game.rules.withdrawal.lone_seat == "counted"
    if not playing or (len(playing) == 1 and (counted or holding == playing)):
        finish(game, "alone", None)
