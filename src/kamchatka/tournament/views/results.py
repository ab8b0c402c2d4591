"""What is in doubt in results."""

from collections.abc import Iterator, Sequence

from kamchatka.scoring.views.notices import Notice, table_notices
from kamchatka.tournament.scores import Names, Scoreboard
from kamchatka.tournament.state import Tournament


def result_notices(
    tournament: Tournament, names: Names, round: int, tables: Sequence[int]
) -> Iterator[Notice]:
    """What is in doubt in the results of these tables of a round: told beside them, never in their way."""
    for table in Scoreboard(tournament, names).tables_of(round):
        if table.number in tables:
            yield from table_notices(table, tournament.setup.formula)
