"""Notices beside scores and standings: incidents to rule on, mismatches and doubts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from kamchatka.messages import Language, Phrase, Sentence, has_text, text
from kamchatka.near_names import near_names
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.results.model import PlayedTable, Results, penalties_due, without_result
from kamchatka.scoring.sheet.incidents import goal_points
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings

MOST_TOLD = 3
"""Number of doubts of one kind shown in full."""
MOST_NAMES = 5
"""Number of names listed in one notice."""

Values = Mapping[str, str | Number | Phrase]


@dataclass(frozen=True)
class Notice(Sentence):
    """A notice beside a table."""

    kind: Literal["incident", "warning"] = "warning"

    def on_page(self, lang: Language) -> str:
        """The sentence for web pages, worded differently where it would name a terminal command."""
        section, _, code = self.code.partition(".")
        own = f"{section}_page.{code}"
        return text(own, lang, **self.values) if has_text(own, lang) else self.sentence(lang)


def incident_notices(results: Results) -> Iterator[Notice]:
    """Incidents a judge must rule on first, table by table."""
    for each in penalties_due(results):
        values: Values = {"round": each.round or 0, "player": each.player, "points": each.points}
        yield Notice("standings.penalty_due", {**values, "clause": each.clause or ""}, "incident")
    for table in results.tables():
        for incident in table.incidents:
            yield _at_table(table.round, table.number, incident.sentence, "incident")


def table_notices(table: PlayedTable, formula: Formula) -> Iterator[Notice]:
    """All notices about the result of one table, for the page that records it."""
    for incident in table.incidents:
        yield Notice("standings.said", {"said": incident.sentence}, "incident")
    for said in _doubts(table):
        yield Notice("standings.said", {"said": said})
    if table.sheet is not None:
        yield from risiko_notices(formula, [table.sheet])


def _doubts(table: PlayedTable) -> Iterator[Phrase]:
    """Doubts about a table, as phrases."""
    for doubt in table.doubts:
        yield doubt.sentence
    if table.sheet is not None and table.kind != "duel":
        for notice in size_notices(table.sheet):
            yield notice.sentence


def size_notices(sheet: TableSheet) -> Iterator[Notice]:
    """A table of a size its regulation does not have."""
    size, sizes = len(sheet.seats) + sheet.dummies, sheet.rulebook.seats.sizes
    if size not in sizes:
        values: Values = {"size": size, "id": sheet.rulebook.id, "sizes": ", ".join(map(str, sizes))}
        yield Notice("standings.odd_size", values)


def risiko_notices(formula: Formula, sheets: Iterable[TableSheet]) -> Iterator[Notice]:
    """A RisiKo! whose recorded points differ from those the formula counts."""
    fixed = formula.fixed_points
    reached = [seat for sheet in sheets for seat in sheet.seats if seat.objective and not seat.uncounted]
    others = [seat for seat in reached if fixed is not None and seat.points != fixed]
    if others and fixed is not None:
        values: Values = {"formula": formula.name, "points": fixed}
        names = Counter((seat.player, seat.points) for seat in others)
        yield Notice("standings.risiko_counts", {**values, "players": partial(_listed, list(names))})


def games_notices(results: Results, rules: Rules) -> Iterator[Notice]:
    """Players with unexplained fewer games than the others: chances must be equal (001-Y2).

    Absences and byes stated in the file are explained; a player not ranked for them gets another notice.
    A round in which tables still play does not count.
    """
    played: Counter[str] = Counter()
    accounted: Counter[str] = Counter()
    over = [each for each in results.summed if not each.is_open]
    for each in over:
        accounted.update(each.absent)
        for table in each.tables:
            if not table.void and table.kind != "bye":
                played.update(table.players)
            accounted.update(name for name in table.players if not table.void or name in table.awards)
    most = max(played.values(), default=0)
    needed = min(len(over), rules.best or len(over))
    fewer = [
        (name, played[name])
        for name in results.players
        if accounted[name] < needed and rules.games <= played[name] < most
    ]
    if fewer:
        yield Notice("standings.fewer_games", {"most": most, "players": partial(_listed, fewer)})


def _listed(numbers: Sequence[tuple[str, Number]], lang: Language) -> str:
    """A few names, each with its number, and the number of names left out."""
    said = ", ".join(f"{name} ({shown(number, lang)})" for name, number in numbers[:MOST_NAMES])
    more = len(numbers) - MOST_NAMES
    return said if more <= 0 else text("standings.and_more", lang, names=said, count=more)


def doubt_notices(results: Results) -> Iterator[Notice]:
    """Doubtful numbers, and names that may be the same person: a few of each."""
    doubts = [
        _at_table(table.round, table.number, said) for table in results.tables() for said in _doubts(table)
    ]
    named = [
        frozenset(each.absent).union(*(table.players for table in each.tables)) for each in results.rounds
    ]
    groups = near_names(named)
    names = [Notice("standings.near_names", {"names": " · ".join(group)}) for group in groups]
    yield from _a_few(doubts)
    yield from _a_few(names)


def _at_table(
    round: int, table: int, said: Phrase, kind: Literal["incident", "warning"] = "warning"
) -> Notice:
    return Notice("standings.at_table", {"round": round, "table": table, "said": said}, kind)


def _a_few(notices: list[Notice]) -> Iterator[Notice]:
    yield from notices[:MOST_TOLD]
    if (more := len(notices) - MOST_TOLD) > 0:
        yield Notice(f"standings.{'one_more_notice' if more == 1 else 'more_notices'}", {"count": more})


def scale_notices(formulas: Iterable[Formula], books: Iterable[Rulebook]) -> Iterator[Notice]:
    """Formulas that do not fit a regulation that was played."""
    for book in books:
        yield from (notice for formula in formulas if (notice := off_scale(formula, book)))


def off_scale(formula: Formula, rulebook: Rulebook) -> Notice | None:
    """Notice that a regulation gives more table points than the formula's scale allows."""
    points = goal_points(rulebook)
    if formula.scale is None or points <= formula.scale.most:
        return None
    values: Values = {
        "rulebook": rulebook.title,
        "points": points,
        "formula": formula.name,
        "most": formula.scale.most,
    }
    return Notice("standings.off_scale", {**values, "breaks": formula.scale.in_words})


