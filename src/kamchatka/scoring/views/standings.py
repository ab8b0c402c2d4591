"""Views of standings: aligned totals, the score of each round, and the explanation of one row."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.results.model import Penalty, Results
from kamchatka.scoring.sheet.places import Unscored
from kamchatka.scoring.standings.ranking import DecidedPlace, Standings, StandingsRow
from kamchatka.scoring.standings.scored import Result
from kamchatka.scoring.views.cards import CardView, card_views, decided_by
from kamchatka.scoring.views.cells import Cell, alike, column_heading, column_name, heading, worth_telling

T = TypeVar("T")
PERCENTAGE_DECIMALS = 2
AT_A_TABLE = ("table", "dummy")
"""Kinds of results described as a game at a table."""


@dataclass(frozen=True)
class RoundScore:
    """The score of a row in a round: for a team, results may count or be discarded."""

    plain_as = "round score|written counted|given absent=is_absence"

    round: int
    counted: Number | None
    discarded: Number | None
    is_absence: bool

    @property
    def score(self) -> Number:
        """Counted and discarded scores together."""
        return (self.counted or 0) + (self.discarded or 0)


@dataclass(frozen=True)
class RoundCell:
    """The score of a row in a round, as text: the counted and the discarded part."""

    counted: str = ""
    discarded: str = ""
    number: Number | None = None
    """The score as a number, for charts."""

    def __str__(self) -> str:
        """The text; discarded scores in brackets."""
        said = [self.counted, f"({self.discarded})" if self.discarded else ""]
        return " ".join(words for words in said if words) or "-"


@dataclass(frozen=True)
class RowView:
    """A row as text."""

    plain_as = (
        "rank=row.rank player=row.entry.name total=row.entry.score|written key=row.entry.total|written"
        " counted=counted_rounds games=row.entry.games tie=row.tie.code tie_text=row.tie.sentence"
        " open=row.tie.is_open|bool decided_at=row.decided places_lost=row.moved rounds"
    )

    row: StandingsRow
    totals: tuple[str, ...]
    rounds: tuple[RoundScore, ...]
    cells: tuple[RoundCell, ...]
    """The scores as text, for every round of the tournament."""
    remarks: tuple[str, ...]

    @property
    def counted_rounds(self) -> list[int]:
        """The rounds that count; for a team, one entry for each result."""
        return sorted(result.round for result in self.row.entry.counted)


@dataclass(frozen=True)
class StandingsView:
    """Standings as text."""

    table: Standings
    total_headings: tuple[str, ...]
    rounds: tuple[int, ...]
    rows: tuple[RowView, ...]


def standings_view(table: Standings, results: Results, lang: Language) -> StandingsView:
    """The standings as text."""
    formula, keys = table.formula, [row.entry.total for row in table.rows]
    unit = " %" if table.rules.order == "percentage" else ""
    shown_at = [0]
    headings = [heading("total", lang)]
    if not unit and len(formula.columns) > 1:
        shown_at = worth_telling(keys, formula.columns, formula.score)
        headings = [column_heading(formula.columns[at], lang) for at in shown_at]
    most = PERCENTAGE_DECIMALS if unit else formula.decimals
    totals = {at: alike((key[at] for key in keys), lang, most) for at in shown_at}
    numbers = tuple(each.number for each in results.rounds)
    scores = {row.entry.name: tuple(_rounds(table, row)) for row in table.rows}
    got: dict[int, list[Number]] = {number: [] for number in numbers}
    for listed in scores.values():
        for each in listed:
            got[each.round] += [score for score in (each.counted, each.discarded) if score is not None]
    by_round = {number: alike(found, lang, formula.decimals) for number, found in got.items()}

    def words(each: RoundScore, score: Number | None) -> str:
        if score is None:
            return ""
        return text("scores.absent", lang) if each.is_absence and not score else by_round[each.round](score)

    def cell(each: RoundScore | None) -> RoundCell:
        if each is None:
            return RoundCell()
        number = each.discarded if each.counted is None else each.counted
        return RoundCell(words(each, each.counted), words(each, each.discarded), number)

    rows = []
    for row in table.rows:
        by_number = {each.round: each for each in scores[row.entry.name]}
        rows.append(
            RowView(
                row,
                tuple(totals[at](row.entry.total[at]) + unit for at in shown_at),
                scores[row.entry.name],
                tuple(cell(by_number.get(number)) for number in numbers),
                tuple(_remarks(row, lang)),
            )
        )
    return StandingsView(table, tuple(headings), numbers, tuple(rows))


def _rounds(table: Standings, row: StandingsRow) -> Iterator[RoundScore]:
    """The score of each round; for a team, of all its players' results."""
    column, entry = table.formula.columns.index(table.formula.score), row.entry
    counted, discarded = entry.counted, (*entry.results[len(entry.counted) :], *entry.beside)
    for number in sorted({result.round for result in (*counted, *discarded)}):
        here = [[each for each in part if each.round == number] for part in (counted, discarded)]
        kept, left = (sum(each.key[column] for each in part) if part else None for part in here)
        away = all(each.kind == "absence" for part in here for each in part)
        yield RoundScore(number, kept, left, away)


def _remarks(row: StandingsRow, lang: Language) -> Iterator[str]:
    if row.decided:
        yield decided_at(row.decided, lang)
    if row.tie:
        yield row.tie.sentence(lang)
    if row.moved:
        yield places_lost(row.moved, lang)


