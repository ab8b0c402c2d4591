"""Made-up results for demonstrations: plausible and reproducible from a seed, never for a real event."""

from kamchatka.ids import PersonId
from kamchatka.scoring.sheet.incidents import goal_points
from kamchatka.stream import below, seeded
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.seating.draw import seed_number, shuffled
from kamchatka.tournament.state import Table, Tournament

SAMPLES = 5000
"""Offset of samples in a seed's stream, above the offsets of draws and lots."""
GOALS, OUTS = 12, 8
"""One table in `GOALS` ends by a RisiKo!, one in `OUTS` with a player eliminated."""


def sampled(tournament: Tournament, round: int, table: Table, seed: str) -> tuple[SeatResult, ...]:
    """A made-up result: distinct points, sometimes a RisiKo! or an eliminated player."""
    state = seeded(seed_number(seed), SAMPLES + round * 1000 + table.number)
    people = table.seated.seats
    state, goal = below(state, GOALS)
    state, out = below(state, OUTS)
    order = shuffled(state, people)
    if table.seated.kind == "duel":
        return tuple(SeatResult(who, {"place": order.index(who) + 1}) for who in people)
    points = _points(tournament, state, order)
    cells: dict[PersonId, dict[str, bool | int]] = {who: {"points": points[who]} for who in people}
    best = max(order, key=points.__getitem__)
    if not goal:
        fixed = tournament.setup.formula.fixed_points
        most = int(goal_points(tournament.setup.rulebook) if fixed is None else fixed)
        cells[best] = {"points": most, "objective": True}
    if not out:
        worst = min(order, key=points.__getitem__)
        cells[worst] = {"points": 0, "eliminated": 1}
    return tuple(SeatResult(who, cells[who]) for who in people)


def _points(tournament: Tournament, state: int, order: list[PersonId]) -> dict[PersonId, int]:
    """Distinct table points between about 8% and 80% of the points of an objective."""
    most = int(goal_points(tournament.setup.rulebook)) * 8 // 10
    found: dict[PersonId, int] = {}
    for who in order:
        while True:
            state, number = below(state, most)
            number = most // 10 + number * 9 // 10
            if number not in found.values():
                found[who] = number
                break
    return found
