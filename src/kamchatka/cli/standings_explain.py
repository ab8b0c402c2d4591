"""One line of the standings explained: every result, what each point is for, what was discarded."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kamchatka.cli.score_tables import amounts_in_words, below_each_other, decided_by, line_data, told_lines
from kamchatka.cli.standings_table import PERCENTAGE_DECIMALS, in_words, places_lost
from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import shown, written
from kamchatka.scoring.results.penalties import on_result

if TYPE_CHECKING:
    from kamchatka.scoring.formula.card import ScoreCard
    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.results.model import Penalty, Results
    from kamchatka.scoring.standings.ranking import Standings, StandingsRow
    from kamchatka.scoring.standings.scored import Result

GAMES = ("table", "dummy")


def explanation(table: "Standings", read: "Results", row: "StandingsRow", lang: Language) -> Iterator[str]:
    """The whole story of a player or a team, line by line."""
    if row.rank is None:
        values = {"games": row.entry.games, "needed": table.rules.games}
        rank = text("standings.explain.too_few", lang, **values)
    else:
        rank = text("standings.explain.rank", lang, rank=row.rank)
    yield _heading(table, row, rank, lang)
    if row.tie:
        yield f"  {row.tie.sentence(lang)}"
    counted = {id(result) for result in row.entry.counted}
    for result in _in_order(row):
        said = _result(table, result, lang)
        if result.player != row.entry.name:
            said = f"{result.player} · {said}"
        if id(result) not in counted:
            said += f" ({text('standings.explain.discarded', lang)})"
        yield said
        yield from (f"    {line}" for line in _card(table.formula, result.card, lang))
        lost = on_result(read, result.player, result.round)
        yield from (f"    {line}" for line in _penalties(lost, lang))
    yield from _penalties(row.entry.penalties, lang)


def _heading(table: "Standings", row: "StandingsRow", rank: str, lang: Language) -> str:
    if table.rules.order == "percentage":
        total = f"{shown(row.entry.score, lang, PERCENTAGE_DECIMALS)} %"
        return text("scores.explained", lang, player=row.entry.name, total=total, rank=rank)
    code = "standings.explain.heading" if len(row.entry.total) == 1 else "scores.explained"
    total = in_words(table, row.entry.total, lang)
    return text(code, lang, player=row.entry.name, total=total, rank=rank)


def _card(formula: "Formula", card: "ScoreCard | None", lang: Language) -> Iterator[str]:
    """What each point of a game is for, and what told the place apart from others on equal points."""
    if card is None:
        return
    amounts = amounts_in_words(formula, [card], lang)[card.player]
    for line, said in zip(told_lines(card), below_each_other(card, amounts, lang), strict=True):
        yield said + (f" [{' '.join(line.clauses)}]" if line.clauses else "")
    if decided := decided_by(card, lang):
        yield decided


def _penalties(listed: tuple["Penalty", ...], lang: Language) -> Iterator[str]:
    for penalty in listed:
        cited = f" [{penalty.clause}]" if penalty.clause else ""
        why = f" {penalty.reason}" if penalty.reason else ""
        if penalty.points:
            code = f"standings.explain.penalty_{penalty.target}"
            yield text(code, lang, points=shown(penalty.points, lang)) + why + cited
        if penalty.places:
            yield places_lost(penalty.places, lang) + why + cited


def _in_order(row: "StandingsRow") -> list["Result"]:
    return sorted(row.entry.results, key=lambda result: (result.round, result.table))


def _result(table: "Standings", result: "Result", lang: Language) -> str:
    values = {
        "round": result.round,
        "table": result.table,
        "place": result.place,
        "score": in_words(table, result.key, lang),
    }
    kind = "game" if result.kind in GAMES else result.kind
    return text(f"standings.explain.{kind}", lang, **values)


def penalty_data(penalty: "Penalty") -> dict[str, Any]:
    """A penalty for programs."""
    return {
        "player": penalty.player,
        "target": penalty.target,
        "points": written(penalty.points),
        "places": penalty.places,
        "round": penalty.round,
        "clause": penalty.clause,
        "reason": penalty.reason or None,
    }


def results_data(
    table: "Standings", read: "Results", row: "StandingsRow", lang: Language
) -> list[dict[str, Any]]:
    """The same for programs."""
    counted = {id(result) for result in row.entry.counted}
    return [
        {
            "round": result.round,
            "player": result.player,
            "table": result.table or None,
            "kind": result.kind,
            "place": result.place or None,
            "decided": (result.card.decided or None) if result.card else None,
            "key": [written(number) for number in result.key],
            "counted": id(result) in counted,
            "lines": [line_data(line, lang) for line in (told_lines(result.card) if result.card else ())],
            "penalties": [penalty_data(each) for each in on_result(read, result.player, result.round)],
        }
        for result in _in_order(row)
    ]
