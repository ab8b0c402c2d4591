"""What is in doubt where results enter: told beside them, never in their way."""

from collections.abc import Iterator, Sequence

from kamchatka.scoring.results.model import Results, Round
from kamchatka.scoring.views.notices import Notice, doubt_notices
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Tournament


def result_notices(
    tournament: Tournament, names: Names, round: int, tables: Sequence[int]
) -> Iterator[Notice]:
    """What to look at in the results of these tables of a round."""
    found = [table for table in Scoreboard(tournament, names).tables_of(round) if table.number in tables]
    yield from doubt_notices(Results(rounds=(Round(round, tuple(found)),)))
