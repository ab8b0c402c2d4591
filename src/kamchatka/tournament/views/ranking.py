"""The standings of a tournament, rank changes, and why players qualified."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kamchatka.messages import Phrase
from kamchatka.scoring.results.model import Results
from kamchatka.scoring.standings.ranking import Standings
from kamchatka.scoring.standings.whatif import FINAL_SEATS, WhatIf, what_if
from kamchatka.scoring.views.notices import Notice
from kamchatka.scoring.views.table import places_in
from kamchatka.scoring.views.whatif import formulas_beside
from kamchatka.tournament.events import Qualifier
from kamchatka.tournament.scores import Names, Scoreboard, rules_of
from kamchatka.tournament.state import Tournament


@dataclass(frozen=True)
class RankingView:
    """The standings, and the places each player gained or lost since the previous round."""

    standings: Standings
    results: Results
    movement: Mapping[str, int]
    """Only players ranked both then and now."""


def ranking(tournament: Tournament, names: Names, last: int | None = None) -> RankingView:
    """The standings up to a round. Raises Unscorable or MissingNumber."""
    board = Scoreboard(tournament, names, last)
    rounds = [each.number for each in board.results.rounds]
    before: Mapping[str, int] = {}
    if len(rounds) > 1:
        before = places_in(Scoreboard(tournament, names, rounds[-2]).standings)
    now = places_in(board.standings)
    moved = {name: before[name] - rank for name, rank in now.items() if name in before}
    return RankingView(board.standings, board.results, moved)


def excluded_notices(tournament: Tournament, names: Names) -> Iterator[Notice]:
    """A notice of disqualified players, who are ranked last whatever they scored."""
    excluded = [names[who] for who, each in tournament.entrants.items() if each.status == "disqualified"]
    if excluded:
        yield Notice("tournament.notice.excluded", {"people": ", ".join(excluded), "clause": "000-2f"})


def why_qualified(each: Qualifier) -> Phrase:
    """Why a player qualified; of a recalled one also the result, and what decided between equal results."""
    codes = [each.why.replace("-", "_")]
    codes += ["with_score"] if each.score else []
    codes += ["by_rank"] if each.is_by_rank else []
    values = {"rank": each.rank, "table": each.table, "score": each.score}
    parts = [Notice(f"tournament.why.{code}", values).sentence for code in codes]
    return lambda lang: "; ".join(part(lang) for part in parts)


def event_what_if(tournament: Tournament, names: Names) -> WhatIf:
    """The standings under every formula, the event's own first; finals are left out.

    Compares as many top places as qualified in the first cut, else as many as a final seats.
    """
    played_on = next((len(each.qualified) + len(each.direct) for each in tournament.cuts), 0)
    seats = played_on if 0 < played_on < len(tournament.entrants) else FINAL_SEATS
    formulas = formulas_beside(tournament.setup.formula)
    return what_if(Scoreboard(tournament, names).results, formulas, rules_of(tournament), seats=seats)
