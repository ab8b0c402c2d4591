"""`kamchatka whatif`: the same results under every formula, and who would reach the final."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kamchatka.cli.output import AsJson, console, fail, language, print_json
from kamchatka.cli.scoring_csv import (
    STANDARD_OUTPUT,
    CsvOption,
    ForceOption,
    check_target,
    heading,
    write_csv,
)
from kamchatka.cli.scoring_input import (
    ALL,
    ResultsArg,
    RulebookOption,
    SetOption,
    open_formula,
    open_formulas,
    open_results,
    parse_sets,
    plain,
    watched,
)
from kamchatka.cli.standings_options import (
    AbsenceChoice,
    AbsencesOption,
    BestOption,
    DropOption,
    GamesOption,
    ScopeChoice,
    ScopeOption,
    rules_from,
)
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kamchatka.scoring.formula.model import Formula
    from kamchatka.scoring.results.model import Results
    from kamchatka.scoring.standings.entries import Rules
    from kamchatka.scoring.standings.whatif import Outcome, WhatIf
    from kamchatka.scoring.views.csv_out import Cell

TOP = 40
"""Players shown on a terminal unless all are asked for."""
MOST_LACKING = 12
"""Missing numbers listed on a terminal; programs get all."""


def whatif(
    results: ResultsArg,
    *,
    formula: Annotated[
        str, typer.Option(help="Formule o file, con virgole, o all · formulas or files, with commas, or all.")
    ] = ALL,
    options: SetOption = None,
    best: BestOption = None,
    drop: DropOption = None,
    games: GamesOption = 0,
    absences: AbsencesOption = AbsenceChoice.zero,
    scope: ScopeOption = ScopeChoice.counted,
    final: Annotated[int, typer.Option(min=1, help="Posti in finale · seats of the final.")] = 4,
    rulebook: RulebookOption = None,
    top: Annotated[
        int, typer.Option(min=0, help="Giocatori mostrati, 0 tutti · players shown, 0 all.")
    ] = TOP,
    csv: CsvOption = None,
    force: ForceOption = False,
    as_json: AsJson = False,
) -> None:
    """Chi avrebbe vinto con ogni formula · who would have won under each formula."""
    from kamchatka.cli.scoring_notices import scale_notices, warnings_of
    from kamchatka.scoring.standings.whatif import what_if

    lang = language()
    check_target(csv, (results, *formula.split(","), rulebook or ""), force=force, as_json=as_json)
    wanted = _formulas(formula, parse_sets(options))
    read = open_results(results, rulebook)
    rules = rules_from(read, best=best, drop=drop, games=games, absences=absences, scope=scope)
    with watched(sum(1 for _ in read.tables()) * len(wanted)) as progress:
        found = what_if(read, wanted, rules, seats=final, progress=progress)
    if csv:
        write_csv(csv, _csv(found, lang), lang)
    notices = _notices(read, found, rules, rulebook, lang)
    if as_json:
        unfit = [said for outcome in found.outcomes for said in warnings_of(read, outcome.formula)]
        print_json(_data(found, notices + unfit, lang))
    elif csv != STANDARD_OUTPUT:
        unfit = scale_notices(read, [outcome.formula for outcome in found.outcomes])
        _print(found, notices, unfit, top, lang)


def _formulas(names: str, options: dict[str, object]) -> list["Formula"]:
    if names == ALL or "," not in names:
        return open_formulas(names, options)
    if options:
        fail(text("standings.together", language(), one="--set", other=f"--formula {plain(names)}"))
    if not names.replace(",", "").strip():
        fail(text("scores.no_formula", language()))
    found: dict[str, tuple[str, Formula]] = {}
    for name in dict.fromkeys(each.strip() for each in names.split(",") if each.strip()):
        formula = open_formula(name)
        if formula.id in found:
            values = {"one": plain(found[formula.id][0]), "other": plain(name), "id": formula.id}
            fail(text("standings.one_id", language(), **values))
        found[formula.id] = (name, formula)
    return [formula for _, formula in found.values()]


def _notices(
    read: "Results", found: "WhatIf", rules: "Rules", rulebook: str | None, lang: Language
) -> list[str]:
    from kamchatka.cli.scoring_notices import (
        award_notices,
        incidents_of,
        penalty_notices,
        played_rulebooks,
        rulebook_notices,
    )
    from kamchatka.scoring.results.notices import notices_of

    notices = [*incidents_of(read), *map(plain, notices_of(read, lang))]
    notices += rulebook_notices(rulebook, played_rulebooks(read))
    notices += award_notices(read)
    return notices + penalty_notices(read, [outcome.formula for outcome in found.outcomes], rules.absences)


def _problem(outcome: "Outcome", lang: Language) -> str:
    """Why a formula cannot score, in one line: the first thing missing."""
    from kamchatka.scoring.standings.scored import Unscorable

    if outcome.problem is None:
        return ""
    first = outcome.problem.missing[0] if isinstance(outcome.problem, Unscorable) else outcome.problem
    why = plain(first.sentence(lang))
    return text("standings.whatif.problem", lang, why=why)


def _data(found: "WhatIf", notices: list[str], lang: Language) -> dict[str, Any]:
    from kamchatka.scoring.standings.whatif import lacking

    return {
        "final": found.seats,
        "notices": notices,
        "formulas": [
            {
                "formula": outcome.formula.id,
                "title": outcome.formula.name(lang),
                "finalists": list(outcome.finalists),
                "to_draw": list(outcome.to_draw),
                "problem": _problem(outcome, lang) or None,
            }
            for outcome in found.outcomes
        ],
        "lacking": [
            {"sentence": each.cause.sentence(lang), "formulas": list(each.formulas)}
            for each in lacking(found)
        ],
        "players": [
            {
                "player": player,
                "places": {
                    outcome.formula.id: outcome.ranks[player] for outcome in found.outcomes if outcome.ranks
                },
            }
            for player in found.players
        ],
    }


def _csv(found: "WhatIf", lang: Language) -> "Iterator[list[Cell]]":
    """The place of every player under each formula, and how many finals that makes."""
    yield [heading("player", lang), heading("finals", lang), *(each.formula.id for each in found.outcomes)]
    for player in found.players:
        finals = sum(player in outcome.finalists for outcome in found.outcomes)
        yield [player, finals, *(outcome.ranks.get(player) for outcome in found.outcomes)]


def _print(found: "WhatIf", notices: list[str], unfit: list[str], top: int, lang: Language) -> None:
    from rich.table import Table
    from rich.text import Text

    out = console()
    for notice in notices:
        out.print(f"⚠ {notice}")
    for line in unfit:
        out.print(line)
    title = text("standings.whatif.heading", lang, count=len(found.outcomes), seats=found.seats)
    out.print(Text(title, style="bold"))
    names = [text(f"standings.{code}", lang) for code in ("whatif.number", "column.formula", "column.final")]
    key = Table(*names)
    for number, outcome in enumerate(found.outcomes, 1):
        key.add_row(str(number), outcome.formula.id, _final(outcome, lang))
    out.print(key)
    for line in _lacking(found, lang):
        out.print(plain(line))
    grid = Table(text("standings.column.player", lang), padding=(0, 0), pad_edge=False)
    for number in range(1, len(found.outcomes) + 1):
        grid.add_column(str(number), justify="right", no_wrap=True, min_width=2)
    shown = found.players[:top] if top else found.players
    for player in shown:
        places = [outcome.ranks.get(player) for outcome in found.outcomes]
        cells = [
            Text(str(place or "-"), style="bold" if player in outcome.finalists else "")
            for place, outcome in zip(places, found.outcomes, strict=True)
        ]
        grid.add_row(plain(player), *cells)
    out.print(grid)
    if len(shown) < len(found.players):
        out.print(text("standings.whatif.more", lang, count=len(found.players) - len(shown)))


def _final(outcome: "Outcome", lang: Language) -> str:
    if outcome.problem:
        return text("scores.whatif.unscored", lang)
    said = [plain(player) for player in outcome.finalists]
    if outcome.to_draw:
        names = ", ".join(outcome.to_draw[:8]) + ("…" if len(outcome.to_draw) > 8 else "")
        said.append(text("standings.whatif.to_draw", lang, players=plain(names)))
    return ", ".join(said)


def _lacking(found: "WhatIf", lang: Language) -> "Iterator[str]":
    """What is missing, each thing once with the formulas that need it."""
    from kamchatka.scoring.standings.whatif import lacking

    listed = lacking(found)
    shown = listed[:MOST_LACKING]
    for formulas in dict.fromkeys(each.formulas for each in shown):
        yield text("scores.whatif.lacks", lang, formulas=", ".join(formulas))
        for each in shown:
            if each.formulas == formulas:
                yield f"- {each.cause.sentence(lang)}"
    if len(listed) > len(shown):
        yield text("scores.whatif.more", lang, count=len(listed) - len(shown))