def decided_at(place: DecidedPlace, lang: Language) -> str:
    """The table that decided the rank, and the criterion if points did not."""
    said = text("standings.decided_at", lang, round=place.round, table=place.table, place=place.place)
    return said if place.by in ("", "points") else f"{said} ({decided_by(place.by, lang)})"


def places_lost(places: int, lang: Language) -> str:
    """Number of places lost, as text."""
    code = "penalty_place" if places == 1 else "penalty_places"
    return text(f"standings.explain.{code}", lang, places=places)


def scored(make: Callable[[], T], lang: Language) -> tuple[T | None, str]:
    """The value of `make()`; if scores are missing, None and what is missing."""
    try:
        return make(), ""
    except Unscored as missing:
        return None, missing.report(lang)


def csv_rows(
    view: StandingsView, lang: Language, *, teams: bool, clubs: Mapping[str, str] | None = None
) -> Iterator[list[Cell]]:
    """One CSV row for each player or team, with a cell for each round's score; clubs by the player's name."""
    table, clubs = view.table, None if teams else clubs
    beside = [at for at, column in enumerate(table.formula.columns) if column != table.formula.score]
    if table.rules.order == "percentage":
        beside = []
    yield [
        *(heading(name, lang) for name in ("rank", "team" if teams else "player")),
        *([heading("club", lang)] if clubs else []),
        heading("total", lang),
        *(column_heading(table.formula.columns[at], lang) for at in beside),
        *(text("scores.round_column", lang, round=number) for number in view.rounds),
        *(heading(name, lang) for name in ("counted", "games", "tie")),
    ]
    for each in view.rows:
        entry = each.row.entry
        scores = {got.round: got.score for got in each.rounds}
        yield [
            each.row.rank,
            entry.name,
            *([clubs.get(entry.name, "")] if clubs else []),
            entry.score,
            *(entry.total[at] for at in beside),
            *(scores.get(number) for number in view.rounds),
            " ".join(map(str, each.counted_rounds)),
            entry.games,
            "; ".join(each.remarks),
        ]


@dataclass(frozen=True)
class ResultView:
    """One result of a row, explained."""

    plain_as = (
        "round=result.round player=result.player table=result.table|some kind=result.kind"
        " place=result.place|some decided=card.decided|some key=result.key|written counted=is_counted"
        " lines=card.lines|list penalties"
    )

    result: Result
    is_counted: bool
    in_words: str
    card: CardView | None
    """The reasons line by line; None if a referee or the formula sets the score directly."""
    penalties: tuple[Penalty, ...]


@dataclass(frozen=True)
class RowExplanation:
    """One row of the standings, explained: every result, its terms, the discards."""

    heading: str
    row: StandingsRow
    results: tuple[ResultView, ...]


def explained(table: Standings, results: Results, row: StandingsRow, lang: Language) -> RowExplanation:
    """The full explanation of the row of a player or a team."""
    entry = row.entry
    if row.rank is None:
        rank = text("standings.explain.too_few", lang, games=entry.games, needed=table.rules.games)
    else:
        rank = text("standings.explain.rank", lang, rank=row.rank)
    if table.rules.order == "percentage":
        code, total = "scores.explained", f"{shown(entry.score, lang, PERCENTAGE_DECIMALS)} %"
    else:
        code = "standings.explain.heading" if len(entry.total) == 1 else "scores.explained"
        total = key_in_words(table, entry.total, lang)
    left = {id(result): "discarded" for result in entry.results[len(entry.counted) :]}
    left |= {id(result): "beside" for result in entry.beside}
    views = []
    for result in sorted((*entry.results, *entry.beside), key=lambda each: (each.round, each.table)):
        score = key_in_words(table, result.key, lang)
        said = result_in_words("standings.explain", result, lang, score=score)
        if result.player != entry.name:
            said = f"{result.player} · {said}"
        if id(result) in left:
            said += f" ({text(f'standings.explain.{left[id(result)]}', lang)})"
        card = card_views(table.formula, (result.card,), lang)[0] if result.card else None
        lost = tuple(results.result_penalties.get((result.player, result.round), ()))
        views.append(ResultView(result, id(result) not in left, said, card, lost))
    return RowExplanation(text(code, lang, player=entry.name, total=total, rank=rank), row, tuple(views))


def result_in_words(section: str, result: Result, lang: Language, **values: str) -> str:
    """Which game it was, or why there was none, from a section of the message catalogue."""
    kind = "game" if result.kind in AT_A_TABLE else result.kind
    place = {"round": result.round, "table": result.table, "place": result.place}
    return text(f"{section}.{kind}", lang, **place, **values)


def key_in_words(table: Standings, key: Sequence[Number], lang: Language) -> str:
    """The compared totals in one line: a number, or each column other than 0 with its name."""
    columns, decimals = table.formula.columns, table.formula.decimals
    if len(columns) == 1:
        return shown(key[0], lang, decimals)
    return ", ".join(
        f"{column_name(columns[at], lang)} {shown(key[at], lang, decimals)}"
        for at in worth_telling([key], columns, table.formula.score)
    )


def penalties_in_words(penalties: Iterable[Penalty], lang: Language) -> Iterator[str]:
    """The points each penalty takes, and why."""
    for penalty in penalties:
        cited = f" [{penalty.clause}]" if penalty.clause else ""
        why = f" {penalty.reason}" if penalty.reason else ""
        if penalty.points:
            code = f"standings.explain.penalty_{penalty.target}"
            yield text(code, lang, points=penalty.points) + why + cited
        if penalty.places:
            yield places_lost(penalty.places, lang) + why + cited
