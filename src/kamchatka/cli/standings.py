"""`kamchatka standings`: a tournament's results in order, every tie with its reason."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kamchatka.cli.output import AsJson, command, console, fail, language, print_json
from kamchatka.cli.scoring_csv import STANDARD_OUTPUT, CsvOption, ForceOption, check_target, write_csv
from kamchatka.cli.scoring_input import (
    ALL,
    FormulaOption,
    ResultsArg,
    RulebookOption,
    SetOption,
    open_formula,
    open_results,
    parse_sets,
    plain,
    plain_lines,
    something,
    watched,
)
from kamchatka.cli.standings_options import (
    AbsenceChoice,
    AbsencesOption,
    AfterOption,
    BestOption,
    DropOption,
    ExplainOption,
    GamesOption,
    PercentageOption,
    RankingOption,
    RoundsOption,
    ScopeChoice,
    ScopeOption,
    TiesOption,
    results_after,
    rules_from,
)
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from pathlib import Path

    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.results.model import Results
    from kamchatka.scoring.standings.entries import Rules
    from kamchatka.scoring.standings.ranking import Standings, StandingsRow


def standings(
    results: ResultsArg,
    *,
    formula: FormulaOption,
    options: SetOption = None,
    best: BestOption = None,
    drop: DropOption = None,
    games: GamesOption = 0,
    absences: AbsencesOption = AbsenceChoice.zero,
    scope: ScopeOption = ScopeChoice.counted,
    percentage: PercentageOption = False,
    ties: TiesOption = None,
    after: AfterOption = None,
    ranking: RankingOption = None,
    teams: Annotated[
        bool, typer.Option("--teams", help="Classifica delle squadre · standings of teams.")
    ] = False,
    rounds: RoundsOption = False,
    rulebook: RulebookOption = None,
    explain: ExplainOption = None,
    csv: CsvOption = None,
    force: ForceOption = False,
    as_json: AsJson = False,
) -> None:
    """La classifica, con il perché di ogni spareggio · the standings, with the reason for every tie."""
    lang = language()
    _one_formula(formula, results)
    check_target(csv, (results, formula, rulebook or ""), force=force, as_json=as_json)
    found = open_formula(formula, parse_sets(options))
    read = results_after(open_results(results, rulebook), after)
    if teams and not read.teams:
        fail(text("standings.no_teams", lang))
    rules = rules_from(
        read,
        best=best,
        drop=drop,
        games=games,
        absences=absences,
        scope=scope,
        percentage=percentage,
        ties=ties,
        ranking=ranking,
    )
    table = _ranked(found, read, rules, teams=teams)
    row = None if explain is None else _row_of(explain, table)
    notices = _notices(read, table, rulebook)
    if csv:
        from kamchatka.cli.standings_table import csv_rows

        write_csv(csv, csv_rows(table, read, lang, teams=teams), lang)
    if as_json:
        print_json(_data(table, read, row, notices, lang))
    elif csv != STANDARD_OUTPUT:
        _print(table, read, row, notices, lang, teams=teams, rounds=rounds)


def _one_formula(name: str, results: "Path") -> None:
    """Refuse all formulas, or several: another command compares them."""
    if name.strip() == ALL or "," in name:
        words = ["whatif", results] if name.strip() == ALL else ["whatif", results, "--formula", name]
        fail(text("scores.one_formula", language(), command=command(*words)))


def _ranked(formula: "Formula", read: "Results", rules: "Rules", *, teams: bool) -> "Standings":
    from kamchatka.scoring.sheet.placing import MissingNumber
    from kamchatka.scoring.standings.ranking import standings as ranked
    from kamchatka.scoring.standings.scored import Unscorable

    try:
        with watched(sum(1 for _ in read.tables())) as progress:
            return ranked(formula, read, rules, teams=teams, progress=progress)
    except Unscorable as problem:
        fail(plain_lines(problem.report(language())))
    except MissingNumber as missing:
        fail(plain(missing.sentence(language())))


def _row_of(player: str, table: "Standings") -> "StandingsRow":
    """The row to explain; of a name nobody has, those that are near."""
    from difflib import get_close_matches

    from kamchatka.scoring.sheet.model import player_name

    row = table.row(player_name(something(player, "--explain")))
    if row is None:
        names = [each.entry.name for each in table.rows]
        near = ", ".join(get_close_matches(player, names, n=3)) or ", ".join(names[:5])
        fail(text("standings.not_in_results", language(), player=plain(player), nearest=plain(near)))
    return row


def _notices(read: "Results", table: "Standings", rulebook: str | None) -> dict[str, list[str]]:
    from kamchatka.cli.scoring_notices import (
        absence_notices,
        award_notices,
        incidents_of,
        penalty_notices,
        played_rulebooks,
        rulebook_notices,
        warnings_of,
    )
    from kamchatka.scoring.results.notices import notices_of

    return {
        "incidents": incidents_of(read),
        "warnings": [
            *map(plain, notices_of(read, language())),
            *rulebook_notices(rulebook, played_rulebooks(read)),
            *warnings_of(read, table.formula),
            *penalty_notices(read, [table.formula], table.rules.absences),
            *absence_notices(read, table),
            *(award_notices(read) if len(table.formula.columns) > 1 else ()),
        ],
    }


def _data(
    table: "Standings",
    read: "Results",
    row: "StandingsRow | None",
    notices: dict[str, list[str]],
    lang: Language,
) -> dict[str, Any]:
    from kamchatka.cli.standings_table import row_data

    data: dict[str, Any] = {
        "formula": table.formula.id,
        **notices,
        "columns": list(table.formula.columns),
        "rows": [row_data(table, each, lang) for each in ([row] if row else table.rows)],
    }
    if row:
        from kamchatka.cli.standings_explain import penalty_data, results_data

        data["results"] = results_data(table, read, row, lang)
        data["penalties"] = [penalty_data(each) for each in row.entry.penalties]
    return data


def _print(
    table: "Standings",
    read: "Results",
    row: "StandingsRow | None",
    notices: dict[str, list[str]],
    lang: Language,
    *,
    teams: bool,
    rounds: bool,
) -> None:
    from rich.text import Text

    from kamchatka.cli.standings_explain import explanation
    from kamchatka.cli.standings_table import ranking_table

    out = console()
    for notice in (*notices["incidents"], *notices["warnings"]):
        out.print(f"⚠ {notice}")
    if row:
        for line in explanation(table, read, row, lang):
            out.print(plain(line))
        return
    inside = {player for team in read.teams for player in team.players}
    outside = [player for player in read.players if player not in inside]
    if teams and outside:
        out.print(text("standings.no_team", lang, players=plain(", ".join(outside))))
    title = plain(read.title) or text("standings.untitled", lang)
    values = {"title": title, "count": len(read.rounds), "formula": table.formula.id}
    code = "ranked_with_one" if len(read.rounds) == 1 else "ranked_with"
    out.print(Text(text(f"standings.{code}", lang, **values), style="bold"))
    out.print(ranking_table(table, read, lang, teams=teams, rounds=rounds))
    if rounds and table.rules.best is not None:
        out.print(text("scores.discarded_hint", lang))
    if read.teams and not teams:
        out.print(text("scores.teams_too", lang))
