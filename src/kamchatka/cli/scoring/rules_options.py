"""The options of standings, as the command line gives them."""

from enum import StrEnum
from typing import Annotated, get_args

import typer

from kamchatka.cli.output import fail, language
from kamchatka.cli.scoring.inputs import something
from kamchatka.messages import text
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.standings.entries import Rules


class AbsenceChoice(StrEnum):
    """What an absence is."""

    zero = "zero"
    none = "none"


class ScopeChoice(StrEnum):
    """Which results tie-breaks look at."""

    counted = "counted"
    all = "all"


BestOption = Annotated[
    int | None, typer.Option(min=1, help="Contano i migliori N risultati · the best N results count.")
]
DropOption = Annotated[int | None, typer.Option(min=0, help="Si scartano K turni · K rounds are discarded.")]
GamesOption = Annotated[
    int, typer.Option(min=0, help="Partite per essere in classifica · games needed to be ranked.")
]
AbsencesOption = Annotated[
    AbsenceChoice,
    typer.Option(
        help="Un'assenza è uno zero scartabile, o nulla · an absence is a zero to discard, or nothing."
    ),
]
ScopeOption = Annotated[
    ScopeChoice,
    typer.Option(help="Spareggi sui risultati contati o su tutti · tie-breaks over counted results or all."),
]
PercentageOption = Annotated[
    bool,
    typer.Option(
        "--percentage",
        help="Percentuale dei punti dei propri tavoli · percentage of the points of one's tables.",
    ),
]
TiesOption = Annotated[
    str | None,
    typer.Option(help="Spareggi, per esempio wins,seconds,lot · tie-breaks, such as wins,seconds,lot."),
]
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
    """The results up to a round."""
    if after is None or not results.rounds:
        return results
    first, last = results.rounds[0].number, results.rounds[-1].number
    if not first <= after <= last:
        fail(text("scores.no_such_round", language(), round=after, first=first, last=last))
    return results.until(after)


def rules_from(
    results: Results,
    *,
    best: int | None,
    drop: int | None,
    games: int,
    absences: AbsenceChoice,
    scope: ScopeChoice,
    percentage: bool = False,
    ties: str | None = None,
    ranking: str | None = None,
) -> Rules:
    """The rules these options mean."""
    if best is not None and drop is not None:
        fail(text("standings.together", language(), one="--best", other="--drop"))
    if drop is not None:
        best = len(results.rounds) - drop
        if best < 1:
            fail(text("standings.drop_too_many", language(), rounds=len(results.rounds), drop=drop))
    return Rules(
        best=best,
        absences=absences.value,
        games=games,
        scope=scope.value,
        order="percentage" if percentage else "sum",
        ties=None if ties is None else _criteria(ties),
        ranking="" if ranking is None else something(ranking, "--ranking"),
    )


def _criteria(words: str) -> tuple[RankingTie, ...]:
    known: dict[str, RankingTie] = {each: each for each in get_args(RankingTie)}
    found = []
    for word in something(words, "--ties").split(","):
        if word.strip() not in known:
            values = {"given": word.strip(), "known": ", ".join(known)}
            fail(text("standings.unknown_criterion", language(), **values))
        found.append(known[word.strip()])
    return tuple(found)
