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
    """With one seat left that plays, the game ends and is counted."""
    if sum(1 for s in game.status.values() if s == "playing") == 1:
        finish(game, "alone", None)
