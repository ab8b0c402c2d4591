"""`kamchatka whatif`: the same results under every formula, and who would reach the final."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from kamchatka.cli.call import Call, called
from kamchatka.cli.output import console, fail, language
from kamchatka.cli.progress import watched
from kamchatka.cli.scoring.csv_option import STANDARD_OUTPUT, CsvOption, ForceOption, check_target, write_csv
from kamchatka.cli.scoring.inputs import (
    ALL,
    ResultsArg,
    RulebookOption,
    SetOption,
    open_formula,
    open_formulas,
    open_results,
    parse_sets,
    rulebook_of,
)
from kamchatka.cli.scoring.rules_options import COMPARED, override_notices, rules_for, typed_rules
from kamchatka.messages import Language, text
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.standings.whatif import FINAL_SEATS, WhatIf, WhatIfOutcome, lacking, what_if
from kamchatka.scoring.views.cells import heading
from kamchatka.scoring.views.notices import (
    Notice,
    award_notices,
    doubt_notices,
    incident_notices,
    penalty_notices,
    played_rulebooks,
    rulebook_notices,
    scale_notices,
)
from kamchatka.scoring.views.whatif import whatif_csv

TOP = 40
"""Default number of players shown on a terminal."""
MOST_LACKING = 12
"""Maximum number of missing numbers listed on a terminal; JSON has all."""
MOST_NAMES = 8
"""Maximum number of players named who must draw lots."""


@called(more=COMPARED)
def whatif(
    call: Call,
    results: ResultsArg,
    *,
    formula: Annotated[
        str, typer.Option(help="Formule o file, con virgole, o all · formulas or files, with commas, or all.")
    ] = ALL,
    options: SetOption = None,
    final: Annotated[int, typer.Option(min=1, help="Posti in finale · seats of the final.")] = FINAL_SEATS,
    rulebook: RulebookOption = None,
    top: Annotated[
        int, typer.Option(min=0, help="Giocatori mostrati, 0 tutti · players shown, 0 all.")
    ] = TOP,
    csv: CsvOption = None,
    force: ForceOption = False,
    **stated: Any,
) -> None:
    """Chi avrebbe vinto con ogni formula · who would have won under each formula."""
    lang = call.lang
    check_target(call, csv, (results, *formula.split(","), rulebook or ""), force=force)
    wanted = _formulas(formula, parse_sets(options))
    given = rulebook_of(rulebook)
    read = open_results(results, given)
    typed = typed_rules(**stated)
    rules = rules_for(read, typed)
    total = sum(1 for _ in read.tables()) * len(wanted)
    with watched(text("standings.scoring", lang), total) as progress:
        found = what_if(read, wanted, rules, seats=final, progress=progress)
    if csv:
        write_csv(csv, whatif_csv(found, lang), lang)
    played = played_rulebooks(read)
    notices = [
        *incident_notices(read),
        *doubt_notices(read),
        *rulebook_notices(given, (rulebook or "").strip(), played),
        *award_notices(read),
        *penalty_notices(read, wanted, rules.absences),
        *override_notices(read.rules, typed),
    ]
    unfit = list(scale_notices(wanted, played))

    def draw() -> None:
        for notice in notices:
            console().print(f"⚠ {notice.sentence(lang)}")
        for line in _unfit(unfit, lang):
            console().print(line)
        _print(found, top, lang)

    if csv != STANDARD_OUTPUT:
        call.give(_data(found, [*notices, *unfit]), draw)


def _formulas(names: str, options: dict[str, object]) -> list[Formula]:
    if names == ALL or "," not in names:
        return open_formulas(names, options)
    if options:
        fail(text("standings.together", language(), one="--set", other=f"--formula {names}"))
    if not names.replace(",", "").strip():
        fail(text("scores.no_formula", language()))
    found: dict[str, tuple[str, Formula]] = {}
    for name in dict.fromkeys(each.strip() for each in names.split(",") if each.strip()):
        formula = open_formula(name)
        if formula.id in found:
            values = {"one": found[formula.id][0], "other": name, "id": formula.id}
            fail(text("standings.one_id", language(), **values))
        found[formula.id] = (name, formula)
    return [formula for _, formula in found.values()]


def _unfit(notices: list[Notice], lang: Language) -> Iterator[str]:
    """Formulas off their scale: each regulation once, with the formulas it does not fit."""
    told = set()
    for notice in notices:
        values: Mapping[str, Any] = notice.values
        if values["rulebook"] not in told:
            told.add(values["rulebook"])
            points = shown(values["points"], lang)
            yield text("scores.whatif.off_scale", lang, rulebook=values["rulebook"], points=points)
        yield f"- {values['formula'](lang)} ({shown(values['most'], lang)}): {values['breaks'](lang)}"


def _data(found: WhatIf, notices: list[Notice]) -> dict[str, object]:
    ranked = [outcome for outcome in found.outcomes if outcome.ranks]
    return {
        "final": found.seats,
        "notices": notices,
        "formulas": found.outcomes,
        "lacking": lacking(found),
        "players": [
            {"player": player, "places": {each.formula.id: each.ranks[player] for each in ranked}}
            for player in found.players
        ],
    }


def _print(found: WhatIf, top: int, lang: Language) -> None:
    out = console()
    title = text("standings.whatif.heading", lang, count=len(found.outcomes), seats=found.seats)
    out.print(Text(title, style="bold"))
    names = [text(f"standings.{code}", lang) for code in ("whatif.number", "column.formula", "column.final")]
    key = Table(*names)
    for number, outcome in enumerate(found.outcomes, 1):
        key.add_row(str(number), outcome.formula.id, _final(outcome, lang))
    out.print(key)
    for line in _lacking(found, lang):
        out.print(line)
    grid = Table(heading("player", lang), padding=(0, 0), pad_edge=False)
    for number in range(1, len(found.outcomes) + 1):
        grid.add_column(str(number), justify="right", no_wrap=True, min_width=2)
    listed = found.players[:top] if top else found.players
    for player in listed:
        cells = [
            Text(str(outcome.ranks.get(player) or "-"), style="bold" if player in outcome.finalists else "")
            for outcome in found.outcomes
        ]
        grid.add_row(player, *cells)
    out.print(grid)
    if len(listed) < len(found.players):
        out.print(text("standings.whatif.more", lang, count=len(found.players) - len(listed)))


def _final(outcome: WhatIfOutcome, lang: Language) -> str:
    if outcome.problem:
        return text("scores.whatif.unscored", lang)
    names = list(outcome.finalists)
    if outcome.to_draw:
        drawing = ", ".join(outcome.to_draw[:MOST_NAMES]) + ("…" if len(outcome.to_draw) > MOST_NAMES else "")
        names.append(text("standings.whatif.to_draw", lang, players=drawing))
    return ", ".join(names)


def _lacking(found: WhatIf, lang: Language) -> Iterator[str]:
    """Missing numbers, each once, with the formulas that need them."""
    listed = lacking(found)
    told = listed[:MOST_LACKING]
    for formulas in dict.fromkeys(each.formulas for each in told):
        yield text("scores.whatif.lacks", lang, formulas=", ".join(formulas))
        yield from (f"- {each.cause.sentence(lang)}" for each in told if each.formulas == formulas)
    if len(listed) > len(told):
        yield text("scores.whatif.more", lang, count=len(listed) - len(told))
