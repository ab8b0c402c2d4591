"""Reaching the goal of the game (RisiKo!), which only the seat in turn can do."""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count
from kamchatka.rules.layout import SEATS_AT_TABLE, Position, Secrets
from kamchatka.rules.tally import table_points


def goal_of(tables: Tables, secrets: Secrets, seat: int) -> int:
    """Mask of the seat's objective; 0 if there is none."""
    card = secrets.objective[seat]
    return tables.objectives[card] if card >= 0 else 0


def objective_reached(tables: Tables, owned: int, goal: int) -> bool:
    """Whether these territories complete the objective, including substitutes if they count."""
    missing = count(goal & ~owned)
    if missing == 0:
        return True
    if tables.others_per_missing == 0:
        return False
    return count(owned & ~goal) // tables.others_per_missing >= missing


def has_won(tables: Tables, pos: Position, secrets: Secrets, seat: int) -> bool:
    """Whether the seat's goal is reached on the current board."""
    if tables.victory_by_points:
        return table_points(tables, pos, seat, 0) >= tables.victory_points[pos.now[SEATS_AT_TABLE]]
    goal = goal_of(tables, secrets, seat)
    return goal != 0 and objective_reached(tables, pos.owned[seat], goal)
