"""What to look at beside scores and standings: what to rule, what does not fit, what is in doubt."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from kamchatka.messages import Language, Phrase, Sentence, text
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
"""Doubts of one kind that are told in full."""
MOST_NAMES = 5
"""Names that one notice lists."""

Values = Mapping[str, str | Number | Phrase]


@dataclass(frozen=True)
class Notice(Sentence):
    """Something to tell beside a table."""

    kind: Literal["incident", "warning"] = "warning"


def incident_notices(results: Results) -> Iterator[Notice]:
    """What a judge must rule first, table by table."""
    for each in penalties_due(results):
        values: Values = {"round": each.round or 0, "player": each.player, "points": each.points}
        yield Notice("standings.penalty_due", {**values, "clause": each.clause or ""}, "incident")
    for table in results.tables():
        for incident in table.incidents:
            yield _at_table(table.round, table.number, incident.sentence, "incident")


def table_notices(table: PlayedTable, formula: Formula) -> Iterator[Notice]:
    """Everything to look at in the result of one table, where it is recorded."""
    for incident in table.incidents:
        yield Notice("standings.said", {"said": incident.sentence}, "incident")
    for said in _doubts(table):
        yield Notice("standings.said", {"said": said})
    if table.sheet is not None:
        yield from risiko_notices(formula, [table.sheet])


def _doubts(table: PlayedTable) -> Iterator[Phrase]:
    """What is doubtful about a table, in words."""
    for doubt in table.doubts:
        yield doubt.sentence
    if table.sheet is not None and table.kind != "duel":
        for notice in size_notices(table.sheet):
            yield notice.sentence


def size_notices(sheet: TableSheet) -> Iterator[Notice]:
    """A table of a size that its regulation does not have."""
    size, sizes = len(sheet.seats) + sheet.dummies, sheet.rulebook.seats.sizes
    if size not in sizes:
        values: Values = {"size": size, "id": sheet.rulebook.id, "sizes": ", ".join(map(str, sizes))}
        yield Notice("standings.odd_size", values)


def risiko_notices(formula: Formula, sheets: Iterable[TableSheet]) -> Iterator[Notice]:
    """A RisiKo! written down with other points than the formula counts for it."""
    fixed = formula.fixed_points
    reached = [seat for sheet in sheets for seat in sheet.seats if seat.objective and not seat.uncounted]
    others = [seat for seat in reached if fixed is not None and seat.points != fixed]
    if others and fixed is not None:
        values: Values = {"formula": formula.id, "points": fixed}
        names = Counter((seat.player, seat.points) for seat in others)
        yield Notice("standings.risiko_counts", {**values, "players": partial(_listed, list(names))})


def games_notices(results: Results, rules: Rules) -> Iterator[Notice]:
    """Players with fewer games than the others though nobody says why: chances are to be equal (001-Y2).

    An absence or a bye that the file states is accounted for; whoever is not ranked for it is told so below.
    """
    played: Counter[str] = Counter()
    accounted: Counter[str] = Counter()
    for each in results.summed:
        accounted.update(each.absent)
        for table in each.tables:
            if not table.void and table.kind != "bye":
                played.update(table.players)
            accounted.update(name for name in table.players if not table.void or name in table.awards)
    most = max(played.values(), default=0)
    needed = min(len(results.summed), rules.best or len(results.summed))
    fewer = [
        (name, played[name])
        for name in results.players
        if accounted[name] < needed and rules.games <= played[name] < most
    ]
    if fewer:
        yield Notice("standings.fewer_games", {"most": most, "players": partial(_listed, fewer)})


def _listed(numbers: Sequence[tuple[str, Number]], lang: Language) -> str:
    """A few names, each with its number, and how many more there are."""
    said = ", ".join(f"{name} ({shown(number, lang)})" for name, number in numbers[:MOST_NAMES])
    more = len(numbers) - MOST_NAMES
    return said if more <= 0 else text("standings.and_more", lang, names=said, count=more)


def doubt_notices(results: Results) -> Iterator[Notice]:
    """Doubtful numbers, and names that may be one person: a few of each."""
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
    """Where a formula does not fit a regulation that was played."""
    for book in books:
        yield from (notice for formula in formulas if (notice := off_scale(formula, book)))


def off_scale(formula: Formula, rulebook: Rulebook) -> Notice | None:
    """That a regulation gives more table points than a formula was made for, which may break its order."""
    points = goal_points(rulebook)
    if formula.scale is None or points <= formula.scale.most:
        return None
    values: Values = {
        "rulebook": rulebook.id,
        "points": points,
        "formula": formula.id,
        "most": formula.scale.most,
    }
    return Notice("standings.off_scale", {**values, "breaks": formula.scale.in_words})


def rulebook_notices(given: Rulebook | None, name: str, used: Iterable[Rulebook]) -> Iterator[Notice]:
    """That a regulation asked for does not count, because the file names others itself."""
    if given is None:
        return
    others = sorted({book.id for book in used if book.digest() != given.digest()})
    if others:
        yield Notice("scores.rulebook_in_file", {"given": name, "named": ", ".join(others)})


def award_notices(results: Results) -> Iterator[Notice]:
    """That scores a referee gave are not converted to what a formula counts, such as wins."""
    if any(table.awards for table in results.tables()):
        yield Notice("standings.awards_as_written", {})


def _fits_penalties(formula: Formula) -> bool:
    """Whether points taken away mean here what they mean at the table.

    Not where wins or medals are compared before points, nor where table points count by the hundredth.
    """
    return len(formula.columns) == 1 and all(getattr(term, "over", 1) == 1 for term in formula.term)


def penalty_notices(results: Results, formulas: Iterable[Formula], absences: str) -> Iterator[Notice]:
    """Penalties that take nothing, or that do not mean the same under these formulas."""
    for each in without_result(results) if absences == "none" else ():
        values: Values = {"player": each.player, "round": each.round or 0}
        yield Notice("standings.penalty_without_result", values)
    unfit = [formula.id for formula in formulas if not _fits_penalties(formula)]
    if unfit and any(penalty.points for penalty in results.penalties):
        yield Notice("standings.penalties_as_written", {"formulas": ", ".join(unfit)})


def absence_notices(results: Results, table: Standings) -> Iterator[Notice]:
    """Absences that count instead of a penalised result: whoever stayed away is better off for it."""
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
    """Everything to look at beside these standings: what a judge must rule first, then what is in doubt."""
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
    """Who is in no team, and so in no standings of teams."""
    inside = {player for team in results.teams for player in team.players}
    outside = [player for player in results.players if player not in inside]
    if outside:
        yield Notice("standings.no_team", {"players": ", ".join(outside)})


def played_rulebooks(results: Results) -> list[Rulebook]:
    """The regulations that were played."""
    books = {table.sheet.rulebook.id: table.sheet.rulebook for table in results.tables() if table.sheet}
    return list(books.values())
