"""`kamchatka arena`: bots against bots, each win rate with its interval, or a test whether one is better."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from kamchatka.app.files import write_whole
from kamchatka.cli.arena.options import ArenaOptions
from kamchatka.cli.call import Call, called, options_of
from kamchatka.cli.output import console, fail, remark
from kamchatka.cli.progress import watched
from kamchatka.messages import Language, text
from kamchatka.simulate.contestants import Contestant, contestant
from kamchatka.simulate.interrupt import EXIT_STATUS, stoppable
from kamchatka.simulate.match import (
    Conditions,
    Match,
    MatchResult,
    SequentialResult,
    code_digest,
    deals_for,
    ordered,
    play_matches,
    play_test,
)
from kamchatka.simulate.published import data_file, figures_of, published
from kamchatka.simulate.sprt import Hypotheses
from kamchatka.simulate.words import between, number, percent

GAMES = 1000
"""Games of each match, unless said otherwise."""
MOST_GAMES = 10_000
"""Games after which a test that does not decide ends, unless said otherwise."""


@called(more=options_of(ArenaOptions))
def arena(
    call: Call,
    *,
    rulebook: Annotated[
        str,
        typer.Option(
            help="Id o file, anche ID:sezione.chiave=valore · id or file, also ID:section.key=value."
        ),
    ],
    bots: Annotated[
        str | None,
        typer.Option(help="I bot, come soldato,sergente:cauto · the bots, as in soldato,sergente:cauto."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Gli avversari; se mancano, gli stessi · opponents; else the same.")
    ] = None,
    better: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="NEW OLD", help="Se il nuovo è più forte del vecchio · whether the new one is better."
        ),
    ] = None,
    gain: Annotated[
        float,
        typer.Option(min=0.1, max=50, help="Punti percentuali che contano · percentage points that count."),
    ] = 5,
    alpha: Annotated[
        float,
        typer.Option(
            min=0.1, max=49, help="Rischio (%) di un falso sì · risk (%) of calling better what is not."
        ),
    ] = 5,
    beta: Annotated[
        float,
        typer.Option(
            min=0.1, max=49, help="Rischio (%) di un falso no · risk (%) of missing what is better."
        ),
    ] = 5,
    publish_in: Annotated[
        Path | None,
        typer.Option(
            "--publish", help="Documento in cui scrivere la tabella · document to write the table into."
        ),
    ] = None,
    **played: Any,
) -> None:
    """Chi batte chi, fra i bot, e quanto è sicuro · which bot beats which, and how sure that is."""
    lang = call.lang
    if (bots is None) == (better is None):
        fail(text("arena.refused.bots", lang))
    if better and publish_in:
        fail(text("simulate.refused.together", lang, one="--better", other="--publish"))
    options = ArenaOptions(**played)
    conditions = options.conditions(rulebook)
    remark(text("simulate.seed", lang, seed=conditions.seed))
    if better:
        rate = conditions.parity
        hypotheses = Hypotheses(null=rate, better=rate + gain / 100, alpha=alpha / 100, beta=beta / 100)
        interrupted = _test(call, options, conditions, Match(*map(contestant, better)), hypotheses)
    else:
        ones = contestants(bots or "")
        others = contestants(against) if against else ones
        matches = [Match(one, other) for one in ones for other in others if one != other]
        interrupted = _matrix(call, options, conditions, matches, publish_in)
    if interrupted:
        raise typer.Exit(EXIT_STATUS)


def contestants(typed: str) -> list[Contestant]:
    """The bots named, separated by commas."""
    return list(dict.fromkeys(contestant(name.strip()) for name in typed.split(",")))


def _matrix(
    call: Call, options: ArenaOptions, conditions: Conditions, matches: list[Match], page: Path | None
) -> bool:
    """Play all matches and print the win matrix; True if interrupted."""
    if not matches:
        fail(text("arena.refused.alone", call.lang))
    if page:
        published(page, [])  # a document without a place for the tables is refused before anything is played
    deals = deals_for(options.games or GAMES, conditions.seats)
    each = len(deals) * conditions.seats
    with (
        options.workshop() as workshop,
        stoppable() as stop,
        watched(text("simulate.playing", call.lang), each * len(matches)) as progress,
    ):
        results = play_matches(conditions, matches, deals, workshop, progress=progress, stop=stop)
    interrupted = sum(result.games for result in results) < each * len(matches)
    data = {
        **conditions.as_json(),
        "code": code_digest(),
        "interrupted": interrupted,
        "matches": [result.as_json() for result in results],
    }
    call.give(data, lambda: _show_matrix(conditions, results, call.lang))
    if page and not interrupted:
        today = date.today().isoformat()  # noqa: DTZ011 - the day of whoever publishes
        document, figures = published(page, figures_of(conditions, results, today, code_digest()))
        write_whole(page, document.encode())
        write_whole(data_file(page), figures.encode())
        remark(text("arena.published", call.lang, path=page))
    tell_interrupted(options, conditions, interrupted)
    return interrupted


def tell_interrupted(options: ArenaOptions, conditions: Conditions, interrupted: bool) -> None:
    """Say how to go on with an interrupted run."""
    if interrupted:
        code = "arena.resumable" if options.file else "arena.interrupted"
        remark(text(code, options.lang, seed=conditions.seed))


def _show_matrix(conditions: Conditions, results: Sequence[MatchResult], lang: Language) -> None:
    """Print a row for each bot, a column for each kind of opponents."""
    seats, out = conditions.seats, console()
    out.print(text("arena.heading", lang, rulebook=conditions.label, seats=seats, laps=conditions.laps))
    others = ordered(result.match.others.label for result in results)
    table = Table()
    table.add_column(text("arena.one_of", lang), no_wrap=True)
    for other in others:
        table.add_column(f"{seats - 1} × {other}", overflow="fold")
    cells = {(each.match.one.label, each.match.others.label): _rate(each, lang) for each in results}
    for one in ordered(result.match.one.label for result in results):
        even = percent(conditions.parity, lang, 1)
        row = (even if one == other else cells.get((one, other), "") for other in others)
        table.add_row(one, *row)
    out.print(table)
    games = {result.games for result in results}
    counts = " – ".join(number(count, lang) for count in sorted({min(games), max(games)})) if games else "0"
    out.print(text("arena.explained", lang, games=counts, even=percent(conditions.parity, lang, 1)))


def _rate(result: MatchResult, lang: Language) -> str:
    return f"{percent(result.interval.value, lang, 1)} ({between(result.interval, lang, 100, 1)})"


def _test(
    call: Call, options: ArenaOptions, conditions: Conditions, match: Match, hypotheses: Hypotheses
) -> bool:
    """Test one bot against another and print the verdict; True if interrupted."""
    deals = deals_for(options.games or MOST_GAMES, conditions.seats)
    with (
        options.workshop() as workshop,
        stoppable() as stop,
        watched(text("simulate.playing", call.lang), len(deals) * conditions.seats) as progress,
    ):
        found = play_test(conditions, match, hypotheses, deals, workshop, progress=progress, stop=stop)
    data = {**conditions.as_json(), "code": code_digest(), "interrupted": stop.asked, **found.as_json()}
    call.give(data, lambda: _show_test(conditions, found, call.lang))
    tell_interrupted(options, conditions, stop.asked)
    return stop.asked


def _show_test(conditions: Conditions, found: SequentialResult, lang: Language) -> None:
    """Print what was asked, the verdict and the games it took."""
    match, asked, out = found.result.match, found.hypotheses, console()
    low, high = found.bounds
    names = {"one": match.one.label, "others": match.others.label, "count": conditions.seats - 1}
    out.print(
        text("arena.heading", lang, rulebook=conditions.label, seats=conditions.seats, laps=conditions.laps)
    )
    rates = {"null": percent(asked.null, lang, 1), "better": percent(asked.better, lang, 1)}
    risks = {"alpha": percent(asked.alpha, lang, 1), "beta": percent(asked.beta, lang, 1)}
    out.print(text("arena.test.asked", lang, **names, **rates, **risks))
    evidence = {
        "evidence": number(found.evidence, lang, 2),
        "low": number(low, lang, 2),
        "high": number(high, lang, 2),
    }
    games = number(found.result.games, lang)
    out.print(text(f"arena.test.{found.verdict}", lang, **names, games=games, rate=_rate(found.result, lang)))
    out.print(text("arena.test.evidence", lang, **evidence))
