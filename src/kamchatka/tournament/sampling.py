"""Made-up results for demonstrations: plausible and reproducible from a seed, never for a real event."""

from dataclasses import replace

from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.sheet.board import HeldSeat, count_board, objective_ids
from kamchatka.scoring.sheet.incidents import goal_points
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.generator import SeededChoices
from kamchatka.tournament.state import Table, Tournament

GOALS, OUTS = 12, 8
"""One table in `GOALS` ends by a RisiKo!, one in `OUTS` with a player eliminated."""
STRENGTHS, WISH = (1, 2, 4), 4
"""Seats differ in strength, and prefer the territories of their objective."""
ARMIES = 2


def sampled(tournament: Tournament, round: int, table: Table, seed: str) -> tuple[SeatResult, ...]:
    """A made-up result: distinct points, sometimes a RisiKo! or an eliminated player."""
    luck, people = SeededChoices(f"{seed} {round} {table.number}"), table.seated.seats
    order = luck.sample(people, len(people))
    if table.seated.kind == "duel":
        return tuple(SeatResult(who, {"place": order.index(who) + 1}) for who in people)
    goal, out = luck.below(GOALS) == 0, luck.below(OUTS) == 0
    book, points = tournament.setup.rulebook, None
    while points is None:
        points = _board_points(book, luck, len(order), has_goal=goal, has_out=out)
    cells: list[dict[str, bool | int]] = [{"points": each} for each in points]
    if goal:
        fixed = tournament.setup.formula.fixed_points
        cells[0] = {"points": int(goal_points(book) if fixed is None else fixed), "objective": True}
    if out:
        cells[-1] |= {"eliminated": 1}
    return tuple(SeatResult(who, cells[order.index(who)]) for who in people)


def _board_points(
    book: Rulebook, luck: SeededChoices, size: int, *, has_goal: bool, has_out: bool
) -> list[int] | None:
    """Distinct points on a made-up board, or None; the first seat may have its goal, the last no land."""
    deck, board = objective_ids(book), board_of(book)
    cards = luck.sample(board.deck(book.setup.objective_deck).objectives, size) if deck else []
    goals = [set(card.territories) for card in cards] or [set()] * size
    strength = [luck.choice(STRENGTHS) for _ in range(size)]
    lands: list[dict[str, int]] = [{} for _ in range(size)]
    for land in (info.id for info in board.territories):
        seats = [
            seat
            for seat in range(size - has_out)
            for _ in range(strength[seat] * (WISH if land in goals[seat] else 1))
        ]
        owner = 0 if has_goal and land in goals[0] else luck.choice(seats)
        lands[owner][land] = ARMIES
    held = [HeldSeat(territories=mine) for mine in lands]
    for seat, card in enumerate(cards):
        held[seat] = replace(held[seat], objective_card=card.id)
    counts = count_board(book, tuple(held), {})
    points = [int(each.points) for each in counts]
    is_won = [each.has_goal for each in counts]
    return points if len({*points}) == size and not any(is_won[has_goal:]) else None
