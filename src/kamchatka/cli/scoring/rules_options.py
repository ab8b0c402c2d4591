"""The rules of standings as command-line options, which override those in the file."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args

import typer

from kamchatka.cli.call import option
from kamchatka.cli.output import fail, language
from kamchatka.cli.scoring.inputs import something
from kamchatka.faults import as_written
from kamchatka.messages import text
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.results.model import Absences, Order, Results, Scope, StatedRules
from kamchatka.scoring.standings.entries import Rules, rules_of
from kamchatka.scoring.views.notices import Notice

COMPARED = [
    option("best", int, "Contano i migliori N risultati · the best N results count.", min=1),
    option("drop", int, "Si scartano K turni · K rounds are discarded.", min=0),
    option("games", int, "Partite per essere in classifica · games needed to be ranked.", min=0),
    option(
        "absences",
        Absences,
        "Un'assenza è uno zero scartabile (zero) o nulla · an absence is a zero to discard, or nothing.",
    ),
    option(
        "scope",
        Scope,
        "Spareggi sui risultati contati o su tutti · tie-breaks over counted results or all.",
    ),
]
"""Options for rules that apply to any formula."""
RULES = [
    *COMPARED,
    option(
        "percentage",
        bool,
        "Percentuale dei punti dei propri tavoli, o somma · percentage of one's tables' points, or sum.",
        "--percentage/--sum",
    ),
    option("ties", str, "Spareggi, per esempio wins,seconds,lot · tie-breaks, such as wins,seconds,lot."),
    option(
        "teams",
        bool,
        "Classifica delle squadre, o dei giocatori · of teams, or players.",
        "--teams/--players",
    ),
]
"""All options for rules."""
AfterOption = Annotated[int | None, typer.Option(min=1, help="Dopo il turno N · as it stood after round N.")]
RankingOption = Annotated[
    str | None, typer.Option(help="Quale classifica, per le penalità · which ranking, for penalties.")
]
ExplainOption = Annotated[
    str | None, typer.Option(metavar="PLAYER", help="Spiega un giocatore · explain one player.")
]
RoundsOption = Annotated[
    bool, typer.Option("--rounds", help="Mostra il punteggio di ogni turno · shows the score of each round.")
]


def results_after(results: Results, after: int | None) -> Results:
    """The results up to a round; all if `after` is None."""
    if after is None or not results.rounds:
        return results
    first, last = results.rounds[0].number, results.rounds[-1].number
    if not first <= after <= last:
        fail(text("scores.no_such_round", language(), round=after, first=first, last=last))
    return results.until(after)


def typed_rules(*, percentage: bool | None = None, ties: str | None = None, **stated: Any) -> StatedRules:
    """The rules given by these options."""
    if stated["best"] is not None and stated["drop"] is not None:
        fail(text("standings.together", language(), one="--best", other="--drop"))
    order: Order | None = None if percentage is None else "percentage" if percentage else "sum"
    return StatedRules(order=order, ties=None if ties is None else _criteria(ties), **stated)


def rules_for(results: Results, typed: StatedRules, ranking: str | None = None) -> Rules:
    """The rules of these standings: typed ones override those in the file."""
    rounds = len(results.summed)
    if typed.drop is not None and typed.drop >= rounds:
        fail(text("standings.drop_too_many", language(), rounds=rounds, drop=typed.drop))
    named = "" if ranking is None else something(ranking, "--ranking")
    return rules_of(results.rules.under(typed), results, ranking=named)


FLAGS: Mapping[tuple[str, object], str] = {
    ("order", "percentage"): "--percentage",
    ("order", "sum"): "--sum",
    ("teams", True): "--teams",
    ("teams", False): "--players",
}
"""Options without a value, by the rule they set."""


def override_notices(stated: StatedRules, typed: StatedRules) -> Iterator[Notice]:
    """Notices for typed rules that override the file's."""
    said = dict(_said(stated))
    for about, (key, value) in _said(typed):
        words = ",".join(value) if isinstance(value, tuple) else value
        if about in said and said[about] != (key, value):
            yield overridden(*said[about], FLAGS.get((key, value), f"--{key} {words}"))


def overridden(key: str, value: object, flag: str) -> Notice:
    """The notice that a typed option overrides a value in the file."""
    return Notice("standings.overridden", {"stated": f"{key} = {as_written(value)}", "typed": flag})


def _said(rules: StatedRules) -> Iterator[tuple[str, tuple[str, object]]]:
    """Every stated rule by subject; `best` and `drop` share one."""
    for key, value in vars(rules).items():
        if value is not None and key != "format":
            yield "best" if key == "drop" else key, (key, value)


def _criteria(words: str) -> tuple[RankingTie, ...]:
    known: dict[str, RankingTie] = {each: each for each in get_args(RankingTie)}
    found = []
    for word in something(words, "--ties").split(","):
        if word.strip() not in known:
            values = {"given": word.strip(), "known": ", ".join(known)}
            fail(text("standings.unknown_criterion", language(), **values))
        found.append(known[word.strip()])
    return tuple(found)
