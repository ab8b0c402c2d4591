"""Teams: the results of all their players together, of which the best count."""

from collections.abc import Mapping

from kamchatka.scoring.results.model import Penalty, Team


def penalties_by_team(
    teams: tuple[Team, ...], penalties: Mapping[str, tuple[Penalty, ...]]
) -> dict[str, tuple[Penalty, ...]]:
    """What the players of each team lose together; players of no team are left out."""
    return {
        team.name: tuple(each for player in team.players for each in penalties.get(player, ()))
        for team in teams
    }
