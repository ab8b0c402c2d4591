"""An event under other formulas."""

from kamchatka.scoring.standings.whatif import FINAL_SEATS, WhatIf, what_if
from kamchatka.scoring.views.whatif import formulas_beside
from kamchatka.tournament.scores import Names, Scoreboard, rules_of
from kamchatka.tournament.state import Tournament


def event_what_if(tournament: Tournament, names: Names) -> WhatIf:
    """Who would have come where under every formula, the event's own first; finals left out.

    Among the first are as many as played on after the first cut, else as many as sit at a final.
    """
    played_on = next((len(each.qualified) + len(each.direct) for each in tournament.cuts), 0)
    seats = played_on if 0 < played_on < len(tournament.entrants) else FINAL_SEATS
    formulas = formulas_beside(tournament.setup.formula)
    return what_if(Scoreboard(tournament, names).results, formulas, rules_of(tournament), seats=seats)
