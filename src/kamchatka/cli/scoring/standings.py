"""`kamchatka standings`: a tournament's results in order, every tie with its reason."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kamchatka.cli.call import Call, called
from kamchatka.cli.output import command, fail, language
from kamchatka.cli.progress import watched
from kamchatka.cli.scoring.csv_option import CsvOption, ForceOption, check_target
from kamchatka.cli.scoring.inputs import (
    ALL,
    FormulaOption,
    ResultsArg,
    RulebookOption,
    SetOption,
    open_formula,
    open_results,
    parse_sets,
    rulebook_of,
)
from kamchatka.cli.scoring.rules_options import (
    RULES,
    AfterOption,
    ExplainOption,
    RankingOption,
    RoundsOption,
    overridden,
    override_notices,
    results_after,
    rules_for,
    typed_rules,
)
from kamchatka.cli.scoring.standings_answer import tell_standings
from kamchatka.faults import as_written
from kamchatka.messages import text
from kamchatka.scoring.files import UnknownOption
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.results.model import Results, StatedFormula
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import Standings
from kamchatka.scoring.standings.ranking import standings as ranked
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.views.notices import Notice, played_rulebooks, rulebook_notices, standings_notices


@called(more=RULES)
def standings(
    call: Call,
    results: ResultsArg,
    *,
    formula: FormulaOption = None,
    options: SetOption = None,
    after: AfterOption = None,
    ranking: RankingOption = None,
    rounds: RoundsOption = False,
    rulebook: RulebookOption = None,
    explain: ExplainOption = None,
    csv: CsvOption = None,
    force: ForceOption = False,
    **rules: Any,
) -> None:
    """La classifica, con il perché di ogni spareggio · the standings, with the reason for every tie."""
    _one_formula(formula or "", results)
    check_target(call, csv, (results, formula or "", rulebook or ""), force=force)
    typed = typed_rules(**rules)
    sets, given = parse_sets(options), rulebook_of(rulebook)
    read = results_after(open_results(results, given), after)
    of_teams = bool(read.rules.under(typed).teams)
    if of_teams and not read.teams:
        fail(text("standings.no_teams", call.lang))
    found = _formula(formula, sets, read.formula)
    table = _ranked(found, read, rules_for(read, typed, ranking), teams=of_teams)
    notices = [*standings_notices(read, table)]
    notices += rulebook_notices(given, (rulebook or "").strip(), played_rulebooks(read))
    notices += [*_formula_notices(formula, sets, read.formula), *override_notices(read.rules, typed)]
    tell_standings(call, table, read, notices, teams=of_teams, rounds=rounds, explain=explain, csv=csv)


def _one_formula(name: str, results: Path) -> None:
    """Fail if several formulas are given: `whatif` compares them."""
    if name.strip() == ALL or "," in name:
        words = ["whatif", results] if name.strip() == ALL else ["whatif", results, "--formula", name]
        fail(text("scores.one_formula", language(), command=command(*words)))


def _formula(name: str | None, sets: dict[str, object], stated: StatedFormula | None) -> Formula:
    """The typed formula, else the one in the file."""
    if name is not None:
        return open_formula(name, sets)
    if stated is None:
        fail(text("standings.no_formula", language()))
    try:
        return stated.chosen(sets)
    except UnknownOption as error:
        fail(error.sentence(language()))


def _formula_notices(
    name: str | None, sets: dict[str, object], stated: StatedFormula | None
) -> Iterator[Notice]:
    """Notices that the typed formula or options override those in the file."""
    if stated is None:
        return
    if name is not None:
        if name.strip() != stated.name:
            yield overridden("formula", stated.name, f"--formula {name}")
        return
    for option, value in sets.items():
        if option in stated.options and stated.options[option] != value:
            yield overridden(option, stated.options[option], f"--set {option}={as_written(value)}")


def _ranked(formula: Formula, read: Results, rules: Rules, *, teams: bool) -> Standings:
    try:
        with watched(text("standings.scoring", language()), sum(1 for _ in read.tables())) as progress:
            return ranked(formula, read, rules, teams=teams, progress=progress)
    except Unscorable as problem:
        fail(problem.report(language()))
    except MissingNumber as missing:
        fail(missing.sentence(language()))