def rulebook_notices(given: Rulebook | None, name: str, used: Iterable[Rulebook]) -> Iterator[Notice]:
    """Notice that the requested regulation is ignored, because the file names its own."""
    if given is None:
        return
    others = sorted({book.id for book in used if book.digest() != given.digest()})
    if others:
        yield Notice("scores.rulebook_in_file", {"given": name, "named": ", ".join(others)})


def award_notices(results: Results) -> Iterator[Notice]:
    """Notice that scores a referee awarded are not converted to other columns, such as wins."""
    if any(table.awards for table in results.tables()):
        yield Notice("standings.awards_as_written", {})


def _fits_penalties(formula: Formula) -> bool:
    """Whether a point penalty has the same weight here as at the table.

    Not if wins or medals are compared before points, nor if table points count by the hundredth.
    """
    return len(formula.columns) == 1 and all(getattr(term, "over", 1) == 1 for term in formula.term)


def penalty_notices(results: Results, formulas: Iterable[Formula], absences: str) -> Iterator[Notice]:
    """Penalties that have no effect, or a different weight under these formulas."""
    for each in without_result(results) if absences == "none" else ():
        values: Values = {"player": each.player, "round": each.round or 0}
        yield Notice("standings.penalty_without_result", values)
    unfit = [formula for formula in formulas if not _fits_penalties(formula)]
    if unfit and any(penalty.points for penalty in results.penalties):
        yield Notice("standings.penalties_as_written", {"formulas": partial(_names, unfit)})


def _names(formulas: Iterable[Formula], lang: Language) -> str:
    return ", ".join(formula.name(lang) for formula in formulas)


def absence_notices(results: Results, table: Standings) -> Iterator[Notice]:
    """Absences that count instead of a penalised result, which rewards the absent player."""
    score = table.formula.columns.index(table.formula.score)
    penalised = {(each.player, each.round) for each in results.penalties if each.target == "result"}
    for row in table.rows if penalised else ():
        entry = row.entry
        away = [each.round for each in entry.counted if each.kind == "absence"]
        for result in entry.results[len(entry.counted) :]:
            if away and (result.player, result.round) in penalised and result.kind != "absence":
                values: Values = {"player": result.player, "away": away[-1], "round": result.round}
                yield Notice("scores.absence_counts", {**values, "score": result.key[score]})


def standings_notices(results: Results, table: Standings) -> Iterator[Notice]:
    """All notices beside these standings: incidents to rule on first, then doubts."""
    formula, books = table.formula, played_rulebooks(results)
    yield from incident_notices(results)
    yield from doubt_notices(results)
    yield from risiko_notices(formula, (each.sheet for each in results.tables() if each.sheet))
    yield from games_notices(results, table.rules)
    yield from scale_notices([formula], books)
    yield from penalty_notices(results, [formula], table.rules.absences)
    yield from absence_notices(results, table)
    yield from award_notices(results) if len(formula.columns) > 1 else ()
    yield from team_notices(results) if table.is_of_teams else ()


def team_notices(results: Results) -> Iterator[Notice]:
    """Players without a team, who are missing from the team standings."""
    inside = {player for team in results.teams for player in team.players}
    outside = [player for player in results.players if player not in inside]
    if outside:
        yield Notice("standings.no_team", {"players": ", ".join(outside)})


def played_rulebooks(results: Results) -> list[Rulebook]:
    """The distinct regulations of the played tables."""
    books = {table.sheet.rulebook.id: table.sheet.rulebook for table in results.tables() if table.sheet}
    return list(books.values())
