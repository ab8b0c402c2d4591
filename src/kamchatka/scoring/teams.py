"""Teams: the results of all their players together, of which the best count."""

from collections.abc import Mapping

from kamchatka.scoring.result import Result
from kamchatka.scoring.results import Penalty, Team


def by_team(
    teams: tuple[Team, ...],
    scored: Mapping[str, list[Result]],
    penalties: Mapping[str, tuple[Penalty, ...]],
) -> tuple[dict[str, list[Result]], dict[str, tuple[Penalty, ...]]]:
    """Results and penalties by team; players of no team are left out."""
    results = {
        team.name: [result for player in team.players for result in scored.get(player, ())] for team in teams
    }
    lost = {
        team.name: tuple(each for player in team.players for each in penalties.get(player, ()))
        for team in teams
    }
    return results, lost
