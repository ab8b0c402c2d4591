"""The published win rates played again: a figure that leaves its interval is a fault.

Played are the published seeds, so unchanged rules and bots give the same figures to the last game. With fewer
games than published, a figure's own interval must meet the published one.
"""

import argparse
from pathlib import Path

from kamchatka.rulebook import load
from kamchatka.simulate.jobfile import JobResults
from kamchatka.simulate.jobs import Workshop, local_crew
from kamchatka.simulate.match import Conditions, MatchResult, code_digest, deals_for, play_matches
from kamchatka.simulate.published import PublishedFigure, read_figures

FIGURES = Path(__file__).parents[1] / "docs" / "bots.json"
PROCESSES = 2


def main(argv: list[str]) -> int:
    """Play all published matches; 0 if every figure holds."""
    parser = argparse.ArgumentParser(prog="soak arena", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="at most this many of each figure")
    parser.add_argument("--figures", type=Path, default=FIGURES, help="data file (docs/bots.json)")
    parser.add_argument("--workers", type=int, default=PROCESSES)
    wanted = parser.parse_args(argv)
    figures = read_figures(wanted.figures)
    lost = 0
    with Workshop(local_crew(wanted.workers), JobResults()) as workshop:
        for figure in figures:
            result = play_again(figure, min(figure.games, wanted.games), workshop)
            held = holds(figure, result)
            lost += not held
            print(line(figure, result, held=held), flush=True)
    print(f"{len(figures)} figures, {lost} left their interval")
    return 1 if lost or not figures else 0


def play_again(figure: PublishedFigure, games: int, workshop: Workshop) -> MatchResult:
    """The first games of a figure under the regulation and with the bots as they are now."""
    book = load(figure.rulebook)
    conditions = Conditions(
        rulebook=book, label=figure.rulebook, seats=figure.seats, laps=figure.laps, seed=figure.seed
    )
    (result,) = play_matches(conditions, [figure.result.match], deals_for(games, figure.seats), workshop)
    return result


def holds(figure: PublishedFigure, result: MatchResult) -> bool:
    """Whether the figure is confirmed."""
    published, again = figure.result.interval, result.interval
    if result.games == figure.games:
        return published.holds(again.value)
    return again.low <= published.high and published.low <= again.high


def line(figure: PublishedFigure, result: MatchResult, *, held: bool) -> str:
    """One figure, published and played again."""
    rates = [
        f"{100 * each.value:.2f} [{100 * each.low:.2f}-{100 * each.high:.2f}]"
        for each in (figure.result.interval, result.interval)
    ]
    changed = [
        name
        for name, before, now in (
            ("regulation", figure.digest, load(figure.rulebook).digest()),
            ("code", figure.code, code_digest()),
        )
        if before != now
    ]
    return (
        f"{figure.rulebook} {figure.seats}, {figure.laps} laps, {figure.one} v {figure.others}: "
        f"{rates[0]} of {figure.games}, now {rates[1]} of {result.games}"
        f"{', other ' + ' and '.join(changed) if changed else ''}: {'holds' if held else 'LEFT ITS INTERVAL'}"
    )
