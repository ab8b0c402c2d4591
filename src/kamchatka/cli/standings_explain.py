"""One line of the standings explained: every result, what each point is for, what was discarded."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kamchatka.cli.standings import total_of
from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import shown, written
from kamchatka.scoring.penalties import result_penalties

if TYPE_CHECKING:
    from kamchatka.scoring.formula import Line
    from kamchatka.scoring.results import Results
    from kamchatka.scoring.scored import Result
    from kamchatka.scoring.standings import Row, Standings

GAMES = ("table", "dummy")


def explanation(table: "Standings", read: "Results", row: "Row", lang: Language) -> Iterator[str]:
    """The whole story of a player or a team, line by line."""
    total = total_of(table, row, lang)
    if row.rank is None:
        values = {"games": row.entry.games, "needed": table.rules.games}
        rank = text("standings.explain.too_few", lang, **values)
    else:
        rank = text("standings.explain.rank", lang, rank=row.rank)
    yield text("standings.explain.heading", lang, player=row.entry.name, total=total, rank=rank)
    if row.tie:
        yield f"  {row.tie.sentence(lang)}"
    counted = {id(result) for result in row.entry.counted}
    lost = result_penalties(read)
    for result in _in_order(row):
        said = _result(table, result, lang)
        if result.player != row.entry.name:
            said = f"{result.player} · {said}"
        if id(result) not in counted:
            said += f" ({text('standings.explain.discarded', lang)})"
        yield said
        for line in lines_of(table, read, result):
            cited = f" [{' '.join(line.clauses)}]" if line.clauses else ""
            yield f"    {shown(line.amount, lang)}  {line.reason(lang)}{cited}"
        points = lost.get((result.player, result.round))
        if points:
            yield f"    {text('standings.explain.penalty_result', lang, points=shown(points, lang))}"
    yield from _penalties(row, lang)


def _penalties(row: "Row", lang: Language) -> Iterator[str]:
    for penalty in row.entry.penalties:
        cited = f" [{penalty.clause}]" if penalty.clause else ""
        why = f" {penalty.reason}" if penalty.reason else ""
        if penalty.points:
            code = f"standings.explain.penalty_{penalty.target}"
            yield text(code, lang, points=shown(penalty.points, lang)) + why + cited
        if penalty.places:
            yield text("standings.explain.penalty_places", lang, places=penalty.places) + why + cited


def _in_order(row: "Row") -> list["Result"]:
    return sorted(row.entry.results, key=lambda result: (result.round, result.table))


def _result(table: "Standings", result: "Result", lang: Language) -> str:
    score = result.key[table.formula.columns.index(table.formula.score)]
    values = {
        "round": result.round,
        "table": result.table,
        "place": result.place,
        "score": shown(score, lang),
    }
    kind = "game" if result.kind in GAMES else result.kind
    return text(f"standings.explain.{kind}", lang, **values)


def lines_of(table: "Standings", read: "Results", result: "Result") -> tuple["Line", ...]:
    """The lines of the card behind a result; none where there was no ordinary game."""
    for played in read.tables():
        if (played.round, played.number) == (result.round, result.table) and result.kind in GAMES:
            assert played.sheet is not None, "a game has a sheet"
            cards = table.formula.cards(played.sheet)
            return next(card.lines for card in cards if card.player == result.player)
    return ()


def results_data(table: "Standings", read: "Results", row: "Row", lang: Language) -> list[dict[str, Any]]:
    """The same for programs."""
    counted = {id(result) for result in row.entry.counted}
    return [
        {
            "round": result.round,
            "player": result.player,
            "table": result.table or None,
            "kind": result.kind,
            "place": result.place or None,
            "key": [written(number) for number in result.key],
            "counted": id(result) in counted,
            "lines": [
                {
                    "term": line.term,
                    "amount": written(line.amount),
                    "clause": line.clauses[0] if line.clauses else None,
                    "why": line.reason(lang),
                }
                for line in lines_of(table, read, result)
            ],
        }
        for result in _in_order(row)
    ]
