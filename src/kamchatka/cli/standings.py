"""`kamchatka standings`: a tournament's results in order, every tie with its reason."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kamchatka.cli.output import AsJson, console, fail, language, print_json
from kamchatka.cli.scoring_input import (
    FormulaOption,
    ResultsArg,
    RulebookOption,
    SetOption,
    incidents_of,
    open_formula,
    open_results,
    parse_sets,
    penalty_notices,
    plain,
    plain_lines,
    warnings_of,
    watched,
    write_text,
)
from kamchatka.cli.standings_options import (
    AbsenceChoice,
    AbsencesOption,
    AfterOption,
    BestOption,
    DropOption,
    GamesOption,
    PercentageOption,
    RankingOption,
    ScopeChoice,
    ScopeOption,
    TiesOption,
    results_after,
    rules_from,
)
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.scoring.results import Results
    from kamchatka.scoring.standings import Row, Standings


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
    ties: TiesOption = "",
    after: AfterOption = None,
    ranking: RankingOption = "",
    teams: Annotated[
        bool, typer.Option("--teams", help="Classifica delle squadre · standings of teams.")
    ] = False,
    rulebook: RulebookOption = "",
    explain: Annotated[
        str, typer.Option(metavar="PLAYER", help="Spiega un giocatore · explain one player.")
    ] = "",
    csv: Annotated[Path | None, typer.Option(help="Scrive un file CSV · writes a CSV file.")] = None,
    as_json: AsJson = False,
) -> None:
    """La classifica, con il perché di ogni spareggio · the standings, with the reason for every tie."""
    from kamchatka.scoring.placed import Placed
    from kamchatka.scoring.placing import MissingNumber
    from kamchatka.scoring.scored import Unscorable
    from kamchatka.scoring.sheet import player_name
    from kamchatka.scoring.standings import standings as ranked

    lang = language()
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
    placed = Placed(read)
    try:
        with watched(len(placed.tables)) as progress:
            table = ranked(found, read, rules, placed=placed, teams=teams, progress=progress)
    except Unscorable as problem:
        fail(plain_lines(problem.report(lang)))
    except MissingNumber as missing:
        fail(plain(missing.sentence(lang)))
    explain = player_name(explain)
    if explain and table.row(explain) is None:
        _nobody(explain, table)
    if csv:
        write_text(csv, _csv(table, lang, teams=teams))
    if as_json:
        print_json(_data(table, read, explain, lang))
    elif explain:
        _notices(read, table, lang)
        _explain(table, read, explain, lang)
    else:
        _notices(read, table, lang, teams=teams)
        _print(table, read, lang, teams=teams)
    if csv:
        typer.echo(text("standings.csv_written", lang, path=csv), err=True)


def _nobody(player: str, table: "Standings") -> None:
    from difflib import get_close_matches

    names = [row.entry.name for row in table.rows]
    near = ", ".join(get_close_matches(player, names, n=3)) or ", ".join(names[:5])
    fail(text("standings.not_in_results", language(), player=plain(player), nearest=plain(near)))


def _notices(read: "Results", table: "Standings", lang: Language, *, teams: bool = False) -> None:
    out = console()
    for notice in (*incidents_of(read), *_warnings(read, table)):
        out.print(f"⚠ {notice}")
    if teams:
        inside = {player for team in read.teams for player in team.players}
        outside = [player for player in read.players if player not in inside]
        if outside:
            out.print(text("standings.no_team", lang, players=plain(", ".join(outside))))


def _warnings(read: "Results", table: "Standings") -> list[str]:
    notices = penalty_notices(read, [table.formula], table.rules.absences)
    return warnings_of(read, table.formula) + notices


def _counted(row: "Row") -> list[int]:
    return sorted(result.part.round for result in row.entry.counted)


def _data(table: "Standings", read: "Results", explain: str, lang: Language) -> dict[str, Any]:
    rows = [row for row in table.rows if not explain or row.entry.name == explain]
    data: dict[str, Any] = {
        "formula": table.formula.id,
        "incidents": incidents_of(read),
        "warnings": _warnings(read, table),
        "rows": [_row(row, lang) for row in rows],
    }
    if explain:
        from kamchatka.cli.standings_explain import penalty_data, results_data

        data["results"] = results_data(table, read, rows[0], lang)
        data["penalties"] = [penalty_data(each) for each in rows[0].entry.penalties]
    return data


def _row(row: "Row", lang: Language) -> dict[str, Any]:
    from kamchatka.scoring.numbers import written

    tie = row.tie
    return {
        "rank": row.rank,
        "player": row.entry.name,
        "total": written(row.entry.score),
        "key": [written(number) for number in row.entry.total],
        "counted": _counted(row),
        "games": row.entry.games,
        "tie": tie.code if tie else None,
        "tie_text": tie.sentence(lang) if tie else None,
        "open": bool(tie and tie.is_open),
        "places_lost": row.moved,
    }


def _csv(table: "Standings", lang: Language, *, teams: bool) -> str:
    from kamchatka.scoring.csv_out import csv_text

    who = "team" if teams else "player"
    names = ("rank", who, "total", "counted", "games", "tie")
    heading = [text(f"standings.column.{name}", lang) for name in names]
    rows = [
        [
            row.rank,
            row.entry.name,
            row.entry.score,
            " ".join(map(str, _counted(row))),
            row.entry.games,
            row.tie.sentence(lang) if row.tie else "",
        ]
        for row in table.rows
    ]
    return csv_text([heading, *rows], lang)


def _print(table: "Standings", read: "Results", lang: Language, *, teams: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    title = plain(read.title) or text("standings.untitled", lang)
    values = {"title": title, "count": len(read.rounds), "formula": table.formula.id}
    code = "ranked_with_one" if len(read.rounds) == 1 else "ranked_with"
    out.print(Text(text(f"standings.{code}", lang, **values), style="bold"))
    who = "team" if teams else "player"
    names = ("rank", who, "total", "counted", "tie")
    grid = Table(*[text(f"standings.column.{name}", lang) for name in names])
    for place in (0, 2):
        grid.columns[place].justify = "right"
    for row in table.rows:
        grid.add_row(
            str(row.rank) if row.rank else text("standings.not_classified", lang),
            plain(row.entry.name),
            total_of(table, row, lang),
            " ".join(map(str, _counted(row))),
            "\n".join(_remarks(row, lang)),
        )
    out.print(grid)


def total_of(table: "Standings", row: "Row", lang: Language) -> str:
    """The total as people read it: every column that is compared, or the percentage."""
    from kamchatka.scoring.numbers import shown

    if table.rules.order == "percentage":
        return f"{shown(row.entry.score, lang, 2)} %"
    return " · ".join(shown(number, lang) for number in row.entry.total)


def _remarks(row: "Row", lang: Language) -> list[str]:
    found = [plain(row.tie.sentence(lang))] if row.tie else []
    if row.moved:
        found.append(places_lost(row.moved, lang))
    return found


def places_lost(places: int, lang: Language) -> str:
    """So many places down."""
    code = "penalty_place" if places == 1 else "penalty_places"
    return text(f"standings.explain.{code}", lang, places=places)


def _explain(table: "Standings", read: "Results", player: str, lang: Language) -> None:
    from kamchatka.cli.standings_explain import explanation

    row = table.row(player)
    assert row is not None, "looked up before"
    out = console()
    for line in explanation(table, read, row, lang):
        out.print(plain(line))
