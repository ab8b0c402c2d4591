"""Penalties: points off a result before it is chosen, off the total, off a ranking; places lost in it.

Scores of a game never fall below zero, totals may: a penalty is taken in full.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import Penalty, Results


def result_penalties(results: Results) -> Mapping[tuple[str, int], Number]:
    """Points off the result of a player in a round."""
    found: dict[tuple[str, int], Number] = defaultdict(int)
    for penalty in results.penalties:
        if penalty.target == "result" and penalty.round is not None:
            found[penalty.player, penalty.round] += penalty.points
    return found


def on_result(results: Results, player: str, round: int) -> tuple[Penalty, ...]:
    """The penalties on one result, each with its reason."""
    return tuple(
        each
        for each in results.penalties
        if each.target == "result" and (each.player, each.round) == (player, round)
    )


def without_result(results: Results) -> tuple[Penalty, ...]:
    """Penalties on the result of an absence: where an absence is no result, they take nothing."""
    absent = {(player, each.number) for each in results.rounds for player in each.absent}
    return tuple(
        each
        for each in results.penalties
        if each.target == "result" and each.round is not None and (each.player, each.round) in absent
    )


def fits_penalties(formula: Formula) -> bool:
    """Whether points taken away mean here what they mean at the table.

    Not where wins or medals are compared before points, nor where table points count by the hundredth.
    """
    return len(formula.columns) == 1 and all(getattr(term, "over", 1) == 1 for term in formula.term)


def total_penalties(results: Results, ranking: str) -> Mapping[str, tuple[Penalty, ...]]:
    """What each player loses on the total and in this ranking; other rankings are not touched."""
    found: dict[str, list[Penalty]] = defaultdict(list)
    for penalty in results.penalties:
        if penalty.target == "total" or (penalty.target == "ranking" and penalty.ranking in ("", ranking)):
            found[penalty.player].append(penalty)
    return {player: tuple(listed) for player, listed in found.items()}


def penalties_due(results: Results) -> Iterator[Penalty]:
    """What a regulation takes from whoever withdrew from a game, and nobody has written down yet.

    Never taken by itself: a judge decides, and the file says so.
    """
    written = {(each.player, each.round) for each in results.penalties if each.target != "result"}
    for table in results.tables():
        if table.sheet is None:
            continue
        rulebook = table.sheet.rulebook
        for seat in table.sheet.seats:
            settled = {(seat.player, table.round), (seat.player, None)} & written
            if rulebook.withdrawal.ranking_penalty and seat.status == "withdrawn" and not settled:
                yield Penalty(
                    player=seat.player,
                    target="ranking",
                    points=rulebook.withdrawal.ranking_penalty,
                    round=table.round,
                    clause=next(iter(rulebook.entry("withdrawal.ranking_penalty").clauses), None),
                )
