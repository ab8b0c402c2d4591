"""Reasons for a row of the standings: a line for each game, the discards, the tie-break."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.standings.ranking import Standings, StandingsRow
from kamchatka.scoring.views.cards import CardLine
from kamchatka.scoring.views.standings import (
    PERCENTAGE_DECIMALS,
    ResultView,
    decided_at,
    explained,
    key_in_words,
    penalties_in_words,
    places_lost,
    result_in_words,
)


@dataclass(frozen=True, kw_only=True)
class GameReason:
    """The value of one result, with its reason."""

    round: int
    where: str
    """Round, table and place; for a team, the player."""
    what: str
    """The terms of the score."""
    clauses: tuple[str, ...]
    score: str
    is_counted: bool
    aside: str
    """Why it does not count, if discarded."""
    aside_clauses: tuple[str, ...]
    is_won: bool


@dataclass(frozen=True, kw_only=True)
class TieWords:
    """What decided a place among equal totals."""

    sentence: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RowReasons:
    """All reasons for the row of a player or a team."""

    name: str
    heading: str
    games: tuple[GameReason, ...]
    total_label: str
    total: str
    penalties: tuple[str, ...]
    ties: tuple[TieWords, ...]


def row_reasons(
    table: Standings,
    results: Results,
    row: StandingsRow,
    lang: Language,
    *,
    discard_clauses: Sequence[str] = (),
) -> RowReasons:
    """The reasons for a row; `discard_clauses` are the clauses on how many results count."""
    entry, rules = row.entry, table.rules
    story = explained(table, results, row, lang)
    is_share = rules.order == "percentage"
    total = key_in_words(table, entry.total, lang)
    if is_share:
        total = f"{shown(entry.score, lang, PERCENTAGE_DECIMALS)} %"
    if row.rank is None:
        why = text("standings_page.why.unranked", lang, total=total, games=entry.games, needed=rules.games)
    else:
        is_plain = len(entry.total) == 1 and not is_share
        code = "heading" if is_plain else "heading_columns"
        why = text(f"standings_page.why.{code}", lang, total=total, rank=row.rank)
    label = "percentage" if is_share else "total"
    if len(entry.counted) < len(entry.results):
        label += "_best"
    return RowReasons(
        name=entry.name,
        heading=why,
        games=tuple(_game(table, row, each, lang, discard_clauses) for each in story.results),
        total_label=text(f"standings_page.why.{label}", lang, count=len(entry.counted)),
        total=total,
        penalties=tuple(penalties_in_words(entry.penalties, lang)),
        ties=tuple(_ties(row, lang)),
    )


def _game(
    table: Standings,
    row: StandingsRow,
    view: ResultView,
    lang: Language,
    discard_clauses: Sequence[str],
) -> GameReason:
    result, lines = view.result, view.card.lines if view.card else ()
    is_beside = any(each is result for each in row.entry.beside)
    aside = ""
    if is_beside:
        aside = text("standings_page.why.beside", lang)
    elif not view.is_counted:
        aside = text("standings_page.why.discarded", lang, count=len(row.entry.counted))
    said = terms_added([line_in_words(each, lang, named=len(result.key) > 1) for each in lines])
    taken = "; ".join(penalties_in_words(view.penalties, lang))
    cited = [str(clause) for each in lines for clause in each.clauses]
    where = result_in_words("standings_page.why", result, lang)
    return GameReason(
        round=result.round,
        where=f"{result.player} · {where}" if result.player != row.entry.name else where,
        what="; ".join(part for part in (said, taken) if part),
        clauses=tuple(dict.fromkeys(cited)),
        score=key_in_words(table, result.key, lang),
        is_counted=view.is_counted,
        aside=aside,
        aside_clauses=() if is_beside or view.is_counted else tuple(discard_clauses),
        is_won=result.is_game and result.place == 1,
    )


def line_in_words(line: CardLine, lang: Language, *, named: bool) -> str:
    """A term of the formula: its points and its reason."""
    amount = f"{line.amount.column} {line.amount.shown}" if named else line.amount.shown
    if line.why.startswith(f"{amount} "):
        return line.why
    return text("standings_page.why.line", lang, amount=amount, why=line.why)


def terms_added(lines: Sequence[str]) -> str:
    """The terms as a sum; losses are subtracted."""
    said = ""
    for each in lines:
        sign = " − " if each.startswith("-") else " + "
        said = f"{said}{sign}{each.removeprefix('-')}" if said else each
    return said


def _ties(row: StandingsRow, lang: Language) -> Iterator[TieWords]:
    if row.decided:
        yield TieWords(sentence=_whole(decided_at(row.decided, lang)), clauses=())
    if row.tie:
        yield TieWords(sentence=_whole(row.tie.reason(lang)), clauses=tuple(map(str, row.tie.clauses)))
    if row.moved:
        yield TieWords(sentence=_whole(places_lost(row.moved, lang)), clauses=())


def _whole(words: str) -> str:
    """The text as a full sentence."""
    return f"{words[:1].upper()}{words[1:]}."
